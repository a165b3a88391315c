"""The options of a heap of any size that have a given value, where a period is proved."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grundy.heaps.codes import ANY, Code
from grundy.heaps.formulas.options import KnownOptions

if TYPE_CHECKING:
    from grundy.heaps.periods.period import Period
    from grundy.heaps.rules.subtraction import AllBut
    from grundy.heaps.ruleset import HeapRuleset

Option = tuple[int, ...]


class SplitCounts:
    """Counts the options with a given value of a code that leaves at most two heaps."""

    def __init__(self, ruleset: HeapRuleset, code: Code, period: Period) -> None:
        self._ruleset = ruleset
        self._digits = code.digits
        self._start, self._step = 2 * max(period.preperiod, 1), 2 * period.period
        self._known: dict[tuple[int, int], int] = {}

    def count(self, heap: int, value: int) -> int:
        """Count the options of a heap that have a value, each once."""
        found = 0
        for taken, digit in enumerate(self._digits[: min(heap + 1, len(self._digits))]):
            rest = heap - taken
            if rest == 0:
                found += digit & 1 and value == 0
                continue
            found += bool(digit & 2) and self._ruleset.valuer.value(rest) == value
            found += self._splits(rest, value) if digit & 4 else 0
        return found

    def _splits(self, total: int, value: int) -> int:
        if total < self._start + self._step:
            return self._counted(total, value)
        turns, over = divmod(total - self._start, self._step)
        first = self._counted(self._start + over, value)
        return first + turns * (self._counted(self._start + over + self._step, value) - first)

    def _counted(self, total: int, value: int) -> int:
        key = total, value
        if key not in self._known:
            half = total // 2
            values = self._ruleset.values(total + 1)
            smaller, larger = values[1 : half + 1], values[total - half : total][::-1]
            self._known[key] = int(np.count_nonzero(smaller ^ larger == value))
        return self._known[key]


def options_by_period(ruleset: HeapRuleset) -> KnownOptions:
    """Return what is known of the options of a game by its period, where one has been proved."""
    counts = split_counts(ruleset)
    return KnownOptions(
        partial(_some_options, ruleset),
        complete=False,
        number=None if counts is None else counts.count,
    )


def _some_options(ruleset: HeapRuleset, heap: int, value: int) -> Iterator[Option]:
    """Yield options of a heap of a code with a proved period that is known."""
    code, period = ruleset.code, ruleset.sequence.period
    if code is None or not code.is_finite or code.constraint != ANY or period is None:
        return
    value_of = ruleset.valuer.value
    for taken, digit in enumerate(code.digits[: heap + 1]):
        rest = heap - taken
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


def split_counts(ruleset: HeapRuleset) -> SplitCounts | None:
    """Return the counts for a game with a proved period that is known, if its rule allows them."""
    code, period = ruleset.code, ruleset.sequence.period
    if code is None or not code.is_finite or code.constraint != ANY or period is None:
        return None
    return SplitCounts(ruleset, code, period) if max(code.digits) < 8 else None


def all_but_options(ruleset: AllBut, period: Period, heap: int, value: int) -> Iterator[Option]:
    """Yield all options of a heap that have a value, in an all-but set with a proved saltus."""
    excluded = set(ruleset.amounts)
    known = ruleset.values(period.preperiod + period.period).tolist()
    for small, here in enumerate(known):
        turns, over = divmod(value - here, period.saltus)
        if over or turns < 0 or (turns and small < period.preperiod):
            continue
        left = small + turns * period.period
        if left < heap and heap - left not in excluded:
            yield (left,) if left else ()
