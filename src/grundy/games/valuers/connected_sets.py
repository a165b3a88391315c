"""The values of all connected sets of vertices of a graph, in a table, on all cores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from threading import Lock

import numpy as np

from grundy.files.whole import free_memory
from grundy.games.valuers.packed import Packed, kernel
from grundy.running.limits import Watch
from grundy.running.threads import in_parallel, thread_count
from grundy.running.watched import Control, watched

_MOST_VERTICES = 32
_SMALL = 16  # vertices up to which the table is one block


def fits(vertices: int) -> bool:
    """Return whether the table of a graph fits the memory with much to spare."""
    free = free_memory()
    return vertices <= _MOST_VERTICES and (free is None or 2 << vertices <= free)


class ConnectedSets:
    """The values of all connected sets of vertices of one graph."""

    def __init__(self, rules: Packed) -> None:
        from grundy.games.kernels import connected_sets as connected_kernels

        self._kernels = connected_kernels
        self._followers, self._rows = kernel(rules.followers), rules.data
        self._most = rules.most
        count = len(rules.data)
        self._low = min(count, max(_SMALL, count - 8))
        self._table = np.zeros(1 << count, np.uint8)
        self._done: set[int] = set()
        self._left = sorted(range(1 << count - self._low), key=int.bit_count)
        self._states = [np.zeros(1, np.int64) for _ in range(thread_count())]

    @property
    def seen(self) -> int:
        """How many sets have a value."""
        return sum(int(state[0]) for state in self._states)

    def value(self, word: int, watch: Watch) -> int | None:
        """Return the value of a set of vertices, or None where one is too large for the table."""
        if self._left:
            ended = watched(
                self._run, "positions", 0, lambda *_: watch.look(self.seen, plain=False)
            )
            if ended == self._kernels.TOO_LARGE:
                return None
        return int(self._kernels.value_of(self._rows, self._table, word))

    def _run(self, control: Control) -> int:
        """Fill the blocks, those with fewer of the highest vertices first."""
        for _, blocks in groupby(list(self._left), key=int.bit_count):
            shared, lock = iter(list(blocks)), Lock()
            ends = in_parallel(
                [partial(self._fill, shared, lock, state, control) for state in self._states]
            )
            if any(ends):
                return max(ends)
            self._left = [block for block in self._left if block not in self._done]
        return int(self._kernels.DONE)

    def _fill(self, blocks: Iterator[int], lock: Lock, state: np.ndarray, control: Control) -> int:
        """Fill blocks until none is left; one thread's work."""
        frames = np.zeros((len(self._rows) + 2, 3), np.int64)
        out = np.zeros(self._most, np.int64)
        while True:
            with lock:
                block = next(blocks, None)
            if block is None:
                return int(self._kernels.DONE)
            ended = self._kernels.fill(
                self._followers,
                self._rows,
                block << self._low,
                self._low,
                self._table,
                frames,
                out,
                state,
                control,
            )
            if ended != self._kernels.DONE:
                return int(ended)
            self._done.add(block)
