"""Graphs from whatever a user has."""

from __future__ import annotations

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx as rx
import scipy.sparse as sp
from hypothesis import given, settings

import grundy
from grundy import GameGraph, GraphFormatError, LimitError
from grundy.graphs.csr import SMALL
from grundy.graphs.formats import as_graph
from strategies import Followers, digraphs, scaled


def arcs_by_name(graph: GameGraph) -> list[tuple[str, str]]:
    """List the arcs as sorted pairs of names, parallel ones each."""
    sources, targets = graph.arcs()
    pairs = zip(sources.tolist(), targets.tolist(), strict=True)
    return sorted((str(graph.names[u]), str(graph.names[v])) for u, v in pairs)


ARCS = [("a", "b"), ("b", "c"), ("b", "c"), ("c", "c"), ("c", "a")]
NAMES = ["a", "b", "c", "alone"]
SIMPLE = sorted(set(ARCS))


def networkx_graph() -> nx.MultiDiGraph:
    """Return the example as a networkx multigraph."""
    graph = nx.MultiDiGraph(ARCS)
    graph.add_node("alone")
    return graph


def igraph_graph() -> igraph.Graph:
    """Return the example as a named igraph graph."""
    graph = igraph.Graph(directed=True)
    graph.add_vertices(NAMES)
    graph.add_edges(ARCS)
    return graph


def rustworkx_graph() -> rx.PyDiGraph:
    """Return the example as a rustworkx graph with a hole among its indices."""
    graph = rx.PyDiGraph()
    hole = graph.add_node("hole")
    index = dict(zip(NAMES, graph.add_nodes_from(NAMES), strict=True))
    graph.add_edges_from_no_data([(index[u], index[v]) for u, v in ARCS])
    graph.remove_node(hole)
    return graph


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (networkx_graph(), ARCS),
        (igraph_graph(), ARCS),
        (rustworkx_graph(), ARCS),
        ({"a": ["b"], "b": ["c", "c"], "c": ["c", "a"], "alone": []}, ARCS),
        (GameGraph.from_edges(ARCS, vertices=NAMES), ARCS),
        (GameGraph.from_edges(iter(ARCS), vertices=NAMES), ARCS),
        (nx.DiGraph(networkx_graph()), SIMPLE),
    ],
    ids=["networkx", "igraph", "rustworkx", "mapping", "edges", "iterator", "simple"],
)
def test_the_same_digraph_from_every_source(source: object, expected: list[object]) -> None:
    """Names, parallel arcs, loops and isolated vertices survive every conversion."""
    graph = as_graph(source)

    assert sorted(graph.names) == sorted(NAMES)
    assert arcs_by_name(graph) == sorted(expected)
    assert dict(grundy.label(source)) == dict(grundy.label(graph))


@pytest.mark.parametrize("kind", [sp.csr_array, sp.csc_array, sp.coo_array, sp.csr_matrix])
def test_sparse_matrices_are_adjacency_matrices(kind: type) -> None:
    """An entry of a sparse matrix that is not zero is an arc; a stored zero is none."""
    data = ([1, 5, 0, 2], ([0, 1, 1, 2], [1, 2, 0, 2]))

    graph = as_graph(kind(data, shape=(4, 4)))

    assert arcs_by_name(graph) == [("0", "1"), ("1", "2"), ("2", "2")]
    assert graph.vertex_count == 4


@pytest.mark.parametrize(
    "arrays",
    [
        (np.array([1, 2]), np.array([0, 1])),
        np.array([[1, 0], [2, 1]]),
        np.array([[1, 0], [2, 1]], np.uint16),
    ],
)
def test_arrays_are_vertex_numbers(arrays: object) -> None:
    """Integer arrays name vertices by number."""
    assert list(grundy.label(arrays).values()) == [0, 1, 0]


