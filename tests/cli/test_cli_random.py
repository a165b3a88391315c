"""`grundy random` and the options that the experiment shares with it."""

from __future__ import annotations

import json
import shlex

import pytest

import grundy
from commands import answered
from grundy.cli.main import run


def test_json_is_a_graph_that_label_reads(capsys, tmp_path):
    """--json prints the graph, and the command with which it is drawn again."""
    assert run(shlex.split("random -n 6 --model gnp --mean-out-degree 1.5 --json")) == 0
    printed = capsys.readouterr().out
    answer = json.loads(printed)
    assert json.loads(answered(capsys, *shlex.split(answer["command"])[1:], "--json")) == answer

    file = tmp_path / "drawn.json"
    file.write_text(printed, encoding="utf-8")
    graph = grundy.read_graph(file)
    sources, targets = graph.arcs()
    assert graph.vertex_count == 6
    assert [[u, v] for u, v in zip(sources.tolist(), targets.tolist(), strict=True)] == answer[
        "arcs"
    ]


def test_parquet_holds_the_same_arcs(tmp_path):
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


def test_parquet_says_which_vertices_are_lost(tmp_path, capsys):
    """Numbers above that of the last vertex with an arc are not in the file."""
    pytest.importorskip("pyarrow")
    assert run(["random", "-n", "7", "--pairs", "0", "--model", "pairs", "--seed", "1",
                "--output", str(tmp_path / "none.parquet")]) == 0  # fmt: skip
    assert "7 vertices have no arc and are not in the edge list" in capsys.readouterr().err
