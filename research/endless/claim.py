"""Endless: what proves that a misère quotient is infinite, ready to be checked."""

from __future__ import annotations

from dataclasses import dataclass

from grundy.misere.checker import Claim

Sum = tuple[int, ...]
"""Heaps in descending order."""


@dataclass(frozen=True, slots=True)
class Part:
    """The sums of a company, once, and any number of the heaps up to a largest."""

    company: Sum
    largest: int


@dataclass(frozen=True, slots=True)
class Family:
    """The sums of a base and any number of each step: a linear set."""

    base: Sum
    steps: tuple[Sum, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Endless:
    """Sums of heaps that are pairwise distinguishable, infinitely many."""

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