@settings(max_examples=200, deadline=None)
@given(digraphs())
def test_rows_of_followers_and_predecessors_are_two_views(followers: Followers) -> None:
    """Transposing twice gives the same arcs, and the degrees are those of the rows."""
    graph = GameGraph.from_mapping(followers)

    forward = [sorted(row) for row in graph.forward.rows()]
    assert forward == [sorted(graph.index(v) for v in followers[u]) for u in followers]
    back = sorted((u, v) for v, row in enumerate(graph.reverse.rows()) for u in row)
    assert back == sorted((u, v) for u, row in enumerate(forward) for v in row)
    assert graph.out_degrees.tolist() == [len(row) for row in forward]


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64])
def test_large_builds_agree_with_small_ones(dtype: type) -> None:
    """The two-pass build groups arcs as sorting them does, in the same order within a row."""
    rng = np.random.default_rng(4)
    for size in (1, 2, 255, 256, 257, 70_000):
        arcs = SMALL + 10
        sources, targets = rng.integers(0, size, (2, arcs)).astype(dtype)
        graph = GameGraph.from_arrays(sources, targets, vertex_count=size)
        order = np.argsort(targets, kind="stable")
        assert np.array_equal(graph.reverse.indices, sources[order])
        assert np.array_equal(graph.reverse.degrees, np.bincount(targets, minlength=size))
        assert np.array_equal(graph.out_degrees, np.bincount(sources, minlength=size))


def test_many_copies_of_a_small_graph_have_its_labels() -> None:
    """The engines for large graphs give each copy the labels of the original."""
    followers: Followers = {0: [1], 1: [0, 2], 2: [], 3: [4, 0], 4: [3], 5: [5], 6: [5, 2, 1]}
    sources, targets, size = scaled(followers, 4_000)
    one = grundy.label(followers)

    many = grundy.label(GameGraph.from_arrays(sources, targets, vertex_count=size))

    assert np.array_equal(many.value_array, np.tile(one.value_array, 4_000))
    assert np.array_equal(many.remoteness_array, np.tile(one.remoteness_array, 4_000))
    assert many[6] == one[6]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (nx.Graph([("a", "b")]), "undirected"),
        (igraph.Graph(2, [(0, 1)]), "undirected"),
        (rx.PyGraph(), "undirected"),
        (sp.csr_array(np.ones((2, 3))), "square"),
        (sp.csr_array(np.array([[0.0, float("nan")], [0.0, 0.0]])), r"\(0, 1\).*NaN"),
        (np.zeros((2, 3), int), r"shape \(2, 3\)"),
        (np.array([[0.5, 1.0]]), "integers"),
        (np.array([[0, -1]]), "-1 is no vertex number"),
        (np.array([[0, 2**40]]), "too large"),
        ([("a",)], "edge 1: an edge needs two ends"),
        (["ab"], "edge 1"),
        ([("a", "b"), ("a", ["c"])], "edge 2.*hashable"),
        ({"a": "bc"}, "list or a set"),
        ({"a": 3}, "list or a set"),
        (7, "type int is no digraph"),
        ("ab", "A path is no digraph"),
    ],
)
def test_what_is_no_digraph_is_refused_in_one_sentence(source: object, message: str) -> None:
    """Whatever is not a digraph raises GraphFormatError and says what would be right."""
    with pytest.raises(GraphFormatError, match=message):
        grundy.label(source)


def test_arrays_have_to_fit() -> None:
    """Arrays of different lengths and numbers past the stated count are refused."""
    with pytest.raises(GraphFormatError, match="2 entries and targets 1"):
        GameGraph.from_arrays([0, 1], [1])
    with pytest.raises(GraphFormatError, match="below 2"):
        GameGraph.from_arrays([0], [2], vertex_count=2)
    with pytest.raises(GraphFormatError, match="as many names"):
        GameGraph.from_arrays([0], [1], names=["only"])


@pytest.mark.parametrize("stated", [2.5, "3", None, True, np.float64(2), -1, 2**31])
def test_the_number_of_vertices_is_a_natural_number(stated: object) -> None:
    """Whatever else is given as vertex_count is refused by name; None counts for itself."""
    if stated is None:
        assert GameGraph.from_arrays([0], [1], vertex_count=stated).vertex_count == 2
        return
    with pytest.raises(GraphFormatError, match=r"vertex_count|number of vertices"):
        GameGraph.from_arrays([0], [1], vertex_count=stated)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a", "a"], "two vertices have the name 'a'"),
        ([1, 1.0], "two vertices have the name 1"),
        (["a", []], r"hashable, found \[\]"),
        ([[], {}], r"hashable, found \[\]"),
    ],
)
def test_names_are_hashable_and_different(names: list[object], message: str) -> None:
    """Otherwise a name would stand for two vertices, or for none."""
    with pytest.raises(GraphFormatError, match=message):
        GameGraph.from_arrays([0], [1], names=names)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [sp.coo_array, sp.csr_array, sp.csc_array])
