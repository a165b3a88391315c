"""Closed forms for the value of a heap, each with its source, exact for heaps of any size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError

_LARGEST_FACTOR = 1_000_000

Heaps = npt.NDArray[np.int64]
Option = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KnownOptions:
    """What is known, without looking at all, of the options of a heap that have a given value."""

    options: Callable[[int, int], Iterable[Option]]
    complete: bool
    counts: Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[Any]] | None = None
    number: Callable[[int, int], int] | None = None


@dataclass(frozen=True, slots=True)
class Formula:
    """The value of heap n in closed form; `array` for whole arrays, int64[…] to int64[…].

    *certificate* makes the file that proves it, for a command that asked for it; *total* is the
    sum of the values of the heaps below a number, *counts* how many of these have each value.
    """

    value: Callable[[int], int]
    text: str
    source: str
    array: Callable[[Heaps], Heaps] | None = None
    period: tuple[int, int, int] | None = None
    options: KnownOptions | None = None
    certificate: Callable[[str], Any] | None = None  # None, too, where no proof is found
    total: Callable[[int], int] | None = None
    counts: Callable[[int], dict[int, int]] | None = None

    def __call__(self, heap: int) -> int:
        """Return the value of a heap."""
        return self.value(heap)


@dataclass(frozen=True, slots=True)
class LostHeaps:
    """Which heaps are lost, where that is known of heaps whose value is out of reach."""

    contains: Callable[[int], bool]
    rests: Callable[[int], Iterator[int]]  # what the winning moves leave of another heap
    text: str
    source: str


# Values: of one heap of any size, or of an array of heaps. Those that take Any take both.


def modulo(modulus: int, source: str) -> Formula:
    """Return n mod *modulus*."""
    least = min(modulus, 1 << 62)  # a modulus above every heap of an array changes nothing
    of_all = lambda heaps: heaps % least  # noqa: E731
    return Formula(lambda heap: heap % modulus, f"n mod {modulus}", source, of_all)


def lasker(heap: Any) -> Any:
    """Lasker's Nim: 4k+1 and 4k+2 stay, 4k+3 and 4k+4 change places."""
    return heap + (heap % 4 == 3) - ((heap % 4 == 0) & (heap > 0))


