"""The physical floor: what merely touching the same arrays costs."""

from __future__ import annotations

from typing import Any

from numba import njit

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
