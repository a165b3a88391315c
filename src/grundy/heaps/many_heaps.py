"""What a heap game says of many heaps, or of many sums of them, at once, in arrays."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import chain
from operator import mul, xor
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from grundy.errors import PositionError
from grundy.games.protocols import Answers
from grundy.heaps.formulas import Option
from grundy.heaps.numbers import HeapRules, Numbers, ValueLookup, as_numbers, is_nim
from grundy.heaps.options import MOST_OPTIONS, WinningOptions
from grundy.runtime.limits import Limits
from grundy.values import Outcome, Value, as_int_or_none, number_text, outcome_of

_CHUNK = 4_096


class Heaps(Sequence[int]):
    """Heaps as a sequence of Python's integers, which takes the memory of an array."""

    __slots__ = ("array",)

    def __init__(self, array: Numbers) -> None:
        self.array = array

    @classmethod
    def of(cls, heaps: Iterable[int]) -> Heaps:
        """Copy heaps, each one checked."""
        return heaps if isinstance(heaps, Heaps) else cls(as_heaps(heaps))

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> Heaps: ...

    def __getitem__(self, place: int | slice) -> int | Heaps:
        if isinstance(place, slice):
            return Heaps(self.array[place])
        return int(self.array[place])

    def __iter__(self) -> Iterator[int]:
        for start in range(0, len(self.array), _CHUNK):
            yield from self.array[start : start + _CHUNK].tolist()


def as_heaps(heaps: Iterable[int]) -> Numbers:
    """Return heaps as an array, each one checked."""
    if isinstance(heaps, np.ndarray) and heaps.ndim == 1 and np.issubdtype(heaps.dtype, np.integer):
        if len(heaps) and heaps.min() < 0:
            place = int(np.flatnonzero(heaps < 0)[0])
            raise _bad_heap(place, int(heaps[place]))
        if not len(heaps) or heaps.max() < 2**63:
            return heaps.astype(np.int64)
    numbers = []
    for place, heap in enumerate(heaps):
        number = as_int_or_none(heap)
        if number is None or number < 0:
            raise _bad_heap(place, heap)
        numbers.append(number)
    return as_numbers(numbers)


def _bad_heap(place: int, heap: Any) -> PositionError:
    return PositionError(f"Heap {place + 1} is {number_text(heap)}; a heap is a natural number.")


class HeapAnswers(Answers):
    """Answers for a sum of heaps, computed from its distinct heaps."""

    def __init__(self, ruleset: HeapRules, heaps: Sequence[int]) -> None:
        self._ruleset = ruleset
        self._heaps = heaps
        self._option_lists: dict[tuple[int, int], list[Option]] = {}

    @abstractmethod
    def options(self, heap: int, target: int) -> Iterator[Option]:
        """Return each option of one heap of this size that brings the sum to *target*, once."""

    def count_options(self, target: int) -> list[int]:
        """Count `options` for each distinct heap, ascending."""
        return [sum(1 for _ in self.options(heap, target)) for heap in self._sizes.tolist()]

    def promising_heaps(self, target: int) -> Iterable[int]:
        """Return the distinct heaps in the order in which to look for one move."""
        return list(self._sizes.tolist())

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, Option]]:
        heap, names = self._heaps[index], self._ruleset.move_names
        options = self._options_of(heap, target)
        return ((name, option) for option in options for name in names(heap, option))

    def _options_of(self, heap: int, target: int) -> Iterable[Option]:
        # A list that might be cut short by the limit is not kept.
        if heap > MOST_OPTIONS or len(self._sizes) == len(self._heaps):
            return self.options(heap, target)
        if (heap, target) not in self._option_lists:
            self._option_lists[heap, target] = list(self.options(heap, target))
        return self._option_lists[heap, target]

    def count(self, target: int = 0) -> int:
        """Count the moves of the distinct heaps, each as often as there are such heaps."""
        counts = self.count_options(target)
        if self._ruleset.is_by_place:
            names, heaps = self._ruleset.move_names, self._sizes.tolist()
            counts = [sum(len(names(n, o)) for o in self.options(n, target)) for n in heaps]
        return sum(map(mul, self._counts.tolist(), counts))

    def promising(self, target: int = 0) -> Iterator[int]:
        """Yield the first of each kind of heap that may have a move."""
        for heap in self.promising_heaps(target):
            yield int(np.flatnonzero(self._numbers == heap)[0])

    @cached_property
    def _numbers(self) -> Numbers:
        return Heaps.of(self._heaps).array

    @cached_property
    def _distinct(self) -> tuple[Numbers, Numbers, Numbers]:
        return np.unique(self._numbers, return_inverse=True, return_counts=True)

    @property
    def _sizes(self) -> Numbers:
        return self._distinct[0]

    @property
    def _group(self) -> Numbers:
        return self._distinct[1]

    @property
    def _counts(self) -> Numbers:
        return self._distinct[2]


