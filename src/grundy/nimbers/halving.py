"""The arithmetic of nimbers by halving: one set of formulas for numbers and for arrays.

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

from typing import Any, Protocol, TypeAlias

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
