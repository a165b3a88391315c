"""The values of many heaps, and the moves of a take-and-break code that reach a given value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.heaps.codes import ANY, Code, Constraint
from grundy.heaps.formulas import Option
from grundy.heaps.numbers import HeapRules, Within
from grundy.runtime.limits import Limits

# Up to here an array of all values is cheaper than asking heap by heap.
_MOST_IN_ARRAY = 10_000_000
# A formula answers one heap at once, so that only a crowd of small heaps is worth an array.
_ROOM_BESIDE_FORMULA = 1_024
# Distinct values times heaps: some 32 bytes each.
_MOST_CELLS = 20_000_000
# Splits that are looked at for one heap, or for all heaps when they are counted; some seconds.
_MOST_SPLITS = 4_000_000_000
_ONE, _TWO, _MORE = 2, 4, ~7

Values = npt.NDArray[np.integer]
Numbers = npt.NDArray[Any]
"""int64, or Python's integers (dtype object) where one of them needs more than 63 bits."""


class ValueLookup:
    """Grundy values of single heaps, for positions with the heaps given."""

    def __init__(self, ruleset: HeapRules, sizes: Numbers, *, limits: Limits | None = None) -> None:
        self._ruleset = ruleset
        formula = ruleset.formula
        self._one: Callable[[int], int] = (
            partial(ruleset.valuer.value, limits=limits) if formula is None else formula.value
        )
        small = sizes[: int(np.searchsorted(sizes, _MOST_IN_ARRAY, side="right"))]
        most = int(small[-1]) if len(small) else 0
        if formula is not None and most > 4 * len(small) + _ROOM_BESIDE_FORMULA:
            most = 0
        within = Within(limits, ruleset.text)
        if formula is None:
            within.require(ruleset.sequence, most + 1)
        with within.watched():
            self.array = ruleset.values(most + 1)

    def __getitem__(self, heap: int) -> int:
        if heap < len(self.array):
            return int(self.array[heap])
        return int(self._one(heap))

    def of_options(self, options: list[tuple[int, ...]]) -> Numbers:
        """Return the values of options whose parts are all in the array, in their order."""
        widest = max(map(len, options))
        if widest == 1 and () not in options:
            return self.array[np.array(options, np.int64)[:, 0]].astype(np.int64)
        total: Numbers = np.zeros(len(options), np.int64)
        for place in range(widest):
            # A part that is not there is an empty heap, of the value 0.
            parts = (option[place] if place < len(option) else 0 for option in options)
            total ^= self.array[np.fromiter(parts, np.int64, len(options))].astype(np.int64)
        return total

    def of_all(self, sizes: Numbers) -> Numbers:
        """Return the values of many heaps, ascending, in their order."""
        if not len(sizes) or sizes.max() < len(self.array):
            return self.array[sizes.astype(np.int64)].astype(np.int64)
        split = int(np.searchsorted(sizes, len(self.array)))
        small = self.array[sizes[:split].astype(np.int64)].tolist()
        # The first one looks for a period, if there is none yet; then the others have it.
        first = list(map(self._one, sizes[split : split + 1].tolist()))
        rest = sizes[split + 1 :]
        by_period = self._by_period(rest)
        more = list(map(self._one, rest.tolist())) if by_period is None else by_period.tolist()
        return as_numbers([*small, *first, *more])

    def _by_period(self, heaps: Numbers) -> Numbers | None:
        ruleset = self._ruleset
        if ruleset.formula is not None or heaps.dtype == object or not len(heaps):
            return None
        period = ruleset.sequence.period
        if period is None or period.saltus or heaps[0] < period.preperiod:
            return None
        values = ruleset.values(period.preperiod + period.period)
        heap_values: Numbers = values[period.preperiod + (heaps - period.preperiod) % period.period]
        return heap_values


def as_numbers(numbers: list[int]) -> Numbers:
    """Return natural numbers as int64, or as Python's integers when one is too large for that."""
    if not numbers or max(numbers) < 2**63:
        return np.array(numbers, np.int64)
    return np.array(numbers, object)


def worthwhile(values: Values) -> float:
    """Return the number of splits above which `PairCounts` is faster than checking each."""
    distinct = int(values.max()) + 1
    if distinct * len(values) > _MOST_CELLS:
        return float("inf")
    # Measured: for each target a product for each value, some 20 splits a heap.
    return 20.0 * distinct * distinct * len(values)


