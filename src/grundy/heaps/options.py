"""The options of a heap: how they look, and which have a given value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial, reduce
from itertools import accumulate, islice, repeat
from math import inf
from operator import xor
from typing import Any

import numpy as np

from grundy.errors import LimitError
from grundy.games.scenes import CUT, MOST_STONES, Cell, Scene, Way, heap_scene, row_scene
from grundy.games.state_text import each_move
from grundy.heaps.code_options import CodeSearch, Numbers, ValueLookup
from grundy.heaps.codes import Code, Constraint
from grundy.heaps.formulas import KnownOptions, Option
from grundy.heaps.numbers import HeapRules
from grundy.runtime.limits import Limits
from grundy.values import number_text

CROSSES = "0.007"
"""Treblecross: n squares are the heap n + 2; a cross takes its square and two on either side."""

MARGIN = 2
"""How many more a heap of Treblecross has than its row has squares."""


def look_of(ruleset: HeapRules, heap: int) -> Scene:
    """Return the shapes of one heap."""
    code = ruleset.code
    if code is None or not code.breaks or code.digit(0):
        return heap_scene(heap, with_cuts=code is not None and code.digit(0) > 0)
    if ruleset.text == CROSSES and heap <= MOST_STONES:
        if heap <= MARGIN:
            return Scene((Cell("empty", 0, 0, "mark", "no square left"),), row=True)
        return row_scene(heap - MARGIN, "square")
    # Where neighbours may be taken from anywhere, they are the pins of Kayles and its kin.
    return row_scene(heap, "pin" if {*code.digits, *code.tail} <= {0, 7} else "stone")


WHOLE: tuple[Way, ...] = (("heap",),)
"""How each move of a heap that is one stone with its number is shown."""


def ways_of(ruleset: HeapRules, heap: int) -> Iterator[tuple[Way, ...]]:
    """Return the ways to show each move from one heap, in the order of `moves`."""
    if heap > MOST_STONES:
        return repeat(WHOLE)
    if ruleset.is_by_place:
        options = ruleset.options(heap)
        return (((square,),) for option in options for square in squares_of(heap, option))
    is_row = ruleset.code is not None and ruleset.code.breaks
    return (ways(heap, option, is_row=is_row) for _, option in ruleset.moves(heap))


def ways(heap: int, option: tuple[int, ...], *, is_row: bool) -> tuple[Way, ...]:
    """Return the ways to show a move from one heap: the stones it takes, or where it splits it."""
    amount = heap - sum(option)
    if len(option) < 2:
        ends = (0, heap - amount) if is_row and option else (heap - amount,)
        return tuple(_run(end, end + amount) for end in ends)
    if not amount:
        return tuple(dict.fromkeys((_split(option), _split(option[::-1]))))
    before = dict.fromkeys((option[0], sum(option[1:])))
    return tuple(_run(left, left + amount) for left in before)


def squares_of(heap: int, option: tuple[int, ...]) -> tuple[str, ...]:
    """Return the squares where the cross may be: the first of the three that the heap loses."""
    return tuple(dict.fromkeys(way[0] for way in ways(heap, option, is_row=True)))


def _run(start: int, stop: int) -> Way:
    return tuple(str(stone) for stone in range(start + 1, stop + 1))


def _split(option: tuple[int, ...]) -> Way:
    return tuple(CUT.format(after) for after in accumulate(option[:-1]))


LARGE = 20_000
"""Heaps above have more moves than anyone goes through."""


def moves_leaving(
    ruleset: HeapRules, heap: int, words: Sequence[str]
) -> Iterator[tuple[str, Option]]:
    """Yield the move that leaves the heaps that are written, if it is one."""
    if all(re.fullmatch("[0-9]{1,4000}", word) for word in words):
        option = tuple(sorted(size for size in map(int, words) if size))
        if sum(option) <= heap and _is_option(ruleset, heap, option):
            yield ruleset.move_names(heap, option)[0], option


def _is_option(ruleset: HeapRules, heap: int, option: Option) -> bool:
    """Check the option by the code, or else search the options of its value."""
    code = ruleset.code
    if code is not None:
        amount = heap - sum(option)
        allowed = code.digit(amount) >> len(option) & 1
        return bool(allowed) and code.constraint_at(amount).allows(option)
    with suppress(LimitError):
        value = reduce(xor, map(ruleset.valuer.value, option), 0)
        moves = islice(ruleset.options_of_value(heap, value), LARGE)
        return any(other == option for _, other in moves)
    return False


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
    return LimitError(
        f"A heap of {size} has more than {MOST_OPTIONS:,} options, too many to check them all."
    )


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
    return KnownOptions(
        partial(_some_options, ruleset, code, period),
        complete=False,
        number=_counter(ruleset, code, period) if code.is_octal else None,
    )


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
