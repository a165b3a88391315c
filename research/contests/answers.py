"""What the published answers of contest problems are made of: names for `rules.toml`."""

from __future__ import annotations

from functools import cache
from math import gcd as gcd
from math import isqrt as isqrt
from typing import Any

from grundy.nimbers import nim_product as nim_product

Option = Any  # a state, or a list of states that are played together
_FAR = 10**6


def _fibonacci() -> frozenset[int]:
    a, b, found = 1, 2, {1}
    while b < _FAR:
        a, b = b, a + b
        found.add(a)
    return frozenset(found)


FIBONACCI = _fibonacci()


def golden(k: int) -> int:
    """Return ⌊k·φ⌋."""
    return (k + isqrt(5 * k * k)) // 2


@cache
def divisors(n: int) -> tuple[int, ...]:
    """Return the divisors of n > 0, rising."""
    return tuple(d for d in range(1, n + 1) if n % d == 0)


def is_prime(n: int) -> bool:
    """Return whether n has two divisors."""
    return len(divisors(n)) == 2


def prime_factors(n: int) -> int:
    """Return how many prime factors n has, with repeats."""
    return 0 if n == 1 else 1 + prime_factors(n // divisors(n)[1])


def strange(n: int, k: int) -> int:
    """Return the value of n where at most ⌊n/k⌋ may be taken."""
    if n < k:
        return 0
    return n // k if n % k == 0 else strange(n - n // k - 1, k)


@cache
def legendre(n: int) -> int:
    """Return the value of Codeforces 603C with an odd k."""
    if n < 5:
        return (0, 1, 0, 1, 2)[n]
    return 0 if n % 2 else 2 if legendre(n // 2) == 1 else 1


def three_times(n: int) -> set[int]:
    """Return the lost heaps up to n of HDU 2486: each is one more than what those before reach."""
    lost, reach = [1], [1]
    while lost[-1] < n:
        lost.append(reach[-1] + 1)
        lower = [far for one, far in zip(lost, reach, strict=False) if 3 * one < lost[-1]]
        reach.append(lost[-1] + (lower[-1] if lower else 0))
    return set(lost)


def reaches(n: int) -> bool:
    """Return whether who begins with p = 1 and the factors 2 to 9 reaches n first."""
    p, first = 1, False
    while p < n:
        first = not first
        p *= 9 if first else 2
    return first


def doubled(n: int) -> bool:
    """Return whether 1 is won where x becomes 2x or 2x + 1 up to n; from w on all is won."""
    w = n + 1
    while w > 2:
        w = (w + 1) // 4  # from ⌈w/2⌉ to w all is lost, and below it won again
    return w < 2


def shifted(n: int) -> bool:
    """Return whether n is won where even n are divided by powers of two, and odd ones lose 1."""
    return n > 0 and (n % 4 == 0 or not shifted(n - 1 if n % 2 else n // 2))


def euclid(a: int, b: int) -> bool:
    """Return whether the pair a >= b is won in Euclid's game."""
    return b > 0 and (a // b > 1 or a == b or not euclid(b, a % b))


def filled(x: int, s: int) -> int:
    """Return the value of a box for s stones that has x, and takes at most x² at once."""
    most = max(t for t in range(s) if t + t * t < s or t == 0)
    if x > most:
        return s - x
    return 0 if x == most else filled(x, most)


def twelfths(n: int) -> int:
    """Return what is left of n after as many divisions by 12 as make it less."""
    return n if n < 12 else twelfths(n // 12)


def written(n: int, ends: str) -> list[Option]:
    """Return what is left of n empty squares between two ends when a digit is written."""
    return [
        [(at, ends[0] + digit), (n - 1 - at, digit + ends[1])]
        for at in range(n)
        for digit in "01"
        if (at or digit != ends[0]) and (at < n - 1 or digit != ends[1])
    ]


def wider_wythoff(a: int, b: int) -> bool:
    """Return whether a <= b are lost where heaps that are taken from both differ by at most 1."""
    seen: set[int] = set()
    low = high = gap = 0
    while low < a:
        seen |= {low, high}
        low = next(n for n in range(low, high + 2) if n not in seen)
        gap += 2
        high = low + gap
    return (a, b) == (low, high)


def signed(left: tuple[int, ...], r: int, turn: int) -> list[Option]:
    """Return the options of the Powers Game: of 2, 4, 8, 16 modulo 17 so many signs are left."""
    if not any(left):  # the player who has won gets a last move
        return [(*left, 99, turn)] if r != 99 and (r == 0) == turn else []
    return [
        (*left[:i], left[i] - 1, *left[i + 1 :], (r + s * 2 ** (i + 1)) % 17, 1 - turn)
        for i in range(4)
        for s in (1, -1)
        if left[i] > 0
    ]
