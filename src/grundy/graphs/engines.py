"""How a digraph is labelled: where it has cycles, and which engine it gets.

Every engine gives the same labels; they differ in what they can be used for:

plain    lists and plain Python: small graphs
sweep    one pass, where every arc goes to a lower number; values up to 63
peel     from the sinks upwards, in states of 32 or 64 bits; values up to 31
levels   `peel`, then level by level on what remains, where there are cycles; values up to 30
wide     stamps instead of masks; no bound on the values
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.graphs.csr import INT32, INT64, SMALL, UINT8
from grundy.graphs.graph import GameGraph
from grundy.graphs.kernels import wide
from grundy.runtime.threads import watched


def find_cycle(graph: GameGraph) -> list[Hashable] | None:
    """Return the names along one cycle, or None when there is none."""
    alive = endless(graph)
    left = np.flatnonzero(alive)
    return None if not len(left) else _walk(graph, alive, int(left[0]))


def endless(graph: GameGraph) -> npt.NDArray[np.bool_]:
    """Return for each vertex, bool[n], whether an infinite walk begins there."""
    if graph.descending:
        return np.zeros(graph.vertex_count, bool)
    from grundy.graphs.kernels.labelling import wide_peel

    n, forward, reverse = graph.vertex_count, graph.forward, graph.reverse
    label, stamp = np.full(n, wide.UNLABELLED, np.int32), np.full(n + 2, -1, np.int32)
    wide_peel(
        forward.pointers, forward.indices, reverse.pointers, reverse.indices, False, label,
        graph.out_degrees.copy(), np.empty(n, np.int32), stamp,
    )  # fmt: skip
    unlabelled: npt.NDArray[np.bool_] = label == wide.UNLABELLED
    return unlabelled


def _walk(graph: GameGraph, alive: npt.NDArray[np.bool_], start: int) -> list[Hashable]:
    # Every vertex alive has a follower alive, so the walk must come back to itself.
    place: dict[int, int] = {}
    path: list[int] = []
    vertex = start
    while vertex not in place:
        place[vertex] = len(path)
        path.append(vertex)
        row = graph.forward.row(vertex)
        vertex = int(row[alive[row]][0])
    return [graph.names[number] for number in path[place[vertex] :]]


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What an engine gives back."""

    engine: str
    values: INT32
    order: INT32


def solve(graph: GameGraph, *, misere: bool, engine: str = "auto") -> Solution:
    """Label a graph by the named engine, or by the one that suits it."""
    if engine == "auto":
        engine = _choose(graph)
    elif engine not in ENGINES:
        raise ValueError(f'Unknown engine "{engine}"; choose one of {", ".join(ENGINES)}.')
    solution = ENGINES[engine](graph, misere)
    return _by_stamps(graph, misere) if solution is None else solution


def _choose(graph: GameGraph) -> str:
    if graph.vertex_count + graph.arc_count < SMALL:
        return "plain"
    return "sweep" if graph.descending and graph.has_forward else "levels"


def _plain(graph: GameGraph, misere: bool) -> Solution:
    if not graph.descending:
        return _by_stamps(graph, misere, plain=True)
    forward, n = graph.forward, graph.vertex_count
    label = [0] * n
    wide.sweep(forward.pointers.tolist(), forward.indices.tolist(), misere, label, [-1] * (n + 2))
    return Solution("plain", np.array(label, np.int32), np.arange(n, dtype=np.int32))


