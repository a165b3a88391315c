"""The engines that are not octal: by the definition, for codes and sets; and which one a game gets.

What a user's function returns is looked up as it comes, a block of heaps at a time; that these
are heaps, and what kinds of numbers, is seen for the block at once. A block with anything else in
it is done again by the definition, which knows what to say.

It starts in plain Python: to compile takes longer than many an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import xor
from typing import Any, Protocol

import numpy as np

from grundy.games.state_text import pass_on
from grundy.heaps.codes import Code, Constraint
from grundy.heaps.engines.engine import Engine, Numbers, PlainRule, mex, plain_rule
from grundy.heaps.engines.octal import OctalEngine
from grundy.runtime.threads import Control

_BLOCK = 256  # heaps between two looks at whether to stop
_CALLED = 32  # the same, where a function of the user is called
# Heaps, and seconds, that Python answers for at most before a function is compiled.
_UNCOMPILED, _SECONDS = 1_000, 1.0
_STEP = 64  # heaps between two looks at the clock
_NUMBERS = frozenset({int})
_SUMS = frozenset({tuple, list})

ValueList = list[int]
Look = Callable[[ValueList, Sequence[Any]], set[int]]


class HasFunction(Protocol):
    """A game whose options a user's function returns."""

    text: str
    function: Callable[[int], Iterable[Any]]
    tuples_are_sums: bool

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap as a tuple of heaps."""


class DefinitionEngine(Engine):
    """Values by the definition, option by option."""

    name = "definition"

    def __init__(self, options: Callable[[int], Iterator[tuple[int, ...]]]) -> None:
        super().__init__()
        self._options = options
        self._block = _BLOCK

    def _extend_compiled(self, stop: int, control: Control) -> int:
        start = self.filled
        values: ValueList = self.values[:start].tolist()
        while len(values) < stop and not control[1]:
            control[0] = len(values)
            self._extend_block(values, min(len(values) + self._block, stop))
        return self._store(values, start)

    def _extend_block(self, values: ValueList, end: int) -> None:
        for heap in range(len(values), end):
            values.append(mex(_at_tuples(values, self._options(heap))))


class FunctionEngine(DefinitionEngine):
    """Values from what a user's function returns; as fast as a loop that calls it."""

    by_function = True

    def __init__(self, game: HasFunction) -> None:
        super().__init__(game.options)
        self._block = _CALLED
        self._function = game.function
        self._looks: list[Look] = [_at_heaps]
        if game.tuples_are_sums:
            self._looks += [_at_pairs, _at_tuples]

    def _extend_block(self, values: ValueList, end: int) -> None:
        if not values or not self._extend_unchecked(values, end):
            super()._extend_block(values, end)

    def _extend_unchecked(self, values: ValueList, end: int) -> bool:
        """Append the values up to heap end - 1; or leave them as they are, and return False."""
        start, options = len(values), self._function
        looked_up: list[Any] = []
        for look in tuple(self._looks):
            try:
                for heap in range(start, end):
                    some = list(options(heap))
                    reached = look(values, some)
                    value = 0
                    while value in reached:
                        value += 1
                    values.append(value)
                    looked_up += some
                if _are_heaps(looked_up, alone=look is _at_heaps):
                    self._looks.remove(look)
                    self._looks.insert(0, look)
                    return True
            except Exception as error:  # another look, or the definition, says what is wrong
                pass_on(error)
            del values[start:]
            looked_up.clear()
        return False


def _at_heaps(values: ValueList, options: Sequence[Any]) -> set[int]:
    return set(map(values.__getitem__, options))


def _at_pairs(values: ValueList, options: Sequence[Any]) -> set[int]:
    return {values[one] ^ values[other] for one, other in options}


def _at_tuples(values: ValueList, options: Iterable[Any]) -> set[int]:
    value_of = values.__getitem__
    return {reduce(xor, map(value_of, option), 0) for option in options}


