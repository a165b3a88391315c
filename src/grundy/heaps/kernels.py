"""Plain recursion, compiled, in blocks of heaps so that all cores can work.

A split of a heap of a block has at most one part inside the block, and then the other part
is small. So the splits with both parts before the block, nearly all of them, need no order:
`far` marks them for some heaps of the block, in any thread; `near` does the rest in turn.
"""

from __future__ import annotations

import numpy as np

from grundy.compiled import compiled


@compiled
def far(breaking, unequal, values, block, start, stop, seen):
    """Mark the splits with both parts before `block`, for the heaps block + start .. stop - 1.

    breaking  int64[b]      the r whose digit allows two heaps
    unequal   bool          two equal parts are no option
    values    uint8[n], uint16[n] or uint32[n]   values[:block] valid
    seen      uint8[B, m]   row l is set to 1 at the values of the options of heap block + l;
                            m is a power of two above every value, so each nim-sum is inside

    One load, one load, one xor and one store a split: the store is the floor.
    """
    for line in range(start, stop):
        row = seen[line]
        for r in breaking:
            rest = block + line - r
            low = max(1, rest - block + 1)
            high = (rest - 1) // 2 if unequal else rest // 2
            if high < low:
                continue
            top = np.uint64(rest)
            for part in range(np.uint64(low), np.uint64(high + 1)):
                row[np.uint64(values[part] ^ values[top - part])] = 1


@compiled
def near(code, breaking, unequal, values, block, stop, seen):
    """Finish the heaps block .. stop - 1 in turn; return the first one not finished.

    code    uint8[k + 1]   octal digits
    seen    uint8[B, m]    as `far` left it
    values  on exit valid up to the returned heap

    Returns early at the first heap whose value would be m; `seen` is then of no more use.
    """
    size = seen.shape[1]
    for heap in range(block, stop):
        row = seen[heap - block]
        for r in range(1, min(heap, len(code) - 1) + 1):
            if heap == r:
                if code[r] & 1:
                    row[0] = 1
            elif code[r] & 2:
                row[values[heap - r]] = 1
        for r in breaking:
            rest = heap - r
            high = (rest - 1) // 2 if unequal else rest // 2
            for part in range(1, min(rest - block, high) + 1):
                row[values[part] ^ values[rest - part]] = 1
        value = 0
        while value < size and row[value]:
            value += 1
        if value == size:
            return heap
        values[heap] = value
    return stop
