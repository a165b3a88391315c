"""Periods of the elements of heaps: the repetition that proves itself for ever."""

from __future__ import annotations

import numpy as np

from grundy.misere.monoid import Elements


def find_repetition(phi: Elements, last: int, most: int) -> tuple[int, int] | None:
    """Return (preperiod, period) that these heaps prove for all heaps, the least; or None.

    Where phi repeats from heap n0 on with period p, and there are N heaps with
    N >= most · (max(n0, 1) + p) + last - most + 1, it repeats for ever: docs/theory.md.

    Args:
        phi: int32[N], the elements of heaps 0 .. N - 1.
        last: The last place of the code with a digit.
        most: The most heaps that a move leaves.

    >>> import numpy as np
    >>> find_repetition(np.array([0, 1, 2] * 4, np.int32), last=2, most=1)
    (0, 3)
    """
    count = len(phi)
    for period in range(1, (count - last + most - 1) // most):
        differ = np.flatnonzero(phi[period:] != phi[: count - period])
        preperiod = int(differ[-1]) + 1 if len(differ) else 0
        if count >= most * (max(preperiod, 1) + period) + last - most + 1:
            return preperiod, period
    return None
