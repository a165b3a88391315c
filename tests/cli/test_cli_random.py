"""`grundy random` and the options that the experiment shares with it."""

import json
import shlex

import numpy as np
import pytest

import grundy
from commands import answered, as_json
from grundy.cli.main import run


def test_json_is_a_graph_that_label_reads(capsys, tmp_path):
    """--json prints the graph, and the command with which it is drawn again."""
    printed = answered(
        capsys, *["random", "-n", "6", "--model", "gnp", "--mean-out-degree", "1.5", "--json"]
    )
    answer = json.loads(printed)
    assert as_json(capsys, *shlex.split(answer["command"])[1:]) == answer

    file = tmp_path / "drawn.json"
    file.write_text(printed, encoding="utf-8")
    graph = grundy.read_graph(file)
    sources, targets = graph.arcs()
    assert graph.vertex_count == 6
    assert np.column_stack([sources, targets]).tolist() == answer["arcs"]


def test_parquet_holds_the_same_arcs(tmp_path, capsys):
    """Parquet is read as the graph that was written; vertices past the last arc are named."""
    pytest.importorskip("pyarrow")
    target = tmp_path / "g.parquet"
    drawn = ["random", "-n", "50", "--model", "gnp", "--mean-out-degree", "3", "--seed", "1"]
    assert run([*drawn, "--output", str(target)]) == 0

    expected = grundy.random_graph(50, "gnp", mean_out_degree=3, seed=1)
    found, drawn = (
        np.column_stack(graph.arcs()).tolist() for graph in (grundy.read_graph(target), expected)
    )
    assert sorted(found) == sorted(drawn)
    assert run(["random", "-n", "7", "--pairs", "0", "--model", "pairs", "--seed", "1",
                "--output", str(tmp_path / "none.parquet")]) == 0  # fmt: skip
    assert "7 vertices have no arc and are not in the edge list" in capsys.readouterr().err
