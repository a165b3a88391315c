"""The verifier accepts exactly what is right, and each kernel is right at its greatest values."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graph_reference as reference
import grundy
from grundy.graphs.formats import as_graph
from grundy.graphs.graph import GameGraph
from grundy.graphs.kernels import labelling as kernels
from grundy.graphs.verify import verify_values
from grundy.runtime.kernels import running
from often import often
from strategies import digraphs

INFINITE = -1


def array(values):
    return np.array(values, np.int32)


@often(75)
@given(digraphs(), st.booleans(), st.data())
def test_a_wrong_value_never_passes(followers, misere, data):
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
    ("ab", [0, 0], [0, 1], "A"), ("ab", [5, 0], [1, 0], "A"),
    ("ab ba", [0, 1], [0, 1], "B"),  # each relies on the other: no way to end
    ("ab ba bt", [0, 1, 0], [0, 1, 2], "B"),  # right values, counters the wrong way round
    ("ab", [INFINITE, 0], [0, 0], "C"),
])  # fmt: skip
def test_failures_name_the_condition(edges, values, counters, condition):
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
    with pytest.raises(grundy.VerificationError, match="2 vertices"):
        verify_values(as_graph([("a", "b")]), array([1]), array([0]))


GREATEST = [0, 14, 15, 16, 17, 30, 31, 32, 33, 61, 62, 63, 64, 65]


def ladder(greatest, *, loop=False, seed=None):
    """Return values 0 .. greatest, each once, and two vertices above with one and two followers.

    With a loop there is a vertex more: ∞(0 .. greatest). With a seed the numbers are mixed.
    """
    tails, heads = np.tril_indices(greatest + 1, -1)
    top = greatest + 1
    arcs = [(top, greatest), (top + 1, greatest), (top + 1, 0)]
    if loop:
        arcs += [(top + 2, vertex) for vertex in (*range(greatest + 1), top + 2)]
    more = np.array(arcs).T
    tails, heads = np.append(tails, more[0]), np.append(heads, more[1])
    n = top + 2 + loop
    if seed is not None:
        numbers = np.random.default_rng(seed).permutation(n)
        tails, heads = numbers[tails], numbers[heads]
    return GameGraph.from_arrays(tails, heads, vertex_count=n)


def expected(greatest):
    """Return the values of the ladder without a loop, by its own numbers."""
    followers = [{greatest}, {0, greatest}]
    return [*range(greatest + 1), *(grundy.mex(values) for values in followers)]


@pytest.mark.parametrize("greatest", GREATEST)
@pytest.mark.parametrize("engine", ["plain", "sweep", "peel", "levels", "wide"])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_every_engine_is_right_at_every_bound(greatest, engine, seed):
    """Values up to 65 come out of every engine, on its own or through the next wider one."""
    graph = ladder(greatest, seed=seed)
    if engine == "sweep" and not graph.descending:
        return
    labelling = grundy.label(graph, engine=engine)
    assert sorted(labelling.value_array.tolist()) == sorted(expected(greatest))
    labelling.verify()


@pytest.mark.parametrize("greatest", GREATEST)
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("loop", [False, True])
def test_a_kernel_says_where_it_ends(greatest, bits, loop):
    """Peeling ends where a value would pass 15 or 31, levels where one would pass 14 or 30."""
    graph = ladder(greatest, loop=loop)
    n, half = graph.vertex_count, bits // 2
    label, order, control = np.empty(n, np.uint8), np.empty(n + 1, np.int32), np.zeros(2, np.int64)
    state, queue = np.empty(n, f"uint{bits}"), np.empty(n + 1, np.uint64)
    rows = graph.reverse.pointers, graph.reverse.indices
    degrees = graph.out_degrees.copy()
    peeled = kernels.peel(degrees, *rows, False, label, state, queue, order, control)
    assert peeled == (-1 if greatest >= half else n - loop)
    if peeled < 0 or not loop:
        return
    assert label[: n - 1].tolist() == expected(greatest)
    count = np.empty(n, f"uint{half}")
    marked, (active, residue) = np.empty(n + 1, np.int32), np.empty((2, 1), np.int32)
    finite = kernels.levels(
        *rows, label, state, count, order, peeled, marked, active, residue, control
    )
    # One level more than the greatest value is needed to see that nothing has it.
    assert finite == (-1 if greatest + 1 >= half - 1 else n - 1)


@pytest.mark.large
@pytest.mark.parametrize("greatest", [63, 64, 65])
def test_a_compiled_sweep_ends_where_its_word_ends(greatest):
    """A mask of 64 bits holds values up to 63; plain Python's has no end."""
    with running(plain=False):
        labelling = grundy.label(ladder(greatest), engine="sweep")
    assert labelling.value_array.tolist() == expected(greatest)
