"""Closed forms for the value of a heap, each with its source, exact for heaps of any size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from grundy.heaps.formulas import arrays, options, values
from grundy.heaps.formulas.arrays import Heaps
from grundy.heaps.formulas.options import KnownOptions


@dataclass(frozen=True, slots=True)
class Formula:
    """The value of heap n in closed form."""

    value: Callable[[int], int]
    text: str
    source: str
    array: Callable[[Heaps], Heaps] | None = None
    period: tuple[int, int, int] | None = None
    options: KnownOptions | None = None

    def __call__(self, heap: int) -> int:
        """Return the value of a heap."""
        return self.value(heap)


def modulo(modulus: int, source: str) -> Formula:
    """Return n mod *modulus*."""
    return Formula(
        lambda heap: heap % modulus,
        f"n mod {modulus}",
        source,
        # a modulus above every heap of an array changes nothing
        lambda heaps: heaps % min(modulus, 1 << 62),
    )


NIM = Formula(
    lambda heap: heap,
    "n",
    "C. L. Bouton, 1901",
    lambda heaps: heaps,
    options=options.NIM,
)
LASKER = Formula(
    values.lasker,
    "4k+1 → 4k+1, 4k+2 → 4k+2, 4k+3 → 4k+4, 4k+4 → 4k+3",
    "Winning Ways, ch. 4",
    arrays.lasker,
    period=(1, 4, 4),
    options=options.LASKER,
)
POWERS_OF_TWO = replace(
    modulo(3, "Negrușeri; no power of two is divisible by 3, and 1 and 2 are powers"),
    period=(0, 3, 0),
)
ONE_OR_PRIME = replace(
    modulo(4, "Negrușeri; no prime is divisible by 4, and 1, 2 and 3 may be taken"),
    period=(0, 4, 0),
    options=options.ONE_OR_PRIME,
)
AT_MOST_HALF = Formula(
    values.at_most_half,
    "n/2 for even n, that of (n - 1)/2 for odd n",
    "Negrușeri",
    arrays.at_most_half,
    options=options.AT_MOST_HALF,
)
ALIQUOT = Formula(
    values.trailing_zeros,
    "the exponent of 2 in n",
    "D. E. Iannucci and U. Larsson, 2021",
    arrays.trailing_zeros,
    options=options.ALIQUOT,
)
DIVIDE = Formula(
    values.divide, "that of n // 12 from 12 on", "GeeksforGeeks; by induction on n", arrays.divide
)
MARK = Formula(
    values.mark,
    "0 for an odd number of trailing binary zeros, else 1 or 2 by recursion",
    "A. S. Fraenkel, 2011",
    arrays.mark,
)
TOTATIVE = Formula(
    values.totative,
    "0 for even n, 1 for n = 1, else the place of the least prime factor of n among the primes",
    "D. E. Iannucci and U. Larsson, 2021",
    arrays.totative,
)
