"""Tame games: which heaps are fickle or firm, and the quotient, which is that of Nim.

Its elements are fickle 0, fickle 1 and firm 0 .. 2^k - 1, or only the fickle ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.heaps.codes import Code
from grundy.heaps.numbers import HeapRules
from grundy.heaps.periods.period import Period, Theorem, prove
from grundy.misere.forms import Monoid, Tame, classify, nim_quotient, tame_sum
from grundy.misere.growth import Solution, Step
from grundy.misere.records import Bounds, Invariant, Record, Rows, judge, padded, records
from grundy.printable import counted
from grundy.runtime.limits import Limits


def plain_code(ruleset: HeapRules) -> Code | None:
    """Return the code of a game whose moves are octal digits, finitely many; else None."""
    code = ruleset.code
    return code if code is not None and code.reach is not None and code.is_octal else None


def rows_of(ruleset: HeapRules) -> Callable[[int], Rows]:
    """Return a function that gives the options of a heap: int64[k, w], filled up with 0."""
    from grundy.heaps.certificates import options_by_definition
    from grundy.heaps.options import bounded_options

    code = plain_code(ruleset)
    if code is not None:
        return partial(options_by_definition, code)
    return lambda heap: padded(bounded_options(ruleset, heap))


def reach_of(ruleset: HeapRules) -> tuple[int, int] | None:
    """Return (last place with a digit, most heaps left), where a theorem on periods holds."""
    return None if ruleset.code is None else ruleset.code.reach


_FIRST_STOP = 64  # most wild games are wild soon


@dataclass(frozen=True, slots=True, eq=False)
class TameHeaps:
    """What the heaps 0 .. n - 1 of a game are, all of them tame."""

    values: npt.NDArray[Any]
    firm: npt.NDArray[np.bool_]
    ended: bool

    def __len__(self) -> int:
        return len(self.firm)

    def __getitem__(self, heap: int) -> Tame:
        return Tame(int(self.values[heap]), bool(self.firm[heap]))

    def before(self, heap: int) -> TameHeaps:
        """Return what the heaps below this one are."""
        return TameHeaps(self.values[:heap], self.firm[:heap], ended=False)

    @property
    def elements(self) -> npt.NDArray[np.int32]:
        """int32[n], the elements of the quotient: 0 and 1 are fickle, 2 + v is firm v."""
        return self.values.astype(np.int32) + np.where(self.firm, np.int32(2), np.int32(0))

    @property
    def greatest_fickle(self) -> int:
        """The greatest fickle heap; 0 where only the empty one is."""
        return int(np.flatnonzero(~self.firm).max(initial=0))


def tame_heaps(ruleset: HeapRules, stop: int, limits: Limits | None = None) -> TameHeaps:
    """Return what the heaps 0, 1, … below *stop* are, up to the first wild one."""
    code = plain_code(ruleset)
    if code is None:
        return _one_by_one(rows_of(ruleset), stop)
    return _of_code(code, stop, lambda n: ruleset.values(n, limits=limits))


def _of_code(code: Code, stop: int, values_of: Callable[[int], npt.NDArray[Any]]) -> TameHeaps:
    from grundy.heaps.kernels import octal as tame

    digits = np.array(code.digits, np.uint8)
    firm, fickle = np.zeros(0, bool), np.zeros(0, np.int64)
    values = values_of(0)
    done = count = reach = 0
    while done == reach < stop:
        reach = min(stop, max(_FIRST_STOP, 4 * reach))
        values = values_of(reach)
        firm, fickle = (np.resize(array, reach) for array in (firm, fickle))
        firm[done:] = False
        done, count = map(int, tame.classify_tame(digits, values, firm, fickle, count, done, reach))
    return TameHeaps(values[:done], firm[:done], ended=done < stop)


def _one_by_one(rows: Callable[[int], Rows], stop: int) -> TameHeaps:
    tame: list[Tame] = []
    for heap in range(stop):
        value = classify({tame_sum(tame[part] for part in row) for row in rows(heap).tolist()})
        if value is None:
            break
        tame.append(value)
    values = np.array([heap.value for heap in tame], np.int64)
    firm = np.array([heap.is_firm for heap in tame], bool)
    return TameHeaps(values, firm, ended=len(tame) < stop)


def tame_solution(ruleset: HeapRules, stop: int, limits: Limits | None = None) -> Solution | None:
    """Return the quotient of heaps 0 .. stop - 1, or of fewer that prove it for all heaps."""
    if plain_code(ruleset) is None:
        return None
    seconds = None if limits is None else replace(limits.for_one_question(), positions=None)
    period, heaps = None, tame_heaps(ruleset, 1)
    try:
        while len(heaps) < stop and period is None:
            reach = min(stop, max(_FIRST_STOP, 4 * len(heaps)))
            longer = tame_heaps(ruleset, reach, seconds)
            if longer.ended:
                return None
            heaps = longer
            _require_few(ruleset, heaps, limits)
            period = prove(theorem(ruleset), heaps.elements)
        return _solution(ruleset, heaps, period)
    except LimitError as error:
        if error.prepare is not None:
            raise
        raise LimitError(
            f"The misère quotient of {ruleset.text} is not found: it is proved for heaps up to "
            f"{len(heaps) - 1:,}, which are tame. {error}",
            prepare=partial(_solution, ruleset, heaps, None),
        ) from None


def _require_few(ruleset: HeapRules, heaps: TameHeaps, limits: Limits | None) -> None:
    """Raise `LimitError` if there are more elements than the limits allow."""
    if limits is None or limits.positions is None:
        return
    for heap, order, _ in _growth(heaps.elements):
        if order > limits.positions:
            raise LimitError(
                f"The misère quotient of {ruleset.text} is not found within "
                f"{counted(limits.positions, 'element')}: with heap {heap:,} it has {order:,}.",
                prepare=partial(_solution, ruleset, heaps.before(heap), None),
            )


def theorem(ruleset: HeapRules) -> Theorem:
    """Return the theorem on periods of elements, for a code of finitely many digits."""
    reach = reach_of(ruleset)
    assert reach is not None  # noqa: S101 - the caller has looked
    last, most = reach
    return Theorem("the repetition of elements", most, last, first=1)


def _solution(ruleset: HeapRules, heaps: TameHeaps, period: Period | None) -> Solution:
    """Write down the quotient, of as many heaps as prove the period."""
    if period is not None and period.proof is not None:
        heaps = heaps.before(period.proof.heaps)
    phi = heaps.elements
    monoid = nim_quotient(int(phi.max()))
    kinds = _kinds(ruleset, heaps, monoid)
    invariant = judge(monoid, kinds, Bounds()) if kinds else Invariant.of_nothing()
    assert isinstance(invariant, Invariant)  # noqa: S101 - sums of tame heaps are judged rightly
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


def _kinds(ruleset: HeapRules, heaps: TameHeaps, monoid: Monoid) -> list[Record]:
    """Return kinds of heaps whose winning sets are those of all heaps, or inside them."""
    phi, rows = heaps.elements, rows_of(ruleset)
    law = theorem(ruleset)
    last = min(len(heaps), law.heaps * heaps.greatest_fickle + law.reach + 1)
    few = {heap: options for heap in range(last) if len(options := rows(heap))}
    kinds = {kind.key: kind for kind in records(monoid, phi, few)}
    elements, first = np.unique(phi[last:], return_index=True)
    for element, place in zip(elements.tolist(), first.tolist(), strict=True):
        less = np.arange(2, element)
        kind = Record(last + place, element, less, monoid.wins(less))
        kinds.setdefault(kind.key, kind)
    return list(kinds.values())