def _are_heaps(options: Iterable[Any], *, alone: bool) -> bool:
    """Return whether options are natural numbers, or else tuples of them; True is no number."""
    if not alone:
        if not _SUMS.issuperset(map(type, options)):
            return False
        options = list(chain.from_iterable(options))
    return _NUMBERS.issuperset(map(type, options)) and min(options, default=0) >= 0


class RuleEngine(FunctionEngine):
    """Values by the definition, with the function of the game compiled."""

    name = "definition"
    by_function = False  # it compiles, and compiled code looks at whether to stop

    def __init__(self, game: HasFunction) -> None:
        super().__init__(game)
        from grundy.games.values.compiled_rule import CompiledFunction

        self._compiled = CompiledFunction(game.function, game.text, game.options)
        self._spent = 0.0

    def _extend_compiled(self, stop: int, control: Control) -> int:
        while self.filled < stop <= _UNCOMPILED and self._spent < _SECONDS and not control[1]:
            start = time.monotonic()
            self.filled = super()._extend_compiled(min(self.filled + _STEP, stop), control)
            self._spent += time.monotonic() - start
        if self.filled < stop and not control[1]:
            self._compiled.compare(self.filled, stop)
            self.name = "compiled definition"
            return self._run(stop, control)
        return self.filled

    def _run(self, stop: int, control: Control) -> int:
        wide = self._wide()
        control[0] = self.filled
        try:
            return self._keep(wide, self._compiled.extend(wide, self.filled, stop, control))
        except Exception:
            self.filled = self._keep(wide, int(control[0]))
            raise


# The engines for codes and sets that are not octal, and which engine a code gets.
#
# octal       a finite octal code with splits: recursion, the sparse space, blocks
# code, tail  any other code: hexadecimal and base-32 digits, constraints, repeating digits
# take        a set of amounts that may be taken, finite or by rule
# all-but     all amounts but some
# formula     a closed form, for whole arrays
# definition  mex over the options, one by one; compiled, where a function of the user can be
#
# Each starts with sets of Python, which are quick for the first heaps.


PLAIN_TAKE = 1_000  # heaps in plain Python
PLAIN_CODE = 200
_SIGNS = (Constraint.ANY, Constraint.UNEQUAL, Constraint.NOT_ALL_EQUAL, Constraint.ALL_EQUAL)
_OCTAL = (Constraint.ANY, Constraint.UNEQUAL)


def engine_of(code: Code) -> Engine:
    """Make the engine for a code; other rules name theirs (`HeapRuleset.rule_engine`)."""
    if max((*code.digits, *code.tail), default=0) < 4:
        return CodeEngine(code) if code.tail else TakeEngine.of_code(code)
    if code.is_finite and code.is_octal and code.constraint in _OCTAL:
        return OctalEngine(code.digits, unequal=code.constraint is Constraint.UNEQUAL)
    return CodeEngine(code)


class TakeEngine(Engine):
    """Values of a game in which one takes an amount of a set, and splits nothing."""

    name = "take"
    plain_heaps = PLAIN_TAKE

    def __init__(
        self, amounts: Callable[[int], Numbers], whole: Callable[[int], Numbers] | None = None
    ) -> None:
        """Take the amounts below a bound, as a function of it; those of whole heaps may differ."""
        super().__init__()
        self._amounts = amounts
        self._whole = whole or amounts

    @classmethod
    def of_set(cls, amounts: tuple[int, ...]) -> TakeEngine:
        """Take the amounts of a finite set."""
        return cls(_below(_fitting(amounts)))

    @classmethod
    def of_code(cls, code: Code) -> TakeEngine:
        """Take by the digits of a finite code, each 0 to 3."""
        digits = np.array(code.digits, np.uint8)
        return cls(_below(np.flatnonzero(digits & 2)), _below(np.flatnonzero(digits & 1)))

    def _plain_rule(self, stop: int) -> PlainRule:
        return self._amounts(stop).tolist(), set(self._whole(stop).tolist()), []

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        amounts = self._amounts(stop)
        whole = np.zeros(stop, np.uint8)
        whole[self._whole(stop)] = 1
        self._fit(len(amounts) + 1)
        seen = np.full(len(amounts) + 2, -1, np.int32 if stop < 1 << 31 else np.int64)
        return int(kernels.take(amounts, whole, self.values, self.filled, stop, seen, control))