def _by_stamps(graph: GameGraph, misere: bool, *, plain: bool = False) -> Solution:
    """Label by stamps: on lists in plain Python, or on arrays when compiled."""
    n = graph.vertex_count
    forward, reverse = graph.forward, graph.reverse
    rows: Any = (forward.pointers, forward.indices, reverse.pointers, reverse.indices)
    opened: Any = graph.out_degrees.copy()
    peel: Any = wide.peel
    levels: Any = wide.levels
    if plain:
        rows, opened = [array.tolist() for array in rows], opened.tolist()
    else:
        from grundy.graphs.kernels import labelling as kernels

        peel, levels = kernels.wide_peel, kernels.wide_levels

    def filled(size: int, number: int) -> Any:
        return [number] * size if plain else np.full(size, number, np.int32)

    label, queue = filled(n, wide.UNLABELLED), filled(n, 0)

    def run(control: INT64 | None) -> int:
        tail: int = peel(*rows, misere, label, opened, queue, filled(n + 2, -1))
        if tail < n:
            count, marked, active, following = (filled(n, 0) for _ in range(4))
            tail = levels(
                *rows[2:], label, opened, queue, tail,
                filled(n, -1), count, marked, active, filled(n + 2, -1), following,
            )  # fmt: skip
        return tail

    tail = run(None) if plain else watched(run, "labelling", n)
    values = np.asarray(label, np.int32)
    values[values == wide.INFINITE] = -1
    return Solution("plain" if plain else "wide", values, np.asarray(queue[:tail], np.int32))


def _sweep(graph: GameGraph, misere: bool) -> Solution | None:
    if not graph.descending:
        raise ValueError("The sweep needs a graph whose arcs all go to lower numbers.")
    from grundy.graphs.kernels import labelling as kernels

    n = graph.vertex_count
    values = np.empty(n, np.int32)
    forward = graph.forward
    done = watched(
        lambda control: kernels.sweep(forward.pointers, forward.indices, misere, values, control),
        "labelling", n,
    )  # fmt: skip
    return None if done < n else Solution("sweep", values, np.arange(n, dtype=np.int32))


def _peel(graph: GameGraph, misere: bool) -> Solution | None:
    solution = _levels(graph, misere)
    if solution is not None and solution.engine != "peel":
        raise ValueError("Peeling alone needs a graph without cycles.")
    return solution


def _levels(graph: GameGraph, misere: bool) -> Solution | None:
    # States of 32 bits lie in the cache twice as well; most graphs need no more.
    solution = None
    if graph.out_degrees.max(initial=0) < 2**16:
        solution = _peel_and_levels(graph, misere, np.uint32, np.uint16)
    return solution or _peel_and_levels(graph, misere, np.uint64, np.uint32)


def _peel_and_levels(
    graph: GameGraph, misere: bool, state_type: Any, count_type: Any
) -> Solution | None:
    from grundy.graphs.kernels import labelling as kernels

    n = graph.vertex_count
    rows = graph.reverse
    label, order = np.empty(n, np.uint8), np.empty(n + 1, np.int32)
    state = np.empty(n, state_type)
    peeled = _run_peel(graph, misere, label, state, order)
    if peeled < 0:
        return None
    if peeled == n:
        return Solution("peel", label.astype(np.int32), order[:n])
    count, marked = np.empty(n, count_type), np.empty(n + 1, np.int32)
    active, residue = np.empty((2, n - peeled), np.int32)
    finite: int = watched(
        lambda control: kernels.levels(
            rows.pointers, rows.indices, label, state, count, order, peeled,
            marked, active, residue, control,
        ),
        "labelling level by level", n,
    )  # fmt: skip
    if finite < 0:
        return None
    values = label.astype(np.int32)
    values[label == kernels.INFINITE] = -1
    return Solution("levels", values, order[:finite])


def _run_peel(graph: GameGraph, misere: bool, label: UINT8, state: Any, order: INT32) -> int:
    from grundy.graphs.kernels import labelling as kernels

    # A function of its own, so that the queue is freed before the levels need memory.
    n = graph.vertex_count
    rows, degrees, queue = graph.reverse, graph.out_degrees, np.empty(n + 1, np.uint64)
    return watched(
        lambda control: int(
            kernels.peel(
                degrees, rows.pointers, rows.indices, misere, label, state, queue, order, control
            )
        ),
        "peeling", n,
    )  # fmt: skip


Engine = Callable[[GameGraph, bool], Solution | None]

ENGINES: dict[str, Engine] = {
    "plain": _plain,
    "sweep": _sweep,
    "peel": _peel,
    "levels": _levels,
    "wide": _by_stamps,
}
"""Which engines there are for labelling; one gives None where a label would pass its bound."""
