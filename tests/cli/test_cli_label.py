"""`grundy label` as a user meets it."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import GRUNDY, answered, called, called_alone, ended, require_refused
from project import EXAMPLES

LOOPY = str(EXAMPLES / "loopy.dot")
POSIX = {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


def table(text: str) -> dict[str, list[str]]:
    return {cells[0]: cells for cells in (line.split() for line in text.splitlines()) if cells}


def test_the_table_of_a_cyclic_graph(capsys):
    printed = answered(capsys, "label", LOOPY)
    rows = table(printed)
    assert "9 vertices, 12 arcs, normal play: 3 P, 4 N, 2 D" in printed
    assert rows["c"] == ["c", "2", "N", "5", "3", "d", "d"]
    assert rows["g"][:3] == ["g", "∞(1)", "D"]


@pytest.mark.parametrize(("arguments", "answer"), [
    (["--start", "a"], "a: value 0, P. player 2 wins in 4 moves with best play."),
    (["--start", "a", "--turn", "2"], "player 1 wins in 4 moves"),
    (["--start", "c"], "player 1 wins in 3 moves with best play; move to d."),
    (["--start", "g"], "player 1 keeps the draw by moving to h."),
    (["--start", "f"], "player 1 cannot move and loses: player 2 wins."),
    (["--start", "f", "--play", "misere"], "player 1 cannot move and wins."),
])  # fmt: skip
def test_the_answer_for_one_start(arguments, answer, capsys):
    assert answer in answered(capsys, "label", LOOPY, *arguments)


def test_the_step_table_of_the_paper(capsys):
    """--trace shows the paper's table for its acyclic example, row for row."""
    printed = answered(capsys, "label", str(EXAMPLES / "paper-acyclic.dot"), "--trace")
    steps = printed.split("is taken from the queue")
    assert "  a        {b, c}   {}       {0}" in steps[0]
    assert "  c        {d}    {a}      {0, 1}" in steps[2]
    assert "  c        {}     {a}      {0, 1}   2" in steps[3]
    assert "  a        {}     {}       {0, 2}   1" in steps[4]


def test_the_steps_of_the_second_algorithm(capsys):
    """Labels come in the order of the paper's case B; then the answer for one start."""
    example = str(EXAMPLES / "paper-cyclic-b.dot")
    printed = answered(capsys, "label", example, "--trace", "--start", "f")
    lines = printed.split("Algorithm 2")[1].splitlines()[4:10]
    assert ["".join(line.split()[:3]) for line in lines] == [
        "f00", "d01", "a02", "b13", "e14", "c25",
    ]  # fmt: skip
    assert printed.splitlines()[-1].startswith("f: value 0, P. ")


def test_a_graph_on_standard_input(capsys):
    command = ("label", "-", "--input-format", "edgelist", "--play", "misere")
    assert table(called(capsys, *command, stdin=b"a b\nb c\n").out)["b"][:3] == ["b", "0", "P"]


