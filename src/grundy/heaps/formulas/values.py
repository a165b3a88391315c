"""The value of one heap of any size by a closed form."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError

_LARGEST_FACTOR = 1_000_000


def lasker(heap: int) -> int:
    """Lasker's Nim: 4k+1 and 4k+2 stay, 4k+3 and 4k+4 change places."""
    return heap + (0, 0, 0, 1)[heap % 4] - (heap % 4 == 0 and heap > 0)


def at_most_half(heap: int) -> int:
    """Take at least one and at most half: n/2 for even n, the value of (n - 1)/2 for odd n."""
    while heap & 1:
        heap >>= 1
    return heap >> 1


def trailing_zeros(heap: int) -> int:
    """Aliquot: the exponent of 2 in n; 0 for the empty heap."""
    return (heap & -heap).bit_length() - 1 if heap else 0


def divide(heap: int) -> int:
    """Divide by 2, 3 or 6, rounded down: n and n // 12 have one value from 12 on."""
    # One division at a time is quadratic in the digits; a hundred thousand digits still answer.
    while heap >= 12:
        heap //= 12
    return (0, 1, 2, 2, 3, 3)[heap] if heap < 6 else 0


def totative(heap: int) -> int:
    """Take a number prime to n: the least prime factor's place among the primes, 0 for 2."""
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


def primes_below(stop: int) -> npt.NDArray[np.int64]:
    """Return the primes below *stop*, in order, as int64[…]; linear in *stop*."""
    prime = np.ones(max(stop, 2), bool)
    prime[:2] = False
    for p in range(2, math.isqrt(len(prime)) + 1):
        if prime[p]:
            prime[p * p :: p] = False
    found: npt.NDArray[np.int64] = np.flatnonzero(prime)
    return found


def mark(heap: int) -> int:
    """Move to n - 1 or to n // 2."""
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
