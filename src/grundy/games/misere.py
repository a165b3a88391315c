"""Misère play of a position: who cannot move wins.

Misère values do not add, so nothing here takes a nim-sum of them: a proved rule decides where
a game has one, and else all that the whole position can reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.games.position import Move, Position
from grundy.games.valuers.whole import Whole
from grundy.values import Outcome, Value

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruled, Ruleset
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress


def value(position: Position, limits: Limits | None, progress: Progress | None) -> Value:
    """Give the misère value of a position as a whole."""
    return Whole(position, "misere", limits, progress).value(position)


def outcome(position: Position, limits: Limits | None, progress: Progress | None) -> Outcome:
    """Say who wins when who cannot move wins."""
    known = ruled(position, limits, progress)
    if known is not None:
        return known.outcome
    return Whole(position, "misere", limits, progress).outcome(position)


def winning_moves(
    position: Position, limits: Limits | None = None, progress: Progress | None = None
) -> Iterator[Move]:
    """Give each legal move after which the player to move has lost."""
    known = ruled(position, limits, progress)
    moves = None if known is None else known.moves()
    if moves is not None:
        for place, name, option in moves:
            yield position.moved(place, name, option)
        return
    yield from Whole(position, "misere", limits, progress).winning_moves(position)


def ruled(position: Position, limits: Limits | None, progress: Progress | None) -> Ruled | None:
    """Give what the common rules of all parts know of the sum without its whole graph."""
    ruleset = common_ruleset(position)
    if ruleset is None:
        return None
    return ruleset.misere_ruled(states(position), limits=limits, progress=progress)


def common_ruleset(position: Position) -> Ruleset | None:
    """Give the rules that all parts follow, or None where they differ."""
    rulesets = {part.ruleset for part in position.parts}
    return rulesets.pop() if len(rulesets) == 1 else None


def states(position: Position) -> tuple[object, ...]:
    """Give the states of the parts, as the hooks of their common rules take them."""
    return tuple(part.state for part in position.parts)