class NormalPlay(HeapAnswers):
    """Normal play: the values of the heaps add by the nim-sum."""

    def __init__(
        self, ruleset: HeapRules, heaps: Sequence[int], limits: Limits | None = None
    ) -> None:
        super().__init__(ruleset, heaps)
        self._limits = limits

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self._total)

    def value(self) -> int:
        return self._total

    def values(self) -> Sequence[Value]:
        if isinstance(self._heaps, Heaps):
            return Heaps(self._values[self._group])
        return self._one_by_one

    def options(self, heap: int, target: int) -> Iterator[Option]:
        value = int(self._values[np.searchsorted(self._sizes, heap)])
        return self._finder.listed(heap, value ^ self._total ^ target)

    def count_options(self, target: int) -> list[int]:
        beside = self._total ^ target
        targets = as_numbers([value ^ beside for value in self._values.tolist()])
        return self._finder.counted(self._sizes, targets)

    def promising_heaps(self, target: int) -> Iterator[int]:
        """Yield the heaps that are to become less in value: the mex rule promises an option."""
        beside = self._total ^ target
        for heap, value in zip(self._sizes.tolist(), self._values.tolist(), strict=True):
            if value ^ beside < value:
                yield heap

    @cached_property
    def _one_by_one(self) -> list[int]:
        value, limits = self._ruleset.valuer.value, self._limits
        return [value(heap, limits=limits) for heap in self._heaps]

    @cached_property
    def _total(self) -> int:
        if not isinstance(self._heaps, Heaps):
            return reduce(xor, self._one_by_one, 0)
        # Equal heaps cancel in pairs.
        return reduce(xor, self._values[self._counts % 2 == 1].tolist(), 0)

    @cached_property
    def _lookup(self) -> ValueLookup:
        return ValueLookup(self._ruleset, self._sizes, limits=self._limits)

    @cached_property
    def _values(self) -> Numbers:
        return self._lookup.of_all(self._sizes)

    @cached_property
    def _finder(self) -> WinningOptions:
        return WinningOptions(self._ruleset, self._lookup, self._limits)


@dataclass(frozen=True)
class _Sums:
    """Many sums, one behind the other.

    Attributes:
        sizes: The distinct heaps, ascending.
        places: Of each heap of each sum, its place in `sizes`.
        lengths: How many heaps each sum has.
    """

    sizes: Numbers
    places: npt.NDArray[np.intp]
    lengths: npt.NDArray[np.int64]

    @classmethod
    def of(cls, sums: Sequence[Sequence[int]]) -> _Sums:
        sizes, places = np.unique(as_heaps(chain.from_iterable(sums)), return_inverse=True)
        return cls(sizes, places, np.fromiter(map(len, sums), np.int64, len(sums)))

    def folded(self, operation: np.ufunc, values: Numbers) -> Numbers:
        """Reduce the values of each sum's heaps by a ufunc; 0 for an empty sum."""
        some = np.flatnonzero(self.lengths)
        totals: Numbers = np.zeros(len(self.lengths), values.dtype)
        if len(some):
            starts = (self.lengths.cumsum() - self.lengths)[some]
            totals[some] = operation.reduceat(values[self.places], starts)
        return totals

    def products(self, table: npt.NDArray[np.int32], elements: Numbers) -> Numbers:
        """Multiply the elements of each sum, neighbours first; the identity for no heap."""
        lengths, factors = self.lengths, elements[self.places]
        while lengths.max(initial=0) > 1:
            starts = np.repeat(lengths.cumsum() - lengths, lengths)
            first = np.flatnonzero((np.arange(len(factors)) - starts) % 2 == 0)
            ends = starts[first] + np.repeat(lengths, (lengths + 1) // 2)
            paired = first + 1 < ends
            left = factors[first]
            left[paired] = table[left[paired], factors[first[paired] + 1]]
            factors, lengths = left, (lengths + 1) // 2
        results = np.zeros(len(lengths), np.int64)
        results[lengths > 0] = factors
        return results


def nim_sums(
    ruleset: HeapRules, sums: Sequence[Sequence[int]], limits: Limits | None = None
) -> list[int]:
    """Return the value of each of many sums of heaps: every distinct heap is looked up once."""
    batch = _Sums.of(sums)
    values = ValueLookup(ruleset, batch.sizes, limits=limits).of_all(batch.sizes)
    return list(batch.folded(np.bitwise_xor, values).tolist())


def misere_losses(
    ruleset: HeapRules, sums: Sequence[Sequence[int]], limits: Limits | None = None
) -> list[bool] | None:
    """Return whether the mover loses each of many sums under misère play; None without a rule."""
    batch = _Sums.of(sums)
    if is_nim(ruleset):
        large = batch.folded(np.maximum, batch.sizes) >= 2
        total = batch.folded(np.bitwise_xor, batch.sizes)
        lost: Numbers = np.where(large, total == 0, total == 1)
    else:
        quotient = ruleset.known_quotient.covering(max(batch.sizes.tolist(), default=0), limits)
        if quotient is None:
            return None
        monoid = quotient.solution.monoid
        lost = monoid.p_portion[batch.products(monoid.table, quotient.elements(batch.sizes))]
    return list(lost.tolist())
