"""Graphs from whatever a user has, and random ones: the models and what they refuse."""

import math
from collections import Counter

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx as rx
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import GameGraph, GraphFormatError, LimitError
from grundy.graphs.csr import SMALL
from grundy.graphs.formats import as_graph
from grundy.graphs.random import MODELS, check_parameters, draw_graph, random_graph


def arcs_by_name(graph):
    """List the arcs as sorted pairs of names, parallel ones each."""
    sources, targets = graph.arcs()
    pairs = zip(sources.tolist(), targets.tolist(), strict=True)
    return sorted((str(graph.names[u]), str(graph.names[v])) for u, v in pairs)


ARCS = [("a", "b"), ("b", "c"), ("b", "c"), ("c", "c"), ("c", "a")]
NAMES = ["a", "b", "c", "alone"]
SIMPLE = sorted(set(ARCS))


def networkx_graph():
    graph = nx.MultiDiGraph(ARCS)
    graph.add_node("alone")
    return graph


def igraph_graph():
    graph = igraph.Graph(directed=True)
    graph.add_vertices(NAMES)
    graph.add_edges(ARCS)
    return graph


def rustworkx_graph():
    """Return the example as a rustworkx graph with a hole among its indices."""
    graph = rx.PyDiGraph()
    hole = graph.add_node("hole")
    index = dict(zip(NAMES, graph.add_nodes_from(NAMES), strict=True))
    graph.add_edges_from_no_data([(index[u], index[v]) for u, v in ARCS])
    graph.remove_node(hole)
    return graph


@pytest.mark.parametrize(("source", "expected"), [
    (networkx_graph(), ARCS), (igraph_graph(), ARCS), (rustworkx_graph(), ARCS),
    ({"a": ["b"], "b": ["c", "c"], "c": ["c", "a"], "alone": []}, ARCS),
    (GameGraph.from_edges(ARCS, vertices=NAMES), ARCS),
    (GameGraph.from_edges(iter(ARCS), vertices=NAMES), ARCS),
    (nx.DiGraph(networkx_graph()), SIMPLE),
], ids=["networkx", "igraph", "rustworkx", "mapping", "edges", "iterator", "simple"])  # fmt: skip
def test_the_same_digraph_from_every_source(source, expected):
    """Names, parallel arcs, loops and isolated vertices survive every conversion."""
    graph = as_graph(source)
    assert sorted(graph.names) == sorted(NAMES)
    assert arcs_by_name(graph) == sorted(expected)
    assert dict(grundy.label(source)) == dict(grundy.label(graph))


@pytest.mark.parametrize("kind", [sp.csr_array, sp.csc_array, sp.coo_array, sp.csr_matrix])
def test_sparse_matrices_are_adjacency_matrices(kind):
    data = ([1, 5, 0, 2], ([0, 1, 1, 2], [1, 2, 0, 2]))
    graph = as_graph(kind(data, shape=(4, 4)))
    assert arcs_by_name(graph) == [("0", "1"), ("1", "2"), ("2", "2")]
    assert graph.vertex_count == 4


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64])
def test_large_builds_agree_with_small_ones(dtype):
    """The two-pass build groups arcs as sorting them does, in the same order within a row."""
    rng = np.random.default_rng(4)
    for size in (1, 255, 257, 70_000):
        sources, targets = rng.integers(0, size, (2, SMALL + 10)).astype(dtype)
        graph = GameGraph.from_arrays(sources, targets, vertex_count=size)
        order = np.argsort(targets, kind="stable")
        assert np.array_equal(graph.reverse.indices, sources[order])
        assert np.array_equal(graph.reverse.degrees, np.bincount(targets, minlength=size))
        assert np.array_equal(graph.out_degrees, np.bincount(sources, minlength=size))


@pytest.mark.parametrize(("source", "message"), [
    (nx.Graph([("a", "b")]), "undirected"), (igraph.Graph(2, [(0, 1)]), "undirected"),
    (rx.PyGraph(), "undirected"), (sp.csr_array(np.ones((2, 3))), "square"),
    (sp.csr_array(np.array([[0.0, float("nan")], [0.0, 0.0]])), r"\(0, 1\).*NaN"),
    (np.zeros((2, 3), int), r"shape \(2, 3\)"), (np.array([[0.5, 1.0]]), "integers"),
    (np.array([[0, -1]]), "-1 is no vertex number"), (np.array([[0, 2**40]]), "too large"),
    ([("a",)], "edge 1: an edge needs two ends"), (["ab"], "edge 1"),
    ([("a", "b"), ("a", ["c"])], "edge 2.*hashable"), ({"a": "bc"}, "list or a set"),
    ({"a": 3}, "list or a set"), (7, "type int is no digraph"), ("ab", "A path is no digraph"),
])  # fmt: skip
def test_what_is_no_digraph_is_refused_in_one_sentence(source, message):
    with pytest.raises(GraphFormatError, match=message):
        grundy.label(source)


@pytest.mark.parametrize(("arguments", "said"), [
    (([0, 1], [1]), "2 entries and targets 1"), (([0], [2], 2), "below 2"),
    *((([0], [1], count), r"vertex_count|number of vertices")
      for count in (2.5, "3", True, np.float64(2), -1, 2**31)),
    (([0], [1], None, ["only"]), "as many names"),
    (([0], [1], None, ["a", "a"]), "two vertices have the name 'a'"),
    (([0], [1], None, [1, 1.0]), "two vertices have the name 1"),
    (([0], [1], None, ["a", []]), r"hashable, found \[\]"),
])  # fmt: skip
def test_arrays_have_to_fit(arguments, said):
    """Lengths, numbers past the count, what is no count, names that are not hashable or twice."""
    with pytest.raises(GraphFormatError, match=said):
        from_arrays(*arguments)


