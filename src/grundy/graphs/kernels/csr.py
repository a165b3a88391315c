"""Build compressed rows from an edge list, in two passes that stay in the cache.

Scattering arcs straight into their rows touches a random cache line for every arc. Here a
first pass writes the arcs into some hundreds of buckets of neighbouring rows, each a
sequential stream, and a second pass puts each bucket in order while it lies in the cache.
Threads take shares of the arcs in the first pass and of the buckets in the second; the rows
come out the same for any number of them.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from grundy.compiled.on_first_use import compiled
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
    """Group the neighbours by key.

    Raises:
        IndexError: If a key or a neighbour is not in 0 .. n - 1. The passes look at every
            number anyway, so this check costs nothing beside them.

    Returns:
        (pointers int64[n + 1], indices int32[m], counts int32[n]): the rows, and how often
        each vertex is a neighbour, which costs little on the way; empty unless asked for.
    """
    parts = shares(len(keys), threads or thread_count())
    bits = max(vertex_count - 1, 0).bit_length()
    shift = max(0, bits - _BUCKETS.bit_length() + 1)
    buckets = (max(vertex_count - 1, 0) >> shift) + 1
    sizes = np.zeros((len(parts), buckets), np.int64)
    counted = in_parallel(
        [
            partial(_count_buckets, vertex_count, keys[start:stop], shift, sizes[part])
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
                _scatter, vertex_count, keys[start:stop], neighbours[start:stop],
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
            partial(_place, shift, bits, bounds, first, last, pairs, pointers, indices)
            for first, last in shares(buckets, len(parts))
        ]
    )
    return pointers, indices, counts.sum(axis=0, dtype=np.int32)


def count(vertex_count: int, numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
    """Count how often each of 0 .. n - 1 occurs in integers (m,); int32[n]."""
    counts = np.zeros(vertex_count, np.int32)
    _count(numbers, counts)
    return counts


def extremes(numbers: npt.NDArray[np.integer], threads: int | None = None) -> tuple[int, int]:
    """Give the least and the greatest of integers (m,), m > 0, in one pass."""
    parts = shares(len(numbers), threads or thread_count())
    found = in_parallel([partial(_extremes, numbers[a:b]) for a, b in parts if a < b])
    return int(min(low for low, _ in found)), int(max(high for _, high in found))


@compiled
def _extremes(numbers):
    low = high = numbers[0]
    for number in numbers:
        low = min(low, number)
        high = max(high, number)
    return low, high


@compiled
def _count(numbers, counts):
    for number in numbers:
        counts[np.uint64(number)] += 1


@compiled
def _count_buckets(vertex_count, keys, shift, counts):
    """Add to counts int64[b] the keys of each bucket; False when one is not in 0 .. n - 1."""
    distance, limit = np.uint64(shift), np.uint64(vertex_count)
    for number in keys:
        key = np.uint64(number)
        if key >= limit:  # a negative number is a huge unsigned one
            return False
        counts[key >> distance] += 1
    return True


@compiled
def _scatter(vertex_count, keys, neighbours, shift, bits, places, pairs, counts):
    """Write each arc into the bucket key >> shift, in order; False for a bad neighbour.

    pairs    uint32[m] or uint64[m]   on exit low bits of the key << bits | neighbour
    places   int64[b]   where this share of each bucket begins in `pairs`; spoilt
    counts   int32[n]   zeros on entry, on exit how often each neighbour occurs; or int32[0]
    """
    distance, width, limit = np.uint64(shift), np.uint64(bits), np.uint64(vertex_count)
    low = (np.uint64(1) << distance) - np.uint64(1)
    counting = len(counts) > 0
    for arc in range(len(keys)):
        key = np.uint64(keys[arc])
        bucket = key >> distance
        place = places[bucket]
        places[bucket] = place + 1
        neighbour = np.uint64(neighbours[arc])
        if neighbour >= limit:
            return False
        pairs[np.uint64(place)] = (key & low) << width | neighbour
        if counting:
            counts[neighbour] += 1
    return True


@compiled
def _place(shift, bits, bounds, first, last, pairs, pointers, indices):
    """Order the buckets first .. last - 1 by key, keeping the order within a key.

    bounds    int64[b + 1]   where each bucket begins in `pairs` and in `indices`
    pointers  int64[n + 1]   zeros on entry; on exit the entries 1 .. n of these rows
    """
    vertex_count = len(pointers) - 1
    width = np.uint64(bits)
    neighbour = (np.uint64(1) << width) - np.uint64(1)
    for bucket in range(first, last):
        low = bucket << shift
        after = np.uint64(low + 1)
        high = min(low + (1 << shift), vertex_count)
        start, stop = bounds[bucket], bounds[bucket + 1]
        for place in range(start, stop):
            pointers[(np.uint64(pairs[place]) >> width) + after] += 1
        # pointers[u + 1] becomes the start of row u, and after the pass its end
        running = start
        for u in range(low, high):
            count = pointers[u + 1]
            pointers[u + 1] = running
            running += count
        for place in range(start, stop):
            pair = np.uint64(pairs[place])
            u = (pair >> width) + after
            position = pointers[u]
            pointers[u] = position + 1
            indices[np.uint64(position)] = np.int32(pair & neighbour)
