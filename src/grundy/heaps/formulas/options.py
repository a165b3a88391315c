"""Options with a given value that a formula names, for heaps whose options nobody can list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from grundy.heaps.formulas.values import lasker, trailing_zeros

Option = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KnownOptions:
    """What is known, without looking at all, of the options of a heap that have a given value."""

    options: Callable[[int, int], Iterable[Option]]
    complete: bool
    counts: Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[Any]] | None = None
    number: Callable[[int, int], int] | None = None


def _nim(heap: int, value: int) -> Iterator[Option]:
    if value < heap:
        yield (value,) if value else ()


def _lasker(heap: int, value: int) -> Iterator[Option]:
    # The formula is its own inverse, apart from the heaps that change places.
    smaller = lasker(value)
    if smaller < heap:
        yield (smaller,) if smaller else ()
    elif smaller == heap + 1 and heap % 4 == 3:
        # No heap below 4k + 3 has the value 4k + 3, but 1 and 4k + 2 together have it.
        yield (1, heap - 1)


def lasker_count(heap: int, value: int) -> int:
    """Count the options of a heap in Lasker's Nim that have a value."""
    smaller = lasker(value)
    ordered = sum(_lasker_pairs(heap, value, r, s) for r in range(4) for s in range(4))
    halves = heap % 2 == 0 and heap > 0 and value == 0
    return (smaller < heap) + (ordered + halves) // 2


def _lasker_pairs(total: int, value: int, *ends: int) -> int:
    """Count the ordered pairs of heaps with these remainders by 4, a sum and a nim-sum."""
    low = [(3, 1, 2, 0)[end] for end in ends]
    rest = total - sum(ends)
    if rest % 4 or low[0] ^ low[1] != value % 4:
        return 0
    high = rest // 4 + sum((-1, 0, 0, 1)[end] for end in ends)
    wanted = value // 4
    twice = high - wanted  # the sum less the nim-sum: twice the bits that both numbers have
    if twice < 0 or twice % 2 or twice // 2 & wanted:
        return 0
    # X = 0 comes from no heap with r = 3; the other X is then the whole sum, and the nim-sum.
    empty = ends.count(3) if high == wanted else 0
    return (1 << wanted.bit_count()) - (min(empty, 1) if high == 0 else empty)


def _at_most_half(heap: int, value: int) -> Iterator[Option]:
    # The heaps of value v are 2^j (2v + 1) - 1; each is twice the one before, and one more, so
    # that at most one of them is left by taking at most half.
    left = 2 * value
    while 2 * left < heap:
        left = 2 * left + 1
    if 0 < left < heap:
        yield (left,)


def _one_or_prime(heap: int, value: int) -> Iterator[Option]:
    taken = (heap - value) % 4
    if value < 4 and taken and taken <= heap:
        yield (heap - taken,) if heap > taken else ()


def _aliquot(heap: int, value: int) -> Iterator[Option]:
    if value < trailing_zeros(heap):
        yield (heap - (1 << value),)


NIM = KnownOptions(_nim, complete=True, counts=lambda heaps, values: values < heaps)
LASKER = KnownOptions(_lasker, complete=False, number=lasker_count)
AT_MOST_HALF = KnownOptions(_at_most_half, complete=True)
ONE_OR_PRIME = KnownOptions(_one_or_prime, complete=False)
ALIQUOT = KnownOptions(_aliquot, complete=False)