class AllButEngine(Engine):
    """Values of a game in which one takes any amount but some."""

    name = "all-but"
    plain_heaps = PLAIN_TAKE

    def __init__(self, amounts: tuple[int, ...]) -> None:
        super().__init__()
        self._excluded = _below(_fitting(amounts))
        self._restart()

    def _restart(self) -> None:
        self._low = 0
        self._counts = np.bincount(self.values[: self.filled], minlength=64).astype(np.int32)

    def _plain_rule(self, stop: int) -> PlainRule:
        amounts = np.delete(np.arange(stop), [0, *self._excluded(stop)]).tolist()
        return amounts, set(amounts), []

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        excluded, wide, start = self._excluded(stop), self._wide(), self.filled
        while True:
            start, self._low = kernels.all_but(
                excluded, wide, start, stop, self._counts, self._low, control
            )
            if start == stop or control[1]:
                return self._keep(wide, start)
            self._counts = np.concatenate((self._counts, np.zeros_like(self._counts)))


def _fitting(amounts: tuple[int, ...]) -> Numbers:
    return np.array([amount for amount in amounts if amount < 1 << 62], np.int64)


def _below(amounts: Numbers) -> Callable[[int], Numbers]:
    return lambda stop: amounts[: np.searchsorted(amounts, stop)]


class CodeEngine(Engine):
    """Values of any code: sets of nim-sums by total, as bitsets."""

    plain_heaps = PLAIN_CODE

    def __init__(self, code: Code) -> None:
        super().__init__()
        self.name = "tail" if code.most_heaps == 1 else "code"
        self._code = code
        signs = [_SIGNS.index(sign) for sign in code.constraints]
        signs = signs or [0] * (len(code.digits) + len(code.tail))
        split = len(code.digits)
        self._head = np.array(code.digits, np.uint8), np.array(signs[:split], np.uint8)
        self._tail = np.array(code.tail, np.uint8), np.array(signs[split:], np.uint8)
        self._kinds = code.most_heaps - 1 if code.most_heaps > 2 else 0
        self._restart()

    def _restart(self) -> None:
        self._size = 64
        self._is_behind = self.filled > 0  # the tables know nothing of the values so far
        self._sums = np.zeros((self._kinds, 0, 1), np.uint64)
        self._tails = np.zeros((len(self._tail[0]), self._size), np.int32)
        self._low = np.zeros(len(self._tails), np.int64)

    def _plain_rule(self, stop: int) -> PlainRule:
        return plain_rule(self._code, stop)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        start, wide = 1 if self._is_behind else max(self.filled, 1), self._wide()
        self._is_behind = False
        self._grow(stop)
        while start < stop:
            seen = np.full(self._size, -1, np.int32)
            start = kernels.code_values(
                *self._head, *self._tail, wide, start, stop, self._sums,
                np.zeros(self._size // 64, np.uint64), seen, self._tails, self._low, control,
            )  # fmt: skip
            if start == stop or control[1]:
                break
            self._size *= 2
            self._grow(stop)
        return self._keep(wide, int(start))

    def _grow(self, stop: int) -> None:
        """Make room for the heaps below *stop* and the values below the present size."""
        rows, words = max(stop, self._sums.shape[1]), self._size // 64
        if self._kinds and (rows, words) != self._sums.shape[1:]:
            sums = np.zeros((self._kinds, rows, words), np.uint64)
            sums[:, : self._sums.shape[1], : self._sums.shape[2]] = self._sums
            self._sums = sums
        tails = np.zeros((len(self._tails), self._size), np.int32)
        tails[:, : self._tails.shape[1]] = self._tails
        self._tails = tails
