"""Many equal positions at once: k times a position, as one part of which a state is k and it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from grundy.errors import PositionError
from grundy.games.parts import Run
from grundy.games.position import Position
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves
from grundy.games.states import text_with_games
from grundy.games.winning import potential
from grundy.runtime.limits import Limits
from grundy.values import Value, add, as_int_or_none

Copies = tuple[int, Position]

_MOST_PARTS = 10_000  # of so many a sum is kept part by part


class ByParity(Valuer["Multiple"]):
    """Equal positions cancel two and two."""

    def value(self, state: Copies, *, limits: Limits | None = None) -> Value:
        times, position = state
        return add([position.value(limits=limits)] * (2 + times % 2))

    def rank(self, state: Copies) -> int:
        times, position = state
        return times * potential(position)

    def may_cycle(self, state: Copies) -> bool:
        return any(part.ruleset.may_cycle(part.state) for part in state[1].parts)


class Multiple(NamedMoves):
    """So many copies of a position; a move is made in one of them."""

    text = "multiple"

    def moves(self, state: Copies) -> Iterator[tuple[str, Position]]:
        times, position = state
        rest = multiplied(position, times - 1)
        for move in position.moves():
            yield move.name, move.option + rest

    def format(self, state: Copies) -> str:
        times, position = state
        return f"{times:,} × ({text_with_games(position)})"

    @cached_property
    def valuer(self) -> ByParity:
        """The parity of the number of copies."""
        return ByParity(self)


_MULTIPLE = Multiple()


def multiplied(position: Position, times: Any) -> Position:
    """Return the sum of so many copies of a position: part by part, or of very many as one part."""
    number = as_int_or_none(times)
    if number is None or number < 0:
        raise PositionError(f"A position is taken a natural number of times, found {times!r}.")
    if number > 2 and number * position.part_count > _MOST_PARTS:
        return _MULTIPLE.as_position((number, position))
    return Position.of_runs(
        Run(ruleset, tuple(states)) for ruleset, states in position.runs * number
    )
