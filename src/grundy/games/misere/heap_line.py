"""What a game of heaps says of itself to a joint quotient, so that heaps may be of any size."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from grundy.misere.lines import Reach
from grundy.misere.records import Rows
from grundy.misere.solve import Solution

if TYPE_CHECKING:
    from grundy.games.ruleset import State


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
