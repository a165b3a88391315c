"""The heaps of one game, or of several by turns, until their periods are proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.misere.monoid import Elements
from grundy.misere.records import Rows

# Periods of the elements of heaps: the repetition that proves itself for all larger heaps.


class Repetition:
    """Follows the elements of heaps 0, 1, …, until they are proved to be periodic."""

    def __init__(self, last: int, most: int) -> None:
        self._last, self._most = last, most
        self._count = 0
        self._starts = np.zeros(64, np.int64)  # for each period the first heap that it holds from

    def restart(self) -> None:
        """Forget the elements, where the quotient has grown and each may be another."""
        self._count = 0
        self._starts[:] = 0

    def extended(self, phi: Elements) -> tuple[int, int] | None:
        """Return (preperiod, period), the least period proved by these heaps, or None."""
        while len(self._starts) <= len(phi):
            self._starts = np.concatenate([self._starts, np.zeros_like(self._starts)])
        for heap in range(self._count, len(phi)):
            periods = np.flatnonzero(phi[:heap][::-1] != phi[heap]) + 1
            self._starts[periods] = heap - periods + 1
        self._count = len(phi)
        periods = np.arange(1, len(phi))
        starts = self._starts[1 : len(phi)]
        needed = self._most * (np.maximum(starts, 1) + periods) + self._last - self._most + 1
        proved = np.flatnonzero(needed <= len(phi))
        if not len(proved):
            return None
        return int(starts[proved[0]]), int(periods[proved[0]])


# The heaps of one game, or of several by turns, until they are enough or proved to repeat.


Reach = tuple[int, int]
"""Of a code: the last place with a digit, and the most heaps that a move leaves."""


@dataclass(frozen=True, slots=True)
class Line:
    """The heaps 0, 1, 2, … of one game."""

    options: Callable[[int], Rows]
    stop: int
    reach: Reach | None = None
    part: str = "heap"
    text: str = ""


class Lines:
    """The heaps of some games under one numbering: in the order in which they are taken in."""

    def __init__(self, lines: Sequence[Line], done: int = 1) -> None:
        self._lines = tuple(lines)
        self._rows = [np.zeros((0, 1), np.int64)]
        self._numbers = [np.zeros(1, np.int64) for _ in lines]
        self._watches = [None if line.reach is None else Repetition(*line.reach) for line in lines]
        self.repetitions: list[tuple[int, int] | None] = [None for _ in lines]
        self._turn = 0
        for _ in range(1, done):
            self.options(len(self._rows))
            self.taken(grown=False)

    @property
    def by_functions(self) -> bool:
        """Whether the options of a game come from a function rather than from a finite code."""
        return any(line.reach is None for line in self._lines)

    @property
    def total(self) -> int:
        """How many heaps there are at most."""
        return 1 + sum(max(0, line.stop - 1) for line in self._lines)

    def options(self, number: int) -> Rows:
        """Return the options of a heap by its number, as numbers; of the next heap too."""
        if number == len(self._rows):
            numbers = self._numbers[self._turn]
            self._rows.append(numbers[self._lines[self._turn].options(len(numbers))])
        return self._rows[number]

    def numbers(self, place: int) -> npt.NDArray[np.int64]:
        """Return the numbers of the heaps of one game that are done."""
        return self._numbers[place]

    def goes_on(self, phi: Elements) -> bool:
        """Choose the game whose next heap is taken in; say whether there is one."""
        for place, watch in enumerate(self._watches):
            if watch is not None:
                self.repetitions[place] = watch.extended(phi[self._numbers[place]])
        left = [
            (len(numbers), place)
            for place, numbers in enumerate(self._numbers)
            if len(numbers) < self._lines[place].stop and self.repetitions[place] is None
        ]
        self._turn = min(left)[1] if left else self._turn
        return bool(left)

    def taken(self, *, grown: bool) -> None:
        """Take note that the next heap is done."""
        number = len(self._rows) - 1
        self._numbers[self._turn] = np.append(self._numbers[self._turn], number)
        if grown:
            for watch in self._watches:
                if watch is not None:
                    watch.restart()

    @property
    def done(self) -> str:
        """Say how far each game is done."""
        return " and ".join(
            f"{line.text} up to {line.part} {len(numbers) - 1:,}"
            if line.text else f"{line.part}s up to {len(numbers) - 1:,}"
            for line, numbers in zip(self._lines, self._numbers, strict=True)
        )  # fmt: skip

    @property
    def following(self) -> str:
        """Say which heap is the next."""
        line = self._lines[self._turn]
        heap = f"{line.part} {len(self._numbers[self._turn]):,}"
        return f"{heap} of {line.text}" if line.text else heap
