"""A game and a state that bounds it, and values out of its table."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from grundy.errors import PositionError, RulesetError
from grundy.games.position import Position
from grundy.games.state_text import shown
from grundy.games.values.valuer import Valuer
from grundy.tabulated.rules import Rules
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.running.limits import Limits, Progress
    from grundy.tabulated.game_table import Entries


# A game and a state that bounds it, with the numbers of all states below.


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


# Values out of a table: a game that knows them answers everything else by itself.


class FromTable(Valuer["Ruleset"]):
    """The table of a game; a state that it has not is valued as the game does without it."""

    def __init__(self, ruleset: Ruleset, entries: Entries, otherwise: Valuer[Any]) -> None:
        super().__init__(ruleset)
        self._entries, self._otherwise = entries, otherwise

    def value(
        self, state: State, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of a state, by one look-up where the table has it."""
        number = self._number(state)
        if number is None:
            return self._otherwise.value(state, limits=limits, progress=progress)
        return self._entries.value(number)

    def rank(self, state: State) -> int:
        """Return the order by value, stage and counter, in which docs/theory.md 2.3 adds up."""
        number = self._number(state)
        return self._otherwise.rank(state) if number is None else self._entries.rank(number)

    def may_cycle(self, state: State) -> bool:
        """Return whether the table was labelled as a digraph with cycles."""
        if self._number(state) is None:
            return self._otherwise.may_cycle(state)
        return self._entries.cyclic

    def reason(self, state: State) -> str:
        """Say that the table has the value."""
        return "read from the table." if self._number(state) is not None else super().reason(state)

    def for_one_value(self) -> Valuer[Any]:
        """Return the table: nothing is sooner."""
        return self

    def _number(self, state: State) -> int | None:
        try:
            return self._entries.number_of(state)
        except PositionError:
            return None


def with_table(ruleset: Ruleset, entries: Entries) -> Ruleset:
    """Return the same game with a table for its values; the one given stays as it is."""
    known = copy.copy(ruleset)
    for name in ("solver", "valuer"):
        vars(known).pop(name, None)
    install(known, entries)
    return known


def install(ruleset: Ruleset, entries: Entries) -> None:
    """Let a game answer by a table, and as before where the table has no answer."""
    vars(ruleset)["valuer"] = FromTable(ruleset, entries, ruleset.valuer)
