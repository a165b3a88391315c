"""The engines for codes that are not octal, and which engine a code gets.

octal       a finite octal code with splits: recursion, the sparse space, blocks
code        any other code with splits: hexadecimal and base-32 digits, constraints, tails
tail        repeating digits that allow no split
take        a set of amounts that may be taken, finite or by rule
all-but     all amounts but some
divisors    "leave a divisor"
formula     a closed form, for whole arrays
definition  mex over the options, one by one; compiled, where a function of the user can be

Each starts in plain Python, so that small questions do not wait for numba.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code, Constraint
from grundy.heaps.engines.engine import PLAIN_CODE, PLAIN_TAKE, ArrayEngine, Control, Engine, mex
from grundy.heaps.engines.octal import OctalEngine

# The engines for games in which one takes an amount of a set, or leaves a divisor.


_FEW = 62  # amounts whose values, with 0, fit the bits of a word


class TakeEngine(ArrayEngine):
    """Values of a game in which one takes an amount of a set, and splits nothing."""

    name = "take"
    plain_heaps = PLAIN_TAKE

    def __init__(
        self,
        amounts: Callable[[int], npt.NDArray[np.int64]],
        whole: Callable[[int], npt.NDArray[np.int64]] | None = None,
    ) -> None:
        """Say what may be taken."""
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
            known.append(mex(reached))
        return self._store(known, self.filled)

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


class AllButEngine(ArrayEngine):
    """Values of a game in which one takes any amount but some."""

    name = "all-but"
    plain_heaps = PLAIN_TAKE

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
            known.append(mex({known[rest] for rest in range(heap) if rest not in barred}))
        filled = self._store(known, self.filled)
        self._counts = np.bincount(self.values[:filled], minlength=64).astype(np.int32)
        return filled

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


class DivisorEngine(ArrayEngine):
    """Values of the game "leave a divisor of the heap"."""

    name = "divisors"
    plain_heaps = PLAIN_TAKE

    def _extend_plain(self, stop: int, control: Control) -> int:
        reached: list[set[int]] = [set() for _ in range(stop)]
        known = [0] * stop
        for heap in range(1, stop):
            known[heap] = mex(reached[heap])
            for multiple in range(2 * heap, stop, heap):
                reached[multiple].add(known[heap])
        return self._store(known, 0)

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        kernels.to_divisor(np.zeros(stop, np.uint64), self.values, stop)
        return stop


def _below(amounts: npt.NDArray[np.int64]) -> Callable[[int], npt.NDArray[np.int64]]:
    """Return the function of a bound that gives the amounts below it."""
    return lambda stop: amounts[: np.searchsorted(amounts, stop)]


# The engines for codes with a tail, with digits past 7, or with constraints.


_SIGNS = (Constraint.ANY, Constraint.UNEQUAL, Constraint.NOT_ALL_EQUAL, Constraint.ALL_EQUAL)


class _ByCode(ArrayEngine):
    """What both share: after plain Python or a file, compiled code starts from the beginning."""

    plain_heaps = PLAIN_CODE

    def __init__(self, code: Code) -> None:
        super().__init__()
        self._code = code
        self._behind = 0

    def _extend_plain(self, stop: int, control: Control) -> int:
        known = plain_code_values(self._code, self.values[: self.filled].tolist(), stop)
        self._behind = stop
        return self._store(known, self.filled)

    def _take_start(self) -> int:
        """Return the heap to go on from; what was not compiled fills the tables once more."""
        start = 1 if self._behind else max(self.filled, 1)
        self._behind = 0
        return start


class TailEngine(_ByCode):
    """Values of a code with a repeating tail and no split."""

    name = "tail"

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self._head = np.array(code.digits, np.uint8)
        self._tail = np.array(code.tail, np.uint8)
        self.restart()

    def restart(self) -> None:
        """Go on from `values` and `filled` as somebody else has set them."""
        self._size = 64
        self._tails = np.zeros((len(self._tail), self._size), np.uint8)
        self._low = np.zeros(len(self._tail), np.int64)
        self._behind = self.filled

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        start, wide = self._take_start(), self._wide()
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


class CodeEngine(_ByCode):
    """Values of any code: sets of nim-sums by total, as bitsets."""

    name = "code"

    def __init__(self, code: Code) -> None:
        super().__init__(code)
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

    def _extend_compiled(self, stop: int, control: Control) -> int:
        from grundy.heaps.kernels import general as kernels

        start, wide = self._take_start(), self._wide()
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


def plain_code_values(code: Code, known: list[int], stop: int) -> list[int]:
    """Extend the values of any code to heap stop - 1, with sets of nim-sums by total."""
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
        known.append(mex(reached))
    return known


class _Sums:
    """The values of so many heaps of a total, each set computed once."""

    def __init__(self, known: list[int]) -> None:
        self._known = known
        self._kept: dict[tuple[int, int, Constraint], set[int]] = {}

    def of(self, total: int, parts: int, sign: Constraint) -> set[int]:
        """Return the values of *parts* heaps of this total that satisfy a constraint."""
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


# Which engine a code gets; other rules name theirs (`HeapRuleset.rule_engine`).


def engine_of(code: Code) -> Engine:
    """Make the engine for a code."""
    if max((*code.digits, *code.tail), default=0) < 4:
        return TailEngine(code) if code.tail else TakeEngine.of_code(code)
    if code.is_finite and code.is_octal and code.constraint in _OCTAL:
        return OctalEngine(code.digits, unequal=code.constraint is Constraint.UNEQUAL)
    return CodeEngine(code)


_OCTAL = (Constraint.ANY, Constraint.UNEQUAL)
