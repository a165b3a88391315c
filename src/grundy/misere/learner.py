"""Larger quotients: guessed by models first, and learnt by tests where no model serves.

Sums are distinguished by tests, other sums added to them. A sum that is judged wrongly gives one
more test, so that at least one more pair is distinguished each time. It ends where the quotient is
finite, whatever its periods.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from grundy.errors import GrundyError
from grundy.misere import reached
from grundy.misere.forms import Elements, Monoid, from_action
from grundy.misere.records import Bounds, Invariant, Rows, Sum, judge, records
from grundy.runtime.threads import Control

# A guess of the quotient: the old one, times a cyclic monoid for each heap that is set free.


_ELEMENT_BYTES = 300  # of a model: its products with the heaps, and what the search keeps
_SMALL = 2_000  # elements that take milliseconds


class Cycle(NamedTuple):
    """A cyclic monoid {1, g, g², …} with g^(start + period) = g^start."""

    start: int
    period: int = 2


class Candidate(NamedTuple):
    """A monoid, and the element of each heap."""

    monoid: Monoid
    phi: Elements


def candidate(
    old: Candidate, options: Mapping[int, Rows], free: Mapping[int, Cycle], bounds: Bounds
) -> Candidate:
    """Return a monoid in which the heaps that are set free may be anything."""
    size = old.monoid.order * math.prod(sum(cycle) for cycle in free.values())
    bounds.require(size, size * _ELEMENT_BYTES + 2 * old.monoid.table.nbytes)
    model = _Model(old, options, free, bounds)
    action = model.action()
    return _reduced(action, model.outcomes(), model.images, bounds)


class _Model:
    def __init__(
        self, old: Candidate, options: Mapping[int, Rows], free: Mapping[int, Cycle], bounds: Bounds
    ) -> None:
        from grundy.misere.kernels import outcomes as model

        self._kernels, self._bounds = model, bounds
        self._options = options
        self._free = free
        names = sorted(free)
        fixed = {int(old.phi[heap]) for heap in options if heap not in free}
        base = old.monoid.generated(fixed)
        at = np.zeros(old.monoid.order, np.int32)
        at[base] = np.arange(len(base))
        self._table = at[old.monoid.table[np.ix_(base, base)]]
        self._indices = np.array([free[heap].start for heap in names], np.int64)
        self._sizes = np.array([sum(free[heap]) for heap in names], np.int64)
        self._order = len(base) * math.prod(self._sizes.tolist())
        grid = np.indices((len(base), *self._sizes.tolist()), np.int32)
        self._digits = np.ascontiguousarray(grid.reshape(len(names) + 1, -1).T)
        strides = np.append(np.cumprod(self._sizes[::-1])[::-1], 1)
        self.images = np.zeros(len(old.phi), np.int64)  # 0 for heaps without a move
        for heap in options:
            self.images[heap] = at[old.phi[heap]] * strides[0]
        for place, heap in enumerate(names):
            self.images[heap] = strides[place + 1]

    def action(self) -> Elements:
        """Return the products of all elements with those of the heaps."""
        generators = np.flatnonzero(np.bincount(self.images[list(self._options)]))
        out = np.empty((self._order, len(generators)), np.int32)
        self._kernels.actions(
            self._table, self._indices, self._sizes, self._digits, generators, out
        )
        return out

    def outcomes(self) -> npt.NDArray[np.bool_]:
        """Return bool[m]: which elements are in P by their first sums."""
        kinds = self._kinds()
        heaps = np.array([heap for heap, _ in kinds], np.int64)
        lengths = [len(elements) for _, elements in kinds]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        element_outcomes = np.full(self._order, self._kernels.UNKNOWN, np.int8)
        stack, items, cursors = (np.zeros(self._order + 1, np.int64) for _ in range(3))

        def run(control: Control) -> bool:
            return bool(self._kernels.fill(
                self._table, self._indices, self._sizes, self._digits, self.images[heaps],
                starts, np.concatenate([elements for _, elements in kinds]), element_outcomes,
                stack, items, cursors, control,
            ))  # fmt: skip

        self._bounds.watched(run, small=self._order < _SMALL)
        p_portion: npt.NDArray[np.bool_] = element_outcomes == self._kernels.P
        return p_portion

    def _kinds(self) -> list[tuple[int, npt.NDArray[np.int64]]]:
        """Return the first heap of each kind with its options' elements."""
        kinds: dict[tuple[int, bytes], tuple[int, npt.NDArray[np.int64]]] = {}
        for heap, rows in self._options.items():
            elements = np.flatnonzero(np.bincount(self._products(self.images[rows])))
            kinds.setdefault((int(self.images[heap]), elements.tobytes()), (heap, elements))
        return list(kinds.values())

    def _products(self, elements: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Multiply each row of elements."""
        products = elements[:, 0]
        for column in range(1, elements.shape[1]):
            left, right = self._digits[products], self._digits[elements[:, column]]
            code = self._table[left[:, 0], right[:, 0]].astype(np.int64)
            for place, (size, index) in enumerate(zip(self._sizes, self._indices, strict=True), 1):
                power = left[:, place].astype(np.int64) + right[:, place]
                over = power >= size
                power[over] = index + (power[over] - index) % (size - index)
                code = code * size + power
            products = code
        return products


def _reduced(
    action: Elements,
    p_portion: npt.NDArray[np.bool_],
    images: npt.NDArray[np.int64],
    bounds: Bounds,
) -> Candidate:
    """Merge elements indistinguishable by the P-portion."""
    from grundy.misere.kernels.outcomes import mixed

    colours = p_portion.astype(np.int64)
    count = 0
    words = np.empty(len(colours), np.uint64)
    while True:
        mixed(colours, action, words)
        _, firsts, colours = np.unique(words, return_index=True, return_inverse=True)
        colours = colours.astype(np.int64)
        if len(firsts) == count:
            break
        count = len(firsts)
    small = colours[action[firsts]]
    bounds.require(count, 4 * count**2)
    identity = int(colours[0])
    order = [identity, *(element for element, _, _ in reached(small, identity))]
    place = np.empty(count, np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    monoid = from_action(place[small[order]], p_portion[firsts][order])
    return Candidate(monoid, place[colours[images]])


class _Rows(NamedTuple):
    """What the tests distinguished."""

    sums: list[Sum]  # one of each class, the empty sum first
    after: list[dict[int, int]]  # for each class and heap the class of both together


def learnt(
    old: Candidate, options: Mapping[int, Rows], bounds: Bounds
) -> tuple[Candidate, Invariant]:
    """Return the quotient of all heaps, and what proves it.

    Source: D. Angluin, "Learning regular sets from queries and counterexamples", 1987;
    R. L. Rivest and R. E. Schapire, "Inference of finite automata", 1993.
    """
    return _Learner(old, options, bounds).learn()


class _Learner:
    def __init__(self, old: Candidate, options: Mapping[int, Rows], bounds: Bounds) -> None:
        self._options, self._bounds = options, bounds
        self._heaps = list(options)
        self._newest = self._heaps[-1]
        self._left = {
            heap: [tuple(part for part in row if part in options) for row in rows.tolist()]
            for heap, rows in options.items()
        }
        self._proved, self._sure = old, 1  # sums with fewer of the newest heap are known
        self._most = 1  # sums with more of them are taken for those with two fewer
        self._memo: dict[Sum, bool] = {}
        self._tests: list[Sum] = [()]
        self._rows: dict[Sum, tuple[bool, ...]] = {}

    def learn(self) -> tuple[Candidate, Invariant]:
        while True:
            classes = self._closed()
            if self._made_commute(classes):
                continue
            tried = self._candidate(classes)
            kinds = records(tried.monoid, tried.phi, self._options)
            judged = judge(tried.monoid, kinds, self._bounds)
            if isinstance(judged, Invariant):
                return tried, judged
            self._learn_from(judged, tried, classes)

    def _closed(self) -> _Rows:
        """Return the classes distinguished by the tests, closed under adding a heap."""
        closed = _Rows([()], [])
        classes = {self._row(()): 0}
        for sum_ in closed.sums:
            after: dict[int, int] = {}
            for heap in self._heaps:
                more = _plus(sum_, (heap,))
                row = self._row(more)
                if row not in classes:
                    classes[row] = len(closed.sums)
                    closed.sums.append(more)
                after[heap] = classes[row]
            closed.after.append(after)
            self._bounds.look("classes", len(closed.sums))
            self._bounds.require(len(closed.sums), 0)
        return closed

    def _row(self, sum_: Sum) -> tuple[bool, ...]:
        row = self._rows.get(sum_, ())
        if len(row) < len(self._tests):
            fresh = (self._is_p(_plus(sum_, test)) for test in self._tests[len(row) :])
            row = self._rows[sum_] = (*row, *fresh)
        return row

    def _made_commute(self, classes: _Rows) -> bool:
        """Add a test where two heaps in either order give two classes; return whether one was."""
        for number, after in enumerate(classes.after):
            for place, first in enumerate(self._heaps):
                for second in self._heaps[:place]:
                    one, other = (
                        classes.after[after[first]][second],
                        classes.after[after[second]][first],
                    )
                    if one != other:
                        self._tell_apart(classes, number, first, second, one, other)
                        return True
        return False

    def _tell_apart(
        self, classes: _Rows, number: int, first: int, second: int, one: int, other: int
    ) -> None:
        rows = self._row(classes.sums[one]), self._row(classes.sums[other])
        test = next(t for t, a, b in zip(self._tests, *rows, strict=True) if a != b)
        truth = self._is_p(_plus(classes.sums[number], (first, second, *test)))
        for heap, rest in ((first, second), (second, first)):
            middle = classes.sums[classes.after[number][heap]]
            if self._is_p(_plus(middle, (rest, *test))) != truth:
                self._tests.append(_plus(test, (rest,)))
                return
        raise GrundyError("No test distinguishes two of the classes.")  # pragma: no cover

    def _candidate(self, classes: _Rows) -> Candidate:
        action = np.array(
            [[after[heap] for heap in self._heaps] for after in classes.after], np.int32
        )
        p_portion = np.array([self._is_p(sum_) for sum_ in classes.sums])
        phi = np.zeros(len(self._proved.phi), np.int32)
        phi[self._heaps] = action[0]
        return Candidate(from_action(action, p_portion), phi)

    def _learn_from(self, wrong: Sum, tried: Candidate, classes: _Rows) -> None:
        """Take a sum that is judged wrongly: all with fewer of the newest heap are right."""
        copies = wrong.count(self._newest)
        if copies > self._sure:
            self._proved, self._sure = tried, copies
            self._memo.clear()
        if copies > self._most:
            self._most += 1
            self._memo.clear()
            self._rows.clear()
            return
        self._rows.clear()
        for sum_ in (wrong, *self._after(wrong)):
            judged = tried.monoid.product(int(tried.phi[heap]) for heap in sum_)
            if self._is_p(sum_) != tried.monoid.p_portion[judged]:
                self._tests.append(self._test_in(sum_, classes))
                return
        raise GrundyError("A sum that is judged wrongly has no wrong option.")  # pragma: no cover

    def _test_in(self, sum_: Sum, classes: _Rows) -> Sum:
        """Return a suffix of a sum that distinguishes two sums of one class."""
        number, truth = 0, self._is_p(sum_)
        for place, heap in enumerate(sum_):
            before, number = number, classes.after[number][heap]
            rest = sum_[place + 1 :]
            if self._is_p(_plus(classes.sums[number], rest)) != truth:
                one, other = _plus(classes.sums[before], (heap,)), classes.sums[number]
                return self._shorter(one, other, rest, classes)
        raise GrundyError("A wrong sum has no end that shows it.")  # pragma: no cover

    def _shorter(self, one: Sum, other: Sum, test: Sum, classes: _Rows) -> Sum:
        """Return a short test that tells two sums apart as a longer one does."""
        for short in sorted(classes.sums, key=lambda sum_: (len(sum_), sum(sum_))):
            if len(short) >= len(test):
                break
            if self._is_p(_plus(one, short)) != self._is_p(_plus(other, short)):
                return short
        return test

    def _is_p(self, sum_: Sum) -> bool:
        """Say who wins; of sums with very many of the newest heap a guess, which only steers."""
        start = self._reduced(sum_)
        if start.count(self._newest) < self._sure:
            return self._judged(start)
        path = [] if start in self._memo else [(start, self._after(start))]
        while path:
            here, options = path[-1]
            unknown = None
            for option in options:
                is_p = self._known_outcome(option)
                if is_p is None:
                    unknown = option
                    break
                if is_p:
                    self._memo[here] = False
                    break
            if unknown is not None:
                path.append((unknown, self._after(unknown)))
                continue
            self._memo.setdefault(here, True)
            path.pop()
            if path and self._memo[here]:
                self._memo[path.pop()[0]] = False
        return self._memo[start]

    def _known_outcome(self, sum_: Sum) -> bool | None:
        if sum_.count(self._newest) < self._sure:
            return self._judged(sum_)
        return self._memo.get(sum_)

    def _judged(self, sum_: Sum) -> bool:
        monoid, phi = self._proved
        return bool(monoid.p_portion[monoid.product(int(phi[heap]) for heap in sum_)])

    def _reduced(self, sum_: Sum) -> Sum:
        over = sum_.count(self._newest) - self._most
        return sum_[2 * -(-over // 2) :] if over > 0 else sum_  # the newest heap is the greatest

    def _after(self, sum_: Sum) -> Iterator[Sum]:
        """Yield what each move leaves."""
        for place, heap in enumerate(sum_):
            if place and sum_[place - 1] == heap:
                continue
            rest = sum_[:place] + sum_[place + 1 :]
            for option in self._left[heap]:
                yield _plus(rest, option)


def _plus(sum_: Sum, heaps: Sum) -> Sum:
    """Return two sums together, in descending order."""
    return tuple(sorted((*sum_, *heaps), reverse=True)) if heaps else sum_
