"""A game and a state that bounds it, with the numbers of all states below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.errors import PositionError, RulesetError
from grundy.games.position import Position
from grundy.games.state_text import shown
from grundy.tabulated.rules import Rules

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset


def bounded(game: Ruleset, start: Any) -> Rules:
    """Return the rules of all states that a table of *start* has."""
    position = start if isinstance(start, Position) else (
        game.read(start) if isinstance(start, str) else game[start]
    )  # fmt: skip
    if position.part_count != 1:
        raise PositionError(
            f"A table is of one state and what it leads to, found {shown(position)}; the values "
            "of sums follow from those of their parts."
        )
    part = position.parts[0]
    if part.ruleset is not game:
        raise PositionError(f"{shown(position)} is no position of {game.text}.")
    indexed = game.indexed(part.state)
    if indexed is None:
        raise RulesetError(
            f"{game.text} does not number the states below {shown(game.format(part.state))}; a "
            "game does so by the hook `indexed`, and docs/large.md names those that have it."
        )
    if indexed.number_of(part.state) is None:  # raises where the state itself has none
        raise AssertionError
    return Rules(game, indexed)
