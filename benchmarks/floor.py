"""The physical floor: what merely touching the same arrays costs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from benchmarks import measure

_compiled: Any = njit(nogil=True)


@_compiled
def sequential(indices):  # type: ignore[no-untyped-def]
    """Read every arc once, in order."""
    total = 0
    for index in indices:
        total += index
    return total


@_compiled
def gather(indices, bytes_):  # type: ignore[no-untyped-def]
    """Read one byte at the far end of every arc."""
    total = 0
    for index in indices:
        total += bytes_[index]
    return total


@_compiled
def scatter(indices, words):  # type: ignore[no-untyped-def]
    """Change one 64-bit word at the far end of every arc: what peeling cannot avoid."""
    for index in indices:
        words[index] += 1


def random_reads(size: int) -> float:
    """Return how many bytes a second one core reads at random places of a table so large."""
    table = np.ones(size, np.uint8)
    places = np.random.default_rng(1).integers(0, size, min(size, 1 << 24), np.int32)
    gather(places[:10], table)
    return len(places) / measure.timed(lambda: gather(places, table), 3).best