@pytest.mark.parametrize(("settings", "options", "shown"), [
    ({"PYTHONIOENCODING": "ascii"}, [], "inf()"),
    ({"PYTHONIOENCODING": "ascii"}, ["--start", "日本"], r"\u65e5\u672c"),
    ({"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "1"}, [], r"\u65e5\u672c"),
    (POSIX, [], r"\u65e5\u672c"), (POSIX, ["--json"], "日本"),
])  # fmt: skip
def test_a_terminal_without_a_letter(settings, options, shown, tmp_path):
    file = tmp_path / "names.csv"
    file.write_text("日本,b\nx,x\n", encoding="utf-8")
    done = called_alone("label", str(file), *options, env=os.environ | settings, encoding="utf-8")
    assert done.status == 0, done.err
    assert shown in done.out


@pytest.mark.parametrize("arguments", [
    ["label", "{escape}.csv", "--acyclic"], ["label", "\x1b[31mred.csv"], ["\x9b31m"],
])  # fmt: skip
def test_an_error_gives_no_orders_to_the_terminal(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "{escape}.csv").write_text("\x1b[31mred,[b]\n[b],\x1b[31mred\n", encoding="utf-8")
    done = called(capsys, *arguments)
    require_refused(done, "�")
    assert done.err.removesuffix("\n").isprintable()
    printed = answered(capsys, "label", "{escape}.csv")
    assert "[b]" in printed
    assert "\x1b" not in printed


@pytest.mark.parametrize("arguments", [[], ["experiment"]])
def test_a_group_alone_shows_its_help_and_has_answered_nothing(arguments, capsys):
    status, out, err = called(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("Usage: grundy")
    assert "Commands:" in err


@pytest.mark.parametrize("kept", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_first_compilation_is_said_once(tmp_path, kept):
    code = (
        "from grundy.cli.main import run; import numpy as np; import sys, grundy.runtime.limits;"
        "import click; from unittest import mock\n"
        "def main():\n"
        "    from grundy.runtime.kernels import running\n"
        "    from grundy.graphs import csr\n"
        "    running(plain=False).__enter__()\n"
        "    for kind in KINDS:\n"
        "        csr.count_numbers(1, np.zeros(csr.SMALL, kind))\n"
        "with mock.patch('grundy.cli.main.grundy.main', lambda *a, **k: main()):\n"
        "    sys.exit(run([]))\n"
    ).replace("KINDS", "(np.uint8, np.int8)" if kept else "(np.uint8,)")
    cache = tmp_path / "cache"
    if not kept:
        cache.touch()  # a file, in which there can be no folder
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = ended([sys.executable, "-c", code], env=environment)
    lines = done.err.splitlines()
    assert (done.status, len(lines)) == (0, 1)
    assert lines[0].startswith("Compiling")
    assert lines[0].endswith("once.") == kept


@pytest.mark.parametrize("arguments", [
    ["label", LOOPY, "--json"], ["label", LOOPY, "--output", "-", "--format", "csv"], ["nim", "1"],
], ids=" ".join)  # fmt: skip
def test_a_closed_standard_output_is_an_error(arguments):
    done = ended(["sh", "-c", '"$@" >&-', "sh", *GRUNDY, *arguments])
    require_refused(done, "grundy: standard output: it is closed; open it")


def test_closed_streams_do_not_spoil_a_file(tmp_path):
    command = [*GRUNDY, "label", LOOPY, "--output", "o.csv"]
    ended(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *command], cwd=tmp_path)
    rows = (tmp_path / "o.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 10
    assert all(row.endswith("normal") for row in rows[1:])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_behind_standard_output():
    with Path("/dev/full").open("wb") as full:
        done = called_alone(
            "label", LOOPY, "--json", capture_output=False, stdout=full, stderr=subprocess.PIPE
        )
    assert (done.status, done.err) == (2, "grundy: no space left on device.\n")


def test_ctrl_c_while_modules_load(tmp_path):
    """An interrupt before the command line is there to catch it is one line and status 130."""
    (tmp_path / "click.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nsignal.pause()\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = called_alone("--version", env={**os.environ, "PYTHONPATH": path})
    assert (done.status, done.err) == (130, "grundy: Interrupted.\n")


def test_it_says_what_it_wrote(tmp_path, capsys):
    graph, labels = tmp_path / "graph.csv", str(tmp_path / "labels.csv")
    graph.write_text("".join(f"v{n},v{n + 1}\n" for n in range(3_000)))
    done = called(capsys, "label", str(graph), "--output", labels)
    assert f"the labels are in {labels}" in done.err
    assert "The first" in done.out
    assert "--output" not in done.out
    assert "--output FILE writes them all" in called(capsys, "label", str(graph)).out


def test_hidden_values_are_on_no_terminal(tmp_path, capsys):
    pytest.importorskip("pygraphviz")
    graph = tmp_path / "graph.csv"
    graph.write_text("a,b\nb,c\n")
    picture = tmp_path / "exercise.svg"
    done = called(capsys, "label", str(graph), "--hide", "values", "--draw", str(picture))
    assert done.out == ""
    for name in ("exercise.svg", "exercise-solutions.svg"):
        assert (tmp_path / name).exists()
        assert str(tmp_path / name) in done.err


@pytest.mark.parametrize("engine", ["disk", "memory"])
def test_labels_named_as_packed_are_packed(tmp_path, capsys, engine):
    """Each engine that writes CSV packs it where its name says so, and verify reads it."""
    graph, labels = tmp_path / "graph.csv", tmp_path / "labels.csv.gz"
    graph.write_text("0,1\n1,2\n")
    command = ("label", str(graph), "--engine", engine, "--output", str(labels))
    assert called(capsys, *command).status == 0
    assert gzip.decompress(labels.read_bytes()).startswith(b"vertex,value,")
    assert "A, B and C hold" in called(capsys, "verify", str(labels), "--graph", str(graph)).out


@pytest.mark.parametrize(
    ("text", "options"),
    [("x,y\nx2,y2\ny2,x2\n", ["--no-header"]), ("a,b\nb,c\n", ["--header"]),
     ("time,a,b\n5,1,0\n6,2,1\n", ["--columns", "b,a"])],
)  # fmt: skip
def test_verify_reads_a_graph_as_label_does(tmp_path, capsys, text, options):
    graph, labels = tmp_path / "graph.csv", tmp_path / "labels.csv"
    graph.write_text(text)
    assert called(capsys, "label", str(graph), *options, "--output", str(labels)).status == 0
    verify = ("verify", str(labels), "--graph", str(graph))
    assert "A, B and C hold" in called(capsys, *verify, *options).out
    done = called(capsys, *verify, *options, "--json")
    assert all(word in json.loads(done.out)["command"] for word in options)
    assert called(capsys, *verify).status == 2
    done = called(capsys, "verify", str(labels), *options)
    assert done.status == 2
    assert "needs --graph" in done.err


@pytest.mark.parametrize(
    ("library", "options"), [("pyarrow", "--output x.parquet"), ("pygraphviz", "--draw x.svg")]
)
def test_a_missing_library_is_asked_for_before_the_graph_is_read(
    library, options, tmp_path, monkeypatch, capsys
):
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr("grundy.drawing.graphviz.find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "graph.dot").write_text("this is no graph")
    done = called(capsys, "label", "graph.dot", *options.split())
    assert done.status == 2
    assert library in done.err
