"""The values of pairs of numbers whose rule is to be compiled: a table, row after row.

Each value is the mex over the values of options that stand before the pair: in a lower row, or
further left in the same. Where an option stands elsewhere, or the rule raises, the pair has no
value here, and none that leads to it has: those are for the search.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import RulesetError
from grundy.games.rule_errors import named, pass_on
from grundy.games.valuers.compiled_function import compiled_or_refused
from grundy.running.watched import Control, watched

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset
    from grundy.running.limits import Watch

Pair = tuple[int, int]

_MOST = 1 << 26  # pairs of a table; a larger one is left to the search, which may need few
_BYTES = 4
_AHEAD = 1.5  # as far as this in each direction, where a larger table is asked for
_ALL_BELOW = 8  # pairs of such numbers are all compared
_AT_RANDOM = 48
_FIRST_VALUES = 64  # room for them, before the first is too great
_RAISING = 64  # pairs for which the rule may raise, besides one in eight
_UNKNOWN = -1


class CompiledPairs:
    """Values of pairs, each the mex over the options that a compiled rule gives."""

    def __init__(self, ruleset: Ruleset, function: Callable[[Any], Iterable[Any]]) -> None:
        self._ruleset = ruleset
        self._function = function
        self._rule: Any = None
        self._table = np.zeros((0, 0), np.int32)
        self._filled = 0  # of its pairs, row after row

    def value(self, pair: Pair, watch_of: Callable[[], Watch]) -> int | None:
        """Return the value of a pair of natural numbers; None where the search is to find it."""
        first, second = pair
        # The second number may grow on the way, mostly no further than the first.
        for columns in (second + 1, max(pair) + 1):
            if not self._has_room(first + 1, columns):
                return None
            self._extend(pair, watch_of)
            found = int(self._table[pair])
            if found != _UNKNOWN:
                return found
        return None

    def held(self, pair: Pair) -> int | None:
        """Return the value of a pair that the table holds already, or None."""
        columns = self._table.shape[1]
        if pair[1] >= columns or pair[0] * columns + pair[1] >= self._filled:
            return None
        found = int(self._table[pair])
        return None if found == _UNKNOWN else found

    def _has_room(self, rows: int, columns: int) -> bool:
        """See to it that the table has so many rows and columns, if it may."""
        if rows * columns > _MOST:
            return False
        old_rows, old_columns = self._table.shape
        if rows <= old_rows and columns <= old_columns:
            return True
        if columns > old_columns:
            columns, self._filled = max(columns, int(_AHEAD * old_columns)), 0
        table = np.zeros((max(rows, int(_AHEAD * old_rows)), max(columns, old_columns)), np.int32)
        if self._filled:
            table[:old_rows] = self._table
        self._table = table
        return True

    def _extend(self, pair: Pair, watch_of: Callable[[], Watch]) -> None:
        start, stop = self._filled, pair[0] * self._table.shape[1] + pair[1] + 1
        if start >= stop:
            return
        watch = watch_of()
        watch.require_memory(_BYTES * self._table.size, 0)
        if self._rule is None:
            self._rule, _ = compiled_or_refused(self._function, self._ruleset.text, pairs=True)
        self._compare(pair)

        def run(control: Control) -> None:
            self._fill(stop, control)

        def look(_stage: str, done: int, _total: int) -> None:
            watch.look(max(done - start, 0), plain=False)

        watched(run, "positions", stop, look)

    def _fill(self, stop: int, control: Control) -> None:
        from grundy.games.kernels.user_rule import extend_pairs

        size, raising = _FIRST_VALUES, 0
        while size <= int(self._table.max(initial=0)):
            size *= 2
        seen = np.full(size, -1, np.int64)
        while self._filled < stop and not control[1]:
            control[0] = self._filled
            try:
                self._filled, is_full = extend_pairs(
                    self._rule, self._table, self._filled, stop, seen, control
                )
            except Exception:  # what the rule raises; if play comes there, the search raises it
                raising += 1
                self._filled = int(control[0])
                gives_up = raising > _RAISING + self._filled // 8
                end = stop if gives_up else self._filled + 1
                self._table.ravel()[self._filled : end] = _UNKNOWN
                self._filled = end
            else:
                if is_full:
                    seen = np.full(2 * len(seen), -1, np.int64)

    def _compare(self, last: Pair) -> None:
        """Hold the compiled options against those of Python, for some pairs up to *last*."""
        chance = random.Random(hash(last))  # noqa: S311 - a sample
        small = range(_ALL_BELOW)
        chosen = {last, *((first, second) for first in small for second in small)}
        marks = [[*_marks(end), *chance.choices(range(end + 1), k=_AT_RANDOM)] for end in last]
        chosen |= {(chance.choice(marks[0]), chance.choice(marks[1])) for _ in range(_AT_RANDOM)}
        chosen |= set(zip(marks[0][-_AT_RANDOM:], marks[1][-_AT_RANDOM:], strict=True))
        for pair in sorted(chosen):
            if pair[0] > last[0] or pair[1] > last[1]:
                continue
            try:
                true = set(self._ruleset.options(pair))
            except Exception as error:  # if play comes there, the search raises it
                pass_on(error)
                continue
            try:
                found = set(self._rule(pair))
                finding = "it gives other options"
            except Exception as error:  # whatever the function raises
                found, finding = None, f"it raises {type(error).__name__}"
            if found != true:
                raise RulesetError(
                    f"Compiled, the rule of {named(self._ruleset, pair)} does not do what it does "
                    f"in Python: {finding}. Integers have 64 bits there; leave out compiled=True."
                )


def _marks(end: int) -> list[int]:
    """Return the numbers about each power of two, up to *end*, and this."""
    about = {(1 << bits) + more for bits in range(end.bit_length()) for more in (-1, 0, 1)}
    return sorted(number for number in about | {end} if number <= end)
