"""The moves of a take-and-break code that reach a given value, found with NumPy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.heaps.codes import ANY, Code, Constraint
from grundy.heaps.options import pair_counts
from grundy.heaps.options.lookup import Numbers

Values = npt.NDArray[np.integer]
Option = tuple[int, ...]

# Splits that are looked at for one heap, or for all heaps when they are counted; some seconds.
_MOST_SPLITS = 4_000_000_000
_ONE, _TWO, _MORE = 2, 4, ~7


class CodeSearch:
    """Moves of a code, among heaps whose values are all in one array."""

    def __init__(self, code: Code, values: Values) -> None:
        self._code = code
        self._values = values
        places = len(values) if code.tail else len(code.digits)
        taken = np.arange(places)
        pattern = np.array((*code.digits, *code.tail), np.int16)
        here = taken
        if code.tail:
            start = len(code.digits)
            here = np.where(taken < start, taken, start + (taken - start) % len(code.tail))
        self._digits = pattern[here]
        self._one = np.flatnonzero(self._digits & _ONE)
        self._two = np.flatnonzero(self._digits & _TWO)
        self._more = np.flatnonzero(self._digits & _MORE)

    def listed(self, heap: int, value: int) -> Iterator[Option]:
        """Yield each option of *heap* with this value, once: one heap, then two, then more."""
        if heap < len(self._digits) and self._digits[heap] & 1 and value == 0:
            yield ()
        rests = heap - _up_to(self._one, heap - 1)
        yield from ((rest,) for rest in rests[self._values[rests] == value].tolist())
        budget = _Budget()
        for taken in _up_to(self._two, heap - 2).tolist():
            allows = self._code.constraint_at(taken).allows
            yield from filter(allows, self._splits(heap - taken, 2, 1, value, budget))
        for taken in _up_to(self._more, heap - 3).tolist():
            allows, digit = self._code.constraint_at(taken).allows, int(self._digits[taken])
            for parts in range(3, digit.bit_length()):
                if digit >> parts & 1:
                    splits = self._splits(heap - taken, parts, 1, value, budget)
                    yield from filter(allows, splits)

    def counted(self, heaps: Numbers, values: Numbers) -> list[int]:
        """Count for each heap its options with the value beside it."""
        heaps = heaps.astype(np.int64)
        if len(self._more):
            pairs = zip(heaps.tolist(), values.tolist(), strict=True)
            return [sum(1 for _ in self.listed(heap, value)) for heap, value in pairs]
        counts = self._count_emptied(heaps, values) + self._count_single(heaps, values)
        if len(self._two):
            counts += self._count_pairs(heaps, values)
        return [int(count) for count in counts.tolist()]

    def _splits(
        self, total: int, parts: int, least: int, value: int, budget: _Budget
    ) -> Iterator[Option]:
        """Yield the ways to split *total* into *parts* heaps of at least *least*, in order."""
        if parts > 2:
            for first in range(least, total // parts + 1):
                wanted = value ^ int(self._values[first])
                for rest in self._splits(total - first, parts - 1, first, wanted, budget):
                    yield (first, *rest)
            return
        half = total // 2
        if half < least:
            return
        budget.spend(half)
        values = self._values
        sums = values[least : half + 1] ^ values[total - least : total - half - 1 : -1]
        for first in (np.flatnonzero(sums == value) + least).tolist():
            yield (first, total - first)

    def _count_emptied(self, heaps: Numbers, values: Numbers) -> Numbers:
        inside = heaps < len(self._digits)
        digits = self._digits[np.where(inside, heaps, 0)]
        emptied: Numbers = (inside & (digits & 1 == 1) & (values == 0)).astype(np.int64)
        return emptied

    def _count_single(self, heaps: Numbers, values: Numbers) -> Numbers:
        start, tail = len(self._code.digits), self._code.tail
        counts = np.zeros(len(heaps), np.int64)
        for taken in self._one[self._one < start].tolist():
            self._add_single(counts, heaps - taken, values)
        if tail and all(digit & _ONE for digit in tail):
            counts += self._count_below(heaps - start, values)
        elif any(digit & _ONE for digit in tail):
            in_tail = self._one[self._one >= start]
            for place, (heap, value) in enumerate(
                zip(heaps.tolist(), values.tolist(), strict=True)
            ):
                rests = heap - _up_to(in_tail, heap - 1)
                counts[place] += np.count_nonzero(self._values[rests] == value)
        return counts

    def _add_single(self, counts: Numbers, rests: Numbers, values: Numbers) -> None:
        reached = self._values[np.maximum(rests, 0)]
        counts += (rests >= 1) & (reached == values)

    def _count_below(self, most: Numbers, values: Numbers) -> Numbers:
        """Count heaps 1 .. most[i] of value values[i], by one sorted list of (value, heap)."""
        length = len(self._values)
        keys = self._values.astype(np.int64) * length + np.arange(length)
        keys.sort()
        reachable = values <= int(self._values.max())
        base = np.where(reachable, values, 0) * length
        below = np.searchsorted(keys, base + np.maximum(most, 0), side="right")
        found: Numbers = below - np.searchsorted(keys, base, side="right")
        # Heap 0, whose value is 0, stands at its base and is left out so.
        return np.where(reachable, found, 0)

    def _count_pairs(self, heaps: Numbers, values: Numbers) -> Numbers:
        work = sum(
            int(np.maximum(heaps - taken, 0).sum()) // 2 for taken in self._two[:64].tolist()
        )
        if self._code.is_finite and work > pair_counts.worthwhile(self._values):
            return self._count_pairs_of_all(heaps, values)
        counts = np.zeros(len(heaps), np.int64)
        budget = _Budget()
        for place, (heap, value) in enumerate(zip(heaps.tolist(), values.tolist(), strict=True)):
            for taken in _up_to(self._two, heap - 2).tolist():
                rest = heap - taken
                half = rest // 2
                budget.spend(half)
                sums = self._values[1 : half + 1] ^ self._values[rest - 1 : rest - half - 1 : -1]
                found = int(np.count_nonzero(sums == value))
                twin = rest % 2 == 0 and value == 0
                counts[place] += _allowed(found, twin, self._code.constraint_at(taken))
        return counts

    def _count_pairs_of_all(self, heaps: Numbers, values: Numbers) -> Numbers:
        counts = np.zeros(len(heaps), np.int64)
        tables = pair_counts.PairCounts(self._values)
        for value in np.unique(values).tolist():
            here = np.flatnonzero(values == value)
            pairs = tables.of(value)
            for taken in self._two.tolist():
                rests = np.maximum(heaps[here] - taken, 0)
                found, twin = pairs[rests], (rests >= 2) & (rests % 2 == 0) & (value == 0)
                counts[here] += _allowed(found, twin, self._code.constraint_at(taken))
        return counts


class _Budget:
    """Counts the splits looked at, and stops when they are too many."""

    def __init__(self) -> None:
        self._left = _MOST_SPLITS

    def spend(self, splits: int) -> None:
        self._left -= splits
        if self._left < 0:
            raise LimitError(
                f"These heaps have more than {_MOST_SPLITS:,} splits, too many to look at."
            )


def _up_to(taken: Values, most: int) -> Values:
    """Return the numbers of a sorted array that are at most *most*."""
    return taken[: int(np.searchsorted(taken, most, side="right"))]


def _allowed(found: Numbers | int, twin: Numbers | bool, constraint: Constraint) -> Numbers | int:
    """Count the splits into two that a constraint allows; *twin* is 1 for two equal parts."""
    if constraint is ANY:
        return found
    return twin * 1 if constraint is Constraint.ALL_EQUAL else found - twin * 1
