"""Drive the blocks: candidates on one core, their verification on another.

Candidates are trusted at once, so that verification needs no order. When one fails, or no
index is left, the engine falls back to one heap at a time, and everything after it is dropped:
the values are the same as without blocks.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.heaps import block_kernels
from grundy.heaps.block_kernels import BLOCK, INDICES, SUB

Values = npt.NDArray[np.unsignedinteger]
Control = npt.NDArray[np.int64]

LEAST_RARES = 200  # with fewer, one heap at a time is as fast
_CHUNK = 16  # blocks between two hand-overs
_HEAD = 32_768  # splits of the head that single values are sought in
_PROBES = 6  # times 64 splits are marked before that
_SPARSE = 24  # heaps of an index in a strip, up to which they are taken one by one


@dataclass(frozen=True, slots=True)
class Indexing:
    """Values as 8-bit indices: the value without the lowest bit of the mask.

    Attributes:
        bit: That bit.
        common: int64[INDICES], the common value of each index.
        rare: int64[INDICES], the rare value of each index.
    """

    bit: int
    common: npt.NDArray[np.int64]
    rare: npt.NDArray[np.int64]

    @classmethod
    def of(cls, mask: int) -> Indexing:
        """Make the tables for a mask that is not 0."""
        bit = (mask & -mask).bit_length() - 1
        places = np.arange(INDICES)
        without = (places >> bit << (bit + 1)) | (places & ((1 << bit) - 1))
        odd = np.bitwise_count(without & mask) & 1 == 1
        raised = without | (1 << bit)
        return cls(bit, np.where(odd, without, raised), np.where(odd, raised, without))

    def index(self, values: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
        """Give the indices of values below 512."""
        numbers = values.astype(np.int64)
        low = numbers & ((1 << self.bit) - 1)
        return ((numbers >> (self.bit + 1) << self.bit) | low).astype(np.uint8)


class BlockRun:
    """A run of blocks from heap *first* on.

    Args:
        digits: The code, with one digit that allows two heaps. Whether these may be equal does
            not matter any more: rare parts and those of the head are less than half a heap.
        offset: Its place.
        values: The values so far; the run writes verified ones into it.
        first: A multiple of BLOCK, and `ready` has agreed.
        mask: The mask, without position.
        rare_heaps: The rare heaps from 1 on, int64, rising.
    """

    def __init__(
        self,
        digits: npt.NDArray[np.uint8],
        offset: int,
        values: Values,
        first: int,
        mask: int,
        rare_heaps: npt.NDArray[np.int64],
    ) -> None:
        self.offset = offset
        self.values = values
        self.first = first
        self.indexing = Indexing.of(mask)
        self.index = np.empty(len(values), np.uint8)
        self.index[:first] = self.indexing.index(values[:first])
        self.is_rare = np.zeros(int(rare_heaps[-1]) + 1, np.uint8)
        self.is_rare[rare_heaps] = 1
        rare_index = self.index[rare_heaps]
        near = rare_heaps + offset < BLOCK
        singles = np.array([r for r in range(1, len(digits)) if digits[r] & 2], np.int64)
        distance = np.concatenate([rare_heaps[near] + offset, singles])
        added = np.concatenate([rare_index[near], np.zeros(len(singles), np.uint8)])
        recent = distance < SUB
        self._near = distance[~recent], added[~recent], distance[recent], added[recent]
        self.far_heaps, self.far_index = rare_heaps[~near], rare_index[~near]
        reach = int(self.far_heaps[-1]) + offset if len(self.far_heaps) else 0
        self.span = -(-(reach + 1) // BLOCK) * BLOCK
        self._set_windows()
        self._set_tables()
        self._set_head()
        self._set_bitmaps()

    @staticmethod
    def ready(first: int, rare_heaps: npt.NDArray[np.int64]) -> bool:
        """Say whether the rares stopped long enough ago for blocks to start at *first*."""
        if len(rare_heaps) < LEAST_RARES:
            return False
        return first > 2 * (int(rare_heaps[-1]) + _HEAD + BLOCK)

    def run(self, stop: int, control: Control) -> int:
        """Fill in whole blocks below *stop*; return the first heap not filled in."""
        workspaces = self._workspaces()
        done, ahead = self.first, self.first
        checking: Future[int] | None = None
        with ThreadPoolExecutor(1) as pool:
            while True:
                blocks = min(_CHUNK, (stop - ahead) // BLOCK)
                found = self._candidates(ahead, blocks, workspaces, control) if blocks else 0
                if checking is not None:
                    good = checking.result()
                    self._keep(done, good)
                    if good < ahead:
                        self.first = good
                        return good
                    done = ahead
                if not found:
                    self.first = done
                    return done
                start, ahead = ahead, ahead + found
                checking = pool.submit(self._verify, start, ahead)
                if control[1] or found < blocks * BLOCK:
                    good = checking.result()
                    self._keep(done, good)
                    self.first = good
                    return good

    def _keep(self, start: int, stop: int) -> None:
        self.values[start:stop] = self.indexing.common[self.index[start:stop]]

    def _verify(self, start: int, stop: int) -> int:
        found = block_kernels.verify(
            start,
            stop,
            self.offset,
            self.index,
            self._probes,
            self._low,
            self._head,
            self._keep_masks,
            self._below,
            self.is_rare,
            np.zeros(INDICES, np.uint8),
        )
        return int(found)

    def _candidates(
        self, first: int, blocks: int, workspaces: tuple[np.ndarray, ...], control: Control
    ) -> int:
        self._slide(first)
        reached = self.index[first - self.span : first]
        counts = np.bincount(reached, minlength=INDICES)
        is_sparse = (counts <= _SPARSE).astype(np.uint8)
        known = np.flatnonzero(is_sparse[reached]) + first - self.span
        sparse_heaps = np.concatenate([known, np.zeros(blocks * BLOCK, np.int64)])
        found = block_kernels.candidates(
            first,
            blocks,
            self.offset,
            self.span,
            self.index,
            self._bitmaps,
            first - self.span,
            np.flatnonzero(counts > _SPARSE),
            is_sparse,
            sparse_heaps,
            len(known),
            self.far_heaps,
            self.far_index,
            self._group_start,
            self._group_index,
            self._windows,
            *self._near,
            self._expand,
            *workspaces,
            control,
        )
        return int(found)

    # ---- tables -----------------------------------------------------------------------------

    def _workspaces(self) -> tuple[np.ndarray, ...]:
        return (
            np.zeros(self.span + BLOCK, np.uint8),
            np.zeros((INDICES, BLOCK // 64), np.uint64),
            np.zeros((BLOCK, INDICES // 64), np.uint64),
            np.zeros((SUB, INDICES), np.uint8),
        )

    def _set_windows(self) -> None:
        order = np.argsort(self.far_index, kind="stable")
        first_bit = self.span - self.offset - self.far_heaps[order]
        line = (self.span + BLOCK) // 8
        self._windows = (first_bit & 7) * line + (first_bit >> 3)
        self._group_index, starts = np.unique(self.far_index[order], return_index=True)
        self._group_index = self._group_index.astype(np.int64)
        self._group_start = np.append(starts, len(order)).astype(np.int64)

    def _set_tables(self) -> None:
        bits = (np.arange(256)[:, None] >> np.arange(8)) & 1
        self._expand = (bits << (8 * np.arange(8))).astype(np.uint64).sum(axis=1, dtype=np.uint64)
        self._below = np.searchsorted(self.indexing.rare, self.indexing.common).astype(np.int64)

    def _set_head(self) -> None:
        """Choose the parts among which verification seeks first: small ones, past the least."""
        self._low = min(BLOCK, len(self.is_rare))
        parts = np.arange(self._low, self._low + _HEAD)[::-1]
        self._head = np.ascontiguousarray(self.index[parts])
        common = np.ones(_HEAD, np.uint8)
        inside = parts < len(self.is_rare)
        common[inside] -= self.is_rare[parts[inside]]
        self._keep_masks = np.packbits(common, bitorder="little").view(np.uint64)
        # runs of 64 common parts, spread over the head up to the last rare one
        runs = 64 * np.flatnonzero(self._keep_masks == np.uint64(2**64 - 1))
        small = runs[runs >= _HEAD - len(self.is_rare)]
        self._probes = (small if len(small) >= _PROBES else runs)[:: max(1, len(small) // _PROBES)]

    def _set_bitmaps(self) -> None:
        """Make the bitmaps of the heaps from first - span on, with room for one chunk."""
        width = (self.span + _CHUNK * BLOCK) // 8 + 64
        bits = np.zeros((INDICES, 8 * width), np.uint8)
        heaps = np.arange(self.first - self.span, self.first)
        bits[self.index[heaps], heaps - heaps[0]] = 1
        self._bitmaps = np.packbits(bits, axis=1, bitorder="little")
        self._bitmaps_first = self.first

    def _slide(self, first: int) -> None:
        """Let the bitmaps begin at first - span."""
        gone, kept = (first - self._bitmaps_first) // 8, self.span // 8
        if gone:
            self._bitmaps[:, :kept] = self._bitmaps[:, gone : gone + kept].copy()
            self._bitmaps[:, kept:] = 0
            self._bitmaps_first = first
