"""Endless: what proves that a misère quotient is infinite, ready to be checked."""

from __future__ import annotations

from dataclasses import dataclass

from grundy.misere.claim import Claim

Sum = tuple[int, ...]
"""Heaps in descending order."""


@dataclass(frozen=True, slots=True)
class Part:
    """The sums of a company, once, and any number of the heaps up to a largest.

    >>> Part((29,), 28)  # one heap of 29, and any number of smaller ones
    Part(company=(29,), largest=28)
    """

    company: Sum
    largest: int


@dataclass(frozen=True, slots=True)
class Family:
    """The sums of a base and any number of each step: a linear set.

    >>> Family((18,), ((25, 25),))  # 18, 18 + 25 + 25, 18 + 25 + 25 + 25 + 25, …
    Family(base=(18,), steps=((25, 25),))
    """

    base: Sum
    steps: tuple[Sum, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Endless:
    """Sums of heaps that are told apart pairwise, infinitely many.

    The sums `grown`, twice `grown`, … are told apart by the company of the last part, `beside`
    and so many times `by`.

    Attributes:
        same: For each heap from 0 on smaller heaps that are equal to it beside any game, or
            itself; it says which heaps the families are written with.
        outcomes: A monoid whose elements say who wins the sums of all parts but the last. It has
            no invariant: the check makes that anew.
        parts: They are closed: a move leads to the same part or to another.
        families: Sums which, put beside the company of the last part, are P-positions.
        beside: As above.
        grown: As above.
        by: As above.
    """

    same: tuple[Sum, ...]
    outcomes: Claim
    parts: tuple[Part, ...]
    families: tuple[Family, ...]
    beside: Sum
    grown: Sum
    by: Sum

    @property
    def last(self) -> Part:
        """The part in which the families are."""
        return self.parts[-1]
