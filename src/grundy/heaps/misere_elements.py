"""The elements of heaps in a misère quotient; of tame games, whose quotient is that of Nim.

The elements of a tame game are fickle 0, fickle 1 and firm 0 .. 2^k - 1, or only the fickle ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from itertools import product
from operator import xor
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.games.joint_misere import IN_KERNEL, because, name
from grundy.games.protocols import Justification
from grundy.heaps.codes import Code
from grundy.heaps.numbers import HeapRules, require_heap, short
from grundy.heaps.periods.period import Period, Proof, Theorem, prove
from grundy.misere.forms import Kernel, Monoid, Tame, classify, kernel, nim_quotient, tame_sum
from grundy.misere.growth import Solution, Step
from grundy.misere.quotient import Quotient
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


THEOREM = "the repetition of elements"
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
            most = counted(limits.positions, "element")
            raise LimitError(
                f"The misère quotient of {ruleset.text} is not found within {most}: with heap "
                f"{heap:,} it has {order:,}.",
                prepare=partial(_solution, ruleset, heaps.before(heap), None),
            )


def theorem(ruleset: HeapRules) -> Theorem:
    """Return the theorem on periods of elements, for a code of finitely many digits."""
    reach = reach_of(ruleset)
    assert reach is not None  # noqa: S101 - the caller has looked
    return Theorem(THEOREM, reach[1], reach[0], first=1)


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
    steps, order = list[Step](), 1
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


@dataclass(frozen=True, eq=False)
class ElementsOfHeaps(Quotient):
    """A misère quotient of a heap game, and the elements of its heaps."""

    ruleset: HeapRules
    solution: Solution

    @property
    def stop(self) -> int:
        """How many heaps the quotient was computed for: 0 .. stop - 1."""
        return len(self.solution.phi)

    @cached_property
    def period(self) -> Period | None:
        """The period of the elements of heaps, proved for all of them; None where none is."""
        repetition = self.solution.repetition
        if repetition is None:
            return None
        return Period(*repetition, saltus=0, proved=True, proof=Proof(THEOREM, self.stop))

    @cached_property
    def first_wild(self) -> int | None:
        """The first heap that is wild; None while all heaps computed are tame.

        The quotient of tame heaps is that of a game of Nim.
        """
        tame = tame_heaps(self.ruleset, self.stop)
        return len(tame) if tame.ended else None

    @cached_property
    def names(self) -> ElementNames:
        """What the elements are called, and the least sum of each."""
        return ElementNames(self)

    @cached_property
    def kernel(self) -> Kernel:
        """The least ideal, and whether misère play in it is normal play."""
        values = self.ruleset.values(self.stop).tolist()
        return kernel(self.solution.monoid, self.solution.phi.tolist(), values)

    def phi(self, heap: SupportsIndex) -> int:
        """Return the element of one heap; of any size where a period is proved.

        Raises:
            LimitError: If the heap is larger than those that the quotient is proved for.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").misere_quotient().phi(10**200)
        9
        """
        size = require_heap(heap)
        if self.period is not None:
            size = self.period.reduce(size)[0]
        elif size >= self.stop:
            raise LimitError(
                f"The misère quotient of {self.ruleset.text} is proved for heaps up to "
                f"{self.stop - 1:,} only, and says nothing of a heap of {short(size)}."
            )
        return int(self.solution.phi[size])

    def covers(self, heap: int) -> bool:
        """Return whether the quotient is proved for a heap."""
        return self.period is not None or heap < self.stop

    def elements(self, heaps: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Return the element of each of many heaps: int64[n], or object[n] for any size."""
        if self.period is None and len(heaps):
            self.phi(heaps.max())
        return self.solution.phi[self._reduced(heaps).astype(np.int64)].astype(np.int64)

    def run(self, first: int, count: int) -> npt.NDArray[np.int32]:
        """Return the elements of the heaps first .. first + count - 1, of any size."""
        phi = self.solution.phi
        if first + count <= self.stop:
            return phi[first : first + count]
        if self.period is None:
            self.phi(first + count - 1)
        elif first >= self.period.preperiod:  # of any number of digits
            first = self.period.reduce(first)[0]
        elements: npt.NDArray[np.int32] = phi[self._reduced(np.arange(first, first + count))]
        return elements

    def _reduced(self, heaps: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if self.period is None:
            return heaps
        start, period = self.period.preperiod, self.period.period
        return np.where(heaps < start, heaps, start + (heaps - start) % period)

    def element(self, heaps: Iterable[SupportsIndex]) -> int:
        """Return the element of a sum of heaps; `LimitError` as `phi`."""
        return self.solution.monoid.product(map(self.phi, heaps))


class ElementNames:
    """The names of the elements of one quotient."""

    def __init__(self, quotient: ElementsOfHeaps) -> None:
        self.quotient = quotient

    def of(self, element: int) -> str:
        """Return the name of an element: "firm 2" in a tame game, else a word such as "ab²"."""
        if self._tame is not None:
            return str(self._tame[element])
        return name(self.quotient, element)

    @cached_property
    def least_sums(self) -> dict[int, tuple[int, ...]]:
        """The least sum of each element: of the fewest heaps, and of these the smallest."""
        first: dict[int, int] = {}
        for heap, element in enumerate(self.quotient.solution.phi.tolist()):
            first.setdefault(element, heap)
        table, level = self.quotient.table, [0]
        sums: dict[int, tuple[int, ...]] = {0: ()}
        while level:
            longer: dict[int, tuple[int, ...]] = {}
            for element, (other, heap) in product(level, first.items()):
                target = int(table[element, other])
                if target not in sums:
                    longer.setdefault(target, tuple(sorted((*sums[element], heap))))
            sums |= longer
            level = sorted(longer, key=longer.__getitem__)
        return sums

    def because(self, element: int, heaps: list[int]) -> Justification:
        """Explain why a sum is won or lost."""
        lost = element in self.quotient.p_portion
        pretends = self._pretends(element, heaps)
        if self._tame is None:
            more = *pretends, *self._normal(element)
            return because(self.quotient, element, self._proved, "heaps", *more)
        called, about = self.of(element), counted(self.quotient.order, "element")
        short_reason = f"By the misère quotient of {about}, which is tame: the sum is {called}."
        here = f"The sum is {called}, so the player to move {'loses' if lost else 'wins'}."
        return Justification(short_reason, (self._proved, _TAME), (here, *pretends))

    @property
    def _proved(self) -> str:
        quotient = self.quotient
        reach = "for heaps of any size"
        if quotient.period is None:
            reach = f"for heaps up to {quotient.stop - 1:,}"
        return (
            f"What decides is the misère quotient of {quotient.ruleset.text}, proved {reach}: "
            f"{counted(quotient.order, 'element')}, {quotient.p_count:,} of them P-positions."
        )

    def _pretends(self, element: int, heaps: list[int]) -> tuple[str, ...]:
        least = list(self.least_sums[element])
        if heaps == least:
            return ()
        shown = " + ".join(map(short, least)) or "nothing"
        return (f"It pretends to be {shown}: beside any other heaps the one does as the other.",)

    def _normal(self, element: int) -> tuple[str, ...]:
        kernel = self.quotient.kernel
        if not kernel.is_normal or element not in kernel.elements:
            return ()
        values = self.quotient.ruleset.values(self.quotient.stop)
        total = reduce(xor, values[list(self.least_sums[element])].tolist(), 0)
        return (f"{IN_KERNEL} The nim-sum is {total}.",)

    @cached_property
    def _tame(self) -> dict[int, Tame] | None:
        """What the sums of each element are; None where some heap is wild."""
        heaps = tame_heaps(self.quotient.ruleset, self.quotient.stop)
        if heaps.ended:
            return None
        sums = self.least_sums.items()
        return {element: tame_sum(heaps[part] for part in parts) for element, parts in sums}


_TAME = (
    "All its heaps are tame: each is fickle or firm and has its value of normal play, and a sum "
    "is firm if any of its heaps is. A firm sum is lost by the player to move where the nim-sum "
    "is 0, a fickle one where it is 1."
)
