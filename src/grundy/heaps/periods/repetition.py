"""Where a sequence repeats at its end: the Z-function of the reversed sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

# Below this many values plain Python is done before numba would be loaded.
SMALL = 60_000
_BLOCK = 1 << 18

Needed = Callable[[Any, Any], Any]


def candidates(
    values: npt.NDArray[np.integer[Any]], most: int, needed: Needed, *, arithmetic: bool = False
) -> Iterator[tuple[int, int]]:
    """Find each period p whose repetition at the end of *values* is long enough.

    For every p the repetition is followed back as far as it goes: to the least n0 with
    values[n + p] == values[n] for all n0 <= n < len(values) - p, or, when *arithmetic*, with
    one and the same difference for all these n.

    Args:
        values: Natural numbers, integers of shape (n,).
        most: The greatest p to look at.
        needed: A function (n0, p) -> how many values have to be known, which also takes
            int64 arrays; pairs that need more than len(values) are left out.
        arithmetic: Whether values[n + p] - values[n] may be a constant other than 0.

    Returns:
        Pairs (p, n0), p rising.

    Cost: linear in len(values); 4 bytes for each p.

    >>> repeating = np.array([7, 7, 1, 2, 1, 2, 1, 2])
    >>> list(candidates(repeating, 3, lambda n0, p: n0 + 2 * p))
    [(2, 2)]
    """
    size = len(values)
    most = min(most, size - 1)
    if most < 1:
        return
    lengths = _lengths(values, most, arithmetic)
    for start in range(1, most + 1, _BLOCK):
        periods = np.arange(start, min(start + _BLOCK, most + 1), dtype=np.int64)
        # With k equal differences there are k + 1 pairs of values that differ by the same.
        pairs = lengths[periods].astype(np.int64) + int(arithmetic)
        preperiods = size - periods - pairs
        for place in np.flatnonzero(needed(preperiods, periods) <= size).tolist():
            yield int(periods[place]), int(preperiods[place])


def match_lengths(values: Any, arithmetic: bool, lengths: Any) -> None:
    """Fill in how far the end of a sequence agrees with itself, moved by p (Z-function).

    values      integer[n]    the sequence, read from its end; n >= len(lengths)
    arithmetic  bool          look at differences of neighbours, of which there are n - 1
    lengths     int32/64[m]   on exit lengths[p] for 1 <= p < m: how many items at the end
                              equal the item p places before them, without a gap

    Runs compiled and as plain Python (on lists). Cost O(n): an item is compared again only
    when it was unequal before.
    """
    size = len(values) - 1 if arithmetic else len(values)
    last = len(values) - 1
    left = right = 0  # items left .. right - 1 from the end equal items 0 .. right - left - 1
    for p in range(1, len(lengths)):
        length = 0
        if p < right:
            length = min(right - p, lengths[p - left])
        if p + length >= right:
            if arithmetic:
                # Unsigned differences wrap, the same on both sides.
                while p + length < size and (
                    values[last - length] - values[last - length - 1]
                    == values[last - p - length] - values[last - p - length - 1]
                ):
                    length += 1
            else:
                while p + length < size and values[last - length] == values[last - p - length]:
                    length += 1
            left, right = p, p + length
        lengths[p] = length


def _lengths(values: npt.NDArray[np.integer[Any]], most: int, arithmetic: bool) -> npt.NDArray[Any]:
    if len(values) < SMALL:
        plain = [0] * (most + 1)
        match_lengths(values.tolist(), arithmetic, plain)
        return np.array(plain, np.int64)
    from grundy.heaps.kernels import repetition as repetition_kernel

    wide = len(values) >= 2**31
    lengths: npt.NDArray[Any] = np.zeros(most + 1, np.int64 if wide else np.int32)
    repetition_kernel.match_lengths(values, arithmetic, lengths)
    return lengths
