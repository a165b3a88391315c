"""Tables that the kernels of the blocks read: windows, heads, and which indices are dense."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.heaps.kernels.windows import BLOCK, INDICES, SHARE

Indices = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]

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
    """Which indices are read as bitmaps, and up to where rows are asked for."""

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
        common = np.ones(_HEAD, np.uint8)
        inside = parts < len(is_rare)
        common[inside] -= is_rare[parts[inside]]
        keep = np.packbits(common, bitorder="little").view(np.uint64)
        return cls(low, np.ascontiguousarray(prefix[parts]), keep)

    @staticmethod
    def needs(last_rare: int) -> int:
        """Say how many heaps must be known for a head beside that last rare one."""
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
