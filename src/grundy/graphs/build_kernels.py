"""Build compressed rows from an edge list, in two passes that stay in the cache.

Scattering arcs straight into their rows touches a random cache line for every arc. Here a
first pass writes the arcs into some hundreds of buckets of neighbouring rows, each a
sequential stream, and a second pass puts each bucket in order while it lies in the cache.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from grundy.compiled import compiled

_BUCKETS = 256


def build(
    vertex_count: int, keys: npt.NDArray[np.integer], neighbours: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Give (pointers int64[n + 1], indices int32[m]) of the neighbours grouped by key."""
    shift = max(0, int(vertex_count - 1).bit_length() - _BUCKETS.bit_length() + 1)
    starts = np.zeros((vertex_count >> shift) + 2, np.int64)
    pairs = np.empty(len(keys), np.uint64)
    _scatter(keys, neighbours, shift, starts, pairs)
    pointers = np.empty(vertex_count + 1, np.int64)
    indices = np.empty(len(keys), np.int32)
    _place(vertex_count, shift, starts, pairs, pointers, indices)
    return pointers, indices


@compiled
def _scatter(keys, neighbours, shift, starts, pairs):
    """Write each arc as key << 32 | neighbour into the bucket key >> shift, in order.

    starts   int64[b + 1]   zeros on entry; on exit the end of each bucket in `pairs`
    """
    distance = np.uint64(shift)
    for arc in range(len(keys)):
        starts[(np.uint64(keys[arc]) >> distance) + np.uint64(1)] += 1
    for bucket in range(1, len(starts)):
        starts[bucket] += starts[bucket - 1]
    for arc in range(len(keys)):
        key = np.uint64(keys[arc])
        bucket = key >> distance
        pairs[starts[bucket]] = key << np.uint64(32) | np.uint64(neighbours[arc])
        starts[bucket] += 1


@compiled
def _place(vertex_count, shift, ends, pairs, pointers, indices):
    """Order each bucket by key, keeping the order within a key; ends as `_scatter` left it."""
    span = 1 << shift
    start = 0
    pointers[0] = 0
    for bucket in range(len(ends) - 1):
        low = bucket << shift
        if low >= vertex_count:
            break
        high = min(low + span, vertex_count)
        stop = ends[bucket]
        for u in range(low, high):
            pointers[u + 1] = 0
        for place in range(start, stop):
            u = np.int64(pairs[place] >> np.uint64(32))
            pointers[u + 1] += 1
        # pointers[u + 1] becomes the start of row u, and after the pass its end
        running = start
        for u in range(low, high):
            count = pointers[u + 1]
            pointers[u + 1] = running
            running += count
        for place in range(start, stop):
            pair = pairs[place]
            u = np.int64(pair >> np.uint64(32))
            position = pointers[u + 1]
            indices[position] = np.int32(pair & np.uint64(0xFFFFFFFF))
            pointers[u + 1] = position + 1
        start = stop


@compiled
def count(numbers, counts):
    """Add to counts int32[n] how often each number 0 .. n - 1 occurs in integers (m,)."""
    for number in numbers:
        counts[np.uint64(number)] += 1
