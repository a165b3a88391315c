"""The verifier accepts exactly the labellings that are right."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graph_reference as reference
import grundy
from grundy.graphs.formats import as_graph
from grundy.graphs.verify import verify_values
from often import often
from strategies import digraphs

INFINITE = -1


def array(values):
    return np.array(values, np.int32)


@often(150)
@given(digraphs(), st.booleans(), st.data())
def test_a_wrong_value_never_passes(followers, misere, data):
    """A labelling with one wrong value fails, whatever the counters say."""
    if not followers:
        return
    labelling = grundy.label(followers, play="misere" if misere else "normal")
    values = labelling.value_array.copy()
    vertex = data.draw(st.integers(0, len(followers) - 1))
    wrong = data.draw(st.integers(-1, 4).filter(lambda value: value != values[vertex]))
    counters = data.draw(
        st.just(labelling.counter_array.tolist())
        | st.lists(st.integers(-3, 12), min_size=len(values), max_size=len(values))
    )
    values[vertex] = wrong

    with pytest.raises(grundy.VerificationError):
        verify_values(labelling.graph, values, array(counters), misere=misere)


def test_every_claim_on_every_graph_with_three_vertices():
    """On each digraph with 3 vertices γ passes, and no other values do with any counters."""
    pairs = list(itertools.product(range(3), repeat=2))
    turned = list(itertools.permutations(range(3)))
    orders = [array(list(order)) for order in turned]
    for arcs in itertools.product([False, True], repeat=9):
        drawn = {pair for pair, there in zip(pairs, arcs, strict=True) if there}
        if any(sorted(drawn) > sorted((p[u], p[v]) for u, v in drawn) for p in turned):
            continue  # a graph with other numbers
        followers = {u: [v for v in range(3) if (u, v) in drawn] for u in range(3)}
        graph = as_graph(followers)
        truth = reference.values(followers)
        right = [v if isinstance(v, int) else INFINITE for v in truth.values()]
        for claim in itertools.product([INFINITE, 0, 1, 2, 3], repeat=3):
            passed = any(passes(graph, array(list(claim)), order) for order in orders)
            assert passed == (list(claim) == right), (followers, claim)


def passes(graph, values, counters):
    try:
        verify_values(graph, values, counters)
    except grundy.VerificationError:
        return False
    return True


@pytest.mark.parametrize(("edges", "values", "counters", "condition"), [
    ("ab", [0, 0], [0, 1], "A"),
    ("ab", [5, 0], [1, 0], "A"),
    ("ab ba", [0, 1], [0, 1], "B"),  # each relies on the other: no way to end
    ("ab ba bt", [0, 1, 0], [0, 1, 2], "B"),  # right values, counters the wrong way round
    ("ab", [INFINITE, 0], [0, 0], "C"),
])  # fmt: skip
def test_failures_name_the_condition(edges, values, counters, condition):
    """The error carries the vertex and the condition that failed."""
    graph = as_graph([tuple(edge) for edge in edges.split()])

    with pytest.raises(grundy.VerificationError) as caught:
        verify_values(graph, array(values), array(counters))

    assert caught.value.condition == condition
    assert caught.value.where in graph.names


def test_the_compiled_check_agrees_with_the_plain_one():
    """On a large cyclic graph the compiled verifier accepts the labels and finds one error."""
    graph = grundy.random_graph(30_000, model="gnp", mean_out_degree=2.5, seed=3)
    labelling = grundy.label(graph)
    labelling.verify()
    broken = labelling.value_array.copy()
    infinite = np.flatnonzero(broken < 0)
    broken[infinite[-1]] = 0

    with pytest.raises(grundy.VerificationError):
        verify_values(graph, broken, labelling.counter_array)
    counters = labelling.counter_array.copy()
    counters[:] = 0
    with pytest.raises(grundy.VerificationError, match="condition B"):
        verify_values(graph, labelling.value_array, counters)


def test_sizes_have_to_agree():
    """Too few values or counters are an error, not an index out of range."""
    with pytest.raises(grundy.VerificationError, match="2 vertices"):
        verify_values(as_graph([("a", "b")]), array([1]), array([0]))
