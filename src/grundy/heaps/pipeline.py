"""Steps on blocks of heaps, taken by whoever is free: two cores that hardly wait for each other.

A chunk is HALVES blocks. Which step may be taken when:

    find b     once block b is marked, and the one before is found
    middle b   once block b - 2 is found
    far c      once the chunk before the one before is found
    settle c   once chunk c is found; in any order
    aside      once, at any time

Finding goes in order and is most urgent; settling fills the gaps, up to SLOTS chunks behind.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

SLOTS = 4  # chunks that are marked and not settled, at most
HALVES = 2

Step = Callable[[], None]


class Work(Protocol):
    """What the steps do. No two calls of one method are made at once, but for `settle`."""

    def far(self, chunk: int) -> None:
        """Mark the far options of a chunk, which may use what chunk - SLOTS used."""

    def middle(self, block: int) -> None:
        """Mark options that are less far, for a block; it may use what block - 2 used."""

    def find(self, block: int) -> bool:
        """Find the candidates of a block, or say that there are none."""

    def settle(self, chunk: int) -> bool:
        """Say whether the candidates of a chunk are values."""

    def aside(self) -> None:
        """Do what the steps do not wait for."""

    def stopped(self) -> bool:
        """Say whether no more shall be found."""


class Pipeline:
    """Take chunks 0 .. *chunks* - 1 through all steps.

    Attributes:
        settled: How many chunks, from the first on, are settled.
        failed: Whether `Work.find` gave up.
        doubted: The first chunk that could not be settled, or None.
    """

    def __init__(self, chunks: int, work: Work) -> None:
        self._chunks, self._work = chunks, work
        self._changed = threading.Condition()
        self._far = self._middle = self._found = self.settled = 0  # how many, from the first on
        self._busy: set[str] = set()
        self._open: deque[int] = deque()  # found, to be settled
        self._early: set[int] = set()  # settled before an earlier one
        self._ended = self.failed = self._aside = False
        self.doubted: int | None = None

    def run(self, cores: int) -> None:
        """Work, on one core or two, until all chunks are settled or no more can be."""
        if cores < 2:
            self._take_steps()
            return
        with ThreadPoolExecutor(1) as helper:
            beside = helper.submit(self._take_steps)
            self._take_steps()
            beside.result()

    def _take_steps(self) -> None:
        try:
            while step := self._next():
                step()
        except BaseException:
            with self._changed:
                self._ended = True  # the other one shall not wait for what never comes
                self._busy.clear()
                self._changed.notify()
            raise

    def _next(self) -> Step | None:
        """Give the most urgent step that may be taken; None at the end."""
        with self._changed:
            while True:
                if step := self._forward() or self._in_a_gap():
                    return step
                if self._ended and not self._busy:
                    self._changed.notify()
                    return None
                self._changed.wait()

    def _forward(self) -> Step | None:
        over = self._found == HALVES * self._chunks or self.doubted is not None
        self._ended = self._ended or over or self._work.stopped()
        if self._ended:
            return None
        block = self._found
        if "find" not in self._busy and self._middle > block and self._far > block // HALVES:
            return self._begin("find", self._take_find, block)
        block = self._middle
        if "middle" not in self._busy and block < min(self._found + 2, HALVES * self._chunks):
            return self._begin("middle", self._take_middle, block)
        chunk = self._far
        if (
            "far" not in self._busy
            and chunk < min(self._found // HALVES + 2, self._chunks)
            and chunk < self.settled + SLOTS
        ):
            return self._begin("far", self._take_far, chunk)
        return None

    def _in_a_gap(self) -> Step | None:
        if self._open:
            return partial(self._take_settle, self._open.popleft())
        if not self._aside:
            self._aside = True
            return self._work.aside
        return None

    def _begin(self, name: str, step: Callable[[int], None], place: int) -> Step:
        self._busy.add(name)
        return partial(step, place)

    def _end(self, name: str) -> None:
        self._busy.discard(name)
        self._changed.notify()

    # ---- the steps --------------------------------------------------------------------------

    def _take_far(self, chunk: int) -> None:
        self._work.far(chunk)
        with self._changed:
            self._far += 1
            self._end("far")

    def _take_middle(self, block: int) -> None:
        self._work.middle(block)
        with self._changed:
            self._middle += 1
            self._end("middle")

    def _take_find(self, block: int) -> None:
        good = self._work.find(block)
        with self._changed:
            if good:
                self._found += 1
                if self._found % HALVES == 0:
                    self._open.append(block // HALVES)
            else:
                self.failed = self._ended = True
            self._end("find")

    def _take_settle(self, chunk: int) -> None:
        good = self._work.settle(chunk)
        with self._changed:
            if good:
                self._early.add(chunk)
                while self.settled in self._early:
                    self._early.remove(self.settled)
                    self.settled += 1
            elif self.doubted is None or chunk < self.doubted:
                self.doubted = chunk
            self._changed.notify()
