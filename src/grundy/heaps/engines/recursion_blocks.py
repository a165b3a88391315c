"""Plain recursion in blocks of heaps, on all cores: what `kernels` needs, and when.

Which splits are marked is a matter of speed only, and the comparisons make up for the rest:

- While heaps are small, or few are asked for, all splits.
- Else some that are evenly spread. Where a mask makes some heaps rare, as in
  `grundy.heaps.kernels.sparse`, also all splits with a rare part: they are all that can have a
  common value, so that only rare values are in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from grundy.heaps.engines.engine import best_mask
from grundy.heaps.kernels import recursion as kernels
from grundy.running.threads import in_parallel, shares, thread_count

Values = npt.NDArray[np.unsignedinteger]

_ALL_SPLITS = 65_536  # heaps below have their splits marked, all of them
_FEW_HEAPS = 64  # for fewer, nothing is prepared
_RARE = 4  # rare heaps help when at most one in so many is rare
_PROBES = 4_096
_ONE_THREAD = 4_096  # a block below is not worth a second thread
_ALL = 1 << 62


class RecursionRun:
    """A run from where the values stand; it fills in the array that it is given."""

    def __init__(
        self,
        code: npt.NDArray[np.uint8],
        breaking: npt.NDArray[np.int64],
        unequal: bool,
        values: Values,
        filled: int,
        size: int,
    ) -> None:
        """Take over a run."""
        self._code, self._breaking, self._unequal = code, breaking, unequal
        self._values, self._filled, self._size = values, filled, size
        self._mirror = np.empty_like(values)  # the values backwards, once they are compared
        self._probes = _ALL
        self._doubtful = np.zeros((2, size), np.uint8)
        self._lists_rare = False
        self._rare_heaps = np.zeros(0, np.int64)

    def blocks(self) -> Iterator[int]:
        """Fill in the values, and give the number of valid ones after each block."""
        stop = len(self._values)
        while self._filled < stop:
            block = self._filled
            if self._probes == _ALL and self._comparing_pays(stop - block):
                self._prepare()
            end = min(block + _length(block), stop)
            self._fill(end)
            yield self._filled
            if self._filled < end:
                return
            if self._lists_rare:
                self._list_rare(block)

    def _fill(self, end: int) -> None:
        block, count = self._filled, end - self._filled
        seen = np.zeros((count, self._size), np.uint8)
        guesses, rounds = np.zeros((2, count), np.int64)
        common = self._breaking, self._unequal, self._values

        def far(first: int, last: int) -> None:
            kernels.mark(*common, block, first, last, self._probes, seen)
            if self._probes == _ALL:
                return
            rare = self._rare_heaps, self._values[self._rare_heaps]
            kernels.mark_rare(*common, block, first, last, *rare, seen)
            kernels.guess(
                *common, self._mirror, block, first, last, self._doubtful, seen, guesses, rounds
            )

        parts = shares(count, thread_count() if block > _ONE_THREAD else 1)
        in_parallel([partial(far, *part) for part in parts])
        self._filled = kernels.near(
            self._code, *common, self._mirror, block, end, self._doubtful, seen, guesses
        )

    def _comparing_pays(self, heaps: int) -> bool:
        return self._filled >= _ALL_SPLITS and heaps >= _FEW_HEAPS and len(self._breaking) > 0

    def _prepare(self) -> None:
        """Pass from marking all splits to comparing most of them."""
        filled = self._filled
        self._mirror[len(self._mirror) - filled :] = self._values[:filled][::-1]
        mask = best_mask(self._values[:filled], self._size, self._breaking)
        if _RARE * mask.rares > filled:
            self._probes = max(_PROBES, filled // 16)
            self._doubtful = np.ones((2, self._size), np.uint8)
        else:
            self._probes = _PROBES
            offset = int(self._breaking[0])
            self._doubtful = np.roll(mask.rare_class(self._size, offset), offset, axis=0)
            self._lists_rare = True
            self._list_rare(1)

    def _list_rare(self, start: int) -> None:
        heaps = np.arange(start, self._filled)
        kinds = self._doubtful[heaps & 1, self._values[start : self._filled]]
        self._rare_heaps = np.append(self._rare_heaps, heaps[kinds != 0])


def _length(block: int) -> int:
    """Return the length of a block of heaps: `near` costs half as many marks a heap."""
    return min(1_024, max(256, block // 64))
