"""Where a sequence repeats at its end: the Z-function of the reversed sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.kernels.repetition import match_lengths

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


def _lengths(values: npt.NDArray[np.integer[Any]], most: int, arithmetic: bool) -> npt.NDArray[Any]:
    if len(values) < SMALL:
        plain = [0] * (most + 1)
        match_lengths(values.tolist(), arithmetic, plain)
        return np.array(plain, np.int64)
    from grundy.compiled.on_first_use import compiled_text

    wide = len(values) >= 2**31
    lengths: npt.NDArray[Any] = np.zeros(most + 1, np.int64 if wide else np.int32)
    compiled_text(match_lengths)(values, arithmetic, lengths)
    return lengths