def from_arrays(sources, targets, count=None, names=None):
    return GameGraph.from_arrays(sources, targets, vertex_count=count, names=names)


def test_work_that_does_not_fit_is_refused_before_it_begins(monkeypatch):
    rng = np.random.default_rng(5)
    graph = GameGraph.from_arrays(*rng.integers(0, SMALL, (2, SMALL)), vertex_count=SMALL)
    labelling = grundy.label(graph)
    monkeypatch.setattr("grundy.runtime.files.free_memory", lambda: 20 * SMALL)
    with pytest.raises(LimitError, match="Labelling of a graph of 50,000 vertices"):
        grundy.label(graph)
    with pytest.raises(LimitError, match="Checking the labels of a graph"):
        labelling.verify()
    monkeypatch.setattr("grundy.runtime.files.free_memory", lambda: SMALL)
    with pytest.raises(LimitError, match="Finding the outcomes of a graph"):
        _ = labelling.remoteness_array


# model, parameters at n vertices
DENSITIES = [
    ("gnp-dag", {"arc_probability": 0.3}), ("gnp-dag", {"mean_out_degree": 2}),
    ("gnp", {"arc_probability": 0.3}), ("gnp", {"mean_out_degree": 2}),
    ("pairs-dag", {"pairs": 40}), ("pairs", {"pairs": 40}),
]  # fmt: skip


def arcs_of(graph):
    sources, targets = graph.arcs()
    return list(zip(sources.tolist(), targets.tolist(), strict=True))


@pytest.mark.parametrize(("model", "density"), DENSITIES)
@given(n=st.integers(1, 30), seed=st.integers(0, 2**40))
@settings(max_examples=25)
def test_a_random_graph_is_simple_sorted_and_repeats(model, density, n, seed):
    """No loops, no parallel arcs, rows in rising order, ends in range, and the seed decides."""
    graph = random_graph(n, model, **density, seed=seed)
    arcs = arcs_of(graph)
    assert graph.vertex_count == n
    assert arcs == sorted(set(arcs))
    assert all(0 <= i < n and 0 <= j < n and i != j for i, j in arcs)
    assert arcs == arcs_of(random_graph(n, model, **density, seed=seed))
    if MODELS[model].acyclic:
        assert graph.descending
        assert all(i > j for i, j in arcs)
    else:
        assert not graph.descending


@pytest.mark.parametrize(("model", "density", "chance"), [
    ("gnp-dag", {"arc_probability": 0.4}, 0.4), ("gnp", {"arc_probability": 0.4}, 0.4),
    ("gnp-dag", {"arc_probability": 0.02}, 0.02),  # gaps longer than all the pairs
    ("gnp-dag", {"mean_out_degree": 0.6}, 0.3),  # 3 arcs of 10 that there can be
    ("gnp", {"mean_out_degree": 2}, 0.5),
    ("pairs-dag", {"pairs": 9}, 1 - (23 / 25) ** 9),  # in one draw of two ends, of 25
    ("pairs", {"pairs": 9}, 1 - (24 / 25) ** 9),
])  # fmt: skip
def test_every_pair_has_the_same_chance(model, density, chance):
    """Over 2000 graphs of 5 vertices each possible arc comes as often as any other."""
    rng = np.random.default_rng(5)
    recipe = check_parameters(5, model, **density)
    seen = Counter(arc for _ in range(2000) for arc in arcs_of(draw_graph(recipe, rng)))
    assert len(seen) == (10 if MODELS[model].acyclic else 20)
    for count in seen.values():
        assert abs(count - 2000 * chance) <= 4.5 * math.sqrt(2000 * chance * (1 - chance))


@pytest.mark.parametrize(("n", "model", "parameters", "says"), [
    (5, "gnp-dag", {}, "needs arc_probability or mean_out_degree"),
    (5, "gnp", {"arc_probability": 0.1, "mean_out_degree": 1}, "both are given"),
    (5, "gnp", {"pairs": 4}, "not pairs, which is for pairs-dag and pairs"),
    (5, "pairs-dag", {"arc_probability": 0.5}, "for gnp-dag and gnp"),
    (5, "gnp", {"arc_probability": 1.5}, "from 0 to 1"),
    (5, "gnp", {"arc_probability": math.nan}, "from 0 to 1"),
    (5, "gnp", {"arc_probability": "0.5"}, "has to be a number"),
    (5, "gnp", {"mean_out_degree": -1}, "0 or more"),
    (5, "gnp", {"mean_out_degree": math.inf}, "0 or more"),
    (5, "pairs", {"pairs": -1}, "whole number"), (0, "pairs", {"pairs": 1}, "no pairs"),
    (5, "pairs", {"pairs": 10**400}, "at most"),
    (-1, "gnp", {"arc_probability": 0.1}, "whole number"),
    (2**31, "gnp", {"arc_probability": 0}, "at most"),
    (5, "gnp", {"arc_probability": 0.1, "seed": -3}, "seed -3"),
])  # fmt: skip
def test_bad_parameters_are_named_in_one_sentence(n, model, parameters, says):
    with pytest.raises(grundy.GraphFormatError) as error:
        random_graph(n, model, **parameters)
    assert says in str(error.value)


def test_a_graph_beyond_the_memory_is_refused_before_it_is_drawn():
    with pytest.raises(grundy.LimitError):
        random_graph(10**8, "gnp", arc_probability=1)
