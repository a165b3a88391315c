"""One heap after another: its element in the quotient that is there, or a larger quotient."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

import numpy as np

from grundy.misere.bounds import Bounds
from grundy.misere.judge import Invariant, Sum, Verdict, judge
from grundy.misere.learner import learnt
from grundy.misere.model import Candidate, Cycle, candidate
from grundy.misere.monoid import Monoid, packed
from grundy.misere.records import Record, Rows, has_move_to_p, option_elements, records


class Step(NamedTuple):
    """A heap at which the quotient grew."""

    heap: int
    order: int
    p_count: int


class Growth:
    """The quotients of the heaps 0 .. n of a game, for one n after another."""

    def __init__(
        self, options: Callable[[int], Rows], bounds: Bounds, *, models: bool = True
    ) -> None:
        self._rule, self._bounds, self._models = options, bounds, models
        self._now = Candidate(Monoid.trivial(), np.zeros(1, np.int32))
        self._options: dict[int, Rows] = {}
        self._kinds: dict[tuple[int, bytes], Record] = {}
        self._invariant = Invariant.of_nothing()
        self._failed: tuple[Candidate, Sum] | None = None
        self.steps: list[Step] = []

    @classmethod
    def going_on(
        cls,
        options: Callable[[int], Rows],
        bounds: Bounds,
        proved: Candidate,
        invariant: Invariant,
        steps: Iterable[Step],
    ) -> Growth:
        """Return one that has come as far as a quotient that is proved."""
        growth = cls(options, bounds)
        growth._now, growth._invariant, growth.steps = proved, invariant, list(steps)
        rows = {heap: options(heap) for heap in range(growth.count)}
        growth._options = {heap: row for heap, row in rows.items() if len(row)}
        kinds = records(proved.monoid, proved.phi, growth._options)
        growth._kinds = {kind.key: kind for kind in kinds}
        return growth

    @property
    def count(self) -> int:
        """How many heaps are done: 0 .. count - 1."""
        return len(self._now.phi)

    @property
    def monoid(self) -> Monoid:
        """The quotient of the heaps that are done."""
        return self._now.monoid

    @property
    def phi(self) -> np.ndarray:
        """int32[count], the element of each heap."""
        return self._now.phi

    @property
    def invariant(self) -> Invariant:
        """What proves the quotient: the minimal winning sets of all sums."""
        return self._invariant

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
        """Take in the next heap."""
        heap = self.count
        monoid, phi = self._now
        rows = self._rule(heap)
        if not len(rows):
            self._now = Candidate(monoid, np.append(phi, np.int32(0)))
            return
        self._options[heap] = rows
        elements = option_elements(monoid, phi, rows)
        found = self._element(heap, elements)
        if found is not None:
            self._now = Candidate(monoid, np.append(phi, np.int32(found)))
            return
        self._grow(heap)

    def _element(self, heap: int, options: np.ndarray) -> int | None:
        """Return the element that a new heap has in the quotient as it is, or None."""
        as_before = options.tobytes()
        for record in self._kinds.values():
            if record.options.tobytes() == as_before:
                return record.element
        monoid = self._now.monoid
        wins = monoid.wins(options)
        clashes = (monoid.p_portion[monoid.table] & wins[:, None]).any(axis=0)
        for element in np.flatnonzero(~clashes).tolist():
            record = Record(heap, element, options, wins)
            if self._invariant.has_inside(element, wins):
                self._kinds[record.key] = record
                return int(element)
            kinds = {**self._kinds, record.key: record}
            verdict = judge(monoid, list(kinds.values()), self._bounds)
            if verdict.invariant is not None:
                self._kinds, self._invariant = kinds, verdict.invariant
                return int(element)
        return None

    def _grow(self, heap: int) -> None:
        """Find a larger quotient in which the new heap has an element."""
        self._failed = None
        old = Candidate(self._now.monoid, np.append(self._now.phi, np.int32(0)))
        guessed = self._by_models(old, heap) if self._models else None
        grown = guessed or learnt(old, self._options, self._bounds)
        (monoid, phi), verdict = grown
        assert verdict.invariant is not None  # noqa: S101 - nothing is wrong
        self._failed, self._now, self._invariant = None, grown[0], verdict.invariant
        self._kinds = {kind.key: kind for kind in records(monoid, phi, self._options)}
        self.steps.append(Step(heap, monoid.order, monoid.p_count))

    def _by_models(self, old: Candidate, heap: int) -> tuple[Candidate, Verdict] | None:
        """Find it by models, which assume that squares come by turns; None where they do not."""
        tried = candidate(old, self._options, {heap: Cycle(2)}, self._bounds)
        while True:
            kinds = records(tried.monoid, tried.phi, self._options)
            verdict = judge(tried.monoid, kinds, self._bounds)
            if verdict.wrong is None:
                return tried, verdict
            self._failed = tried, verdict.wrong
            repaired = self._repaired(tried, verdict.wrong)
            if repaired is None:
                return None
            tried = repaired

    def _repaired(self, tried: Candidate, wrong: Sum) -> Candidate | None:
        """Set free as few heaps of a sum that is judged wrongly as make it right."""
        monoid, phi = tried
        is_p = not has_move_to_p(monoid, phi, self._options, wrong)
        heaps = sorted(set(wrong), reverse=True)
        for count in range(1, len(heaps) + 1):
            for chosen in combinations(heaps, count):
                free = {
                    heap: Cycle(max(monoid.index(int(phi[heap])), wrong.count(heap) - 1, 2))
                    for heap in chosen
                }
                found = candidate(tried, self._options, free, self._bounds)
                element = found.monoid.product(int(found.phi[heap]) for heap in wrong)
                if bool(found.monoid.p_portion[element]) == is_p:
                    return found
        return None
