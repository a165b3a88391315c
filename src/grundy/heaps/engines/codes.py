"""The engines for codes and sets that are not octal, and which engine a code gets.

octal       a finite octal code with splits: recursion, the sparse space, blocks
code, tail  any other code: hexadecimal and base-32 digits, constraints, repeating digits
take        a set of amounts that may be taken, finite or by rule
all-but     all amounts but some
divisors    "leave a divisor"
formula     a closed form, for whole arrays
definition  mex over the options, one by one; compiled, where a function of the user can be

Each starts with sets of Python, which are quick for the first heaps.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from grundy.heaps.codes import Code, Constraint
from grundy.heaps.engines import engine
from grundy.heaps.engines.engine import Engine, Numbers
from grundy.heaps.engines.octal import OctalEngine
from grundy.running.watched import Control

PLAIN_TAKE = 1_000  # heaps in plain Python
PLAIN_CODE = 200
_FEW = 62  # amounts whose values, with 0, fit the bits of a word
_SIGNS = (Constraint.ANY, Constraint.UNEQUAL, Constraint.NOT_ALL_EQUAL, Constraint.ALL_EQUAL)
_OCTAL = (Constraint.ANY, Constraint.UNEQUAL)


def engine_of(code: Code) -> Engine:
    """Make the engine for a code; other rules name theirs (`HeapRuleset.rule_engine`)."""
    if max((*code.digits, *code.tail), default=0) < 4:
        return CodeEngine(code) if code.tail else TakeEngine.of_code(code)
    if code.is_finite and code.is_octal and code.constraint in _OCTAL:
        return OctalEngine(code.digits, unequal=code.constraint is Constraint.UNEQUAL)
    return CodeEngine(code)


# Games in which one takes an amount of a set, or leaves a divisor.


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

    def _extend_plain(self, stop: int, control: Control) -> int:
        amounts, whole = self._amounts(stop).tolist(), set(self._whole(stop).tolist())
        known = self.values[: self.filled].tolist()
        return self._store(engine.plain_values(known, stop, amounts, whole, []), self.filled)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        amounts = self._amounts(stop)
        whole = np.zeros(stop, np.uint8)
        whole[self._whole(stop)] = 1
        self._fit(len(amounts) + 1)
        if len(amounts) <= _FEW:
            return int(kernels.take_few(amounts, whole, self.values, self.filled, stop, control))
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

    def _extend_plain(self, stop: int, control: Control) -> int:
        amounts = np.delete(np.arange(stop), [0, *self._excluded(stop)]).tolist()
        known = self.values[: self.filled].tolist()
        self.filled = self._store(
            engine.plain_values(known, stop, amounts, set(amounts), []), len(known)
        )
        self._restart()
        return self.filled

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


class DivisorEngine(Engine):
    """Values of the game "leave a divisor of the heap"."""

    name = "divisors"
    plain_heaps = PLAIN_TAKE

    def _extend_plain(self, stop: int, control: Control) -> int:
        reached: list[set[int]] = [set() for _ in range(stop)]
        known = [0] * stop
        for heap in range(1, stop):
            known[heap] = engine.mex(reached[heap])
            for multiple in range(2 * heap, stop, heap):
                reached[multiple].add(known[heap])
        return self._store(known, 0)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        kernels.to_divisor(np.zeros(stop, np.uint64), self.values, stop)
        return stop


def _fitting(amounts: tuple[int, ...]) -> Numbers:
    return np.array([amount for amount in amounts if amount < 1 << 62], np.int64)


def _below(amounts: Numbers) -> Callable[[int], Numbers]:
    return lambda stop: amounts[: np.searchsorted(amounts, stop)]


# The engine for codes with a tail, with digits past 7, or with constraints.


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

    def _extend_plain(self, stop: int, control: Control) -> int:
        known = engine.plain_code_values(self._code, self.values[: self.filled].tolist(), stop)
        self._is_behind = True
        return self._store(known, self.filled)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        start, wide = 1 if self._is_behind else max(self.filled, 1), self._wide()
        self._is_behind = False
        self._grow(stop)
        while start < stop:
            seen = np.full(self._size, -1, np.int32)
            if self.name == "tail":
                start = kernels.take_tail(
                    self._head[0], self._tail[0], wide, start, stop, seen, self._tails, self._low,
                    control,
                )  # fmt: skip
            else:
                start = kernels.code_values(
                    *self._head, *self._tail, wide, start, stop, self._sums,
                    np.zeros(self._size // 64, np.uint64), seen, self._tails, control,
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
