"""What rulesets, positions and games of heaps ask of each other: these stand below all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from grundy.errors import PositionError

if TYPE_CHECKING:
    from grundy.misere.growth import Solution
    from grundy.misere.records import Reach, Rows
    from grundy.values import Outcome, Value

NOT_ADDITIVE = (
    "Misère values do not add, so a sum of several components has none to be had from theirs "
    "(1 and 2 + 2 in Nim both have misère value 0, and twice each of them has 1 and 0); ask for "
    "the outcome instead."
)

State = Any
"""One component of a position, as its rules see it: anything hashable."""


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


@dataclass(frozen=True, slots=True)
class Theorem:
    """A proved closed form of who wins one state, where values have none.

    Attributes:
        statement: Which states are lost, in a sentence.
        source: Who proved it, and when.
        lost: Whether a state is lost for the player to move; None where the theorem says nothing.
        moves: Returns every winning move of a state that is won, as (name, option), with the names
            of `Rulebook.moves`; None where the theorem does not name them, of this state or of any.
    """

    statement: str
    source: str
    lost: Callable[[State], bool | None]
    moves: Callable[[State], Iterator[tuple[str, State]] | None] = lambda _: None

    def names_moves(self, state: State) -> bool:
        """Return whether a state is lost, or won by moves that are all named."""
        lost = self.lost(state)
        return lost is True or (lost is False and self.moves(state) is not None)

    @property
    def cited(self) -> str:
        """The statement with its source."""
        return f"{self.statement.removesuffix('.')} ({self.source})."


@dataclass(frozen=True, slots=True)
class Ground:
    """The places of a state, for a game in which moves are copied; see `grundy.games.symmetry`.

    Attributes:
        names: What each place is called, in whatever is left of it later in the play.
        rows: The neighbours of each place, as bits.
        colours: A number for each place, where the rule looks at such; they may all be exchanged.
        idle: The places, as bits, at which nothing can ever be played.
        cells: Returns where each place stands on a board, as (column, row); nothing where not.
    """

    names: Sequence[str]
    rows: Sequence[int]
    colours: Sequence[int] = ()
    idle: int = 0
    cells: Callable[[], Sequence[tuple[int, int]]] = tuple


class Answers(ABC):
    """Who wins a sum of states of one game, and by which moves; one kind of play."""

    rule: str = ""
    searched_whole = False

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """Who wins the sum."""

    def value(self) -> Value:
        """Return the value of the sum; by default it has none, as where values do not add."""
        raise PositionError(NOT_ADDITIVE)

    def values(self) -> Sequence[Value]:
        """Return the value of each state, in their order."""
        raise PositionError(NOT_ADDITIVE)

    @abstractmethod
    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        """Return each move of one state, as (name, option), that brings the sum to *target*."""

    def count(self, target: int = 0) -> int:
        """Count the moves of all states that bring the sum to *target*; listed, by default."""
        return sum(1 for index in self.promising(target) for _ in self.moves(index, target))

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


class HeapElements(Protocol):
    """The elements of the heaps of one game, in a quotient of several games."""

    @property
    def solution(self) -> Solution:
        """The quotient, with the elements and the repetition of these heaps alone."""

    def covers(self, heap: int) -> bool:
        """Return whether a heap has an element."""

    def element(self, heaps: Sequence[int]) -> int:
        """Return the element of some heaps."""

    def beside(self, heaps: Sequence[int], element: int) -> Answers:
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
