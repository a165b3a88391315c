"""state_graph: the digraph of the states that a position can reach."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.games.limits import Limits, Watch
from grundy.games.position import Position
from grundy.graphs.graph import GameGraph

if TYPE_CHECKING:
    from grundy.graphs.progress import Progress

_LOOK = 255


def state_graph(
    position: Position, limit: int = 1_000_000, *, progress: Progress | None = None
) -> GameGraph:
    """Give the digraph of the positions that can be reached from one, with its moves as arcs.

    Vertex 0 is the position itself; the others follow in the order in which a breadth-first
    search meets them. Moves to the same option are one arc.

    Args:
        position: Where to start.
        limit: The most vertices.
        progress: Called now and then as ``progress("positions", done, 0)``.

    Returns:
        The digraph. A vertex is named by its state where every position has one part, and by
        its `Position` otherwise.

    Raises:
        LimitError: If there are more vertices than *limit*.

    Cost: one call of ``options`` for each part of each position.

    >>> from grundy import TakeAndBreak
    >>> state_graph(TakeAndBreak("0.3")[3]).names
    (3, 2, 1, 0)
    """
    watch = Watch(Limits(positions=limit), f"The digraph of {position}", {}, progress)
    graph = reach([position], Position.options, watch)
    names: list[Position] = list(graph.names)  # type: ignore[arg-type]
    if all(len(name.parts) == 1 for name in names):
        return _renamed(graph, [name.parts[0].state for name in names])
    return graph


def reach(
    roots: Iterable[Hashable], options: Callable[[Any], Iterable[Hashable]], watch: Watch
) -> GameGraph:
    """Give the digraph of what can be reached from *roots*, named by what they are."""
    number: dict[Hashable, int] = {}
    names: list[Hashable] = []
    targets: list[int] = []
    counts: list[int] = []
    for root in roots:
        if number.setdefault(root, len(number)) == len(names):
            names.append(root)
    place = 0
    while place < len(names):
        row = dict.fromkeys(options(names[place]))
        for option in row:
            target = number.setdefault(option, len(number))
            if target == len(names):
                names.append(option)
            targets.append(target)
        counts.append(len(row))
        place += 1
        if not place & _LOOK or len(names) & ~_LOOK > place * 64:
            watch.look(len(names))
    watch.look(len(names))
    sources = np.repeat(np.arange(len(names), dtype=np.int32), counts)
    return GameGraph.from_arrays(
        sources, np.array(targets, np.int32), vertex_count=len(names), names=names
    )


def _renamed(graph: GameGraph, names: list[Hashable]) -> GameGraph:
    sources, targets = graph.arcs()
    return GameGraph.from_arrays(sources, targets, vertex_count=graph.vertex_count, names=names)
