"""Periods of the elements of heaps: the repetition that proves itself for ever."""

from __future__ import annotations

import numpy as np

from grundy.misere.monoid import Elements


class Repetition:
    """Follows the elements of heaps 0, 1, …, until they are proved to repeat for ever.

    Where they repeat from heap n0 on with period p, and there are N heaps with
    N >= most · (max(n0, 1) + p) + last - most + 1, they repeat for ever: docs/theory.md 7.5.

    Args:
        last: The last place of the code with a digit.
        most: The most heaps that a move leaves.

    >>> repetition = Repetition(last=2, most=1)
    >>> [repetition.extended(np.array(([0, 1, 2] * 4)[:count])) for count in range(1, 7)]
    [None, None, None, None, None, (0, 3)]
    """

    def __init__(self, last: int, most: int) -> None:
        self._last, self._most = last, most
        self._count = 0
        self._starts = np.zeros(64, np.int64)  # for each period the first heap that it holds from

    def restart(self) -> None:
        """Forget the elements, where the quotient has grown and each may be another."""
        self._count = 0
        self._starts[:] = 0

    def extended(self, phi: Elements) -> tuple[int, int] | None:
        """Return (preperiod, period), the least period proved by these heaps, or None.

        Args:
            phi: int32[N], the elements of heaps 0 .. N - 1; those asked about before are the same.
        """
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
