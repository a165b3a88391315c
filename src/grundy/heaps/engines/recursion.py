"""Plain recursion in plain Python: short runs, before numba has loaded."""

from __future__ import annotations

from typing import Any

Ints = Any


def extend(
    code: Ints,
    breaking: Ints,
    unequal: bool,
    values: Ints,
    filled: int,
    stop: int,
    seen: Ints,
    control: Ints,
) -> int:
    """Extend Grundy values in place; return the new filled length."""
    for heap in range(filled, stop):
        for r in range(1, min(heap, len(code) - 1) + 1):
            digit = code[r]
            if heap == r:
                if digit & 1:
                    seen[0] = heap
            elif digit & 2:
                seen[values[heap - r]] = heap
        for r in breaking:
            rest = heap - r
            for part in range(1, (rest - unequal) // 2 + 1):
                seen[values[part] ^ values[rest - part]] = heap
        value = 0
        while value < len(seen) and seen[value] == heap:
            value += 1
        if value == len(seen):
            return heap
        values[heap] = value
        if heap & 1023 == 0:
            control[0] = heap
            if control[1]:
                return heap + 1
    return stop
