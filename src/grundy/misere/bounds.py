"""How far a quotient is sought: elements, seconds and memory."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from grundy.errors import BoundError
from grundy.files.whole import free_memory
from grundy.printable import counted
from grundy.running.limits import Limits
from grundy.running.progress import Progress
from grundy.running.watched import Control, watched

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
