"""The greatest values that each kernel of graphs holds: at the bound, one below, one above."""

from __future__ import annotations

import numpy as np
import pytest

import grundy
from grundy.graphs.graph import GameGraph

GREATEST = [0, 14, 15, 16, 17, 30, 31, 32, 33, 61, 62, 63, 64, 65]


def ladder(greatest: int, *, loop: bool = False, seed: int | None = None) -> GameGraph:
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


def expected(greatest: int) -> list[int]:
    """Return the values of the ladder without a loop, by its own numbers."""
    followers = [{greatest}, {0, greatest}]
    return [*range(greatest + 1), *(grundy.mex(values) for values in followers)]


@pytest.mark.parametrize("greatest", GREATEST)
@pytest.mark.parametrize("engine", ["plain", "sweep", "peel", "levels", "wide"])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_every_engine_is_right_at_every_bound(greatest: int, engine: str, seed: int | None) -> None:
    """Values up to 65 come out of every engine, on its own or through the next wider one."""
    graph = ladder(greatest, seed=seed)
    if engine == "sweep" and not graph.descending:
        return

    labelling = grundy.label(graph, engine=engine)

    assert sorted(labelling.value_array.tolist()) == sorted(expected(greatest))
    labelling.verify()


@pytest.mark.parametrize("greatest", GREATEST)
@pytest.mark.parametrize("engine", ["plain", "levels", "wide"])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_infinity_beside_every_bound(greatest: int, engine: str, seed: int | None) -> None:
    """A loop above values up to 65 has them all in its K."""
    graph = ladder(greatest, loop=True, seed=seed)

    labelling = grundy.label(graph, engine=engine)

    infinite = np.flatnonzero(labelling.value_array < 0)
    assert len(infinite) == 1
    assert labelling[graph.names[int(infinite[0])]].finite == frozenset(range(greatest + 1))
    assert sorted(labelling.value_array.tolist()) == sorted([-1, *expected(greatest)])
    labelling.verify()
