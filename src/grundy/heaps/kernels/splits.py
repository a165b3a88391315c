"""Claims about values, and a search for what refutes them; apart from the engines."""

from __future__ import annotations

import numpy as np

from grundy.compiled.on_first_use import compiled

_CHUNK = 4_096  # splits compared for one heap before the next heap's, from the nearest cache


@compiled
def claim(moves, start, stop, small, needed, values, mirror, row):
    """Fill in values[start:stop], each the mex of some options; return where it stopped.

    moves    int64[m, 2]   r and d_r, r rising, where d_r is not 0; d_r < 8
    small    int64         splits with a part of 1 .. small are marked
    needed   int64[c]      and those with one of these parts
    values   uint8[n] or wider   values[:start] valid on entry
    mirror   as values     the values from the end: mirror[n - 1 - h] = values[h]
    row      uint8[w]      workspace; w a power of two that values cannot reach

    Returns less than stop at a value of w or more.
    """
    size = len(values)
    for heap in range(start, stop):
        row[:] = 0
        for i in range(len(moves)):
            left, digit = heap - moves[i, 0], moves[i, 1]
            if digit & 1 and left == 0:
                row[0] = 1
            if digit & 2 and left > 0:
                row[values[left]] = 1
            if digit & 4 and left > 1:
                total = np.uint64(left)
                for part in range(np.uint64(1), np.uint64(min(small, left // 2) + 1)):
                    row[np.uint64(values[part] ^ values[total - part])] = 1
                for one in needed:
                    if one < left:
                        row[values[one] ^ values[left - one]] = 1
        value = 0
        while value < len(row) and row[value]:
            value += 1
        if value == len(row):
            return heap
        values[heap] = value
        mirror[size - 1 - heap] = value
    return stop


@compiled
def refute(breaking, values, mirror, start, stop, first):
    """Find the least heap of start .. stop - 1 that splits into its own value.

    breaking   int64[b]   the r whose digit allows two heaps
    values     uint8[n] or wider   values[:stop] filled in
    mirror     as values  as in `claim`
    first      int64      only splits with both parts at least this count

    Returns that heap and the two parts; stop, 0 and 0 when there is none.
    """
    part, other = 0, 0
    for low in range(first, stop // 2 + 1, _CHUNK):
        heap = start
        while heap < stop:
            for i in range(len(breaking)):
                left = heap - breaking[i]
                high = min(low + _CHUNK - 1, left // 2)
                if low <= high and _occurs(values, mirror, left, low, high, values[heap]):
                    part = low
                    while values[part] ^ values[left - part] != values[heap]:
                        part += 1
                    other = left - part
                    stop = heap  # what comes after rests on this claim
                    break
            heap += 1
    return stop, part, other


@compiled
def _occurs(values, mirror, left, low, high, g):
    """Return whether a split of `left` whose smaller part is low .. high has the value g.

    The loop has no way out before its end, so that LLVM makes vector code of it.
    """
    ours = values[low : high + 1]
    theirs = mirror[len(mirror) - 1 - left + low :]
    found = False
    for i in range(len(ours)):
        found |= ours[i] ^ theirs[i] == g
    return found
