"""Values out of a table: a game that knows them answers everything else by itself."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from grundy.errors import PositionError
from grundy.games.valuers.valuer import Valuer
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress
    from grundy.tabulated.entries import Entries


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
