"""`grundy random` and the options that the experiment shares with it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import grundy
from grundy.cli.main import run


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("", 'The model "gnp-dag" needs --arc-probability or --mean-out-degree; none is given.'),
        ("--model pairs", 'The model "pairs" needs --pairs; none is given.'),
        ("--pairs 2", "not --pairs, which is for pairs-dag and pairs."),
        ("--arc-probability 2", "--arc-probability is 2; it has to be from 0 to 1."),
        ("--model pairs --pairs 3 -n 0", "has no pairs; give --pairs 0."),
        ("--arc-probability 1 --mean-out-degree 1", "--arc-probability and --mean-out-degree,"),
        ("--arc-probability 1 -n 4294967296", "-n is 4294967296; a graph has at most"),
        ("--arc-probability 1 --json --output -", "--output - and --json both write"),
        ("--arc-probability 1 --json --format dot", "--format dot and --json both"),
    ],
)
def test_errors_speak_of_options(
    options: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong is said by the names that the command line knows."""
    assert run(["random", "-n", "5", *options.split()]) == 2

    printed = capsys.readouterr()
    assert message in printed.err
    assert "_" not in printed.err
    assert printed.out == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--model gnp-dag", 'The model "gnp-dag" needs --arc-probability or --mean-out-degree'),
        ("--json --output -", "--output - and --json both write"),
        ("--format csv", "--format needs --output"),
    ],
)
def test_the_experiment_refuses_alike(
    options: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its errors name options too, and nothing that was asked for is left out silently."""
    assert run(["experiment", "max-value", "--n", "5", *options.split()]) == 2

    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""


def test_json_is_a_graph_that_label_reads(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """--json prints the graph, and the command with which it is drawn again."""
    assert run(shlex.split("random -n 6 --model gnp --mean-out-degree 1.5 --json")) == 0
    printed = capsys.readouterr().out
    answer = json.loads(printed)
    assert run([*shlex.split(answer["command"])[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == answer

    file = tmp_path / "drawn.json"
    file.write_text(printed, encoding="utf-8")
    graph = grundy.read_graph(file)
    sources, targets = graph.arcs()
    assert graph.vertex_count == 6
    assert [[u, v] for u, v in zip(sources.tolist(), targets.tolist(), strict=True)] == answer[
        "arcs"
    ]


def test_a_file_that_cannot_be_written_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The error says the name that was given, and never a temporary one."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file"
    output = str(folder / "x.csv")

    assert run(["random", "-n", "3", "--arc-probability", "1", "--format", "csv",
                "--output", output]) == 2  # fmt: skip

    assert f'grundy: {output}: there is no folder "{folder}".' in capsys.readouterr().err


def test_parquet_holds_the_same_arcs(tmp_path: Path) -> None:
    """What is written as Parquet is read as the same graph; vertices past the last arc are told."""
    pytest.importorskip("pyarrow")
    target = tmp_path / "g.parquet"
    drawn = ["random", "-n", "50", "--model", "gnp", "--mean-out-degree", "3", "--seed", "1"]
    assert run([*drawn, "--output", str(target)]) == 0

    found = grundy.read_graph(target)
    expected = grundy.random_graph(50, "gnp", mean_out_degree=3, seed=1)
    assert sorted(zip(*(part.tolist() for part in found.arcs()), strict=True)) == sorted(
        zip(*(part.tolist() for part in expected.arcs()), strict=True)
    )


def test_parquet_says_which_vertices_are_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Numbers above that of the last vertex with an arc are not in the file."""
    pytest.importorskip("pyarrow")
    assert run(["random", "-n", "7", "--pairs", "0", "--model", "pairs", "--seed", "1",
                "--output", str(tmp_path / "none.parquet")]) == 0  # fmt: skip
    assert "7 vertices have no arc and are not in the edge list" in capsys.readouterr().err
