"""Compressed rows from an edge list, and the values near each infinite vertex as bits.

Scattering arcs straight into their rows touches a random cache line for every arc. Here a
first pass writes the arcs into some hundreds of buckets of neighbouring rows, each a
sequential stream, and a second pass puts each bucket in order while it lies in the cache.
`grundy.graphs.row_building` calls them on several threads.
"""

from __future__ import annotations

import numpy as np

from grundy.compiled.on_first_use import compiled

# Build compressed rows from an edge list, in two passes that stay in the cache.


@compiled
def extremes(numbers):
    """Find the least and the greatest of integers (m,), m > 0."""
    low = high = numbers[0]
    for number in numbers:
        low = min(low, number)
        high = max(high, number)
    return low, high


@compiled
def count(numbers, counts):
    """Add to counts int32[n] how often each of 0 .. n - 1 occurs in integers (m,)."""
    for number in numbers:
        counts[np.uint64(number)] += 1


@compiled
def count_buckets(vertex_count, keys, shift, counts):
    """Add to counts int64[b] the keys of each bucket; False when one is not in 0 .. n - 1."""
    distance, limit = np.uint64(shift), np.uint64(vertex_count)
    for number in keys:
        key = np.uint64(number)
        if key >= limit:  # a negative number is a huge unsigned one
            return False
        counts[key >> distance] += 1
    return True


@compiled
def scatter(vertex_count, keys, neighbours, shift, bits, places, pairs, counts):
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
def place(shift, bits, bounds, first, last, pairs, pointers, indices):
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


# The values near each infinite vertex, as bits; arrays in, arrays out.


_ONE = np.uint64(1)
_WINDOW = np.uint64(64)


@compiled
def collect(pointers, rows, values, least, masks):
    """Set bit g of masks[u] where u is ∞ and a follower has the value least + g, g below 64.

    pointers  int64[n + 1], rows int32[m]   rows of predecessors
    values    int32[n]    negative for ∞
    masks     uint64[n]   zeros on entry
    """
    for v in range(len(values)):
        if values[v] < least:
            continue
        bit = np.uint64(values[v] - least)
        if bit >= _WINDOW:
            continue
        for arc in range(pointers[v], pointers[v + 1]):
            u = np.uint64(rows[arc])
            if values[u] < 0:
                masks[u] |= _ONE << bit