def at_most_half(heap: Any) -> Any:
    """Take at least one and at most half: n/2 for even n, the value of (n - 1)/2 for odd n."""
    # n + 1 without its factors 2 is twice n/2 + 1, for the even n that the rule ends in
    after = heap + 1
    return (after // (after & -after) - 1) >> 1


def at_most_half_total(below: int) -> int:
    """Add up the values: of even heaps 0, 1, 2, …, and of odd heaps all values of half as many."""
    total = 0
    while below:
        evens, below = (below + 1) // 2, below // 2
        total += evens * (evens - 1) // 2
    return total


def trailing_zeros(heap: int) -> int:
    """Aliquot: the exponent of 2 in n; 0 for the empty heap."""
    return (heap & -heap).bit_length() - 1 if heap else 0


def trailing_zeros_counts(below: int) -> dict[int, int]:
    """Return how many heaps below a number have each exponent; heap 0 has 0."""
    last = max(below - 1, 0)
    counts = {k: (last >> k) - (last >> k + 1) for k in range(last.bit_length())}
    return counts | {0: counts.get(0, 0) + (below > 0)}


def trailing_zeros_array(heaps: Heaps) -> Heaps:
    """Return the exponents of 2; 0 for an empty heap."""
    lowest = heaps & -heaps
    return np.where(lowest, np.frexp(lowest.astype(float))[1].astype(np.int64) - 1, 0)


def divide(heap: int) -> int:
    """Divide by 2, 3 or 6, rounded down: n and n // 12 have one value from 12 on."""
    # One division at a time is quadratic in the digits; a hundred thousand digits still answer.
    while heap >= 12:
        heap //= 12
    return (0, 1, 2, 2, 3, 3)[heap] if heap < 6 else 0


def divide_array(heaps: Heaps) -> Heaps:
    """Return `divide` of each heap."""
    heaps = heaps.copy()
    while heaps.max(initial=0) >= 12:
        heaps = np.where(heaps >= 12, heaps // 12, heaps)
    return np.array([0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0])[heaps]


def totative(heap: int) -> int:
    """Take a number prime to n: the least prime factor's place among the primes, 0 for 2."""
    if heap < 2 or heap % 2 == 0:
        return int(heap == 1)
    for place, prime in enumerate(primes_below(min(heap + 1, _LARGEST_FACTOR)).tolist(), start=1):
        if heap % prime == 0:
            return place
    no_factor = f"it has no prime factor below {_LARGEST_FACTOR:,}"
    raise LimitError(f"The value of this heap in totative is out of reach: {no_factor}.")


def totative_array(heaps: Heaps) -> Heaps:
    """Return `totative` of each heap, by a sieve."""
    values = np.zeros_like(heaps)
    values[heaps == 1] = 1
    primes = primes_below(int(heaps.max(initial=0)) + 1)
    open_ = np.flatnonzero((heaps > 1) & (heaps % 2 == 1))
    for place, prime in enumerate(primes[1:].tolist(), start=2):
        if prime * prime > heaps.max(initial=0):
            break
        divided = heaps[open_] % prime == 0
        values[open_[divided]] = place
        open_ = open_[~divided]
    values[open_] = np.searchsorted(primes, heaps[open_]) + 1
    return values


def primes_below(stop: int) -> Heaps:
    """Return the primes below *stop*, in order, as int64[…]; linear in *stop*."""
    prime = np.ones(max(stop, 2), bool)
    prime[:2] = False
    for p in range(2, math.isqrt(len(prime)) + 1):
        if prime[p]:
            prime[p * p :: p] = False
    return np.flatnonzero(prime)


def prime_factors(numbers: Heaps) -> Heaps:
    """Return how many prime factors, with repeats, each of consecutive numbers has; 0 below 1."""
    counts, rest = np.zeros_like(numbers), numbers.copy()
    first, largest = int(numbers[0]), max(int(numbers[-1]), 0)
    for prime in primes_below(math.isqrt(largest) + 1).tolist():
        power = prime
        while power <= largest:
            multiples = slice(-first % power, None, power)
            counts[multiples] += 1
            rest[multiples] //= prime
            power *= prime
    return np.where(numbers > 0, counts + (rest > 1), 0)


def mark(heap: int) -> int:
    """Move to n - 1 or to n // 2."""
    flips = 0
    while heap > 1 and trailing_zeros(heap) % 2 == 0:
        one, half = heap - 1, heap // 2
        one_is_zero = trailing_zeros(one) % 2 == 1
        heap = half if one_is_zero else one
        flips += 1
    # The value is mex{0, x}: 2 when x is 1, else 1. The last x is 0 or that of heap 1.
    return 2 - (flips + (heap == 1)) % 2 if flips else int(heap == 1)


def mark_array(heaps: Heaps) -> Heaps:
    """Follow the option that is no zero, all heaps at once."""
    last, flips = heaps.copy(), np.zeros_like(heaps)
    while (active := (last > 1) & (trailing_zeros_array(last) % 2 == 0)).any():
        one_is_zero = trailing_zeros_array(last - 1) % 2 == 1
        last = np.where(active, np.where(one_is_zero, last // 2, last - 1), last)
        flips += active
    values: Heaps = np.where(flips, 2 - (flips + (last == 1)) % 2, last == 1).astype(np.int64)
    return values


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
    smaller: int = lasker(value)
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
    nim_sum = value // 4
    twice = high - nim_sum  # the sum less the nim-sum: twice the bits that both numbers have
    if twice < 0 or twice % 2 or twice // 2 & nim_sum:
        return 0
    # X = 0 comes from no heap with r = 3; the other X is then the whole sum, and the nim-sum.
    empty = ends.count(3) if high == nim_sum else 0
    return (1 << nim_sum.bit_count()) - (min(empty, 1) if high == 0 else empty)


def _at_most_half(heap: int, value: int) -> Iterator[Option]:
    # The heaps of value v are 2^j (2v + 1) - 1; each is twice the one before, and one more, so
    # that at most one of them is left by taking at most half.
    left = 2 * value
    while 2 * left < heap:
        left = 2 * left + 1
    if 0 < left < heap:
        yield (left,)


def _one_or_prime(heap: int, value: int) -> Iterator[Option]:
    amount = (heap - value) % 4
    if value < 4 and amount and amount <= heap:
        yield (heap - amount,) if heap > amount else ()


def _aliquot(heap: int, value: int) -> Iterator[Option]:
    if value < trailing_zeros(heap):
        yield (heap - (1 << value),)


_IANNUCCI_LARSSON = "D. E. Iannucci and U. Larsson, 2021"
NIM = Formula(
    lambda heap: heap, "n", "C. L. Bouton, 1901", lambda heaps: heaps,
    options=KnownOptions(_nim, complete=True, counts=lambda heaps, values: values < heaps),
)  # fmt: skip
LASKER = Formula(
    lasker, "4k+1 → 4k+1, 4k+2 → 4k+2, 4k+3 → 4k+4, 4k+4 → 4k+3", "Winning Ways, ch. 4", lasker,
    period=(1, 4, 4), options=KnownOptions(_lasker, complete=False, number=lasker_count),
)  # fmt: skip
POWERS_OF_TWO = replace(
    modulo(3, "Negrușeri; no power of two is divisible by 3, and 1 and 2 are powers"),
    period=(0, 3, 0),
)
ONE_OR_PRIME = replace(
    modulo(4, "Negrușeri; no prime is divisible by 4, and 1, 2 and 3 may be taken"),
    period=(0, 4, 0), options=KnownOptions(_one_or_prime, complete=False),
)  # fmt: skip
AT_MOST_HALF = Formula(
    at_most_half, "n/2 for even n, that of (n - 1)/2 for odd n", "Negrușeri", at_most_half,
    options=KnownOptions(_at_most_half, complete=True), total=at_most_half_total,
)  # fmt: skip
ALIQUOT = Formula(
    trailing_zeros, "the exponent of 2 in n", _IANNUCCI_LARSSON, trailing_zeros_array,
    options=KnownOptions(_aliquot, complete=False), counts=trailing_zeros_counts,
    total=lambda below: sum(value * count for value, count in trailing_zeros_counts(below).items()),
)  # fmt: skip
DIVIDE = Formula(
    divide, "that of n // 12 from 12 on", "GeeksforGeeks; by induction on n", divide_array
)
MARK = Formula(
    mark, "0 for an odd number of trailing binary zeros, else 1 or 2 by recursion",
    "A. S. Fraenkel, 2011", mark_array,
)  # fmt: skip
TOTATIVE = Formula(
    totative,
    "0 for even n, 1 for n = 1, else the place of the least prime factor of n among the primes",
    _IANNUCCI_LARSSON, totative_array,
)  # fmt: skip


def _even_rests(heap: int) -> Iterator[int]:
    return (rest for rest in range(0, heap, 2) if math.gcd(rest, heap) == 1 or heap == 1)


EVEN = LostHeaps(
    lambda heap: heap % 2 == 0,
    _even_rests,
    "Lost are the even heaps: what is taken of them is odd, and of an odd heap one can be taken.",
    _IANNUCCI_LARSSON,
)
BELOW_TWO = LostHeaps(
    lambda heap: heap < 2,
    lambda heap: iter((1,) if heap > 1 else ()),
    "Lost are the heaps 0 and 1: 1 divides every other one.",
    _IANNUCCI_LARSSON,
)
