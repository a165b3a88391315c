"""Half a turn: on a board that looks the same after it, the turned move is an answer.

A ruleset may be `Turnable`: ``half_turn(state)`` is the state turned by half a turn. That an answer
is always there is checked on every position that this play can reach, never guessed. Where moves
only take places, and so only forbid others (``only_takes``), an answer that is there now is there
as long as its move is: one look at the moves of now is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from grundy.games.position import Move, Part, Position
from grundy.strategy.facts import can_move
from grundy.strategy.moves import count_moves

_MANY_MOVES = 100
_MOST_CHECKED = 400  # positions that look the same after half a turn


@runtime_checkable
class Turnable(Protocol):
    """A ruleset whose boards can be turned."""

    def half_turn(self, state: Any) -> Any:
        """Turn a state by half a turn."""


def is_wide(position: Position) -> bool:
    """Return whether a board can be turned, and has so many moves that a search may not end."""
    if len(position.parts) != 1 or _half_turn(position.parts[0]) is None:
        return False
    return count_moves(position, _MANY_MOVES) == _MANY_MOVES


def has_half_turn(position: Position) -> bool:
    """Return whether each move can be answered so that half a turn changes nothing again."""
    if len(position.parts) != 1:
        return False
    part = position.parts[0]
    turn = _half_turn(part)
    if turn is None or turn(part.state) != part.state or not can_move(part):
        return False
    ruleset = part.ruleset
    seen = {ruleset.canonical(part.state)}
    waiting = [part.state]
    while waiting:
        for option in ruleset.options(waiting.pop()):
            answer = next((end for end in ruleset.options(option) if turn(end) == end), None)
            if answer is None:
                return False
            if getattr(ruleset, "only_takes", False):
                continue
            alike = ruleset.canonical(answer)
            if alike not in seen:
                seen.add(alike)
                waiting.append(answer)
        if len(seen) > _MOST_CHECKED:
            return False
    return True


def turned_answer(move: Move) -> Move | None:
    """Return the answer after which half a turn changes nothing."""
    for answer in move.option.moves():
        part = answer.option.parts[0]
        turn = _half_turn(part)
        if turn is not None and turn(part.state) == part.state:
            return answer
    return None


def half_turn_move(position: Position) -> Move | None:
    """Return a move after which half a turn answers each move, if there is one."""
    if len(position.parts) != 1 or _half_turn(position.parts[0]) is None:
        return None
    return next((move for move in position.moves() if has_half_turn(move.option)), None)


def _half_turn(part: Part) -> Callable[[Any], Any] | None:
    return part.ruleset.half_turn if isinstance(part.ruleset, Turnable) else None
