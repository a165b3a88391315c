"""Where a digraph has cycles: from which vertices one can be reached, and one of them to show."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

from grundy.graphs.csr import Csr
from grundy.graphs.graph import GameGraph


def find_cycle(graph: GameGraph) -> list[Hashable] | None:
    """Return the names along one cycle, or None when there is none."""
    alive = endless(graph)
    left = np.flatnonzero(alive)
    return None if not len(left) else _walk(graph, alive, int(left[0]))


def endless(graph: GameGraph) -> npt.NDArray[np.bool_]:
    """Say of each vertex, bool[n], whether a walk from it can go on for ever."""
    if graph.descending:
        return np.zeros(graph.vertex_count, bool)
    alive = np.ones(graph.vertex_count, bool)
    opened = graph.out_degrees.copy()
    sinks = np.flatnonzero(opened == 0)
    while len(sinks):
        alive[sinks] = False
        predecessors = _joined(graph.reverse, sinks)
        np.subtract.at(opened, predecessors, 1)
        touched = np.unique(predecessors)
        sinks = touched[opened[touched] == 0]
    return alive


def _joined(rows: Csr, vertices: npt.NDArray[np.intp]) -> npt.NDArray[np.int32]:
    starts, stops = rows.pointers[vertices], rows.pointers[vertices + 1]
    lengths = stops - starts
    within = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    joined: npt.NDArray[np.int32] = rows.indices[np.repeat(starts, lengths) + within]
    return joined


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
