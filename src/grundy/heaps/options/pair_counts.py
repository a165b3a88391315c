"""For every size at once: in how many ways it splits into two heaps of a given nim-sum."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

# Distinct values times heaps: some 32 bytes each.
_MOST_CELLS = 20_000_000


def worthwhile(values: npt.NDArray[np.integer]) -> float:
    """Return the number of splits from which on `PairCounts` is faster than to look at them."""
    distinct = int(values.max()) + 1
    if distinct * len(values) > _MOST_CELLS:
        return float("inf")
    # Measured: for each target a product for each value, some 20 splits a heap.
    return 20.0 * distinct * distinct * len(values)


class PairCounts:
    """Counts splits n = a + b with 1 <= a <= b and G(a) ⊕ G(b) = t, for all n of one t at once."""

    def __init__(self, values: npt.NDArray[np.integer]) -> None:
        self._length = len(values)
        self._size = 1 << (2 * self._length).bit_length()
        self._transforms = {}
        for value in range(int(values.max()) + 1):
            here = (values == value).astype(np.float64)
            here[0] = 0  # an empty heap is no half of a split
            self._transforms[value] = np.fft.rfft(here, self._size)

    def of(self, target: int) -> npt.NDArray[np.int64]:
        """Return int64[n]: at index n the number of splits of n with nim-sum *target*."""
        total = np.zeros(self._size // 2 + 1, np.complex128)
        for value, transform in self._transforms.items():
            other = self._transforms.get(value ^ target)
            if other is not None:
                total += transform * other
        ordered = np.rint(np.fft.irfft(total, self._size)[: self._length]).astype(np.int64)
        if target == 0:
            ordered[2::2] += 1  # a = b is one of the ordered pairs only
        return ordered // 2
