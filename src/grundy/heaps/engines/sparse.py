"""Counts of values, the mask that makes rare heaps few, and plain recursion for short runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

# How often each value occurs, counted a piece at a time.


_PIECE = 1 << 20


def counts_of(values: npt.NDArray[Any], size: int = 0) -> npt.NDArray[np.int64]:
    """Count how often each value occurs, a piece at a time: NumPy would copy all to int64."""
    counts = np.zeros(max(size, int(values.max(initial=0)) + 1), np.int64)
    for first in range(0, len(values), _PIECE):
        counts += np.bincount(values[first : first + _PIECE], minlength=len(counts))
    return counts


# Find the mask that makes rare heaps few: a Walsh-Hadamard transform of the values.


@dataclass(frozen=True, slots=True)
class Mask:
    """Which values are rare."""

    bits: int
    by_position: bool
    rares: int

    def rare_class(self, size: int, offset: int) -> npt.NDArray[np.uint8]:
        """Tabulate rarity, uint8[2, size]: row (heap - offset) & 1, column value."""
        even = (np.bitwise_count(np.arange(size) & self.bits) & 1 == 0).astype(np.uint8)
        return np.stack([even, 1 - even if self.by_position else even])


def best_mask(
    values: npt.NDArray[np.unsignedinteger], size: int, breaking: npt.NDArray[np.int64]
) -> Mask:
    """Find the mask with the fewest rare heaps among heaps 1 and up."""
    count = len(values) - 1
    near = 2 - int(breaking[0] & 1)  # the first heap, from 1 on, at an even distance
    histogram = np.stack([counts_of(values[first::2], size) for first in (near, 3 - near)])
    found = []
    one_parity = len(set((breaking & 1).tolist())) == 1
    for by_position in (False, True) if one_parity else (False,):
        signed = histogram[0] - histogram[1] if by_position else histogram.sum(axis=0)
        # A sum over heaps of (-1)^(bits in common): rares minus commons.
        sums = transform(signed)
        bits = int(np.argmin(sums[1:])) + 1 if size > 1 and not by_position else int(sums.argmin())
        found.append(Mask(bits, by_position, (int(sums[bits]) + count) // 2))
    return min(found, key=lambda mask: mask.rares)


def transform(signed: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the Walsh-Hadamard transform of int64[2^k]."""
    result = signed.astype(np.int64)
    width = 1
    while width < len(result):
        pairs = result.reshape(-1, 2, width)
        result = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).ravel()
        width *= 2
    return result


# Plain recursion in plain Python: short runs, before numba has loaded.


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
