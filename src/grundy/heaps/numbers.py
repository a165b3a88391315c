"""Numbers of heaps, in words and within limits; and what lower files use of a game of heaps."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

import numpy as np

from grundy.errors import LimitError, PositionError
from grundy.runtime.limits import Limits, Progress, Watch, listener, reporting
from grundy.values import as_int_or_none

if TYPE_CHECKING:
    from grundy.heaps.codes import Code
    from grundy.heaps.formulas import Formula, KnownOptions, Option


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
    def period_theorem(self) -> Any:
        """The theorem that proves periods, if there is one."""

    @property
    def sequence(self) -> Any:
        """The values computed so far."""

    @property
    def valuer(self) -> Any:
        """How the value of one heap is found."""

    def make_engine(self) -> Any:
        """Make what computes the values."""

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
        self, stop: int, progress: Progress | None = None, *, limits: Limits | None = None
    ) -> np.ndarray:
        """Return the values of heaps 0 .. stop - 1."""

    def sum(self, states: Iterable[int]) -> Any:
        """Return the position of many heaps."""

    def sealed_rule(self) -> str:
        """Return the rule as a certificate holds it."""

    def find_period(self, stop: int | None = None, *, limits: Limits | None = None) -> Any:
        """Return the proved period of the values, or None."""

    @property
    def known_quotient(self) -> Any:
        """The largest misère quotient found so far."""

    def known_options(self) -> KnownOptions:
        """Return what is known of the options of a value."""

    def options_of_value(
        self, state: int, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, Any]]:
        """Return the moves to a value."""


_MOST_WRITTEN_OUT = 10**30
_ANY_NUMBER = 1 << 62


def short(number: int) -> str:
    """Write a number of any size on a few columns."""
    if number < _MOST_WRITTEN_OUT:
        return str(number)
    if number & (number - 1) == 0:
        return f"2^{number.bit_length() - 1}"
    text = str(number)
    return f"{text[:8]}…{text[-8:]} ({len(text)} digits)"


def size_text(number: object) -> str:
    """Show a number, also one with more digits than Python prints."""
    if isinstance(number, int) and not -_MOST_WRITTEN_OUT < number < _MOST_WRITTEN_OUT:
        return f"about 2^{number.bit_length() - 1}" if number > 0 else "a negative number"
    shown = repr(number)
    return shown if len(shown) <= 60 else shown[:60] + "…"


def words_of_move(heap: int, option: tuple[int, ...], which: str) -> str:
    """Say in words what the move from a heap, which is called *which*, to an option does."""
    taken, parts = heap - sum(option), " and ".join(map(short, option))
    if len(option) < 2:
        return f"take {short(taken)} from {which}"
    if not taken:
        return f"split {which} into {parts}"
    return f"take {short(taken)} from {which} and split the rest into {parts}"


def require_heap(heap: SupportsIndex) -> int:
    """Return a heap as an int, or raise `PositionError` where it is no natural number."""
    number = as_int_or_none(heap)
    if number is None or number < 0:
        raise PositionError(f"A heap is a natural number, found {size_text(heap)}.")
    return number


def require_natural(number: SupportsIndex, name: str) -> int:
    """Return a natural number as an int, or raise `ValueError` with what it is called."""
    found = as_int_or_none(number)
    if found is None or found < 0:
        raise ValueError(f"{name} is a natural number, found {size_text(number)}.")
    return found


class Within:
    """Keeps the computing of one game's values within limits; a position is a heap here."""

    def __init__(self, limits: Limits | None, game: str) -> None:
        most = None if limits is None else limits.positions
        self.most = _ANY_NUMBER if most is None else most
        self._game = game
        self._watch = None if limits is None else Watch(limits, f"The values of {game}", {})

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Let the limits be looked at whenever what runs inside reports how far it is."""
        watch, listening = self._watch, listener()
        if watch is None:
            yield
            return

        def look(stage: str, done: int, total: int) -> None:
            watch.check_resources(done)
            if listening is not None:
                listening(stage, done, total)

        with reporting(look):
            yield

    def require(self, known: Any, stop: int) -> None:
        """Raise `LimitError` if more values are wanted than are known or may be computed."""
        if max(known.filled, self.most) < stop:
            raise LimitError(
                f"The value of this heap of {self._game} needs those of all heaps before it, more "
                f"than {self.most:,}; a higher limit goes further.",
                partial=known.values(known.filled),
            )

    def values(self, known: Any, stop: int) -> np.ndarray:
        """Return the values of heaps 0 .. stop - 1."""
        self.require(known, stop)
        try:
            with self.watched():
                found: np.ndarray = known.values(stop)
                return found
        except LimitError as error:
            raise LimitError(str(error), partial=known.values(known.filled)) from None
