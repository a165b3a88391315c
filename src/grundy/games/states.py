"""state_graph: the digraph of the states that a position can reach."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import RulesetError
from grundy.games.rule_errors import require_options
from grundy.games.state_text import shown
from grundy.graphs.graph import GameGraph
from grundy.running.limits import PLAIN_SECONDS, Limits, Watch

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.running.progress import Progress

MOST_STATES = 1_000_000
"""The vertices of a digraph where no limit is given."""

_LOOK = 255
_AT_ONCE = 4_096  # options between two looks at the limits: one state may have any number


def state_graph(
    position: Position, limit: int = 1_000_000, *, progress: Progress | None = None
) -> GameGraph:
    """Return the digraph of the positions that can be reached from one, with its moves as arcs.

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

    >>> from grundy import catalogue
    >>> state_graph(catalogue["wythoff"][1, 1]).names
    ((1, 1), (0, 1), (1, 0), (0, 0))
    """
    watch = Watch(Limits(positions=limit), f"The digraph of {shown(position)}", {}, progress)
    graph = reach([position], _options, watch)
    names: list[Position] = list(graph.names)  # type: ignore[arg-type]
    if all(len(name.parts) == 1 for name in names):
        return _renamed(graph, [name.parts[0].state for name in names])
    return graph


def named_graph(
    position: Position, limit: int | None = None, *, progress: Progress | None = None
) -> GameGraph:
    """Return the digraph of `state_graph` as people read it: a position's name is its text."""
    first: dict[Hashable, Position] = {}

    def options(met: Position) -> Iterable[Position]:
        return (_one_of_all_orders(option, first) for option in _options(met))

    limits = Limits(limit)
    if limit is None:  # time of the processor, so that a busy machine answers the same
        limits = Limits(MOST_STATES, PLAIN_SECONDS, _clock=time.thread_time)
    watch = Watch(limits, f"The digraph of {shown(position)}", {}, progress)
    graph = reach([_one_of_all_orders(position, first)], options, watch)
    write = str if len({part.ruleset for part in position.parts}) == 1 else text_with_games
    names = list(map(write, graph.names))  # type: ignore[arg-type]
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise RulesetError(
            f'Two positions are written "{shown(twice)}"; the format of a game has to tell its '
            "states apart."
        )
    return _renamed(graph, list(names))


def text_with_games(position: Position) -> str:
    """Write a position as the command line reads it, each game before its states."""
    games: dict[Any, list[str]] = {}
    for part in position.parts:
        games.setdefault(part.ruleset, []).append(str(part))
    return " + ".join(" ".join([game.text, *states]) for game, states in games.items()) or "nothing"


def _options(position: Position) -> Iterator[Position]:
    left = position.options()
    try:
        while some := dict.fromkeys(islice(left, _AT_ONCE)):
            yield from some
    except TypeError:
        # the user's rule may have given something that is no state
        for part in position.parts:
            require_options(part.ruleset, part.state)
        raise


def _one_of_all_orders(position: Position, first: dict[Hashable, Position]) -> Position:
    """Return the position that was met first among those with the same parts in any order."""
    if len(position.parts) < 2:
        return position
    return first.setdefault(frozenset(Counter(position.parts).items()), position)


def reach(
    roots: Iterable[Hashable], options: Callable[[Any], Iterable[Hashable]], watch: Watch
) -> GameGraph:
    """Return the digraph of what can be reached from *roots*, named by what they are."""
    number: dict[Hashable, int] = {}
    names: list[Hashable] = []
    targets: list[int] = []
    counts: list[int] = []
    for root in roots:
        if number.setdefault(root, len(number)) == len(names):
            names.append(root)
    place = 0
    while place < len(names):
        left = iter(options(names[place]))
        row = dict.fromkeys(islice(left, _AT_ONCE))
        while more := dict.fromkeys(islice(left, _AT_ONCE)):
            row |= more
            watch.look(max(len(names), len(row)))
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
