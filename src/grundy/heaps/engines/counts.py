"""How often each value occurs, counted a piece at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_PIECE = 1 << 20


def counts_of(values: npt.NDArray[Any], size: int = 0) -> npt.NDArray[np.int64]:
    """Count how often each value occurs, a piece at a time: NumPy would copy all to int64."""
    counts = np.zeros(max(size, int(values.max(initial=0)) + 1), np.int64)
    for first in range(0, len(values), _PIECE):
        counts += np.bincount(values[first : first + _PIECE], minlength=len(counts))
    return counts
