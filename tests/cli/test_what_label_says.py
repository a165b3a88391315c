"""`grundy label`: what it says of the files that it writes, and what it needs before it reads."""

from __future__ import annotations

import gzip
import json
import sys

import pytest

from commands import called


def test_it_says_what_it_wrote(tmp_path, capsys):
    """Each file is named, and nobody is sent to an option that was used."""
    graph, labels = tmp_path / "graph.csv", str(tmp_path / "labels.csv")
    graph.write_text("".join(f"v{n},v{n + 1}\n" for n in range(3_000)))
    done = called(capsys, "label", str(graph), "--output", labels)
    assert f"the labels are in {labels}" in done.err
    assert "The first" in done.out
    assert "--output" not in done.out
    assert "--output FILE writes them all" in called(capsys, "label", str(graph)).out


def test_hidden_values_are_on_no_terminal(tmp_path, capsys):
    """An exercise may be made on a projector; the file with the solutions is named."""
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
    """The options that decide how a table is read are those of label."""
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
    """No work is lost for want of a library: it is missed before the graph is."""
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr("grundy.drawing.graphviz.find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "graph.dot").write_text("this is no graph")
    done = called(capsys, "label", "graph.dot", *options.split())
    assert done.status == 2
    assert library in done.err


def test_a_python_file_without_a_name_says_what_it_defines(tmp_path, monkeypatch, capsys):
    """The file is looked at and not run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.py").write_text("raise SystemExit\ndef mine(n): ...\n")
    done = called(capsys, "solve", "rules.py", "5")
    assert done.status == 2
    assert "rules.py:mine; it defines mine" in done.err
    assert "there is no such file" in called(capsys, "solve", "nowhere.py", "5").err
