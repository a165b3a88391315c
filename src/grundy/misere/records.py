"""What a search for a quotient goes by: its bounds, and what each heap is in a monoid."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from grundy.errors import BoundError
from grundy.files.whole import free_memory
from grundy.misere.monoid import Elements, Marks, Monoid
from grundy.printable import counted
from grundy.running.limits import Limits, Progress
from grundy.running.watched import Control, watched

# How far a quotient is sought: elements, seconds and memory.


Result = TypeVar("Result")

MOST_ELEMENTS = 20_000
"""The elements of a candidate where no limit is given: a table of them has 1.6 GB."""

MOST_HEAPS = 5_000
"""The heaps of a game in which a period is looked for where nobody says how many."""

UNASKED = Limits(positions=5_000, seconds=3)
"""How far a quotient is sought where an answer can be had by a search of positions as well."""


def share(limits: Limits | None) -> Limits | None:
    """Return the same limits with a third of the seconds: a search of positions has the others."""
    if limits is None or limits.seconds is None:
        return limits
    return replace(limits, seconds=limits.seconds / 3)


class Bounds:
    """Looks at the limits while quotients are sought, and reports how far that is."""

    def __init__(self, limits: Limits | None = None, progress: Progress | None = None) -> None:
        limits = limits or Limits()
        most = limits.positions
        self._most = MOST_ELEMENTS if most is None else most
        self._kept_free = limits.free_memory
        self._seconds = math.inf if limits.seconds is None else limits.seconds
        self._start = time.monotonic()
        self._progress = progress

    def watched(
        self, run: Callable[[Control], Result], *, small: bool, by_function: bool = False
    ) -> Result:
        """Run a kernel; one that takes some time in a thread, so that the limits are looked at."""
        if small:
            return run(np.zeros(2, np.int64))
        return watched(run, "sums", 0, self.look, by_function=by_function)

    def look(self, stage: str = "", done: int = 0, total: int = 0) -> None:
        """Stop if time or memory is over, and report."""
        if time.monotonic() - self._start > self._seconds:
            raise BoundError(f"{self._seconds:g} second{'s' if self._seconds != 1 else ''}")
        free = free_memory()
        if free is not None and free < self._kept_free:
            raise BoundError("what memory is free")
        if self._progress is not None and stage:
            self._progress(stage, done, total)

    def require(self, elements: int, bytes_needed: int) -> None:
        """Stop if a candidate would have too many elements, or need more memory than is free."""
        if elements > self._most:
            raise BoundError(f"candidates of {counted(self._most, 'element')}")
        free = free_memory()
        if free is not None and bytes_needed + self._kept_free > free:
            raise BoundError("what memory is free")


# What each heap is in a monoid: its element and those of its options; alike heaps are one.


Rows = npt.NDArray[np.int64]
"""int64[k, w]: the options of a heap, each as the heaps that it leaves; 0 fills up a row."""


def padded(options: Iterable[tuple[int, ...]]) -> Rows:
    """Return options as rows."""
    found = list(options)
    width = max(map(len, found), default=1) or 1
    filled = [option + (0,) * (width - len(option)) for option in found]
    return np.array(filled, np.int64).reshape(len(found), width)


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A kind of heap: all that decides what it does in a sum."""

    heap: int
    element: int
    options: npt.NDArray[np.intp]
    wins: Marks

    @property
    def key(self) -> tuple[int, bytes]:
        """The same for heaps that are alike."""
        return self.element, self.options.tobytes()


def option_elements(monoid: Monoid, phi: Elements, rows: Rows) -> npt.NDArray[np.intp]:
    """Return the elements of a heap's options, each once, in order."""
    found = phi[rows[:, 0]]
    for column in range(1, rows.shape[1]):
        found = monoid.table[found, phi[rows[:, column]]]
    met = np.zeros(monoid.order, bool)
    met[found] = True
    return np.flatnonzero(met)


def records(monoid: Monoid, phi: Elements, options: Mapping[int, Rows]) -> list[Record]:
    """Return the kinds among some heaps with moves, the smallest heap of each, in order."""
    found: dict[tuple[int, bytes], Record] = {}
    for heap, rows in options.items():
        elements = option_elements(monoid, phi, rows)
        key = int(phi[heap]), elements.tobytes()
        if key not in found:
            found[key] = Record(heap, key[0], elements, monoid.wins(elements))
    return list(found.values())


def has_move_to_p(
    monoid: Monoid, phi: Elements, options: Mapping[int, Rows], heaps: Iterable[int]
) -> bool:
    """Return whether a sum has an option whose element is in the P-portion."""
    sum_ = list(heaps)
    for heap in set(sum_):
        rest = list(sum_)
        rest.remove(heap)
        left = monoid.product(int(phi[other]) for other in rest)
        elements = option_elements(monoid, phi, options[heap])
        if monoid.p_portion[monoid.table[left, elements]].any():
            return True
    return False
