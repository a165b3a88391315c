"""The quotient of a tame game, which is that of Nim: written down, not searched for.

Its elements are fickle 0, fickle 1 and firm 0 .. 2^k - 1, or only the fickle ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.heaps.periods.period import Period, prove
from grundy.heaps.periods.theorems import Theorem
from grundy.heaps.quotients.rows import plain_code, reach_of, rows_of
from grundy.heaps.quotients.tame import TameHeaps, tame_heaps
from grundy.misere.bounds import Bounds
from grundy.misere.growth import Step
from grundy.misere.judge import Invariant, judge
from grundy.misere.monoid import Monoid
from grundy.misere.records import Record, records
from grundy.misere.solve import Solution
from grundy.misere.tame import nim_quotient
from grundy.printable import counted
from grundy.running.limits import Limits

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.progress import Progress

_FIRST_STOP = 64


def tame_solution(
    ruleset: HeapRuleset,
    stop: int,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Solution | None:
    """Return the quotient of heaps 0 .. stop - 1, or of fewer that prove it for all heaps."""
    if plain_code(ruleset) is None:
        return None
    seconds = None if limits is None else Limits(seconds=limits.seconds)
    found, heaps = None, tame_heaps(ruleset, 1)
    while len(heaps) < stop and found is None:
        reach = min(stop, max(_FIRST_STOP, 4 * len(heaps)))
        try:
            longer = tame_heaps(ruleset, reach, progress, seconds)
        except LimitError as error:
            raise LimitError(str(error), partial=_solution(ruleset, heaps, None)) from None
        if longer.ended:
            return None
        heaps = longer
        _require_few(ruleset, heaps, limits)
        found = prove(theorem(ruleset), heaps.elements)
    return _solution(ruleset, heaps, found)


def _require_few(ruleset: HeapRuleset, heaps: TameHeaps, limits: Limits | None) -> None:
    """Raise `LimitError` if there are more elements than the limits allow."""
    if limits is None or limits.positions is None:
        return
    for heap, order, _ in _growth(heaps.elements):
        if order > limits.positions:
            raise LimitError(
                f"The misère quotient of {ruleset.text} is not found within "
                f"{counted(limits.positions, 'element')}: with heap {heap:,} it has {order:,}.",
                partial=_solution(ruleset, heaps.before(heap), None),
            )


def theorem(ruleset: HeapRuleset) -> Theorem:
    """Return the theorem on periods of elements, for a code of finitely many digits."""
    reach = reach_of(ruleset)
    assert reach is not None  # noqa: S101 - the caller has looked
    last, most = reach
    return Theorem("the repetition of elements", most, last, first=1)


def _solution(ruleset: HeapRuleset, heaps: TameHeaps, period: Period | None) -> Solution:
    """Write down the quotient, of as many heaps as prove the period."""
    if period is not None and period.proof is not None:
        heaps = heaps.before(period.proof.heaps)
    phi = heaps.elements
    monoid = nim_quotient(int(phi.max()))
    kinds = _kinds(ruleset, heaps, monoid)
    invariant = judge(monoid, kinds, Bounds()).invariant if kinds else Invariant.of_nothing()
    assert invariant is not None  # noqa: S101 - sums of tame heaps are judged rightly
    repetition = None if period is None else (period.preperiod, period.period)
    return Solution(monoid, phi, _growth(phi), invariant, repetition)


def _growth(phi: npt.NDArray[np.int32]) -> tuple[Step, ...]:
    steps: list[Step] = []
    order = 1
    highest = np.maximum.accumulate(phi)
    for heap in np.flatnonzero(np.diff(highest, prepend=0)).tolist():
        monoid = nim_quotient(int(highest[heap]))
        if monoid.order > order:
            order = monoid.order
            steps.append(Step(heap, order, monoid.p_count))
    return tuple(steps)


def _kinds(ruleset: HeapRuleset, heaps: TameHeaps, monoid: Monoid) -> list[Record]:
    """Return kinds of heaps whose winning sets are those of all heaps, or inside them."""
    phi, rows = heaps.elements, rows_of(ruleset)
    law = theorem(ruleset)
    last = min(len(heaps), law.heaps * heaps.greatest_fickle + law.reach + 1)
    few = {heap: options for heap in range(last) if len(options := rows(heap))}
    found = {kind.key: kind for kind in records(monoid, phi, few)}
    elements, first = np.unique(phi[last:], return_index=True)
    for element, place in zip(elements.tolist(), first.tolist(), strict=True):
        less = np.arange(2, element)
        kind = Record(last + place, element, less, monoid.wins(less))
        found.setdefault(kind.key, kind)
    return list(found.values())
