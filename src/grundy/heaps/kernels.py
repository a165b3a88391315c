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

    Four heaps go together: with the part one further, the other part of each is that of the
    heap below, so a split costs half a load, an xor and a store. The store is the floor.
    """
    for r in breaking:
        line = start
        while line < stop:
            rest = block + line - r
            low, high = _range(rest, block, unequal)
            last_low, last_high = _range(rest + 3, block, unequal)
            if line + 4 <= stop and last_low < high:
                _one_line(values, rest, low, last_low - 1, seen[line])
                second_low, second_high = _range(rest + 1, block, unequal)
                _one_line(values, rest + 1, second_low, last_low - 1, seen[line + 1])
                _one_line(values, rest + 1, high + 1, second_high, seen[line + 1])
                third_low, third_high = _range(rest + 2, block, unequal)
                _one_line(values, rest + 2, third_low, last_low - 1, seen[line + 2])
                _one_line(values, rest + 2, high + 1, third_high, seen[line + 2])
                _one_line(values, rest + 3, high + 1, last_high, seen[line + 3])
                _four_lines(values, rest, last_low, high, seen, line)
                line += 4
            else:
                _one_line(values, rest, low, high, seen[line])
                line += 1


@compiled
def _range(rest, block, unequal):
    """Give the least and the greatest smaller part of a split with both parts before block."""
    return max(1, rest - block + 1), (rest - 1) // 2 if unequal else rest // 2


@compiled
def _one_line(values, rest, low, high, row):
    """Mark the splits of `rest` whose smaller part is low .. high."""
    top = np.uint64(rest)
    for part in range(np.uint64(low), np.uint64(max(high, low - 1) + 1)):
        row[np.uint64(values[part] ^ values[top - part])] = 1


@compiled
def _four_lines(values, rest, low, high, seen, line):
    """Mark the splits of rest .. rest + 3 whose smaller part is low .. high."""
    top = np.uint64(rest)
    start = np.uint64(low)
    row0, row1, row2, row3 = seen[line], seen[line + 1], seen[line + 2], seen[line + 3]
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    b1 = np.uint64(values[top + one - start])
    b2 = np.uint64(values[top + two - start])
    b3 = np.uint64(values[top + three - start])
    for part in range(start, np.uint64(high + 1)):
        a, b0 = np.uint64(values[part]), np.uint64(values[top - part])
        row0[a ^ b0] = 1
        row1[a ^ b1] = 1
        row2[a ^ b2] = 1
        row3[a ^ b3] = 1
        b3 = b2
        b2 = b1
        b1 = b0


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
