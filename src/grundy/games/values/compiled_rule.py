"""A user's rule of numbers or of pairs, compiled.

Machine integers have 64 bits, and what is larger wraps without a word; so compiled options are
compared with those of Python before values rest on them.

Each value is the mex over the values of options that stand before the pair: in a lower row, or
further left in the same. Where an option stands elsewhere, or the rule raises, the pair has no
value here, and none that leads to it has: those are for the search.
"""

from __future__ import annotations

import random
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from grundy.errors import CycleError, LimitError, RulesetError
from grundy.games.protocols import State
from grundy.games.rulebook import Rulebook, Valuer
from grundy.games.state_text import named, pass_on, shown
from grundy.games.values.bottom_up import is_pair
from grundy.games.values.solver import Solver
from grundy.runtime.limits import Limits, Watch
from grundy.runtime.threads import Control, in_time, watched
from grundy.values import Outcome, Value

# A user's function of a number, compiled, and held against what it does in Python.

Wide = npt.NDArray[np.uint32]
Option = tuple[int, ...]

_ALL_BELOW = 64  # numbers whose options are all compared
_AT_RANDOM = 24
_FIRST_VALUES = 64  # room for them, before the first is too great
_TOO_GREAT, _BAD_PART = 1, 2


@dataclass(frozen=True)
class CompiledFunction:
    """Values of numbers, each the mex over the options that a compiled function gives."""

    function: Callable[[int], Any]
    text: str
    options: Callable[[int], Iterable[Option]]

    def compare(self, start: int, stop: int) -> None:
        """Compare the compiled options with Python's for a sample of numbers below *stop*."""
        rule, _ = self._rule
        drawn = random.Random(stop).choices(range(start, stop), k=_AT_RANDOM)  # noqa: S311
        for number in sorted({*range(min(_ALL_BELOW, stop)), *_marks(stop - 1), *drawn} - {0}):
            if finding := _finding(rule, number, set(self.options(number)), _in_order):
                self._let_python_say(number, finding)

    def extend(self, values: Wide, start: int, stop: int, control: Control) -> int:
        """Extend values in place, from *start* on."""
        from grundy.games.kernels.user_rule import extend

        why, seen = _TOO_GREAT, _workspace(values[:start])
        while why == _TOO_GREAT:
            _compile_for(extend, *self._rule, values, start, start, seen, control)
            try:
                start, why = extend(*self._rule, values, start, stop, seen, control)
            except Exception as error:  # whatever the function raises
                self._let_python_say(int(control[0]), f"it raises {type(error).__name__}")
            seen = np.full(2 * len(seen), -1, np.int64)
        if why == _BAD_PART:
            self._let_python_say(start, "it gives a part that is no smaller heap")
        return start

    @cached_property
    def _rule(self) -> tuple[Any, Any]:
        return compiled_or_refused(self.function, self.text)

    def _let_python_say(self, number: int, finding: str) -> NoReturn:
        """Raise what the function itself gives cause for, or else say what compiling changed."""
        for _ in self.options(number):
            pass
        raise RulesetError(
            f"Compiled, the function {self.text} does not do for heap {number} what it does in "
            f"Python: {finding}. Integers have 64 bits there; leave out compiled=True."
        )


def compiled_or_refused(
    function: Callable[[Any], Any], text: str, *, pairs: bool = False
) -> tuple[Any, Any]:
    """Compile a user's function, or say what of it cannot be."""

    def compile_it() -> tuple[Any, Any, Any]:
        from grundy.games.kernels.user_rule import compiled_rule

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return compiled_rule(function, pairs)
            except Exception as error:  # numba has many kinds
                raise _refusal(text, _reason(error)) from None

    rule, parts_of, kind = in_time(compile_it)
    if parts_of is None:
        expected = "pairs of numbers" if pairs else "heaps"
        raise _refusal(text, f"its options have the type {kind}, not that of {expected}")
    return rule, parts_of


def _compile_for(extend: Callable[..., Any], *nothing: Any) -> None:
    """Compile what extends values by a rule: run it on no numbers."""
    try:
        in_time(partial(extend, *nothing))
    except LimitError:
        raise
    except Exception as error:  # it is met again with numbers
        pass_on(error)


