"""Closed forms for the value of a heap, each with its source, exact for heaps of any size."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError

Heaps = npt.NDArray[np.int64]

_LARGEST_FACTOR = 1_000_000


@dataclass(frozen=True, slots=True)
class Formula:
    """The value of heap n in closed form.

    Attributes:
        value: Gives the value of any heap n >= 0.
        text: The formula in words.
        source: Where it is proved.
        array: The same for an array of heaps, int64[…] to int64[…].
        period: The preperiod, period and saltus, where it repeats and no theorem on the rule
            says so already.
    """

    value: Callable[[int], int]
    text: str
    source: str
    array: Callable[[Heaps], Heaps] | None = None
    period: tuple[int, int, int] | None = None

    def __call__(self, heap: int) -> int:
        """Return the value of a heap."""
        return self.value(heap)


def modulo(modulus: int, source: str) -> Formula:
    """Return n mod *modulus*.

    >>> modulo(3, "")(10**200)
    1
    """
    return Formula(
        lambda heap: heap % modulus,
        f"n mod {modulus}",
        source,
        # a modulus above every heap of an array changes nothing
        lambda heaps: heaps % min(modulus, 1 << 62),
    )


def lasker(heap: int) -> int:
    """Lasker's Nim: 4k+1 and 4k+2 stay, 4k+3 and 4k+4 change places.

    >>> [lasker(n) for n in range(9)]
    [0, 1, 2, 4, 3, 5, 6, 8, 7]
    """
    return heap + (0, 0, 0, 1)[heap % 4] - (heap % 4 == 0 and heap > 0)


def at_most_half(heap: int) -> int:
    """Take at least one and at most half: n/2 for even n, the value of (n - 1)/2 for odd n.

    >>> [at_most_half(n) for n in range(1, 15)]
    [0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7]
    """
    while heap & 1:
        heap >>= 1
    return heap >> 1


def trailing_zeros(heap: int) -> int:
    """Aliquot: the exponent of 2 in n; 0 for the empty heap.

    >>> [trailing_zeros(n) for n in (0, 1, 8, 12)]
    [0, 0, 3, 2]
    """
    return (heap & -heap).bit_length() - 1 if heap else 0


def divide(heap: int) -> int:
    """Divide by 2, 3 or 6, rounded down: n and n // 12 have one value from 12 on.

    >>> [divide(n) for n in (0, 1, 2, 3, 4, 5, 6, 11, 12, 24)]
    [0, 1, 2, 2, 3, 3, 0, 0, 1, 2]
    """
    # One division at a time is quadratic in the digits; a hundred thousand digits still answer.
    while heap >= 12:
        heap //= 12
    return (0, 1, 2, 2, 3, 3)[heap] if heap < 6 else 0


def totative(heap: int) -> int:
    """Take a number prime to n: the least prime factor's place among the primes, 0 for 2.

    The options of n are the numbers below it that are prime to it: never one with the same
    least prime factor, but all primes below that, and 1.

    Raises:
        LimitError: If n has no prime factor below a million.

    >>> [totative(n) for n in range(1, 10)]
    [1, 0, 2, 0, 3, 0, 4, 0, 2]
    """
    if heap < 2 or heap % 2 == 0:
        return int(heap == 1)
    primes = primes_below(min(heap + 1, _LARGEST_FACTOR))
    for place, prime in enumerate(primes.tolist(), start=1):
        if heap % prime == 0:
            return place
    raise LimitError(
        "The value of this heap in totative is out of reach: it has no prime factor below "
        f"{_LARGEST_FACTOR:,}."
    )


def primes_below(stop: int) -> Heaps:
    """Return the primes below *stop*, in order, as int64[…]; linear in *stop*.

    >>> primes_below(12).tolist()
    [2, 3, 5, 7, 11]
    """
    prime = np.ones(max(stop, 2), bool)
    prime[:2] = False
    for p in range(2, math.isqrt(len(prime)) + 1):
        if prime[p]:
            prime[p * p :: p] = False
    found: Heaps = np.flatnonzero(prime)
    return found


def mark(heap: int) -> int:
    """Move to n - 1 or to n // 2.

    The zeros are 0 and the numbers with an odd number of trailing binary zeros, so of the two
    options of any other heap at most one is no zero; following it halves the heap at least
    every third step.

    >>> [n for n in range(25) if mark(n) == 0]
    [0, 2, 6, 8, 10, 14, 18, 22, 24]
    """
    flips = 0
    while heap > 1 and trailing_zeros(heap) % 2 == 0:
        one, half = heap - 1, heap // 2
        one_is_zero = trailing_zeros(one) % 2 == 1
        heap = half if one_is_zero else one
        flips += 1
    # The value is mex{0, x}: 2 when x is 1, else 1. The last x is 0 or that of heap 1.
    value = 1 if heap == 1 else 0
    for _ in range(flips):
        value = 2 if value == 1 else 1
    return value


def _mark_array(heaps: Heaps) -> Heaps:
    last, flips = heaps.copy(), np.zeros_like(heaps)
    while (active := (last > 1) & (_trailing_zeros_array(last) % 2 == 0)).any():
        one_is_zero = _trailing_zeros_array(last - 1) % 2 == 1
        last = np.where(active, np.where(one_is_zero, last // 2, last - 1), last)
        flips += active
    odd = (flips + (last == 1)) % 2
    found: Heaps = np.where(flips == 0, last == 1, 2 - odd).astype(np.int64)
    return found


def _lasker_array(heaps: Heaps) -> Heaps:
    changed: Heaps = heaps + (heaps % 4 == 3) - ((heaps % 4 == 0) & (heaps > 0))
    return changed


def _at_most_half_array(heaps: Heaps) -> Heaps:
    # n + 1 without its factors 2 is twice n/2 + 1, for the even n that the rule ends in
    after = heaps + 1
    return (after // (after & -after) - 1) >> 1


def _trailing_zeros_array(heaps: Heaps) -> Heaps:
    lowest = heaps & -heaps
    exponents: Heaps = np.frexp(lowest.astype(float))[1].astype(np.int64) - 1
    return np.where(lowest, exponents, 0)


def _divide_array(heaps: Heaps) -> Heaps:
    heaps = heaps.copy()
    while heaps.max(initial=0) >= 12:
        heaps = np.where(heaps >= 12, heaps // 12, heaps)
    return np.array([0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0])[heaps]


def _totative_array(heaps: Heaps) -> Heaps:
    found: Heaps = np.zeros_like(heaps)
    found[heaps == 1] = 1
    primes = primes_below(int(heaps.max(initial=0)) + 1)
    open_ = np.flatnonzero((heaps > 1) & (heaps % 2 == 1))
    for place, prime in enumerate(primes[1:].tolist(), start=2):
        if prime * prime > heaps.max(initial=0):
            break
        divided = heaps[open_] % prime == 0
        found[open_[divided]] = place
        open_ = open_[~divided]
    found[open_] = np.searchsorted(primes, heaps[open_]) + 1
    return found


NIM = Formula(lambda heap: heap, "n", "C. L. Bouton, 1901", lambda heaps: heaps)
LASKER = Formula(
    lasker,
    "4k+1 → 4k+1, 4k+2 → 4k+2, 4k+3 → 4k+4, 4k+4 → 4k+3",
    "Winning Ways, ch. 4",
    _lasker_array,
    period=(1, 4, 4),
)
POWERS_OF_TWO = replace(
    modulo(3, "Negrușeri; no power of two is divisible by 3, and 1 and 2 are powers"),
    period=(0, 3, 0),
)
ONE_OR_PRIME = replace(
    modulo(4, "Negrușeri; no prime is divisible by 4, and 1, 2 and 3 may be taken"),
    period=(0, 4, 0),
)
AT_MOST_HALF = Formula(
    at_most_half, "n/2 for even n, that of (n - 1)/2 for odd n", "Negrușeri", _at_most_half_array
)
ALIQUOT = Formula(
    trailing_zeros,
    "the exponent of 2 in n",
    "D. E. Iannucci and U. Larsson, 2021",
    _trailing_zeros_array,
)
DIVIDE = Formula(
    divide, "that of n // 12 from 12 on", "GeeksforGeeks; by induction on n", _divide_array
)
MARK = Formula(
    mark,
    "0 for an odd number of trailing binary zeros, else 1 or 2 by recursion",
    "A. S. Fraenkel, 2011",
    _mark_array,
)
TOTATIVE = Formula(
    totative,
    "0 for even n, 1 for n = 1, else the place of the least prime factor of n among the primes",
    "D. E. Iannucci and U. Larsson, 2021",
    _totative_array,
)
