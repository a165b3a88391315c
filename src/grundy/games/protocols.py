"""What rulesets, positions and games of heaps ask of each other: these stand below all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from grundy.games.state_text import HasOptions, search_of_moves
from grundy.running.limits import each_looked_at

if TYPE_CHECKING:
    from grundy.misere.growth import Solution
    from grundy.misere.records import Reach, Rows
    from grundy.running.limits import Limits, Progress
    from grundy.values import Outcome, Value

State = Any
"""One component of a position, as its rules see it: anything hashable."""


# Valuer: one way in which the values of a game are found.


class HasMoves(HasOptions, Protocol):
    """What a valuer asks of the rules."""

    def moves(self, state: State) -> Iterable[tuple[str, State]]:
        """Return each legal move as (name, option)."""

    def as_position(self, state: State) -> Any:
        """Return the position of a state."""


Moving = TypeVar("Moving", bound=HasMoves)
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


class Valuer(ABC, Generic[Moving]):
    """Finds the values of the states of one game; a ruleset gives one as its `valuer`."""

    def __init__(self, ruleset: Moving) -> None:
        self.ruleset: Moving = ruleset

    @abstractmethod
    def value(
        self, state: State, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Value:
        """Return the value of one state."""

    def has_value(self, state: State, wanted: int, *, limits: Limits | None = None) -> bool:
        """Return whether an option has this value; to ask may be less work than to find it."""
        return bool(self.ruleset.as_position(state).value(limits=limits) == wanted)

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
        """Return in a sentence where a value comes from, for a state with very many moves."""
        return (
            "found by a search; its options are too many, or their values too hard, to list here."
        )

    def rank(self, state: State) -> int:
        """The place of a state in the order that makes winning play end; 0 without cycles."""
        return 0

    def may_cycle(self, state: State) -> bool:
        """Return whether a play from a state whose value is known might come back to a state."""
        return False

    def questions(self, state: State) -> Any:
        """Return the `NimberQueries` that find a state's value; None for another way."""
        return None

    def for_one_value(self) -> Valuer[Any]:
        """Return the way that finds one value of one large state soonest; for most it is this."""
        return self


# Answers: what a game knows of a sum of its own states, many at once.


class HasRuns(Protocol):
    """A position, by the states that follow the same rules."""

    @property
    def runs(self) -> Sequence[tuple[Any, Sequence[State]]]:
        """The rules, and the states that follow them."""


@dataclass(frozen=True, slots=True)
class Justification:
    """Why a sum is won or lost, in sentences; under normal play the nim-sum says it."""

    short: str
    theory: tuple[str, ...] = ()
    here: tuple[str, ...] = ()


class Answers(ABC):
    """Who wins a sum of states of one game, and by which moves; one kind of play."""

    rule: str = ""
    searched_whole = False

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """Who wins the sum."""

    @abstractmethod
    def value(self) -> Value:
        """Return the value of the sum."""

    @abstractmethod
    def values(self) -> Sequence[Value]:
        """Return the value of each state, in their order."""

    @abstractmethod
    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        """Return each move of one state, as (name, option), that brings the sum to *target*."""

    @abstractmethod
    def count(self, target: int = 0) -> int:
        """Count the moves of all states that bring the sum to *target*, without listing them."""

    @property
    def because(self) -> Justification:
        """Return why the sum is won or lost."""
        sentence = f"For {self.rule} there is a proved rule."
        return Justification(sentence, (sentence,))

    def called(self, position: HasRuns) -> str:
        """Return how the rule calls what the sum leads to; empty where it has no name for it."""
        return ""

    @abstractmethod
    def promising(self, target: int = 0) -> Iterable[int]:
        """Return states in the order in which to look for one move; the others need no look."""


# What a game of heaps says of itself to a joint quotient, so that heaps may be of any size.


class WinningMoves(Protocol):
    """The winning moves of some states of one game, beside a sum; as `Answers` gives them."""

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        """Yield those of one state."""

    def count(self, target: int = 0) -> int:
        """Count those of all states."""

    def promising(self, target: int = 0) -> Iterator[int]:
        """Yield the states that may have some."""


class HeapElements(Protocol):
    """The elements of the heaps of one game, in a quotient of several games."""

    @property
    def solution(self) -> Solution:
        """The quotient, with the elements and the repetition of these heaps alone."""

    def covers(self, heap: int) -> bool:
        """Return whether a heap has an element."""

    def element(self, heaps: Sequence[int]) -> int:
        """Return the element of some heaps."""

    def beside(self, heaps: Sequence[int], element: int) -> WinningMoves:
        """Return the winning moves of some heaps beside a sum of this element."""


class HeapLine(ABC):
    """The heaps 0, 1, 2, … of one game, whose elements may be proved to repeat."""

    reach: Reach

    @abstractmethod
    def options(self, heap: int) -> Rows:
        """Return the options of a heap."""

    @abstractmethod
    def elements(self, solution: Solution) -> HeapElements:
        """Return the elements of its heaps."""
