"""Values of codes by the definition, for the check of certificates; knows no engine.

The function runs on lists in plain Python and on arrays when compiled.
"""

from __future__ import annotations

from typing import Any


def extend(
    moves: Any, start: int, stop: int, width: int, values: Any, mirror: Any, sums: Any, seen: Any
) -> int:
    """Fill in values[start:stop] by the definition; return where it stopped.

    moves   int64[m, 2]             r and d_r, r rising, where d_r is not 0
    width   int                     a power of two; no value below may reach it
    values  uint32[n]               values[:start] valid on entry
    mirror  uint32[n]               the values from the end: mirror[n - 1 - m] = values[m]
    sums    uint8[b - 1, d, width]  sums[j, m % d, g] = 1: m falls into j + 2 heaps of value g
    seen    uint8[width]            workspace

    Needs d > every r, and d >= n when b > 2. Returns less than stop at a value of width or more.
    """
    size = len(values)
    for heap in range(start, stop):
        for j in range(len(sums)):
            row = sums[j][heap % len(sums[j])]
            for g in range(width):
                row[g] = 0
            if j == 0:
                half = heap // 2
                first = values[1 : half + 1]
                other = mirror[size - heap : size - heap + half]
                for i in range(half):
                    row[first[i] ^ other[i]] = 1
            else:
                for part in range(1, heap):
                    rest = sums[j - 1][(heap - part) % len(sums[j])]
                    for g in range(width):
                        if rest[g]:
                            row[g ^ values[part]] = 1
        for g in range(width):
            seen[g] = 0
        for taken, digit in moves:
            left = heap - taken
            if left < 0:
                break
            if digit & 1 and left == 0:
                seen[0] = 1
            if digit & 2 and left > 0:
                seen[values[left]] = 1
            for j in range(len(sums)):
                if digit >> (j + 2) & 1:
                    row = sums[j][left % len(sums[j])]
                    for g in range(width):
                        seen[g] |= row[g]
        value = 0
        while value < width and seen[value]:
            value += 1
        if value >= width:
            return heap
        values[heap] = value
        mirror[size - 1 - heap] = value
    return stop
