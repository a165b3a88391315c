"""Octal games on graphs, against the plain definition on all small graphs."""

from functools import cache
from itertools import combinations

import networkx as nx
import pytest

import grundy

CODES = ["0.33", "0.03", "0.07", "0.77", "0.137", "0.5", "0.064"]


def value_by_definition(code, graph):
    """Delete r connected vertices where bit 0, 1 or 2 of digit r allows the rest of theirs."""
    digits = [int(digit) for digit in code.partition(".")[2]]

    @cache
    def value(vertices):
        found = set()
        for taken, digit in enumerate(digits, 1):
            for gone in combinations(sorted(vertices), taken):
                if not nx.is_connected(graph.subgraph(gone)):
                    continue
                here = nx.node_connected_component(graph.subgraph(vertices), gone[0])
                rest = graph.subgraph(here - set(gone))
                parts = min(nx.number_connected_components(rest), 2)
                if digit >> parts & 1:
                    found.add(value(vertices - set(gone)))
        return grundy.mex(found)

    return value(frozenset(graph))


@pytest.mark.parametrize("code", CODES)
def test_values_are_those_of_the_definition(code):
    """On every graph of up to five vertices, connected or not."""
    game = grundy.catalogue["graph-octal"](code)

    for graph in nx.graph_atlas_g()[1:53]:
        assert game[graph].value() == value_by_definition(code, graph), sorted(graph.edges)


@pytest.mark.parametrize(("code", "shape", "stop"), [("0.77", "path", 14), ("0.07", "path", 14)])
def test_paths_are_heaps(code, shape, stop):
    """On a path it is the game of the code."""
    game = grundy.catalogue["graph-octal"](code)
    values = [game.read(f"{shape}:{n}").value() for n in range(1, stop)]

    assert values == grundy.TakeAndBreak(code).values(stop).tolist()[1:]


@pytest.mark.parametrize("code", ["0.[3]", "4.7", "hex:0.F"])
def test_codes_that_say_nothing_on_a_graph_are_refused(code):
    """Digits without end, splits without taking, more than two heaps."""
    with pytest.raises(grundy.GrundyError, match="needs a code of some digits 0 to 7"):
        grundy.catalogue["graph-octal"](code)
