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
