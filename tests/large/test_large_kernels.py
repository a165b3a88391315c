"""The kernels for arcs in files against plain Python; CI runs this file with bounds checks on."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.graphs.engines import solve
from grundy.graphs.formats import as_graph
from grundy.graphs.kernels import labelling as mask_kernels
from grundy.large.kernels import arcs as kernels
from grundy.running import threads
from strategies import Followers, digraphs

arcs = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30)


@settings(deadline=None)
@given(arcs, st.lists(st.integers(1, 11), unique=True, max_size=4))
def test_piles_hold_the_arcs_of_their_range_in_order(
    pairs: list[tuple[int, int]], cuts: list[int]
) -> None:
    """Dealt arcs lie pile after pile, each with its keys, as they came."""
    keys, others = np.array(pairs, np.int64).reshape(-1, 2).T
    bounds = np.array([0, *sorted(cuts), 12], np.int64)
    dealt, ends = np.empty((len(pairs), 2), np.int32), np.zeros(len(bounds) - 1, np.int64)

    kernels.deal(keys, others, bounds, ends, dealt)

    piles = [
        [pair for pair in pairs if low <= pair[0] < high]
        for low, high in itertools.pairwise(bounds)
    ]
    assert [tuple(pair) for pair in dealt.tolist()] == list(itertools.chain(*piles))
    assert ends.tolist() == np.cumsum([len(pile) for pile in piles]).tolist()


@settings(deadline=None)
@given(arcs)
def test_arcs_go_to_their_rows_in_order(pairs: list[tuple[int, int]]) -> None:
    """Counted and placed arcs are the rows of a stable sort."""
    keys, others = np.array(pairs, np.int64).reshape(-1, 2).T
    counts, indices = np.zeros(12, np.int32), np.empty(len(pairs), np.int32)
    kernels.count(keys, counts)
    free = np.concatenate(([0], np.cumsum(counts[:-1]))).astype(np.int64)

    kernels.place(keys, others, 0, free, indices)

    assert indices.tolist() == [other for _, other in sorted(pairs, key=lambda pair: pair[0])]
    assert free.tolist() == np.cumsum(counts).tolist()


@settings(deadline=None)
@given(digraphs(), st.integers(0, 2))
def test_masks_are_the_values_of_the_followers(followers: Followers, least: int) -> None:
    """Each infinite vertex has a bit for each finite value of its followers, from *least* up."""
    graph = as_graph(followers)
    values = solve(graph, misere=False, engine="plain").values
    masks = np.zeros(graph.vertex_count, np.uint64)

    mask_kernels.collect(graph.reverse.pointers, graph.reverse.indices, values, least, masks)

    for vertex, mask in enumerate(masks.tolist()):
        near = {int(values[v]) for v in graph.forward.row(vertex)} if values[vertex] < 0 else set()
        assert mask == sum(1 << value - least for value in near if value >= least)


def test_cores_are_limited_inside_only() -> None:
    """`limited` holds for what is called inside, never above the cores that there are."""
    before = threads.thread_count()

    with threads.limited(1):
        assert threads.thread_count() == 1
    with threads.limited(10**6):
        assert threads.thread_count() == before
    assert threads.thread_count() == before


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_calls_in_parallel_are_all_made_and_told_in_order(
    cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More calls than cores, or fewer; an error of one is raised, an IndexError too."""
    monkeypatch.setattr(threads, "_cores", lambda: cores)
    for count in (0, 1, 2, 7):
        calls = [lambda k=k: k * k for k in range(count)]
        assert threads.in_parallel(calls) == [k * k for k in range(count)]
    with pytest.raises(IndexError):
        threads.in_parallel([lambda: [1][0], lambda: [1][1], lambda: [1][0]])


def test_calls_in_parallel_inherit_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is called uses no more cores than its caller may."""
    monkeypatch.setattr(threads, "_cores", lambda: 8)
    with threads.limited(2):
        assert set(threads.in_parallel([threads.thread_count] * 6)) == {2}
