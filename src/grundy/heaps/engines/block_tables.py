"""Tables that the kernels of the blocks read: indices, windows, heads and witnesses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from grundy.heaps.kernels import windows as witness_kernels
from grundy.heaps.kernels.windows import BLOCK, INDICES, SHARE
from grundy.runtime.threads import in_parallel, shares, thread_count

Values = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Indexing:
    """Tables between values below 512 and their indices."""

    bit: int
    common: Values
    rare: Values

    @classmethod
    def of(cls, mask: int) -> Indexing:
        """Make the tables for a mask that is not 0."""
        bit = (mask & -mask).bit_length() - 1
        places = np.arange(INDICES)
        without = (places >> bit << (bit + 1)) | (places & ((1 << bit) - 1))
        odd = np.bitwise_count(without & mask) & 1 == 1
        raised = without | (1 << bit)
        common, rare = np.where(odd, without, raised), np.where(odd, raised, without)
        return cls(bit, common.astype(np.uint16), rare.astype(np.uint16))

    def index(self, values: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.uint8]:
        """Return the indices of values below 512."""
        numbers = values.astype(np.uint16)
        low = numbers & ((1 << self.bit) - 1)
        return ((numbers >> (self.bit + 1) << self.bit) | low).astype(np.uint8)

    @property
    def below(self) -> npt.NDArray[np.int64]:
        """How many rare values lie below the common value of each index, int64[INDICES]."""
        return np.searchsorted(self.rare, self.common).astype(np.int64)


# Windows that show most rare values of a block to be options, learnt from the heaps before it.


Indices = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]

_HEAPS_A_RUN = 8192  # there is a run of 64 sample heaps for so many heaps …
_RUNS = (32, 320)  # … but never less and more than these
_MOST = 250  # windows of one rare value
_TRIES = 24  # parts that are looked at for one that is chosen
_FREQUENT = 20  # few groups of many windows cost less than many of few


@dataclass(frozen=True, slots=True)
class Witnesses:
    """For each common index u, which rare values u and a chosen part make, and where."""

    start: Numbers
    index: Numbers
    windows_start: Numbers
    parts: Numbers


def learn(
    index: Indices, strip: Indices, first: int, offset: int, parts: Numbers, part_index: Indices,
    needed: Numbers, heaps: int,
) -> Witnesses:  # fmt: skip
    """Choose parts for every rare value that may be needed."""
    count = min(max(heaps // _HEAPS_A_RUN, _RUNS[0]), _RUNS[1])
    runs = np.linspace(first, len(index) - 64, count).astype(np.int64)
    sample = needed[runs[:, None] + np.arange(64)]
    order = np.random.default_rng(1).permutation(len(parts))
    parts, part_index = parts[order], part_index[order]
    is_frequent = np.zeros(INDICES, np.uint8)
    is_frequent[np.argsort(-np.bincount(strip, minlength=INDICES), kind="stable")[:_FREQUENT]] = 1

    def choose(start: int, stop: int) -> list[Numbers]:
        choices = []
        for target in range(start, stop):
            open_ = np.packbits(sample > target, axis=1, bitorder="little").view(np.uint64).ravel()
            chosen = np.zeros(_MOST, np.int64)
            count = witness_kernels.choose(
                target, index, runs, offset, parts, part_index, is_frequent, _TRIES, open_, chosen
            )
            choices.append(chosen[:count])
        return choices

    pieces = shares(int(sample.max(initial=0)), 4 * thread_count())
    by_piece = in_parallel([partial(choose, *piece) for piece in pieces])
    return _grouped([places for piece in by_piece for places in piece], parts, part_index)


def _grouped(chosen: list[Numbers], parts: Numbers, part_index: Indices) -> Witnesses:
    targets = np.repeat(np.arange(len(chosen)), [len(places) for places in chosen])
    places = np.concatenate(chosen) if chosen else np.zeros(0, np.int64)
    common = part_index[places].astype(np.int64) ^ targets
    order = np.lexsort((targets, common))
    key = (common * INDICES + targets)[order]
    groups, windows_start = np.unique(key, return_index=True)
    return Witnesses(
        np.searchsorted(groups, INDICES * np.arange(INDICES + 1)),
        groups % INDICES,
        np.append(windows_start, len(key)).astype(np.int64),
        parts[places[order]],
    )


_SPARSE = 24  # heaps of an index in a strip, up to which they are taken one by one
_HEAD = 32_768  # splits that single values are sought in


@dataclass(frozen=True, slots=True)
class Windows:
    """The windows of some rares: byte offsets into the shifted strips, by index."""

    share_start: Numbers
    group_index: Numbers
    group_start: Numbers
    windows: npt.NDArray[np.uint32]

    @classmethod
    def of(cls, distance: Numbers, index: Indices, span: int, line: int) -> Windows:
        """Make them for strips that begin *span* heaps before a block, *line* bytes a shift."""
        order = np.argsort(index, kind="stable")
        groups, starts = np.unique(index[order], return_index=True)
        return cls(
            np.searchsorted(groups, SHARE * np.arange(INDICES // SHARE + 1)),
            groups.astype(np.int64),
            np.append(starts, len(order)).astype(np.int64),
            byte_offsets(span - distance[order], line),
        )

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays in the order in which kernels take them."""
        return self.share_start, self.group_index, self.group_start, self.windows


