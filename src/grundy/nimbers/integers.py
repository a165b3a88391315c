"""The field of nimbers below 2^16 as tables of logarithms, for Python's integers."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

ORDER = 65535  # of the group of the nimbers 1 .. 2^16 - 1 under ⊗, which is cyclic
GENERATOR = 258  # the least one
LOG_OF_ZERO = 2 * ORDER  # so large that any sum with it falls into the zeros at the end of exp


class Tables(NamedTuple):
    """Logarithms: x ⊗ y = exp[log[x] + log[y]], for zeros too."""

    log: list[int]
    exp: list[int]
    times_top: list[int]


@cache
def tables() -> Tables:
    """Build the tables, on first use; about 20 ms and 5 MB."""
    low = _span([_small_product(GENERATOR, 1 << bit, 8) for bit in range(8)])
    high = _span([_small_product(GENERATOR, 1 << bit, 8) for bit in range(8, 16)])
    powers = [1] * ORDER
    log = [LOG_OF_ZERO] * 65536
    element = 1
    for exponent in range(ORDER):
        powers[exponent] = element
        log[element] = exponent
        element = low[element & 255] ^ high[element >> 8]
    exp = powers + powers + [0] * (2 * ORDER + 1)
    top = log[1 << 15]
    return Tables(log, exp, [exp[logarithm + top] for logarithm in log])


class IntegerBase:
    """A `grundy.nimbers.halving.Base` for ints, whose products reach to 64 bits."""

    product_bits = 64

    def __init__(self) -> None:
        self._log, self._exp, self._top = tables()

    def product(self, x: int, y: int) -> int:
        """Return x ⊗ y below 2^64."""
        if x <= 65535 and y <= 65535:
            return self._exp[self._log[x] + self._log[y]]
        a, b, c, d = x >> 32, x & 0xFFFFFFFF, y >> 32, y & 0xFFFFFFFF
        low = self._product32(b, d)
        if not a and not c:
            return low
        middle, high = self._product32(a ^ b, c ^ d), self._product32(a, c)
        # g ⊗ high with g = 2^31, as in halving.times_top
        top, upper = self._top, high >> 16
        scaled = top[upper ^ (high & 65535)] << 16 | top[top[upper]]
        return (middle ^ low) << 32 | low ^ scaled

    def _product32(self, x: int, y: int) -> int:
        # halving.product with the tables written in: three times as fast
        log, exp = self._log, self._exp
        a, b, c, d = x >> 16, x & 65535, y >> 16, y & 65535
        low = exp[log[b] + log[d]]
        high = exp[log[a ^ b] + log[c ^ d]] ^ low
        return high << 16 | low ^ self._top[exp[log[a] + log[c]]]

    def times_top(self, x: int) -> int:
        """Return x ⊗ 2^15."""
        return self._top[x]

    def square(self, x: int) -> int:
        """Return x ⊗ x."""
        return self._exp[2 * self._log[x]]

    def root(self, x: int) -> int:
        """Return the square root: half the logarithm, made even by adding the odd order."""
        logarithm = self._log[x]
        return self._exp[(logarithm + ORDER * (logarithm & 1)) >> 1] if x else 0

    def inverse(self, x: int) -> int:
        """Return 1 / x, x not 0."""
        return self._exp[ORDER - self._log[x]]


@cache
def integer_base() -> IntegerBase:
    """Return the one base for ints."""
    return IntegerBase()


def _span(images: list[int]) -> list[int]:
    """List, for the 2^k xors of subsets of *images*, each by the bits of its index."""
    sums = [0]
    for image in images:
        sums += [image ^ partial for partial in sums]
    return sums


def _small_product(x: int, y: int, half: int) -> int:
    """Return x ⊗ y below 2^(2 * half) without tables; half is a power of 2, or 0 for bits."""
    if not half:
        return x & y
    mask = (1 << half) - 1
    a, b, c, d = x >> half, x & mask, y >> half, y & mask
    low = _small_product(b, d, half >> 1)
    high = _small_product(a ^ b, c ^ d, half >> 1) ^ low
    upper = _small_product(a, c, half >> 1)
    return (high << half) | (low ^ _small_product(upper, 1 << (half - 1), half >> 1))
