"""The engines for everything that is no finite octal code without constraints.

formula     a closed form, for whole arrays
take        a set of amounts that may be taken, finite or by rule
all-but     all amounts but some
tail        repeating digits that allow no split
code        any other code: hexadecimal and base-32 digits, constraints, tails with splits
divisors    "leave a divisor"
definition  mex over the options, one by one: functions of the user

Each starts in plain Python, so that small questions do not wait for numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code, Constraint
from grundy.heaps.function_game import HeapGame
from grundy.heaps.moves import NamedRule
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import AllBut, Subtraction

Values = npt.NDArray[Any]
Control = npt.NDArray[np.int64]

_SIGNS = (Constraint.ANY, Constraint.UNEQUAL, Constraint.NOT_ALL_EQUAL, Constraint.ALL_EQUAL)
_FEW = 62  # amounts whose values, with 0, fit the bits of a word
_PLAIN_TAKE = 1_000  # heaps in plain Python
_PLAIN_CODE = 200
_REPORT = 0xFF


class Engine(Protocol):
    """Extends values from where they stand.

    Attributes:
        name: What it is called.
        values: uint8 or wider; values[:filled] are valid.
        filled: How many values are known.
    """

    name: str
    values: Values
    filled: int

    def extend(self, stop: int, control: Control) -> None:
        """Fill in the values up to heap stop - 1, or until control[1] is set."""

    def restart(self) -> None:
        """Go on from `values` and `filled` as somebody else has set them."""


def engine_for(ruleset: HeapRuleset) -> Engine:
    """Choose the engine for a game; it does not need to be a game of the kinds above."""
    if ruleset.formula is not None and ruleset.formula.array is not None:
        return FormulaEngine(ruleset.formula.array)
    if isinstance(ruleset, Subtraction):
        return TakeEngine.of_set(ruleset.amounts)
    if isinstance(ruleset, AllBut):
        return AllButEngine(ruleset.amounts)
    if isinstance(ruleset, NamedRule):
        return _engine_for_rule(ruleset)
    code = ruleset.code
    if isinstance(ruleset, HeapGame) and ruleset.compiled:
        from grundy.heaps.rule_engine import RuleEngine

        return RuleEngine(ruleset)
    if code is None:
        return DefinitionEngine(ruleset)
    if max(*code.digits, *code.tail, 0) > 3:
        return CodeEngine(code)
    return TailEngine(code) if code.tail else TakeEngine.of_code(code)


def _engine_for_rule(ruleset: NamedRule) -> Engine:
    takes = ruleset.rule.takes
    if takes is not None:
        return TakeEngine(lambda stop: np.array(takes(stop), np.int64))
    if ruleset.text == "to-divisor":
        return DivisorEngine()
    return DefinitionEngine(ruleset)


class _Engine:
    """What the engines share: the array, how it grows, and the start in plain Python."""

    name = ""
    plain_heaps = 0

    def __init__(self) -> None:
        self.values: Values = np.zeros(0, np.uint8)
        self.filled = 0

    def extend(self, stop: int, control: Control) -> None:
        """Fill in the values up to heap stop - 1, or until control[1] is set."""
        self._reserve(stop)
        if self.filled < stop <= self.plain_heaps:
            self.filled = self._extend_plain(stop, control)
        if self.filled < stop and not control[1]:
            self.filled = self._extend_compiled(stop, control)

    def _wide(self) -> Values:
        """Give the values in the type that kernels with values of any size work on."""
        return self.values.astype(np.uint32)

    def _keep(self, wide: Values, filled: int) -> int:
        """Take over what a kernel has filled in, in the least type that holds it."""
        greatest = int(wide[:filled].max(initial=0))
        self.values = wide.astype(np.promote_types(np.min_scalar_type(greatest), np.uint8))
        return filled

    def restart(self) -> None:
        """Go on from `values` and `filled` as somebody else has set them."""

    def _extend_plain(self, stop: int, control: Control) -> int:
        return self.filled

    def _extend_compiled(self, stop: int, control: Control) -> int:
        raise NotImplementedError

    def _reserve(self, stop: int) -> None:
        if stop > len(self.values):
            longer = np.zeros(max(stop, min(2 * len(self.values), 1 << 20)), self.values.dtype)
            longer[: self.filled] = self.values[: self.filled]
            self.values = longer

    def _store(self, known: list[int], start: int) -> int:
        """Write known[start:] to the array, in a wider type if they need it."""
        fresh = np.array(known[start:], np.int64)
        if len(fresh):
            self._fit(int(fresh.max()))
            self.values[start : len(known)] = fresh
        return len(known)

    def _fit(self, greatest: int) -> None:
        if greatest > np.iinfo(self.values.dtype).max:
            self.values = self.values.astype(np.min_scalar_type(greatest))


class FormulaEngine(_Engine):
    """Values by a closed form."""

    name = "formula"

    def __init__(self, array: Callable[[npt.NDArray[np.int64]], npt.NDArray[np.int64]]) -> None:
        super().__init__()
        self._array = array

    def _extend_compiled(self, stop: int, control: Control) -> int:
        for start in range(self.filled, stop, 1 << 20):
            end = min(stop, start + (1 << 20))
            fresh = self._array(np.arange(start, end))
            self._fit(int(fresh.max()))
            self.values[start:end] = fresh
            control[0] = end
            if control[1]:
                return end
        return stop


class TakeEngine(_Engine):
    """Values of a game in which one takes an amount of a set, and splits nothing."""

    name = "take"
    plain_heaps = _PLAIN_TAKE

    def __init__(
        self,
        amounts: Callable[[int], npt.NDArray[np.int64]],
        whole: Callable[[int], npt.NDArray[np.int64]] | None = None,
    ) -> None:
        """Say what may be taken.

        Args:
            amounts: Gives the amounts below a bound that may be taken when something is left,
                sorted.
            whole: The same when nothing is left; by default the same amounts.
        """
        super().__init__()
        self._amounts = amounts
        self._whole = whole or amounts

    @classmethod
    def of_set(cls, amounts: tuple[int, ...]) -> TakeEngine:
        """Take the amounts of a finite set."""
        return cls(_below(np.array([a for a in amounts if a < 1 << 62], np.int64)))

    @classmethod
    def of_code(cls, code: Code) -> TakeEngine:
        """Take by the digits of a finite code, each 0 to 3."""
        digits = np.array(code.digits, np.uint8)
        return cls(_below(np.flatnonzero(digits & 2)), _below(np.flatnonzero(digits & 1)))

    def _extend_plain(self, stop: int, control: Control) -> int:
        amounts, whole = self._amounts(stop).tolist(), set(self._whole(stop).tolist())
        known = self.values[: self.filled].tolist()
        for heap in range(self.filled, stop):
            reached = {known[heap - amount] for amount in amounts if amount < heap}
            if heap in whole:
                reached.add(0)
            known.append(_mex(reached))
        return self._store(known, self.filled)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps import general_kernels as kernels

        amounts = self._amounts(stop)
        whole = np.zeros(stop, np.uint8)
        whole[self._whole(stop)] = 1
        self._fit(len(amounts) + 1)
        if len(amounts) <= _FEW:
            return int(kernels.take_few(amounts, whole, self.values, self.filled, stop, control))
        seen = np.full(len(amounts) + 2, -1, np.int32 if stop < 1 << 31 else np.int64)
        return int(kernels.take(amounts, whole, self.values, self.filled, stop, seen, control))


class AllButEngine(_Engine):
    """Values of a game in which one takes any amount but some."""

    name = "all-but"
    plain_heaps = _PLAIN_TAKE

    def __init__(self, amounts: tuple[int, ...]) -> None:
        super().__init__()
        self._excluded = _below(np.array([a for a in amounts if a < 1 << 62], np.int64))
        self.restart()

    def restart(self) -> None:
        """Go on from `values` and `filled` as somebody else has set them."""
        self._low = 0
        self._counts = np.bincount(self.values[: self.filled], minlength=64).astype(np.int32)

    def _extend_plain(self, stop: int, control: Control) -> int:
        excluded = self._excluded(stop).tolist()
        known = self.values[: self.filled].tolist()
        for heap in range(self.filled, stop):
            barred = {heap - amount for amount in excluded}
            known.append(_mex({known[rest] for rest in range(heap) if rest not in barred}))
        filled = self._store(known, self.filled)
        self._counts = np.bincount(self.values[:filled], minlength=64).astype(np.int32)
        return filled

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps import general_kernels as kernels

        excluded, wide, start = self._excluded(stop), self._wide(), self.filled
        while True:
            start, self._low = kernels.all_but(
                excluded, wide, start, stop, self._counts, self._low, control
            )
            if start == stop or control[1]:
                return self._keep(wide, start)
            self._counts = np.concatenate((self._counts, np.zeros_like(self._counts)))


class TailEngine(_Engine):
    """Values of a code with a repeating tail and no split."""

    name = "tail"
    plain_heaps = _PLAIN_CODE

    def __init__(self, code: Code) -> None:
        super().__init__()
        self._code = code
        self._head = np.array(code.digits, np.uint8)
        self._tail = np.array(code.tail, np.uint8)
        self.restart()

    def restart(self) -> None:
        """Go on from `values` and `filled` as somebody else has set them."""
        self._size = 64
        self._tails = np.zeros((len(self._tail), self._size), np.uint8)
        self._low = np.zeros(len(self._tail), np.int64)
        self._behind = self.filled

    def _extend_plain(self, stop: int, control: Control) -> int:
        known = plain_code_values(self._code, self.values[: self.filled].tolist(), stop)
        self._behind = stop
        return self._store(known, self.filled)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps import general_kernels as kernels

        # What plain Python or a file gave is gone through again, to fill the tables.
        start = 1 if self._behind else max(self.filled, 1)
        self._behind = 0
        wide = self._wide()
        while start < stop:
            seen = np.full(self._size, -1, np.int64)
            start = kernels.take_tail(
                self._head, self._tail, wide, start, stop, seen, self._tails, self._low,
                control,
            )  # fmt: skip
            if start == stop or control[1]:
                break
            self._size *= 2
            self._tails = np.concatenate((self._tails, np.zeros_like(self._tails)), axis=1)
        return self._keep(wide, int(start))


class CodeEngine(_Engine):
    """Values of any code: sets of nim-sums by total, as bitsets."""

    name = "code"
    plain_heaps = _PLAIN_CODE

    def __init__(self, code: Code) -> None:
        super().__init__()
        self._code = code
        signs = [_SIGNS.index(sign) for sign in code.constraints]
        signs = signs or [0] * (len(code.digits) + len(code.tail))
        split = len(code.digits)
        self._head = np.array(code.digits, np.uint8), np.array(signs[:split], np.uint8)
        self._tail = np.array(code.tail, np.uint8), np.array(signs[split:], np.uint8)
        self._kinds = code.most_heaps - 1 if code.most_heaps > 2 else 0
        self.restart()

    def restart(self) -> None:
        """Go on from `values` and `filled` as somebody else has set them."""
        self._size = 64
        self._behind = self.filled
        self._sums = np.zeros((self._kinds, 0, 1), np.uint64)
        self._tails = np.zeros((len(self._tail[0]), self._size), np.int32)

    def _extend_plain(self, stop: int, control: Control) -> int:
        known = plain_code_values(self._code, self.values[: self.filled].tolist(), stop)
        self._behind = stop
        return self._store(known, self.filled)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps import general_kernels as kernels

        start = 1 if self._behind else max(self.filled, 1)
        self._behind = 0
        wide = self._wide()
        self._grow(stop)
        while start < stop:
            start = kernels.code_values(
                *self._head, *self._tail, wide, start, stop, self._sums,
                np.zeros(self._size // 64, np.uint64), np.full(self._size, -1, np.int32),
                self._tails, control,
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


class DivisorEngine(_Engine):
    """Values of the game "leave a divisor of the heap"."""

    name = "divisors"
    plain_heaps = _PLAIN_TAKE

    def _extend_plain(self, stop: int, control: Control) -> int:
        reached: list[set[int]] = [set() for _ in range(stop)]
        known = [0] * stop
        for heap in range(1, stop):
            known[heap] = _mex(reached[heap])
            for multiple in range(2 * heap, stop, heap):
                reached[multiple].add(known[heap])
        return self._store(known, 0)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps import general_kernels as kernels

        kernels.to_divisor(np.zeros(stop, np.uint64), self.values, stop)
        return stop


class DefinitionEngine(_Engine):
    """Values by the definition, option by option."""

    name = "definition"

    def __init__(self, ruleset: HeapRuleset) -> None:
        super().__init__()
        self._ruleset = ruleset

    def _extend_compiled(self, stop: int, control: Control) -> int:
        start = self.filled
        known = self.values[:start].tolist()
        for heap in range(start, stop):
            reached = set()
            for option in self._ruleset.options(heap):
                nim_sum = 0
                for part in option:
                    nim_sum ^= known[part]
                reached.add(nim_sum)
            known.append(_mex(reached))
            if heap & _REPORT == 0:
                control[0] = heap
                if control[1]:
                    break
        return self._store(known, start)


def plain_code_values(code: Code, known: list[int], stop: int) -> list[int]:
    """Extend the values of any code to heap stop - 1, with sets of nim-sums by total.

    Three heaps of total s: one heap a, and two of total s - a, from a set that is kept.
    """
    known = known[:]
    sums = _Sums(known)
    for heap in range(len(known), stop):
        reached: set[int] = set()
        for taken in range(heap + 1 if code.tail else min(heap + 1, len(code.digits))):
            digit, sign = code.digit(taken), code.constraint_at(taken)
            if digit & 1 and taken == heap:
                reached.add(0)
            for parts in range(1, digit.bit_length()):
                if digit >> parts & 1 and heap - taken >= parts:
                    reached |= sums.of(heap - taken, parts, sign)
        known.append(_mex(reached))
    return known


class _Sums:
    """The values of so many heaps of a total, each set computed once.

    A set is asked for only when all heaps that it needs are known.
    """

    def __init__(self, known: list[int]) -> None:
        self._known = known
        self._kept: dict[tuple[int, int, Constraint], set[int]] = {}

    def of(self, total: int, parts: int, sign: Constraint) -> set[int]:
        """Give the values of *parts* heaps of this total that satisfy a constraint."""
        if parts == 1:
            return {self._known[total]}
        key = total, parts, sign
        if key not in self._kept:
            self._kept[key] = self._compute(total, parts, sign)
        return self._kept[key]

    def _compute(self, total: int, parts: int, sign: Constraint) -> set[int]:
        known = self._known
        if sign is Constraint.ALL_EQUAL:
            return {known[total // parts] * (parts % 2)} if total % parts == 0 else set()
        if sign is Constraint.UNEQUAL:
            return set(self._unequal(total, parts, 1))
        found: set[int] = set()
        for first in range(1, total - parts + 2):
            if sign is Constraint.NOT_ALL_EQUAL and first * parts == total:
                continue  # another part is not the mean
            value = known[first]
            found.update(value ^ rest for rest in self.of(total - first, parts - 1, Constraint.ANY))
        return found

    def _unequal(self, total: int, parts: int, least: int) -> list[int]:
        known = self._known
        if parts == 2:
            return [known[a] ^ known[total - a] for a in range(least, (total - 1) // 2 + 1)]
        return [
            known[first] ^ rest
            for first in range(least, total // parts + 1)
            for rest in self._unequal(total - first, parts - 1, first + 1)
        ]


def _mex(reached: set[int]) -> int:
    value = 0
    while value in reached:
        value += 1
    return value


def _below(amounts: npt.NDArray[np.int64]) -> Callable[[int], npt.NDArray[np.int64]]:
    """Give the function of a bound that gives the amounts below it."""
    return lambda stop: amounts[: np.searchsorted(amounts, stop)]
