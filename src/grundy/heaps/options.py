"""The options of a heap that have a given value: by a code, by what is known, or one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial, reduce
from itertools import islice
from math import inf
from operator import xor
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.games.state_text import each_move
from grundy.heaps.codes import ANY, Code, Constraint
from grundy.heaps.formulas import KnownOptions, Option
from grundy.heaps.numbers import HeapRules, Numbers, ValueLookup
from grundy.runtime.limits import Limits
from grundy.values import number_text

# Distinct values times heaps: some 32 bytes each.
_MOST_CELLS = 20_000_000
# Splits that are looked at for one heap, or for all heaps when they are counted; some seconds.
_MOST_SPLITS = 4_000_000_000
_ONE, _TWO, _MORE = 2, 4, ~7

Values = npt.NDArray[np.integer]


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
            pairs = zip(heaps.tolist(), values.tolist(), strict=True)
            for place, (heap, value) in enumerate(pairs):
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
        rests = (np.maximum(heaps - amount, 0) for amount in self._two[:64].tolist())
        work = sum(int(rest.sum()) // 2 for rest in rests)
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
            many = f"more than {_MOST_SPLITS:,} splits, too many to check"
            raise LimitError(f"These heaps have {many}.")


def _up_to(amounts: Values, most: int) -> Values:
    return amounts[: int(np.searchsorted(amounts, most, side="right"))]


def _allowed(splits: Numbers | int, twin: Numbers | bool, constraint: Constraint) -> Numbers | int:
    """Count the splits into two that a constraint allows; *twin* is 1 for two equal parts."""
    if constraint is ANY:
        return splits
    return twin * 1 if constraint is Constraint.ALL_EQUAL else splits - twin * 1


# The options of a heap that have a given value: listed, counted, and by a proved period.
#
# Options come from the rules only: from what is known of them (`HeapRuleset.known_options`), from
# the digits of a take-and-break code, or from `options` one after the other.


_AT_ONCE = 1_024  # options whose values are looked up together
MOST_OPTIONS = 1_000_000
"""Options of one heap that are looked at one by one before `LimitError`."""


class WinningOptions:
    """Finds the options of a heap that have a given Grundy value."""

    def __init__(
        self, ruleset: HeapRules, values: ValueLookup, limits: Limits | None = None
    ) -> None:
        self._ruleset = ruleset
        self._limits = limits
        self._values = values
        self._known_options = ruleset.known_options()
        code = ruleset.code if self._known_options.counts is None else None
        self._search = None if code is None else CodeSearch(code, values.array)

    def listed(self, heap: int, value: int) -> Iterator[Option]:
        """Yield every option of *heap* with this value, each once, as they are found."""
        if self._search is not None and heap < len(self._values.array):
            yield from self._search.listed(heap, value)
        elif self._known_options.complete:
            yield from self._known_options.options(heap, value)
        else:
            first = dict.fromkeys(self._known_options.options(heap, value))
            yield from first
            more = (option for option in self._looked_at(heap, value) if option not in first)
            # Where the count is known, so is when all are found; the others are not looked at.
            count = self._known_options.number
            left = None if count is None else min(count(heap, value), MOST_OPTIONS + 1) - len(first)
            yield from islice(more, left)

    def counted(self, heaps: Numbers, values: Numbers) -> list[int]:
        """Count for each heap its options with the value beside it, each option once."""
        largest = int(heaps[-1]) if len(heaps) else 0
        if self._search is not None and largest < len(self._values.array):
            return self._search.counted(heaps, values)
        if self._known_options.counts is not None:
            return [int(count) for count in self._known_options.counts(heaps, values).tolist()]
        pairs = list(zip(heaps.tolist(), values.tolist(), strict=True))
        if not self._known_options.complete:
            if self._known_options.number is not None:
                return [self._known_options.number(heap, value) for heap, value in pairs]
            if _has_many(self._ruleset, largest):
                raise too_many_options(largest)
        return [sum(1 for _ in self.listed(heap, value)) for heap, value in pairs]

    def _looked_at(self, heap: int, value: int) -> Iterator[Option]:
        values = self._values
        options = bounded_options(self._ruleset, heap)
        if self._limits is None and heap < len(values.array):
            rests = self._ruleset.rests(heap) if heap <= self._ruleset.largest_listed else None
            if rests is not None and len(rests) <= MOST_OPTIONS:
                hits = rests[values.array[rests] == value].tolist()
                yield from ((rest,) if rest else () for rest in hits)
                return
            while some := list(islice(options, _AT_ONCE)):
                hits = values.of_options(some) == value
                yield from (some[place] for place in np.flatnonzero(hits).tolist())
            return
        for option, _ in each_move(self._ruleset, heap, options, self._limits):
            if reduce(xor, (values[part] for part in option), 0) == value:
                yield option


def bounded_options(ruleset: HeapRules, heap: int) -> Iterator[Option]:
    """Yield the options of a heap one by one, or raise `LimitError` when they are too many."""
    if heap > ruleset.largest_listed:
        raise too_many_options(heap)
    options = ruleset.options(heap)
    yield from islice(options, MOST_OPTIONS)
    if next(options, None) is not None:
        raise too_many_options(heap)


def _has_many(ruleset: HeapRules, heap: int) -> bool:
    """Return whether the code shows, before any is listed, that a heap has too many options."""
    code = ruleset.code
    if code is None or heap <= (len(code.tail) + 3) * MOST_OPTIONS:
        return heap > ruleset.largest_listed
    splits = (
        digit & 4 and code.constraint_at(amount) is not Constraint.ALL_EQUAL
        for amount, digit in enumerate(code.digits)
    )
    return bool(code.tail) or any(splits)


def too_many_options(heap: int) -> LimitError:
    """Return the error for a heap whose options cannot all be looked at."""
    size = number_text(heap).removeprefix("a number of ")
    many = f"more than {MOST_OPTIONS:,} options, too many to check them all"
    return LimitError(f"A heap of {size} has {many}.")


class SplitCounts:
    """Counts the wanted splits of any total into two heaps: by a period they grow evenly."""

    def __init__(self, counted: Callable[[int, int], int], period: Any) -> None:
        self._counted = cache(counted)  # of a total, and what is wanted, without a period
        self._least, self._step = inf, 0
        if period is not None:
            self._step = 2 * period.period
            self._least = 2 * period.preperiod + 2 + self._step

    def of(self, total: int, value: int) -> int:
        """Count the splits of *total*, each once."""
        if total < self._least:
            return self._counted(total, value)
        turns, over = divmod(total - int(self._least), self._step)
        first = int(self._least) + over
        before = self._counted(first - self._step, value)
        return before + (turns + 1) * (self._counted(first, value) - before)


def _counter(ruleset: HeapRules, code: Code, period: Any) -> Callable[[int, int], int]:
    """Return how the options of a heap with a value are counted: those of two heaps at most."""

    def counted(total: int, value: int) -> int:
        half = total // 2
        values = ruleset.values(total + 1)
        smaller, larger = values[1 : half + 1], values[total - half : total][::-1]
        return int(np.count_nonzero(smaller ^ larger == value))

    splits = SplitCounts(counted, period)
    first_values = ruleset.values(period.preperiod + period.period)

    def count(heap: int, value: int) -> int:
        total = 0
        for amount, digit in enumerate(code.digits[: heap + 1]):
            rest = heap - amount
            if rest == 0:
                total += digit & 1 and value == 0
                continue
            total += bool(digit & 2) and period.value(rest, first_values) == value
            total += splits.of(rest, value) if digit & 4 else 0
        return total

    return count


def options_by_period(ruleset: HeapRules) -> KnownOptions:
    """Return what is known of the options of a game by its period, where one has been proved."""
    code, period = ruleset.code, ruleset.sequence.period
    if code is None or code.reach is None or period is None:
        return KnownOptions(lambda heap, value: (), complete=False)
    number = _counter(ruleset, code, period) if code.is_octal else None
    options = partial(_some_options, ruleset, code, period)
    return KnownOptions(options, complete=False, number=number)


def _some_options(
    ruleset: HeapRules, code: Code, period: Any, heap: int, value: int
) -> Iterator[Option]:
    value_of = ruleset.valuer.value
    for amount, digit in enumerate(code.digits[: heap + 1]):
        rest = heap - amount
        if rest == 0:
            if digit & 1 and value == 0:
                yield ()
            continue
        if digit & 2 and value_of(rest) == value:
            yield (rest,)
        if digit & 4:
            for first in range(1, min(period.preperiod + period.period, rest // 2 + 1)):
                if value_of(first) ^ value_of(rest - first) == value:
                    yield first, rest - first
