"""`grundy label` as a user meets it."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grundy.cli.main import run

EXAMPLES = Path(__file__).parent.parent / "examples"
LOOPY = str(EXAMPLES / "loopy.dot")
LECTURE = str(EXAMPLES / "lecture.csv")


def grundy(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "grundy", *arguments],
        capture_output=True, text=True, check=False, **options,  # type: ignore[call-overload]
    )  # fmt: skip


def table(text: str) -> dict[str, list[str]]:
    """Read a printed table back: the cells of each row by the first one."""
    return {cells[0]: cells for cells in (line.split() for line in text.splitlines()) if cells}


def test_the_table_of_a_cyclic_graph(capsys: pytest.CaptureFixture[str]) -> None:
    """The README's example prints values, outcomes, counters and moves."""
    assert run(["label", LOOPY]) == 0

    printed = capsys.readouterr().out
    rows = table(printed)
    assert "9 vertices, 12 arcs, normal play: 3 P, 4 N, 2 D" in printed
    assert rows["c"] == ["c", "2", "N", "5", "3", "d", "d"]
    assert rows["g"][:3] == ["g", "∞(1)", "D"]


def test_misere(capsys: pytest.CaptureFixture[str]) -> None:
    """--play misere turns a lone sink into a win."""
    assert run(["label", LECTURE, "--play", "misere"]) == 0

    assert table(capsys.readouterr().out)["v4"][:3] == ["v4", "1", "N"]


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["--start", "a"], "a: value 0, P. player 2 wins in 4 moves with best play."),
        (["--start", "a", "--turn", "2"], "player 1 wins in 4 moves"),
        (["--start", "c"], "player 1 wins in 3 moves with best play; move to d."),
        (["--start", "g"], "player 1 keeps the draw by moving to h."),
        (["--start", "f"], "player 1 cannot move and loses: player 2 wins."),
        (["--start", "f", "--play", "misere"], "player 1 cannot move and wins."),
    ],
)
def test_the_answer_for_one_start(
    arguments: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """--start says who wins and how, --turn for whom."""
    assert run(["label", LOOPY, *arguments]) == 0

    assert answer in capsys.readouterr().out


def test_the_step_table_of_the_paper(capsys: pytest.CaptureFixture[str]) -> None:
    """--trace shows the paper's table for its acyclic example, row for row."""
    assert run(["label", str(EXAMPLES / "paper-acyclic.dot"), "--trace"]) == 0

    steps = capsys.readouterr().out.split("is taken from the queue")
    assert "  a        {b, c}   {}       {0}" in steps[0]
    assert "  c        {d}    {a}      {0, 1}" in steps[2]
    assert "  c        {}     {a}      {0, 1}   2" in steps[3]
    assert "  a        {}     {}       {0, 2}   1" in steps[4]


def test_the_steps_of_the_second_algorithm(capsys: pytest.CaptureFixture[str]) -> None:
    """--trace on a graph with a cycle gives the labels in the order of the paper's case B."""
    assert run(["label", str(EXAMPLES / "paper-cyclic-b.dot"), "--trace"]) == 0

    lines = capsys.readouterr().out.split("Algorithm 2")[1].splitlines()[4:10]
    assert [line.split()[:3] for line in lines] == [
        ["f", "0", "0"],
        ["d", "0", "1"],
        ["a", "0", "2"],
        ["b", "1", "3"],
        ["e", "1", "4"],
        ["c", "2", "5"],
    ]


def test_json_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    """--json prints one JSON object with the version, the command, labels and arcs."""
    assert run(["label", LOOPY, "--json"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert {"version", "format", "command"} <= answer.keys()
    assert len(answer["arcs"]) == 12


def test_labels_and_picture_are_the_same_bytes_twice(tmp_path: Path) -> None:
    """The same input gives the same files."""
    for ending in ("json", "csv", "parquet", "graphml", "dot"):
        for name in ("one", "two"):
            assert run(["label", LOOPY, "--output", str(tmp_path / f"{name}.{ending}")]) == 0
        one, two = (tmp_path / f"{name}.{ending}" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes(), ending
    assert run(["label", LOOPY, "--draw", str(tmp_path / "a.svg"), "--bw"]) == 0
    assert (tmp_path / "a.svg").stat().st_size > 1000


def test_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`-` reads standard input in the named format."""
    stream = io.TextIOWrapper(io.BytesIO(b"a b\nb c\n"))
    monkeypatch.setattr(sys, "stdin", stream)

    assert run(["label", "-", "--format", "edgelist"]) == 0

    assert table(capsys.readouterr().out)["a"][:3] == ["a", "0", "P"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["label", "nowhere.dot"], "nowhere.dot"),
        (["label", LOOPY, "--start", "z"], 'Unknown vertex "z"'),
        (["label", LOOPY, "--acyclic"], "is a cycle"),
        (["label", LOOPY, "--bw", "--palette", "safe"], "exclude each other"),
        (["label", LOOPY, "--draw", "picture.xyz"], "picture.xyz"),
        (["label", LOOPY, "--output", "labels.xyz"], "labels.xyz"),
        (["label", LOOPY, "--output", "no/such/folder/labels.csv"], "no/such/folder"),
        (["label"], "Missing argument"),
        (["label", LOOPY, "--play", "solitaire"], "solitaire"),
        (["lable", LOOPY], "Did you mean label?"),
        (["label", LOOPY, "--turn", "3"], "3 is not in the range"),
        (["label", str(EXAMPLES)], "examples"),
    ],
)
def test_bad_use_is_one_sentence_and_status_2(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever is wrong, there is one line that says so, exit status 2, and no file."""
    monkeypatch.chdir(tmp_path)

    assert run(arguments) == 2

    error = capsys.readouterr().err
    assert message in error
    assert len(error.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_names_are_never_markup(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Brackets and control characters in names do nothing to the terminal."""
    file = tmp_path / "names.csv"
    file.write_text("[bold],[/bold]\n\x1b[31mred,[bold]\n", encoding="utf-8")

    assert run(["label", str(file)]) == 0

    printed = capsys.readouterr().out
    assert "[bold]" in printed
    assert "\x1b" not in printed


def test_a_terminal_without_infinity() -> None:
    """Where ∞ cannot be shown, inf stands for it."""
    done = grundy("label", LOOPY, env={**os.environ, "PYTHONIOENCODING": "ascii"})

    assert done.returncode == 0, done.stderr
    assert "inf(1)" in done.stdout


def test_a_closed_pipe_is_silent() -> None:
    """A reader that goes away early gets no complaint."""
    process = subprocess.Popen(
        [sys.executable, "-m", "grundy", "label", LOOPY],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.close()
    _, error = process.communicate()
    assert (process.returncode, error) == (0, b"")


def test_ctrl_c_leaves_no_half_written_file(tmp_path: Path) -> None:
    """An interrupt gives exit status 130, one line, and neither a file nor a temporary one."""
    source = tmp_path / "large.csv"
    source.write_text("\n".join(f"{n},{n + 1}" for n in range(1_500_000)), encoding="ascii")
    process = subprocess.Popen(
        [sys.executable, "-m", "grundy", "label", str(source), "--output", str(tmp_path / "o.csv")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)

    if process.returncode == 0:
        pytest.fail("the machine was too fast for this test; use a larger graph")
    assert process.returncode == 130
    assert "Traceback" not in error
    assert [file.name for file in tmp_path.iterdir()] == ["large.csv"]


def test_python_dash_m_and_version() -> None:
    """`python -m grundy --version` answers."""
    done = grundy("--version")

    assert done.returncode == 0
    assert done.stdout.startswith("grundy, version 0.")


def test_a_small_graph_does_not_load_numba() -> None:
    """The plain path serves a small graph, so that it is answered at once."""
    code = (
        "import sys; from grundy.cli.main import run; run(sys.argv[1:]); "
        "print([m for m in ('numba', 'networkx', 'scipy', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "label", LOOPY], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "[]"
