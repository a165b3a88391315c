"""What the files below `ruleset` use of a game of heaps and of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from grundy.heaps.codes import Code
    from grundy.heaps.formulas import Formula, KnownOptions, Option
    from grundy.running.limits import Limits, Progress


class Repetition(Protocol):
    """A period of values, from a heap on."""

    @property
    def preperiod(self) -> int:
        """The heap from which on values repeat."""

    @property
    def period(self) -> int:
        """The number of heaps after which they repeat."""

    @property
    def saltus(self) -> int:
        """What is added to them then."""


class KnownValues(Protocol):
    """The values of a game, as far as they have been computed."""

    @property
    def filled(self) -> int:
        """How many values are known."""

    @property
    def period(self) -> Repetition | None:
        """The period that has been proved, if one has."""

    def values(self, stop: int, progress: Progress | None = None, store: Any = None) -> np.ndarray:
        """Return the values of heaps 0 .. stop - 1, and keep them in a store."""


class HasValue(Protocol):
    """The way in which the value of one heap is found."""

    def value(
        self, state: int, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> int:
        """Return the value of a heap."""


class HeapRules(Protocol):
    """A game of heaps: its rule, its moves and their values."""

    text: str
    largest_listed: float

    @property
    def code(self) -> Code | None:
        """The take-and-break code, if there is one."""

    @property
    def formula(self) -> Formula | None:
        """A proved closed form of the values, if there is one."""

    @property
    def is_by_place(self) -> bool:
        """Whether moves at different places of a row count each."""

    @property
    def sequence(self) -> KnownValues:
        """The values computed so far."""

    @property
    def valuer(self) -> HasValue:
        """How the value of one heap is found."""

    def options(self, heap: int) -> Iterator[Option]:
        """Return each option once."""

    def rests(self, heap: int) -> np.ndarray | None:
        """Return the options as an array, where each is one heap or 0."""

    def moves(self, heap: int) -> Iterator[tuple[str, Option]]:
        """Return each move, in words."""

    def move_names(self, heap: int, option: Option) -> tuple[str, ...]:
        """Return the names of the moves to an option."""

    def format(self, state: int) -> str:
        """Write a heap."""

    def values(
        self,
        stop: int,
        progress: Callable[..., None] | None = None,
        *,
        limits: Limits | None = None,
    ) -> np.ndarray:
        """Return the values of heaps 0 .. stop - 1."""

    def known_options(self) -> KnownOptions:
        """Return what is known of the options of a value."""

    def options_of_value(
        self, state: int, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, Any]]:
        """Return the moves to a value."""
