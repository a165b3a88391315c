"""The quotient of the heaps of games, one heap after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from grundy.errors import BoundError, LimitError
from grundy.misere.certificate import Claim
from grundy.misere.forms import Elements, Monoid, from_action, packed
from grundy.misere.learner import Candidate, Cycle, candidate, learnt
from grundy.misere.records import (
    Bounds,
    Invariant,
    Line,
    Lines,
    Reach,
    Record,
    Rows,
    Sum,
    has_move_to_p,
    judge,
    option_elements,
    records,
)
from grundy.printable import counted
from grundy.runtime.limits import Limits

# One heap after another: its element in the quotient that is there, or a larger quotient.


class Step(NamedTuple):
    """A heap at which the quotient grew."""

    heap: int
    order: int
    p_count: int


class Growth:
    """The quotients of the heaps 0 .. n of a game, for one n after another."""

    def __init__(
        self, options: Callable[[int], Rows], bounds: Bounds, start: Solution | None = None
    ) -> None:
        start = start or Solution(
            Monoid.trivial(), np.zeros(1, np.int32), (), Invariant.of_nothing(), None
        )
        self._rule, self._bounds = options, bounds
        self.monoid, self.phi, self.invariant = start.monoid, start.phi, start.invariant
        self.steps = list(start.growth)
        rows = {heap: options(heap) for heap in range(self.count)}
        self._options = {heap: row for heap, row in rows.items() if len(row)}
        self._kinds = self._records()
        self._failed: tuple[Candidate, Sum] | None = None

    def _records(self) -> dict[tuple[int, bytes], Record]:
        return {kind.key: kind for kind in records(self.monoid, self.phi, self._options)}

    @property
    def count(self) -> int:
        """How many heaps are done: 0 .. count - 1."""
        return len(self.phi)

    @property
    def at_least(self) -> int:
        """How many elements the quotient of one heap more has at least."""
        if self._failed is None:
            return self.monoid.order
        (monoid, phi), wrong = self._failed
        heap = len(phi) - 1
        copies = wrong.count(heap) - 1
        if copies < 0:
            return self.monoid.order
        others = np.array(monoid.generated(phi[list(self._options)[:-1]].tolist()))
        powers = np.array([monoid.power(int(phi[heap]), n) for n in range(copies + 1)])
        half = copies // 2
        left = np.unique(monoid.table[np.ix_(others, powers[: half + 1])])
        right = np.unique(monoid.table[np.ix_(others, powers[: copies - half + 1])])
        rows = monoid.p_portion[monoid.table[np.ix_(left, right)]]
        return max(self.monoid.order, len(np.unique(packed(rows), axis=0)))

    def advance(self) -> None:
        """Add the next heap."""
        heap = self.count
        rows = self._rule(heap)
        element: int | None = 0
        if len(rows):
            self._options[heap] = rows
            element = self._element(heap, option_elements(self.monoid, self.phi, rows))
        if element is None:
            self._grow(heap)
        else:
            self.phi = np.append(self.phi, np.int32(element))

    def _element(self, heap: int, options: np.ndarray) -> int | None:
        """Return the element that a new heap has in the quotient as it is, or None."""
        as_before = options.tobytes()
        for record in self._kinds.values():
            if record.options.tobytes() == as_before:
                return record.element
        wins = self.monoid.wins(options)
        clashes = (self.monoid.p_portion[self.monoid.table] & wins[:, None]).any(axis=0)
        for element in np.flatnonzero(~clashes).tolist():
            record = Record(heap, element, options, wins)
            if not self.invariant.has_inside(element, wins):
                judged = judge(self.monoid, [record], self._bounds, self.invariant)
                if not isinstance(judged, Invariant):
                    continue
                self.invariant = judged
            self._kinds[record.key] = record
            return int(element)
        return None

    def _grow(self, heap: int) -> None:
        """Find a larger quotient in which the new heap has an element."""
        self._failed = None
        old = Candidate(self.monoid, np.append(self.phi, np.int32(0)))
        grown = self._by_models(old, heap) or learnt(old, self._options, self._bounds)
        self._failed = None
        (self.monoid, self.phi), self.invariant = grown
        self._kinds = self._records()
        self.steps.append(Step(heap, self.monoid.order, self.monoid.p_count))

    def _by_models(self, old: Candidate, heap: int) -> tuple[Candidate, Invariant] | None:
        """Find it by models, which assume that squares come by turns; None where they do not."""
        tried = candidate(old, self._options, {heap: Cycle(2)}, self._bounds)
        while True:
            kinds = records(tried.monoid, tried.phi, self._options)
            judged = judge(tried.monoid, kinds, self._bounds)
            if isinstance(judged, Invariant):
                return tried, judged
            self._failed = tried, judged
            repaired = self._repaired(tried, judged)
            if repaired is None:
                return None
            tried = repaired

    def _repaired(self, tried: Candidate, wrong: Sum) -> Candidate | None:
        """Free the fewest heaps that correct a misjudged sum."""
        monoid, phi = tried
        is_p = not has_move_to_p(monoid, phi, self._options, wrong)
        heaps = sorted(set(wrong), reverse=True)
        for count in range(1, len(heaps) + 1):
            for chosen in combinations(heaps, count):
                free = {
                    heap: Cycle(max(monoid.cycle(int(phi[heap]))[0], wrong.count(heap) - 1, 2))
                    for heap in chosen
                }
                repaired = candidate(tried, self._options, free, self._bounds)
                element = repaired.monoid.product(int(repaired.phi[heap]) for heap in wrong)
                if bool(repaired.monoid.p_portion[element]) == is_p:
                    return repaired
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A quotient of heaps 0 .. n - 1, and what proves it."""

    monoid: Monoid
    phi: Elements
    growth: tuple[Step, ...]
    invariant: Invariant
    repetition: tuple[int, int] | None

    def claim(self) -> Claim:
        """Return what a checker has to know."""
        # elements of heaps that make all others
        generators = np.array(self.monoid.generators(self.phi.tolist()), np.int64)
        sets: dict[int, list[int]] = {}
        for element, row in zip(self.invariant.elements.tolist(), self.invariant.wins, strict=True):
            sets.setdefault(element, []).append(int.from_bytes(row.tobytes(), "little"))
        return Claim(
            generators=generators,
            action=self.monoid.table[:, generators].astype(np.int64),
            p_portion=np.flatnonzero(self.monoid.p_portion),
            phi=self.phi.astype(np.int64),
            invariant=tuple((element, tuple(sorted(sets[element]))) for element in sorted(sets)),
            period=self.repetition,
        )

    @classmethod
    def of(cls, claim: Claim, growth: Iterable[tuple[int, int, int]]) -> Solution:
        """Return what a claim says; nothing of it is checked."""
        p_portion = np.zeros(claim.order, bool)
        p_portion[claim.p_portion] = True
        size = 8 * -(-claim.order // 64)
        wins = [
            (element, np.frombuffer(bits.to_bytes(size, "little"), np.uint64))
            for element, sets in claim.invariant
            for bits in sets
        ]
        return cls(
            from_action(claim.action.astype(np.int32), p_portion),
            claim.phi.astype(np.int32),
            tuple(Step(*step) for step in growth),
            Invariant(
                np.array([element for element, _ in wins], np.int32),
                np.array([row for _, row in wins], np.uint64),
            ),
            claim.period,
        )


def solve(
    options: Callable[[int], Rows],
    stop: int,
    text: str,
    reach: Reach | None = None,
    limits: Limits | None = None,
    *,
    start: Solution | None = None,
    save: Callable[[Solution], None] | None = None,
) -> Solution:
    """Return the quotient of heaps 0 .. stop - 1, or of fewer that prove it for all heaps."""
    lines = Lines([Line(options, stop, reach)], 1 if start is None else len(start.phi))
    solution = solve_lines(lines, text, limits, start=start, save=save)
    return replace(solution, repetition=lines.repetitions[0])


def _in_time(lines: Lines, bounds: Bounds, number: int) -> Rows:
    if lines.has(number):
        return lines.options(number)
    return bounds.watched(lambda control: lines.options(number), small=False, by_function=True)


def solve_lines(
    lines: Lines,
    text: str,
    limits: Limits | None = None,
    *,
    start: Solution | None = None,
    save: Callable[[Solution], None] | None = None,
) -> Solution:
    """Return the quotient of the heaps of some games, by their numbers."""
    bounds = Bounds(limits)
    rule: Callable[[int], Rows] = lines.options
    if limits is not None and limits.seconds is not None and lines.by_functions:
        # A function of the user's may take any time for one heap.
        rule = partial(_in_time, lines, bounds)
    growth = Growth(rule, bounds, start)
    try:
        while lines.goes_on(growth.phi):
            steps = len(growth.steps)
            growth.advance()
            lines.advance(grown=len(growth.steps) > steps)
            if save is not None:
                save(_solution(growth))
            bounds.look("heaps", growth.count, lines.total)
    except (BoundError, LimitError) as error:
        proved = f"it is proved for {lines.done} ({counted(growth.monoid.order, 'element')})"
        problem = f"The misère quotient of {text} is not found: {proved}. {error}"
        if isinstance(error, BoundError):
            problem = (
                f"The misère quotient of {text} is not found within {error}: {proved}, and with "
                f"{lines.following} it has at least {counted(growth.at_least, 'element')}; "
                "a higher limit goes further, if the quotient is finite at all."
            )
        raise LimitError(problem, partial=_solution(growth)) from None
    return _solution(growth)


def checked_when_read(error: LimitError, check: Callable[[Solution], object]) -> LimitError:
    """Return the same error, whose partial solution is checked before it is seen."""

    def partial_quotient() -> object:
        solution = error.partial
        return check(solution) if isinstance(solution, Solution) else None

    return LimitError(str(error), prepare=partial_quotient)


def _solution(growth: Growth) -> Solution:
    return Solution(growth.monoid, growth.phi, tuple(growth.steps), growth.invariant, None)
