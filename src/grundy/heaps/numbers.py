"""Numbers of heaps: checked as they come in, in words, and the limits of a question about them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from grundy.errors import LimitError, PositionError
from grundy.running.limits import Limits, Watch

if TYPE_CHECKING:
    from grundy.heaps.protocols import KnownValues
    from grundy.running.limits import Progress

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


def whole(number: SupportsIndex) -> int | None:
    """Return an int for an int or NumPy integer, and None for anything else, such as True."""
    if isinstance(number, (bool, np.bool_)):
        return None
    try:
        return operator.index(number)
    except TypeError:
        return None


def require_heap(heap: SupportsIndex) -> int:
    """Return a heap as an int, or raise `PositionError` where it is no natural number."""
    number = whole(heap)
    if number is None or number < 0:
        raise PositionError(f"A heap is a natural number, found {size_text(heap)}.")
    return number


def require_natural(number: SupportsIndex, name: str) -> int:
    """Return a natural number as an int, or raise `ValueError` with what it is called."""
    found = whole(number)
    if found is None or found < 0:
        raise ValueError(f"{name} is a natural number, found {size_text(number)}.")
    return found


class Within:
    """Keeps the computing of one game's values within limits; a position is a heap here."""

    def __init__(self, limits: Limits | None, game: str, progress: Progress | None = None) -> None:
        self.most = _ANY_NUMBER
        self.progress = progress
        self._game = game
        if limits is None:
            return
        self.most = _ANY_NUMBER if limits.positions is None else limits.positions
        watch = Watch(limits, f"The values of {game}", {})

        def look(stage: str, done: int, total: int) -> None:
            watch.check_resources(done)
            if progress is not None:
                progress(stage, done, total)

        self.progress = look

    def require(self, known: KnownValues, stop: int) -> None:
        """Raise `LimitError` if more values are wanted than are known or may be computed."""
        if max(known.filled, self.most) < stop:
            raise LimitError(
                f"The value of this heap of {self._game} needs those of all heaps before it, more "
                f"than {self.most:,}; a higher limit goes further.",
                partial=known.values(known.filled),
            )

    def values(self, known: KnownValues, stop: int) -> np.ndarray:
        """Return the values of heaps 0 .. stop - 1."""
        self.require(known, stop)
        try:
            return known.values(stop, self.progress)
        except LimitError as error:
            raise LimitError(str(error), partial=known.values(known.filled)) from None
