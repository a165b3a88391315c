"""Linear sets of sums: are all of them P-positions beside a company? Finitely many are looked at.

docs/theory.md 7.10 has the theorem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from grundy.misere.certificate import ensure
from research.endless.outcomes import Marks, Outcomes
from research.endless.same import SameHeaps, Sum


@dataclass(frozen=True, slots=True)
class Family:
    """The sums of a base and any number of each step: a linear set."""

    base: Sum
    steps: tuple[Sum, ...]


class Families:
    """Sums that are said to be P-positions beside a company."""

    def __init__(
        self, families: Sequence[Family], company: Sum, same: SameHeaps, outcomes: Outcomes
    ) -> None:
        self._families, self._same, self._outcomes = families, same, outcomes
        moved = [outcomes.element(rest + option) for rest, option in outcomes.moves(company)]
        ensure(bool(moved), "families", "the company has no move")
        self._is_open: Marks = ~np.asarray(outcomes.is_p[outcomes.table[moved]].any(axis=0))

    def check(self) -> None:
        """Raise `VerificationError` unless every sum of the families is a P-position."""
        for family in self._families:
            for step in family.steps:
                whole = self._same.reduced(step + step) == tuple(sorted(step + step, reverse=True))
                ensure(bool(step) and whole, "families", "a step has heaps that cancel")
            ensure(
                self._same.reduced(family.base) == family.base, "families",
                "a base is not written with the heaps that it names",
            )  # fmt: skip
            cycles = [self._cycle(step) for step in family.steps]
            for counts in product(*(range(start + period + 1) for start, period in cycles)):
                self._check_sum(family, counts, cycles)

    def hold(self, base: Sum, steps: Sequence[Sum]) -> bool:
        """Return whether a linear set is inside one of the families."""
        return any(
            is_made(minus(base, family.base), family.steps)
            and all(is_made(Counter(step), family.steps) for step in steps)
            for family in self._families
        )

    def _cycle(self, step: Sum) -> tuple[int, int]:
        """Return (start, period) of the powers of a step's element."""
        element = self._outcomes.element(step)
        powers: list[int] = []
        power = 0
        while power not in powers:
            powers.append(power)
            power = int(self._outcomes.table[power, element])
        return powers.index(power), len(powers) - powers.index(power)

    def _check_sum(
        self, family: Family, counts: tuple[int, ...], cycles: list[tuple[int, int]]
    ) -> None:
        """Check one sum, and with it all that have whole periods of large counts more."""
        sum_ = family.base
        longer = []
        for step, count, (start, period) in zip(family.steps, counts, cycles, strict=True):
            sum_ += step * count
            if count > start:
                longer.append(step * period)
        sum_ = tuple(sorted(sum_, reverse=True))
        ensure(self._open(sum_), "families", "beside a sum of a family the company has a move")
        for option in self._same.after(sum_):
            answered = not self._open(option) or any(
                self.hold(reply, longer) for reply in self._same.after(option)
            )
            ensure(answered, "families", "a move from a sum of a family has no reply")

    def _open(self, sum_: Sum) -> bool:
        """Return whether no move in the company leads to a P-position."""
        return bool(self._is_open[self._outcomes.element(sum_)])


def minus(sum_: Sum, less: Sum) -> Counter[int]:
    """Return how many of each heap are left; negative where there are too few."""
    found = Counter(sum_)
    found.subtract(less)
    return found


def is_made(heaps: Counter[int], steps: Sequence[Sum]) -> bool:
    """Return whether heaps are some of each step, in any numbers."""
    if min(heaps.values(), default=0) < 0:
        return False
    covered = {heap for step in steps for heap in step}
    if any(count and heap not in covered for heap, count in heaps.items()):
        return False  # most are refused here
    if not steps:
        return True
    return any(is_made(left, steps[1:]) for left in _without(heaps, steps[0]))


def _without(heaps: Counter[int], step: Sum) -> Iterator[Counter[int]]:
    """Yield heaps without a step, no times, once, twice, … as long as there are enough."""
    left = heaps.copy()
    while min(left.values(), default=0) >= 0:
        yield left.copy()
        left.subtract(step)
