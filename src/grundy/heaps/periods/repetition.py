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
    """Find each period p whose repetition at the end of *values* is long enough."""
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
