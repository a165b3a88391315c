"""The greatest values that each kernel of graphs holds: at the bound, one below, one above."""

import numpy as np
import pytest

import grundy
from grundy.graphs.graph import GameGraph
from grundy.graphs.kernels import labelling as kernels
from grundy.runtime.kernels import running

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
