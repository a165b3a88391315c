"""The options of one heap that have a given value: listed lazily, counted for many heaps.

Options come from the rules only: from what is known of them (`HeapRuleset.known_options`), from
the digits of a take-and-break code, or from `options` one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING

import numpy as np

from grundy.errors import LimitError
from grundy.games.state_text import search_of_moves
from grundy.heaps.codes import Constraint
from grundy.heaps.options.codes import CodeSearch
from grundy.heaps.options.lookup import Numbers, ValueLookup
from grundy.nimbers.natural import shown
from grundy.running.limits import Limits, each_looked_at

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

Option = tuple[int, ...]

_AT_ONCE = 1_024  # options whose values are looked up together
MOST_OPTIONS = 1_000_000
"""Options of one heap that are looked at one by one before `LimitError`."""


class WinningOptions:
    """Finds the options of a heap that have a given Grundy value."""

    def __init__(
        self, ruleset: HeapRuleset, values: ValueLookup, limits: Limits | None = None
    ) -> None:
        self._ruleset = ruleset
        self._limits = limits
        self._values = values
        self._known = ruleset.known_options()
        code = ruleset.code if self._known.counts is None else None
        self._search = None if code is None else CodeSearch(code, values.array)

    def listed(self, heap: int, value: int) -> Iterator[Option]:
        """Yield every option of *heap* with this value, each once, as they are found."""
        if self._search is not None and heap < len(self._values.array):
            yield from self._search.listed(heap, value)
        elif self._known.complete:
            yield from self._known.options(heap, value)
        else:
            first = dict.fromkeys(self._known.options(heap, value))
            yield from first
            more = (option for option in self._looked_at(heap, value) if option not in first)
            # Where the count is known, so is when all are found; the others are not looked at.
            count = self._known.number
            left = None if count is None else min(count(heap, value), MOST_OPTIONS + 1) - len(first)
            yield from islice(more, left)

    def counted(self, heaps: Numbers, values: Numbers) -> list[int]:
        """Count for each heap its options with the value beside it, each option once."""
        largest = int(heaps[-1]) if len(heaps) else 0
        if self._search is not None and largest < len(self._values.array):
            return self._search.counted(heaps, values)
        if self._known.counts is not None:
            return [int(found) for found in self._known.counts(heaps, values).tolist()]
        pairs = list(zip(heaps.tolist(), values.tolist(), strict=True))
        if not self._known.complete:
            if self._known.number is not None:
                return [self._known.number(heap, value) for heap, value in pairs]
            if _has_many(self._ruleset, largest):
                raise LimitError(_too_many(largest))
        return [sum(1 for _ in self.listed(heap, value)) for heap, value in pairs]

    def _looked_at(self, heap: int, value: int) -> Iterator[Option]:
        values = self._values
        options = bounded_options(self._ruleset, heap)
        if self._limits is None and heap < len(values.array):
            rests = self._ruleset.rests(heap) if heap <= self._ruleset.largest_listed else None
            if rests is not None and len(rests) <= MOST_OPTIONS:
                found = rests[values.array[rests] == value].tolist()
                yield from ((rest,) if rest else () for rest in found)
                return
            while some := list(islice(options, _AT_ONCE)):
                found = values.of_options(some) == value
                yield from (some[place] for place in np.flatnonzero(found).tolist())
            return
        search = search_of_moves(self._ruleset.text, self._ruleset.format(heap))
        for option, _ in each_looked_at(options, search, self._limits):
            if reduce(xor, (values[part] for part in option), 0) == value:
                yield option


def bounded_options(ruleset: HeapRuleset, heap: int) -> Iterator[Option]:
    """Yield the options of a heap one by one, or raise `LimitError` when they are too many."""
    if heap > ruleset.largest_listed:
        raise LimitError(_too_many(heap))
    options = ruleset.options(heap)
    yield from islice(options, MOST_OPTIONS)
    if next(options, None) is not None:
        raise LimitError(_too_many(heap))


def _has_many(ruleset: HeapRuleset, heap: int) -> bool:
    """Return whether the code shows, before any is listed, that a heap has too many options."""
    code = ruleset.code
    if code is None or heap <= (len(code.tail) + 3) * MOST_OPTIONS:
        return heap > ruleset.largest_listed
    splits = (
        digit & 4 and code.constraint_at(taken) is not Constraint.ALL_EQUAL
        for taken, digit in enumerate(code.digits)
    )
    return bool(code.tail) or any(splits)


def _too_many(heap: int) -> str:
    size = shown(heap).removeprefix("a number of ")
    return (
        f"A heap of {size} has more than {MOST_OPTIONS:,} options, too many to look at all of them."
    )