@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float32, bool])
def test_the_parts_of_an_entry_are_not_added(kind: type, dtype: type) -> None:
    """An entry that a sparse matrix holds in 256 parts is one arc, whatever their sum."""
    ones, rows, columns = np.ones(256, dtype), np.zeros(256, int), np.ones(256, int)
    pointers = {"csr_array": [0, 256, 256], "csc_array": [0, 0, 256]}.get(kind.__name__)
    if pointers is None:
        matrix = kind((ones, (rows, columns)), shape=(2, 2))
    else:
        matrix = kind((ones, columns if kind is sp.csr_array else rows, pointers), shape=(2, 2))

    assert arcs_by_name(as_graph(matrix)) == [("0", "1")]


def test_nan_in_a_matrix_of_coordinates_is_named() -> None:
    """The place of what is no number is said for COO as well."""
    with pytest.raises(GraphFormatError, match=r"\(1, 0\).*NaN"):
        as_graph(sp.coo_array(([float("nan")], ([1], [0])), shape=(2, 2)))


def test_a_graph_that_does_not_fit_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """One huge vertex number is enough; the error says how large the graph would be."""
    monkeypatch.setattr("grundy.files.whole.free_memory", lambda: 10**10)

    with pytest.raises(
        LimitError, match=r"A graph of 2,147,483,646 vertices and 1 arc needs about 42\.9 GB"
    ):
        GameGraph.from_arrays([0], [2**31 - 3])


def test_work_that_does_not_fit_is_refused_before_it_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Labelling, checking and outcomes ask for what they were measured to need."""
    rng = np.random.default_rng(5)
    graph = GameGraph.from_arrays(*rng.integers(0, SMALL, (2, SMALL)), vertex_count=SMALL)
    labelling = grundy.label(graph)

    monkeypatch.setattr("grundy.files.whole.free_memory", lambda: 20 * SMALL)
    with pytest.raises(LimitError, match="Labelling of a graph of 50,000 vertices"):
        grundy.label(graph)
    with pytest.raises(LimitError, match="Checking the labels of a graph"):
        labelling.verify()
    monkeypatch.setattr("grundy.files.whole.free_memory", lambda: SMALL)
    with pytest.raises(LimitError, match="Finding the outcomes of a graph"):
        _ = labelling.remoteness_array


def test_a_vertex_may_be_named_none() -> None:
    """By name its place as a best move cannot be told from a sink's; by number it can."""
    labelling = grundy.label([("a", None)])

    assert labelling.best_move("a") is None
    assert labelling.best_at(labelling.graph.index("a")) == 1
    assert labelling.best_at(1) is None


@pytest.mark.parametrize("size", [10, SMALL])
@pytest.mark.parametrize("wrong", [-1, SMALL + 1])
@pytest.mark.parametrize("end", [0, 1])
def test_numbers_out_of_range_are_found_in_graphs_of_any_size(
    size: int, wrong: int, end: int
) -> None:
    """One bad number among many is an error, at either end of an arc, and no crash."""
    arcs = np.zeros((2, size), np.int64)
    arcs[end, size // 2] = wrong

    with pytest.raises(GraphFormatError, match=rf"{wrong}.*(count from 0|too large)"):
        GameGraph.from_arrays(*arcs, vertex_count=SMALL)


def test_names_and_numbers() -> None:
    """Numbers follow first appearance, and any hashable name will do."""
    graph = GameGraph.from_edges([((1, 2), None), (None, frozenset({3}))])

    assert graph.names == ((1, 2), None, frozenset({3}))
    assert graph.index(None) == 1
    assert graph.followers((1, 2)) == [None]
    with pytest.raises(grundy.UnknownNameError):
        graph.index("nobody")
    with pytest.raises(grundy.UnknownNameError):
        GameGraph.from_arrays([0], [1]).index(2)


def test_a_graph_says_whether_a_name_is_there() -> None:
    """`in` finds names and numbers, and nothing that is not hashable."""
    graph = grundy.GameGraph.from_edges([("a", "b")])
    numbered = grundy.GameGraph.from_arrays([0], [1], vertex_count=2)

    assert ["a" in graph, "c" in graph, ["a"] in graph] == [True, False, False]
    assert [1 in numbered, 2 in numbered, "1" in numbered] == [True, False, False]
    assert "b" in grundy.label(graph)
    assert "c" not in grundy.label(graph)
