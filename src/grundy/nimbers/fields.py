"""The field of nimbers: which numbers it takes, tables of logarithms, and arithmetic by halving.

The nimbers below 2^n, n a power of 2, are a field. With half = n / 2 each of them is
x = a ⊗ F ⊕ b, where F = 2^half and a and b lie in the field below F, and

    F ⊗ F = F ⊕ g    with g = 2^(half - 1), the top bit of the smaller field.

Every formula here is that line, worked out. Each goes down to the field below 2^16, where a
`Base` answers from tables: for ints in `integers.py`, for NumPy arrays in `arrays.py`.

Everywhere *bits* is 16, 32, 64, … and every argument is below 2^bits.

Sources: J. H. Conway, "On Numbers and Games", 1976, ch. 6; H. W. Lenstra, "Nim
multiplication", 1978.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, Protocol, TypeAlias


def is_array(value: object) -> bool:
    """Whether *value* is an array with at least one axis; NumPy is not imported to see it."""
    return bool(getattr(value, "ndim", 0))


# The field of nimbers below 2^16 as tables of logarithms, for Python's integers.


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
    """A `grundy.nimbers.fields.Base` for ints, whose products reach to 64 bits."""

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


# The arithmetic of nimbers by halving: one set of formulas for numbers and for arrays.


Numbers: TypeAlias = Any  # an int, or a uint64 array; one call never mixes the two


class Base(Protocol):
    """The field below 2^16, from tables; its products may reach further, to *product_bits*."""

    @property
    def product_bits(self) -> int:
        """The width up to which `product` answers by itself, 16 or more."""

    def product(self, x: Numbers, y: Numbers) -> Numbers:
        """Return x ⊗ y."""

    def times_top(self, x: Numbers) -> Numbers:
        """Return x ⊗ 2^15."""

    def square(self, x: Numbers) -> Numbers:
        """Return x ⊗ x."""

    def root(self, x: Numbers) -> Numbers:
        """Return the one y with y ⊗ y = x."""

    def inverse(self, x: Numbers) -> Numbers:
        """Return the one y with x ⊗ y = 1; x is nowhere 0."""


def product(x: Numbers, y: Numbers, bits: int, base: Base) -> Numbers:
    """Return x ⊗ y by three products of half the width. Cost: bits^1.59."""
    if bits <= base.product_bits:
        return base.product(x, y)
    half = bits >> 1
    mask = (1 << half) - 1
    a, b, c, d = x >> half, x & mask, y >> half, y & mask
    low = product(b, d, half, base)
    high = product(a ^ b, c ^ d, half, base) ^ low
    return (high << half) | (low ^ times_top(product(a, c, half, base), half, base))


def times_top(x: Numbers, bits: int, base: Base) -> Numbers:
    """Return x ⊗ 2^(bits - 1); the top bit is g ⊗ F, so this needs no product."""
    if bits == 16:
        return base.times_top(x)
    half = bits >> 1
    a, b = x >> half, x & ((1 << half) - 1)
    high = times_top(a ^ b, half, base)
    return (high << half) | times_top(times_top(a, half, base), half, base)


def square(x: Numbers, bits: int, base: Base) -> Numbers:
    """Return x ⊗ x = a² ⊗ F ⊕ (b² ⊕ g ⊗ a²)."""
    if bits == 16:
        return base.square(x)
    half = bits >> 1
    high = square(x >> half, half, base)
    low = square(x & ((1 << half) - 1), half, base)
    return (high << half) | (low ^ times_top(high, half, base))


def root(x: Numbers, bits: int, base: Base) -> Numbers:
    """Return the square root: `square` read backwards, and linear as it is."""
    if bits == 16:
        return base.root(x)
    half = bits >> 1
    high, low = x >> half, x & ((1 << half) - 1)
    a = root(high, half, base)
    return (a << half) | root(low ^ times_top(high, half, base), half, base)


def inverse(x: Numbers, bits: int, base: Base) -> Numbers:
    """Return 1 / x, x nowhere 0: the conjugate over the norm."""
    if bits == 16:
        return base.inverse(x)
    half = bits >> 1
    a, b = x >> half, x & ((1 << half) - 1)
    other = a ^ b
    norm = times_top(square(a, half, base), half, base) ^ product(b, other, half, base)
    scale = inverse(norm, half, base)
    return (product(a, scale, half, base) << half) | product(other, scale, half, base)


def power(x: Numbers, exponent: int, one: Numbers, bits: int, base: Base) -> Numbers:
    """Return x ⊗ … ⊗ x, *exponent* >= 0 times; *one* is 1, or an array of ones."""
    # x to the 2^bits - 1 is 1 unless x is 0, and 0 to any power but 0 is 0: both hold on.
    left = exponent and (exponent - 1) % ((1 << bits) - 1) + 1
    result = one
    for bit in bin(left)[2:] if left else "":
        result = square(result, bits, base)
        if bit == "1":
            result = product(result, x, bits, base)
    return result


def width(number: int) -> int:
    """Return the least bits, 16 or more and a power of 2, whose field holds *number*."""
    return 1 << max(4, (number.bit_length() - 1).bit_length())