class PairCounts:
    """Counts splits n = a + b with 1 <= a <= b and G(a) ⊕ G(b) = t, for all n of one t at once."""

    def __init__(self, values: Values) -> None:
        self._length = len(values)
        self._size = 1 << (2 * self._length).bit_length()
        self._transforms = {}
        for value in range(int(values.max()) + 1):
            here = (values == value).astype(np.float64)
            here[0] = 0  # an empty heap is no half of a split
            self._transforms[value] = np.fft.rfft(here, self._size)

    def of(self, target: int) -> npt.NDArray[np.int64]:
        """Return int64[n]: at index n the number of splits of n with nim-sum *target*."""
        total = np.zeros(self._size // 2 + 1, np.complex128)
        for value, transform in self._transforms.items():
            other = self._transforms.get(value ^ target)
            if other is not None:
                total += transform * other
        ordered = np.rint(np.fft.irfft(total, self._size)[: self._length]).astype(np.int64)
        if target == 0:
            ordered[2::2] += 1  # a = b is one of the ordered pairs only
        return ordered // 2


class CodeSearch:
    """Moves of a code, among heaps whose values are all in one array."""

    def __init__(self, code: Code, values: Values) -> None:
        self._code = code
        self._values = values
        places = len(values) if code.tail else len(code.digits)
        amounts = np.arange(places)
        pattern = np.array((*code.digits, *code.tail), np.int16)
        here = amounts
        if code.tail:
            start = len(code.digits)
            here = np.where(amounts < start, amounts, start + (amounts - start) % len(code.tail))
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
        for amount in _up_to(self._two, heap - 2).tolist():
            allows = self._code.constraint_at(amount).allows
            yield from filter(allows, self._splits(heap - amount, 2, 1, value, budget))
        for amount in _up_to(self._more, heap - 3).tolist():
            allows, digit = self._code.constraint_at(amount).allows, int(self._digits[amount])
            for parts in range(3, digit.bit_length()):
                if digit >> parts & 1:
                    splits = self._splits(heap - amount, parts, 1, value, budget)
                    yield from filter(allows, splits)

    def counted(self, heaps: Numbers, values: Numbers) -> list[int]:
        """Count for each heap its options with the value beside it."""
        heaps = heaps.astype(np.int64)
        if len(self._more):
            pairs = zip(heaps.tolist(), values.tolist(), strict=True)
            return [sum(1 for _ in self.listed(heap, value)) for heap, value in pairs]
        inside = heaps < len(self._digits)
        emptied = inside & (self._digits[np.where(inside, heaps, 0)] & 1 == 1) & (values == 0)
        counts = emptied + self._count_single(heaps, values)
        if len(self._two):
            counts += self._count_pairs(heaps, values)
        return [int(count) for count in counts.tolist()]

    def _splits(
        self, total: int, parts: int, least: int, value: int, budget: _Budget
    ) -> Iterator[Option]:
        """Yield the ways to split *total* into *parts* heaps of at least *least*, in order."""
        if parts > 2:
            for first in range(least, total // parts + 1):
                target = value ^ int(self._values[first])
                for rest in self._splits(total - first, parts - 1, first, target, budget):
                    yield (first, *rest)
            return
        for first in (np.flatnonzero(self._hits(total, least, value, budget)) + least).tolist():
            yield (first, total - first)

    def _hits(self, total: int, least: int, value: int, budget: _Budget) -> Numbers:
        """Return for each smaller part, from *least* on, whether its split has this value."""
        half = total // 2
        if half < least:
            return np.zeros(0, bool)
        budget.spend(half)
        values = self._values
        sums = values[least : half + 1] ^ values[total - least : total - half - 1 : -1]
        hits: Numbers = sums == value
        return hits

    def _count_single(self, heaps: Numbers, values: Numbers) -> Numbers:
        start, tail = len(self._code.digits), self._code.tail
        counts = np.zeros(len(heaps), np.int64)
        for amount in self._one[self._one < start].tolist():
            rests = heaps - amount
            counts += (rests >= 1) & (self._values[np.maximum(rests, 0)] == values)
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

    def _count_below(self, most: Numbers, values: Numbers) -> Numbers:
        """Count heaps 1 .. most[i] of value values[i], by one sorted list of (value, heap)."""
        length = len(self._values)
        keys = self._values.astype(np.int64) * length + np.arange(length)
        keys.sort()
        reachable = values <= int(self._values.max())
        base = np.where(reachable, values, 0) * length
        below = np.searchsorted(keys, base + np.maximum(most, 0), side="right")
        counts: Numbers = below - np.searchsorted(keys, base, side="right")
        # Heap 0 has value 0 and sorts at the base, so it is not counted.
        return np.where(reachable, counts, 0)

    def _count_pairs(self, heaps: Numbers, values: Numbers) -> Numbers:
        work = sum(
            int(np.maximum(heaps - amount, 0).sum()) // 2 for amount in self._two[:64].tolist()
        )
        if self._code.is_finite and work > worthwhile(self._values):
            return self._count_pairs_of_all(heaps, values)
        counts = np.zeros(len(heaps), np.int64)
        budget = _Budget()
        for place, (heap, value) in enumerate(zip(heaps.tolist(), values.tolist(), strict=True)):
            for amount in _up_to(self._two, heap - 2).tolist():
                rest = heap - amount
                splits = int(np.count_nonzero(self._hits(rest, 1, value, budget)))
                twin = rest % 2 == 0 and value == 0
                counts[place] += _allowed(splits, twin, self._code.constraint_at(amount))
        return counts

    def _count_pairs_of_all(self, heaps: Numbers, values: Numbers) -> Numbers:
        counts = np.zeros(len(heaps), np.int64)
        tables = PairCounts(self._values)
        for value in np.unique(values).tolist():
            here = np.flatnonzero(values == value)
            pairs = tables.of(value)
            for amount in self._two.tolist():
                rests = np.maximum(heaps[here] - amount, 0)
                splits, twin = pairs[rests], (rests >= 2) & (rests % 2 == 0) & (value == 0)
                counts[here] += _allowed(splits, twin, self._code.constraint_at(amount))
        return counts


class _Budget:
    def __init__(self) -> None:
        self._left = _MOST_SPLITS

    def spend(self, splits: int) -> None:
        self._left -= splits
        if self._left < 0:
            raise LimitError(
                f"These heaps have more than {_MOST_SPLITS:,} splits, too many to check."
            )


def _up_to(amounts: Values, most: int) -> Values:
    return amounts[: int(np.searchsorted(amounts, most, side="right"))]


def _allowed(splits: Numbers | int, twin: Numbers | bool, constraint: Constraint) -> Numbers | int:
    """Count the splits into two that a constraint allows; *twin* is 1 for two equal parts."""
    if constraint is ANY:
        return splits
    return twin * 1 if constraint is Constraint.ALL_EQUAL else splits - twin * 1
