"""Valuer: one way in which the values of a game are found; by a formula, for instance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from grundy.games.state_text import search_of_moves
from grundy.running.limits import each_looked_at
from grundy.values import Value

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.games.values.questions import NimberQueries
    from grundy.running.limits import Limits, Progress


# Valuer: one way in which the values of a game are found.


Rules = TypeVar("Rules", bound="Ruleset")
Found = TypeVar("Found", covariant=True)


class Way(Protocol[Found]):
    """Any way of finding values, by what it finds: heaps, say, have nothing but integers."""

    def value(
        self, state: Any, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Found:
        """Return the value of one state."""


class HasEvaluator(Protocol[Found]):
    """A game by what its values are, so that `Ruleset.value` is typed as its valuer's."""

    @property
    def valuer(self) -> Way[Found]:
        """The way in which values are found."""


class Valuer(ABC, Generic[Rules]):
    """Finds the values of the states of one game; a ruleset gives one as its `valuer`."""

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset: Rules = ruleset

    @abstractmethod
    def value(
        self, state: State, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of one state."""

    def has_value(self, state: State, wanted: int, *, limits: Limits | None = None) -> bool:
        """Return whether an option has this value; to ask may be less work than to find it."""
        return self.ruleset.as_position(state).value(limits=limits) == wanted

    def options_of_value(
        self, state: State, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, State]]:
        """Yield each legal move whose option has this value."""
        search = search_of_moves(self.ruleset.text, self.ruleset.format(state))
        moves = self.ruleset.moves(state)
        for (name, option), within in each_looked_at(moves, search, limits):
            if self.has_value(option, wanted, limits=within):
                yield name, option

    def count_of_value(self, state: State, wanted: int, *, limits: Limits | None = None) -> int:
        """Count the moves of `options_of_value`; by default they are listed for that."""
        return sum(1 for _ in self.options_of_value(state, wanted, limits=limits))

    def finds_all(self, state: State) -> bool:
        """Return whether `options_of_value` soon has all moves of a state; so it is by default."""
        return True

    def reason(self, state: State) -> str:
        """Say in a sentence where a value comes from, for a state with very many moves."""
        return (
            "found by a search; its options are too many, or their values too hard, to list here."
        )

    def rank(self, state: State) -> int:
        """The place of a state in the order that makes winning play end; 0 without cycles."""
        return 0

    def may_cycle(self, state: State) -> bool:
        """Return whether a play from a state whose value is known might come back to a state."""
        return False

    def questions(self, state: State) -> NimberQueries | None:
        """Return the search by questions that finds a state's value; None for another way."""
        return None

    def for_one_value(self) -> Valuer[Any]:
        """Return the way that finds one value of one large state soonest; for most it is this."""
        return self


# Values by a closed form.


class ByFormula(Valuer[Rules]):
    """A proved closed form; where it says nothing of a state, the game's search."""

    def __init__(
        self,
        ruleset: Rules,
        formula: Callable[[State], int | None],
        moves_to: Callable[[State, int], Iterator[tuple[str, State]]] | None = None,
    ) -> None:
        super().__init__(ruleset)
        self._formula = formula
        self._moves_to = moves_to

    def value(
        self, state: State, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of one state."""
        found = self._formula(state)
        if found is None:
            return self.ruleset.solver.value(state, limits=limits, progress=progress)
        return found

    def options_of_value(
        self, state: State, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, State]]:
        """Return the moves to this value, of any number of moves where the closed form says."""
        if self._moves_to is None or self._formula(state) is None:
            return super().options_of_value(state, wanted, limits=limits)
        return self._moves_to(state, wanted)
