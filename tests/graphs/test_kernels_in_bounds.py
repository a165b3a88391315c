"""Every compiled kernel on many small graphs; CI runs this file with bounds checks on."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_ways import both_ways, kernels_of
from grundy import label
from grundy.graphs.csr import build_on_threads as build
from grundy.graphs.engines import solve
from grundy.graphs.formats import as_graph
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.columns import _masks
from grundy.graphs.kernels import labelling as kernels
from grundy.graphs.kernels import wide
from grundy.graphs.labelling import decide
from grundy.graphs.verify import first_violation
from strategies import digraphs


@settings(max_examples=150)
@given(digraphs(), st.booleans())
def test_kernels_stay_inside_their_arrays(followers, misere):
    """Peel, levels, the wide engine, the verifier, retrograde analysis and the build agree."""
    graph = as_graph(followers)
    n = graph.vertex_count
    plain = solve(graph, misere=misere, engine="plain")
    rows = (
        graph.forward.pointers,
        graph.forward.indices,
        graph.reverse.pointers,
        graph.reverse.indices,
    )

    for engine in ("levels", "wide"):
        assert np.array_equal(solve(graph, misere=misere, engine=engine).values, plain.values)
    counters = np.full(n, -1, np.int32)
    counters[plain.order] = np.arange(len(plain.order))
    top = int(graph.out_degrees.max(initial=0)) + 3
    mex, stamp = np.full(n, -1, np.int32), np.full(top, -1, np.int32)
    checked = first_violation(
        *rows, plain.values, counters, mex, stamp, np.empty(top, np.int32), misere
    )
    assert checked == (-1, 0)
    outcomes, remote = np.zeros(n, np.uint8), np.full(n, -1, np.int32)
    wide.remoteness(
        *rows[2:], misere, graph.out_degrees.copy(), outcomes, remote, np.empty(n, np.int32)
    )
    assert np.array_equal(outcomes == 1, plain.values == 0)
    for threads in (1, 2, 3):
        pointers, indices, counts = build(
            n, *reversed(graph.arcs()), count_neighbours=True, threads=threads
        )
        assert np.array_equal(pointers, graph.reverse.pointers)
        assert np.array_equal(indices, graph.reverse.indices)
        assert np.array_equal(counts, graph.out_degrees)


@settings(max_examples=50)
@given(digraphs(acyclic=True), st.booleans())
def test_the_sweep_stays_inside_its_arrays(followers, misere):
    """The sweep gives the plain values where every arc leads to a lower number."""
    arcs = [(u, v) for u in followers for v in followers[u] if v < u]
    graph = GameGraph.from_arrays(*np.array(arcs or [(1, 0)]).T)

    swept = solve(graph, misere=misere, engine="sweep")

    assert np.array_equal(swept.values, solve(graph, misere=misere, engine="plain").values)


@pytest.mark.large
@pytest.mark.long
def test_kernels_are_the_same_plain_and_compiled():
    """Each kernel gives the same answer and the same arrays, whichever way it runs."""
    rng = np.random.default_rng(5)
    cyclic = rng.integers(0, 200, (2, 500))
    orders = [np.triu_indices(size, 1)[::-1] for size in (16, 32, 40, 64)]
    with both_ways(longest=1) as compared:
        for tails, heads in (cyclic, *orders):
            for misere in (False, True):
                graph = GameGraph.from_arrays(tails, heads)
                for engine in ("levels", "wide", *(["sweep"] if graph.descending else [])):
                    solve(graph, misere=misere, engine=engine)
                labels = label(graph, play="misere" if misere else "normal")
                labels.verify()
                decide(graph, misere=misere)
                _masks(graph, labels.value_array)
            build(200, heads, tails, count_neighbours=True)
            kernels.extremes(tails)
            kernels.count(tails, np.zeros(200, np.int32))
    assert kernels_of(kernels) | {"first_violation", "remoteness", "peel"} <= compared
