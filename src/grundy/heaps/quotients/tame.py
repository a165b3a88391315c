"""Which heaps of a game are tame, fickle or firm, at the speed of normal play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code
from grundy.heaps.quotients.rows import plain_code, rows_of
from grundy.misere.records import Rows
from grundy.misere.tame import Tame, classify, tame_sum

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress

_FIRST_STOP = 64  # most wild games are wild soon


@dataclass(frozen=True, slots=True, eq=False)
class TameHeaps:
    """What the heaps 0 .. n - 1 of a game are, all of them tame."""

    values: npt.NDArray[Any]
    firm: npt.NDArray[np.bool_]
    ended: bool

    def __len__(self) -> int:
        return len(self.firm)

    def __getitem__(self, heap: int) -> Tame:
        return Tame(int(self.values[heap]), bool(self.firm[heap]))

    def before(self, heap: int) -> TameHeaps:
        """Return what the heaps below this one are."""
        return TameHeaps(self.values[:heap], self.firm[:heap], ended=False)

    @property
    def elements(self) -> npt.NDArray[np.int32]:
        """int32[n], the elements of the quotient: 0 and 1 are fickle, 2 + v is firm v."""
        return self.values.astype(np.int32) + np.where(self.firm, np.int32(2), np.int32(0))

    @property
    def greatest_fickle(self) -> int:
        """The greatest fickle heap; 0 where only the empty one is."""
        return int(np.flatnonzero(~self.firm).max(initial=0))


def tame_heaps(
    ruleset: HeapRuleset,
    stop: int,
    progress: Progress | None = None,
    limits: Limits | None = None,
) -> TameHeaps:
    """Return what the heaps 0, 1, … below *stop* are, up to the first wild one."""
    code = plain_code(ruleset)
    if code is None:
        return _one_by_one(rows_of(ruleset), stop)
    return _of_code(code, stop, lambda n: ruleset.values(n, progress, limits=limits))


def _of_code(code: Code, stop: int, values_of: Callable[[int], npt.NDArray[Any]]) -> TameHeaps:
    from grundy.heaps.kernels import tame

    digits = np.array(code.digits, np.uint8)
    firm, fickle = np.zeros(0, bool), np.zeros(0, np.int64)
    values = values_of(0)
    done = count = reach = 0
    while done == reach < stop:
        reach = min(stop, max(_FIRST_STOP, 4 * reach))
        values = values_of(reach)
        firm, fickle = (np.resize(array, reach) for array in (firm, fickle))
        firm[done:] = False
        done, count = map(int, tame.classify(digits, values, firm, fickle, count, done, reach))
    return TameHeaps(values[:done], firm[:done], ended=done < stop)


def _one_by_one(rows: Callable[[int], Rows], stop: int) -> TameHeaps:
    known: list[Tame] = []
    for heap in range(stop):
        found = classify({tame_sum(known[part] for part in row) for row in rows(heap).tolist()})
        if found is None:
            break
        known.append(found)
    values = np.array([heap.value for heap in known], np.int64)
    firm = np.array([heap.is_firm for heap in known], bool)
    return TameHeaps(values, firm, ended=len(known) < stop)
