"""The closed forms of `grundy.heaps.formulas.values` for arrays of heaps, int64[…] to int64[…]."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from grundy.heaps.formulas.values import primes_below

Heaps = npt.NDArray[np.int64]


def mark(heaps: Heaps) -> Heaps:
    """Mark: follow the option that is no zero, all heaps at once."""
    last, flips = heaps.copy(), np.zeros_like(heaps)
    while (active := (last > 1) & (trailing_zeros(last) % 2 == 0)).any():
        one_is_zero = trailing_zeros(last - 1) % 2 == 1
        last = np.where(active, np.where(one_is_zero, last // 2, last - 1), last)
        flips += active
    odd = (flips + (last == 1)) % 2
    found: Heaps = np.where(flips == 0, last == 1, 2 - odd).astype(np.int64)
    return found


def lasker(heaps: Heaps) -> Heaps:
    """Lasker's Nim."""
    changed: Heaps = heaps + (heaps % 4 == 3) - ((heaps % 4 == 0) & (heaps > 0))
    return changed


def at_most_half(heaps: Heaps) -> Heaps:
    """Take at least one and at most half."""
    # n + 1 without its factors 2 is twice n/2 + 1, for the even n that the rule ends in
    after = heaps + 1
    return (after // (after & -after) - 1) >> 1


def trailing_zeros(heaps: Heaps) -> Heaps:
    """Aliquot."""
    lowest = heaps & -heaps
    exponents: Heaps = np.frexp(lowest.astype(float))[1].astype(np.int64) - 1
    return np.where(lowest, exponents, 0)


def divide(heaps: Heaps) -> Heaps:
    """Divide by 2, 3 or 6, rounded down."""
    heaps = heaps.copy()
    while heaps.max(initial=0) >= 12:
        heaps = np.where(heaps >= 12, heaps // 12, heaps)
    return np.array([0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0])[heaps]


def totative(heaps: Heaps) -> Heaps:
    """Take a number prime to the heap."""
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
