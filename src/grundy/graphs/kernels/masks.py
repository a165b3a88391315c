"""The values near each infinite vertex, as bits; arrays in, arrays out."""

from __future__ import annotations

import numpy as np

from grundy.compiled.on_first_use import compiled

_ONE = np.uint64(1)
_WINDOW = np.uint64(64)


@compiled
def collect(pointers, rows, values, least, masks):
    """Set bit g of masks[u] where u is ∞ and a follower has the value least + g, g below 64.

    pointers  int64[n + 1], rows int32[m]   rows of predecessors
    values    int32[n]    negative for ∞
    masks     uint64[n]   zeros on entry
    """
    for v in range(len(values)):
        if values[v] < least:
            continue
        bit = np.uint64(values[v] - least)
        if bit >= _WINDOW:
            continue
        for arc in range(pointers[v], pointers[v + 1]):
            u = np.uint64(rows[arc])
            if values[u] < 0:
                masks[u] |= _ONE << bit
