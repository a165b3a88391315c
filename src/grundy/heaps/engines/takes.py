"""The engines for games in which one takes an amount of a set, or leaves a divisor."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code
from grundy.heaps.engines.engine import PLAIN_TAKE, ArrayEngine, Control, mex

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
