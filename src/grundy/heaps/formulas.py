"""Closed forms for the value of a heap, each with its source, exact for heaps of any size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Formula:
    """The value of heap n in closed form.

    Attributes:
        value: Gives the value of any heap n >= 0.
        text: The formula in words.
        source: Where it is proved.
    """

    value: Callable[[int], int]
    text: str
    source: str

    def __call__(self, heap: int) -> int:
        """Give the value of a heap."""
        return self.value(heap)


def modulo(modulus: int, source: str) -> Formula:
    """Give n mod *modulus*.

    >>> modulo(3, "")(10**200)
    1
    """
    return Formula(lambda heap: heap % modulus, f"n mod {modulus}", source)


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


NIM = Formula(lambda heap: heap, "n", "C. L. Bouton, 1901")
LASKER = Formula(
    lasker, "4k+1 → 4k+1, 4k+2 → 4k+2, 4k+3 → 4k+4, 4k+4 → 4k+3", "Winning Ways, ch. 4"
)
POWERS_OF_TWO = modulo(3, "Negrușeri; no power of two is divisible by 3, and 1 and 2 are powers")
ONE_OR_PRIME = modulo(4, "Negrușeri; no prime is divisible by 4, and 1, 2 and 3 may be taken")
AT_MOST_HALF = Formula(at_most_half, "n/2 for even n, that of (n - 1)/2 for odd n", "Negrușeri")
ALIQUOT = Formula(trailing_zeros, "the exponent of 2 in n", "D. E. Iannucci and U. Larsson, 2021")
DIVIDE = Formula(divide, "that of n // 12 from 12 on", "GeeksforGeeks; by induction on n")
MARK = Formula(
    mark,
    "0 for an odd number of trailing binary zeros, else 1 or 2 by recursion",
    "A. S. Fraenkel, 2011",
)
