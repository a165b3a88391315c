"""Periods of Grundy values: found and proved, or observed and called a guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from grundy import markup
from grundy.heaps.periods.repetition import candidates
from grundy.heaps.periods.theorems import Theorem, settled

if TYPE_CHECKING:
    from grundy.heaps.engines.store import Store
    from grundy.heaps.ruleset import HeapRuleset

Progress = Callable[..., None] | None

_FIRST_STOP = 64
_WORTH_A_LOOK = 1 << 20  # with fewer heaps, twice as many are computed in no time


@dataclass(frozen=True, slots=True)
class Proof:
    """What proves a period for all heaps."""

    theorem: str
    heaps: int


@dataclass(frozen=True)
class Period:
    """values[n + period] == values[n] + saltus for every heap n >= preperiod.

    Attributes:
        preperiod: The first heap from which the period holds (Winning Ways and OEIS print
            the last exception, one less).
        period: The least period.
        saltus: What each period adds; 0 for a plain period.
        proved: Whether this holds for all heaps, or was only observed on some.
        proof: The theorem and the heaps that prove it; None where it was only observed, or
            where a formula proves it. Two periods are equal whatever proves them.
    """

    preperiod: int
    period: int
    saltus: int
    proved: bool
    proof: Proof | None = field(default=None, repr=False, compare=False)

    def reduce(self, heap: int) -> tuple[int, int]:
        """Return a heap below preperiod + period, and what its value is short of *heap*'s.

        >>> Period(preperiod=1, period=4, saltus=4, proved=True).reduce(10**30)
        (4, 999999999999999999999999999996)
        """
        if heap < self.preperiod:
            return heap, 0
        turns, rest = divmod(heap - self.preperiod, self.period)
        return self.preperiod + rest, turns * self.saltus

    def value(self, heap: int, values: Sequence[int] | npt.NDArray[Any]) -> int:
        """Return the value of a heap of any size.

        Args:
            heap: A natural number; 200 digits are fine.
            values: The values of heaps 0 .. preperiod + period - 1 at least.

        >>> Period(preperiod=0, period=3, saltus=0, proved=True).value(10**200, [0, 1, 2])
        1
        """
        small, added = self.reduce(heap)
        return int(values[small]) + added

    def _repr_html_(self) -> str:
        """Show the period in a notebook, in words."""
        added = f" + {self.saltus}" if self.saltus else ""
        law = f"G(n + {self.period}) = G(n){added} for all n ≥ {self.preperiod}"
        return markup.paragraph(f"{law}: {'proved' if self.proved else 'observed, not proved'}.")


def find_period(
    ruleset: HeapRuleset, stop: int, progress: Progress = None, store: Store | None = None
) -> Period | None:
    """Find and prove the period of a game's Grundy values.

    Source: R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956.
    """
    if stop < 0:
        raise ValueError(f"stop is a natural number, found {stop}.")
    if ruleset.theorem is None:
        return _by_formula(ruleset)
    return prove(ruleset.theorem, ruleset.sequence.values(stop, progress, store))


def prove(theorem: Theorem, values: npt.NDArray[Any]) -> Period | None:
    """Find the least period that these values prove under *theorem*."""
    size = len(values)
    longest = theorem.longest(size)
    if not theorem.arithmetic:
        for period, preperiod in candidates(values, longest, theorem.needed):
            return _proved(theorem, Period(preperiod, period, 0, proved=True), values)
        return None
    least = len(values)
    for period, preperiod in candidates(values, longest, theorem.needed, arithmetic=True):
        if preperiod >= least:
            continue
        least = preperiod
        saltus = int(values[-1]) - int(values[-1 - period])
        if settled(values, period, saltus, theorem.reach):
            return _proved(theorem, Period(preperiod, period, saltus, proved=True), values)
    return None


def _proved(theorem: Theorem, found: Period, values: npt.NDArray[Any]) -> Period:
    return replace(found, proof=Proof(theorem.name, proving_heaps(theorem, found, values)))


def observe(values: npt.NDArray[Any]) -> Period | None:
    """Return the least period seen in *values*, natural numbers; see `HeapRuleset.guess_period`."""
    found = candidates(values, len(values) // 3, _worth_a_guess, arithmetic=True)
    for period, preperiod in found:
        saltus = int(values[-1]) - int(values[-1 - period])
        if saltus >= 0:
            return Period(preperiod, period, saltus, proved=False)
    return None


def search_period(
    ruleset: HeapRuleset,
    limit: int,
    progress: Progress = None,
    store: Store | None = None,
) -> Period | None:
    """Look for a proof in more and more heaps: 64, 128, …, and at last *limit*."""
    theorem = ruleset.theorem
    if theorem is None:
        return _by_formula(ruleset)
    stop = min(max(_FIRST_STOP, ruleset.sequence.filled), limit)
    while True:
        found = find_period(ruleset, stop, progress, store)
        if found is not None or stop >= limit:
            return found
        stop = min(_next_stop(theorem, ruleset.values(stop)), limit)


def _next_stop(theorem: Theorem, values: npt.NDArray[Any]) -> int:
    """Return how many heaps to look at next: twice as many, or as many as may be enough."""
    size = len(values)
    if size < _WORTH_A_LOOK or theorem.arithmetic:
        return 2 * size
    seen = candidates(values, size // 2, lambda preperiod, period: _seen(preperiod, period, size))
    for period, preperiod in seen:
        return min(max(int(theorem.needed(preperiod, period)), size + size // 8), 2 * size)
    return 2 * size


def _seen(preperiod: Any, period: Any, size: int) -> Any:
    """Return how many heaps show a repetition of a sixteenth of *size*."""
    return preperiod + period + size // 16


def proving_heaps(theorem: Theorem, period: Period, values: npt.NDArray[Any]) -> int:
    """Return the least N such that heaps 0 .. N - 1 prove *period*, which *values* do prove."""
    least = int(theorem.needed(period.preperiod, period.period))
    if not theorem.arithmetic:
        return least
    low, high = least, len(values)  # once settled, always settled
    while low < high:
        middle = (low + high) // 2
        if settled(values[:middle], period.period, period.saltus, theorem.reach):
            high = middle
        else:
            low = middle + 1
    return low


def _by_formula(ruleset: HeapRuleset) -> Period | None:
    formula = ruleset.formula
    if formula is None or formula.period is None:
        return None
    return Period(*formula.period, proved=True)


def _worth_a_guess(preperiod: Any, period: Any) -> Any:
    return (3 * preperiod + 1) // 2 + 3 * period