def byte_offsets(first_bit: Numbers, line: int) -> npt.NDArray[np.uint32]:
    """Return where the windows from these bits on begin, in 8 shifts of so many bytes each."""
    return ((first_bit & 7) * line + (first_bit >> 3)).astype(np.uint32)


@dataclass(frozen=True, slots=True)
class Plan:
    """Which indices are read as bitmaps, and how many rows are needed."""

    dense: Numbers
    is_sparse: Indices
    bound: int

    @classmethod
    def after(cls, strip: Indices, least_bound: int) -> Plan:
        """Plan for the heaps after a strip of indices."""
        counts = np.bincount(strip, minlength=INDICES)
        greatest = int(np.flatnonzero(counts)[-1])
        bound = max(least_bound, (greatest + SHARE // 4) // SHARE + 1)
        sparse = (counts <= _SPARSE).astype(np.uint8)
        return cls(np.flatnonzero(counts > _SPARSE), sparse, min(bound, INDICES // SHARE))


@dataclass(frozen=True, slots=True)
class Head:
    """The least parts past the first block, in the order in which splits meet the last heaps."""

    low: int
    index: Indices
    keep: npt.NDArray[np.uint64]

    @classmethod
    def of(cls, prefix: Indices, is_rare: Indices) -> Head:
        """Take it from the indices of all small heaps; past the end of *is_rare* none is rare."""
        low = min(BLOCK, len(is_rare))
        parts = np.arange(low, low + _HEAD)[::-1]
        common = np.isin(parts, np.flatnonzero(is_rare), invert=True)
        keep = np.packbits(common, bitorder="little").view(np.uint64)
        return cls(low, np.ascontiguousarray(prefix[parts]), keep)

    @staticmethod
    def needs(last_rare: int) -> int:
        """Return how many heaps must be known for a head beside that last rare one."""
        return last_rare + _HEAD


def recent_options(
    distances: list[Numbers], indices: list[Indices], reach: int
) -> tuple[Indices, npt.NDArray[np.uint64]]:
    """Lay out options by their distance before a heap, for those nearer than *reach*."""
    rows, bits = [], []
    for distance, index in zip(distances, indices, strict=True):
        places = reach - distance[distance < reach]
        if len(places):
            row = np.zeros(reach, np.uint8)
            row[places] = index[distance < reach]
            rows.append(row)
            bits.append(sum(1 << int(place) for place in places))
    return np.concatenate([*rows, np.zeros(0, np.uint8)]), np.array(bits, np.uint64)