def _refusal(text: str, reason: str) -> RulesetError:
    return RulesetError(
        f"The function {text} cannot be compiled: {reason}; write loops that `yield` each option, "
        "with tuples for lists from outside, or leave out compiled=True."
    )


def _finding(rule: Any, state: Any, true: set[Any], form: Callable[[Any], Any]) -> str:
    """Return what a compiled rule does otherwise than in Python, or nothing."""
    try:
        return "" if set(map(form, rule(state))) == true else "it gives other options"
    except Exception as error:  # whatever the function raises
        return f"it raises {type(error).__name__}"


def _workspace(values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return a workspace of -1s that has a place for each of these values."""
    size = _FIRST_VALUES
    while size <= int(values.max(initial=0)):
        size *= 2
    return np.full(size, -1, np.int64)


def _in_order(option: int | Option) -> Option:
    parts = option if isinstance(option, tuple) else (option,)
    return tuple(sorted(part for part in parts if part))


def _reason(error: Exception) -> str:
    """Return why numba refuses a function."""
    if "list(undefined)" in str(error):
        return "an empty list does not say what it would hold"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = next((line for line in lines if not line.startswith("Failed in")), type(error).__name__)
    return f"numba says, {text.rstrip('.:')[:120]}"


# The values of pairs of numbers whose rule is to be compiled: a table, row after row.

Pair = tuple[int, int]

_MOST = 1 << 26  # pairs of a table; a larger one is left to the search, which may need few
_PAIR_BYTES = 4
_AHEAD = 1.5  # as far as this in each direction, where a larger table is asked for
_ALL_PAIRS_BELOW = 8  # pairs of such numbers are all compared
_PAIRS_DRAWN = 48
_RAISING = 64  # pairs for which the rule may raise, besides one in eight
_UNKNOWN = -1


class CompiledPairs:
    """Values of pairs, each the mex over the options that a compiled rule gives."""

    def __init__(self, ruleset: Rulebook, function: Callable[[Any], Iterable[Any]]) -> None:
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
            entry = int(self._table[pair])
            if entry != _UNKNOWN:
                return entry
        return None

    def held(self, pair: Pair) -> int | None:
        """Return the value of a pair that the table holds already, or None."""
        columns = self._table.shape[1]
        if pair[1] >= columns or pair[0] * columns + pair[1] >= self._filled:
            return None
        entry = int(self._table[pair])
        return None if entry == _UNKNOWN else entry

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
        watch.require_memory(_PAIR_BYTES * self._table.size, 0)
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

        seen, raising, start = _workspace(self._table), 0, self._filled
        _compile_for(extend_pairs, self._rule, self._table, start, start, seen, control)
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
        """Compare the compiled options with Python's for a sample of pairs up to *last*."""
        chance = random.Random(hash(last))  # noqa: S311 - a sample
        small = range(_ALL_PAIRS_BELOW)
        chosen = {last, *((first, second) for first in small for second in small)}
        marks = [[*_marks(end), *chance.choices(range(end + 1), k=_PAIRS_DRAWN)] for end in last]
        chosen |= {(chance.choice(marks[0]), chance.choice(marks[1])) for _ in range(_PAIRS_DRAWN)}
        chosen |= set(zip(marks[0][-_PAIRS_DRAWN:], marks[1][-_PAIRS_DRAWN:], strict=True))
        for pair in sorted(chosen):
            if pair[0] > last[0] or pair[1] > last[1]:
                continue
            try:
                true = set(self._ruleset.options(pair))
            except Exception as error:  # if play comes there, the search raises it
                pass_on(error)
                continue
            if finding := _finding(self._rule, pair, true, tuple):
                raise RulesetError(
                    f"Compiled, the rule of {named(self._ruleset, pair)} does not do what it does "
                    f"in Python: {finding}. Integers have 64 bits there; leave out compiled=True."
                )


def _marks(end: int) -> list[int]:
    """Return the numbers about each power of two, up to *end*, and this."""
    about = {(1 << bits) + more for bits in range(end.bit_length()) for more in (-1, 0, 1)}
    return sorted(number for number in about | {end} if number <= end)


# The values of a game whose rule is to be compiled: of numbers, an array from 0 on.

_FEW = 1_000  # numbers that Python answers before numba has loaded, and positions for who wins
_FEW_PAIRS = 10_000  # the same for a pair and those with no number greater than its own
_FEW_POSITIONS = 4_000  # that the search of a value may need, before a table is made
_NUMBERS_A_POSITION = 256  # that a compiled rule values while Python values one, at least
_NUMBER_BYTES = 12  # for each number, while the array grows


class CompiledNumbers(Solver):
    """The solver, but for large natural numbers, and pairs of them."""

    def __init__(self, ruleset: Rulebook, function: Callable[[int], Iterable[Any]]) -> None:
        super().__init__(ruleset)
        self._compiled_rule = CompiledFunction(function, ruleset.text, self._smaller_numbers)
        self._pairs = CompiledPairs(ruleset, function)
        self._array = np.zeros(1, np.uint32)
        self._filled = 1
        self._turns = threading.Lock()
        self.asks_less = False

    def value(self, state: State, *, limits: Limits | None = None) -> Value:
        """Return the value of a state: that of large numbers by the compiled rule."""
        if is_pair(state) and min(state) >= 0:
            with self._turns:
                pair_value = self._pairs.held(state)
                if pair_value is None and (state[0] + 1) * (state[1] + 1) > _FEW_PAIRS:
                    pair_value = self._pairs.value(state, lambda: self._watch(state, limits))
            if pair_value is not None:
                return pair_value
        if type(state) is not int or state <= _FEW:
            return super().value(state, limits=limits)
        with self._turns:
            if state >= self._filled:
                for _ in islice(self._smaller_numbers(state), _FEW):
                    pass
                few = _FEW_POSITIONS
                if self._filled > 1:  # the rule is compiled: no longer than the array would take
                    few = min(few, 1 + (state - self._filled) // _NUMBERS_A_POSITION)
                if (soon := self.value_of_few(state, few, limits)) is not None:
                    return soon
                self._extend(state, limits)
            return int(self._array[state])

    def outcome(self, state: State, beside: int = 0, *, limits: Limits | None = None) -> Outcome:
        """Return who wins a state beside a part of the value *beside*: a rule may need few."""
        if not self._has(state):
            few = replace(limits or Limits(), positions=_FEW)
            with self._lock, suppress(LimitError, CycleError):
                return self._questions.outcome(state, beside, limits=few)
        return Valuer.outcome(self, state, beside, limits=limits)

    def _has(self, state: State) -> bool:
        if is_pair(state) and min(state) >= 0:
            return self._pairs.held(state) is not None
        return type(state) is int and 0 <= state < self._filled

    def _extend(self, number: int, limits: Limits | None) -> None:
        watch = self._watch(number, limits)
        watch.require_memory(_NUMBER_BYTES * number, 0)
        start = self._filled
        if start == 1:
            list(self._smaller_numbers(0))  # that there is none, kernels take for granted
        stop = number + 1 if start == 1 else max(number + 1, int(_AHEAD * start))
        array = np.concatenate([self._array[:start], np.zeros(stop - start, np.uint32)])
        self._compiled_rule.compare(start, stop)

        def run(control: Control) -> None:
            control[0] = start
            self._array = array
            try:
                self._filled = self._compiled_rule.extend(array, start, stop, control)
            except RulesetError:
                self._filled = int(control[0])
                raise

        def look(_stage: str, done: int, _total: int) -> None:
            watch.look(max(done - start, 0), plain=False)

        watched(run, "positions", stop, look)

    def _smaller_numbers(self, number: int) -> Iterator[tuple[int, ...]]:
        for option in self.ruleset.options(number):
            if type(option) is not int or not 0 <= option < number:
                text = shown(repr(option))
                raise RulesetError(
                    f"{named(self.ruleset, number)} has the option {text}, which is no smaller "
                    "natural number, as compiled rules need; leave out compiled=True."
                )
            yield (option,) if option else ()
