"""Build compressed rows on several threads, by the kernels of `grundy.graphs.kernels.labelling`.

Threads take shares of the arcs in the first pass and of the buckets in the second; the rows
come out the same for any number of them. This file loads numba: import it where it is needed.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from grundy.graphs.kernels import labelling as kernels
from grundy.running.threads import in_parallel, shares, thread_count

_BUCKETS = 1024


def build(
    vertex_count: int,
    keys: npt.NDArray[np.integer],
    neighbours: npt.NDArray[np.integer],
    *,
    count_neighbours: bool = False,
    threads: int | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Group the neighbours by key."""
    parts = shares(len(keys), threads or thread_count())
    bits = max(vertex_count - 1, 0).bit_length()
    shift = max(0, bits - _BUCKETS.bit_length() + 1)
    buckets = (max(vertex_count - 1, 0) >> shift) + 1
    sizes = np.zeros((len(parts), buckets), np.int64)
    counted = in_parallel(
        [
            partial(kernels.count_buckets, vertex_count, keys[start:stop], shift, sizes[part])
            for part, (start, stop) in enumerate(parts)
        ]
    )
    if not all(counted):
        raise IndexError("a key is out of range")
    # Where each thread's share of each bucket begins: by bucket first, then by thread.
    ends = np.cumsum(sizes.T.ravel()).reshape(buckets, len(parts)).T
    places = np.ascontiguousarray(ends - sizes)
    counts = np.zeros((len(parts), vertex_count if count_neighbours else 0), np.int32)
    # An arc inside its bucket: the low bits of the key, and the neighbour.
    pairs = np.empty(len(keys), np.uint32 if shift + bits <= 32 else np.uint64)
    scattered = in_parallel(
        [
            partial(
                kernels.scatter, vertex_count, keys[start:stop], neighbours[start:stop],
                shift, bits, places[part], pairs, counts[part],
            )
            for part, (start, stop) in enumerate(parts)
        ]
    )  # fmt: skip
    if not all(scattered):
        raise IndexError("a neighbour is out of range")
    pointers, indices = np.zeros(vertex_count + 1, np.int64), np.empty(len(keys), np.int32)
    bounds = np.concatenate(([0], ends[-1]))
    in_parallel(
        [
            partial(kernels.place, shift, bits, bounds, first, last, pairs, pointers, indices)
            for first, last in shares(buckets, len(parts))
        ]
    )
    return pointers, indices, counts.sum(axis=0, dtype=np.int32)


def count(vertex_count: int, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
    """Count how often each of 0 .. n - 1 occurs in integers (m,); int32[n]."""
    counts = np.zeros(vertex_count, np.int32)
    kernels.count(numbers, counts)
    return counts


def extremes(numbers: npt.NDArray[np.integer], threads: int | None = None) -> tuple[int, int]:
    """Return the least and the greatest of integers (m,), m > 0, in one pass."""
    parts = shares(len(numbers), threads or thread_count())
    found = in_parallel([partial(kernels.extremes, numbers[a:b]) for a, b in parts if a < b])
    return int(min(low for low, _ in found)), int(max(high for _, high in found))
