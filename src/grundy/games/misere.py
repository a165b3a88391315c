"""Misère play of a position: who cannot move wins. The whole position is one digraph.

Misère values do not add, so nothing here takes a nim-sum of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from grundy.games.limits import Watch
from grundy.games.position import Move, Part, Position
from grundy.games.states import reach
from grundy.graphs.labelling import Labelling, label
from grundy.values import Outcome, Value

if TYPE_CHECKING:
    from grundy.games.limits import Limits
    from grundy.graphs.progress import Progress

Multiset = frozenset[tuple[Part, int]]


def value(position: Position, limits: Limits | None, progress: Progress | None) -> Value:
    """Give the misère value of a position as a whole."""
    return labelled(position, limits, progress)[_key(position)]


def outcome(position: Position, limits: Limits | None, progress: Progress | None) -> Outcome:
    """Say who wins when who cannot move wins."""
    rulesets = {id(part.ruleset): part.ruleset for part in position.parts}
    if len(rulesets) == 1:
        (ruleset,) = rulesets.values()
        ruled = ruleset.misere_outcome(tuple(part.state for part in position.parts))
        if ruled is not None:
            return ruled
    return labelled(position, limits, progress).outcome(_key(position))


def winning_moves(position: Position) -> Iterator[Move]:
    """Give each legal move after which the player to move has lost."""
    labelling = labelled(position)
    for move in position.moves():
        if labelling.outcome(_key(move.option)) is Outcome.P:
            yield move


def labelled(
    position: Position, limits: Limits | None = None, progress: Progress | None = None
) -> Labelling:
    """Label all that a position can reach under misère play; parts that are alike are one."""
    watch = Watch(limits, f"Misère play of {position}", {}, progress)
    graph = reach([_key(position)], _options, watch)
    return label(graph, play="misere")


def _key(position: Position) -> Multiset:
    """Give the parts as a multiset, each in canonical form."""
    alike = (Part(part.ruleset, part.ruleset.canonical(part.state)) for part in position.parts)
    return frozenset(Counter(alike).items())


def _options(key: Multiset) -> Iterator[Hashable]:
    parts = tuple(part for part, count in key for _ in range(count))
    # one of several equal parts is enough
    for place, part in enumerate(parts):
        if place and parts[place - 1] == part:
            continue
        rest = Position(parts[:place] + parts[place + 1 :])
        for option in part.ruleset.options(part.state):
            yield _key(part.ruleset.position(option) + rest)
