"""The benchmarks: their arithmetic, that peers answer the same question, that a part runs."""

import doctest

import numpy as np
import pytest

import grundy
from grundy.heaps.rules import TakeAndBreak

pytest.importorskip("igraph")
pytest.importorskip("rustworkx")

from benchmarks import heaps, measure, moved, peers
from benchmarks.__main__ import main, sections
from benchmarks.digraphs import random_arcs
from benchmarks.measure import Spread, Timing, in_turn
from project import ROOT

pytestmark = pytest.mark.clone


def test_a_ratio_is_of_calls_made_in_turn():
    made = []
    spent = in_turn({"a": lambda: made.append("a"), "b": lambda: made.append("b")}, 2)
    assert "".join(made) == "ababab"
    assert [len(timing.seconds) for timing in spent.values()] == [2, 2]
    mine, theirs = Timing((2.0, 20.0, 3.0)), Timing((1.0, 10.0, 1.0))
    assert mine.over(theirs) == Spread(2.0, 2.0, 3.0, 3)
    assert str(mine.over(theirs)) == "2 (2 .. 3)"
    assert mine.rate(60) == Spread(3.0, 20.0, 30.0, 3)
    assert str(Spread.of([0.5])) == "0.5"
    assert [doctest.testmod(module) for module in (measure, moved)] == [(0, 1), (0, 2)]


@pytest.mark.parametrize("peer", [peers.by_networkx, peers.by_rustworkx, peers.by_igraph])
def test_peers_give_the_same_labels(peer):
    sources, targets = random_arcs(300, 2_000, acyclic=True)
    values = grundy.label((sources, targets)).value_array
    assert np.array_equal(peer(sources, targets, 300)[: len(values)], values)
    assert heaps.plain_python(200) == TakeAndBreak("0.6").values(200).tolist()


def test_a_part_runs_and_writes_nothing(capsys, tmp_path):
    parts = [list(sections(size, tmp_path)) for size in ("smoke", "usual", "full")]
    assert parts[0] == parts[1] == parts[2]
    results = ROOT / "benchmarks" / "RESULTS.md"
    before = results.read_bytes()
    main(["--smoke", "--only", "heaps"])
    assert "| heaps: plain recursion, all cores |" in capsys.readouterr().out
    assert results.read_bytes() == before
