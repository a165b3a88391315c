"""`grundy random` and the options that the experiment shares with it."""

import json
import shlex

import numpy as np

import grundy
from commands import answered, as_json


def test_json_is_a_graph_that_label_reads(capsys, tmp_path):
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
