"""Periods of the elements of heaps: the repetition that proves itself for ever."""

from __future__ import annotations

import numpy as np

from grundy.misere.monoid import Elements


class Repetition:
    """Follows the elements of heaps 0, 1, …, until they are proved to repeat for ever."""

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
