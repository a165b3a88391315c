"""Compressed rows from an edge list, and the values near each infinite vertex as bits.

Scattering arcs straight into their rows touches a random cache line for every arc. Here a
first pass writes the arcs into some hundreds of buckets of neighbouring rows, each a
sequential stream, and a second pass puts each bucket in order while it lies in the cache.
`grundy.graphs.csr` calls them on several threads.

Every kernel releases the interpreter lock. `control` is int64[2]: a kernel writes to [0] how
many vertices it has labelled and stops early when [1] is not 0.
"""

from __future__ import annotations

import numpy as np

from grundy.graphs.kernels import wide
from grundy.runtime.bits import ctz, like, prefetch
from grundy.runtime.kernels import compiled

# Build compressed rows from an edge list, in two passes that stay in the cache.


@compiled
def count(numbers, counts):
    """Add to counts int32[n] or int64[n] how often each of 0 .. n - 1 occurs in integers (m,)."""
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


UNLABELLED = 254
INFINITE = 255

_LOW = np.uint64(0xFFFFFFFF)
_VERTEX_BITS = np.uint64(32)
_REPORT = 0xFFFF  # look at `control` once in this many vertices

# Prefetch distances in the queue: the row's pointer, the row, the states it points to. They
# are wide optima; without them the kernels wait for memory and are 3 to 5 times slower.
_POINTER_AHEAD = 16
_ROW_AHEAD = 8
_STATE_AHEAD = 4
_STATES = 64

wide_peel = compiled(wide.peel)
wide_levels = compiled(wide.levels)


@compiled
def sweep(pointers, indices, misere, values, control):
    """Label in the order of the numbers; return n, or less when a value would pass 63.

    pointers  int64[n + 1]   rows of followers
    indices   int32[m]       each lower than the vertex it is a follower of
    misere    bool           a sink counts as having one follower of value 0
    values    int32[n]       on exit the Grundy values
    """
    vertex_count = len(values)
    for u in range(vertex_count):
        start, stop = np.uint64(pointers[u]), np.uint64(pointers[u + 1])
        mask = _ONE if misere and start == stop else np.uint64(0)
        for arc in range(start, stop):
            mask |= _ONE << np.uint64(values[indices[arc]])
        value = ctz(~mask)
        if value > 63:
            return u
        values[u] = value
        if u & _REPORT == 0:
            control[0] = u
            if control[1]:
                return u
    return vertex_count


@compiled(inline=True)
def _fetch(pointers, rows, states, queue, head, tail):
    """Prefetch what the vertices a little further down the queue will need."""
    if head + _POINTER_AHEAD < tail:
        prefetch(pointers, np.int64(np.uint32(queue[head + _POINTER_AHEAD])))
    if head + _ROW_AHEAD < tail:
        start = pointers[np.int64(np.uint32(queue[head + _ROW_AHEAD]))]
        prefetch(rows, start)
        prefetch(rows, start + 15)
    if head + _STATE_AHEAD < tail:
        x = np.int64(np.uint32(queue[head + _STATE_AHEAD]))
        start = pointers[x]
        stop = min(pointers[x + 1], start + _STATES)
        for arc in range(start, stop):
            prefetch(states, np.int64(rows[arc]))


@compiled
def peel(degrees, pointers, rows, misere, label, state, queue, order, control):
    """Label from the sinks upwards; return how many vertices were labelled, or -1.

    degrees   int32[n]       out-degrees
    pointers  int64[n + 1]   rows of predecessors
    rows      int32[m]
    misere    bool           a sink counts as having one follower of value 0
    label     uint8[n]       on exit the value, or UNLABELLED where a cycle is reached
    state     uint32[n] or uint64[n]   the open followers in the high half, the mask of the
              followers' labels in the low one; 16 bits hold every degree if it is uint32.
              On exit that of the unlabelled vertices is what `levels` goes on with.
    queue     uint64[n + 1]  workspace: mask << 32 | vertex
    order     int32[n + 1]   on exit the labelled vertices in order

    -1 says that a value would pass 15 (uint32) or 31 (uint64): use the next wider engine.
    The queue carries the mask along, so a vertex that is taken from it needs no random read
    of its own: one cache line an arc, two or three a vertex. Vertices are unsigned in the
    inner loops, so that no index is checked for being negative. The push costs no branch:
    the entry past the tail is always written, and kept when the count has come down to 0.
    """
    half = np.uint64(state.itemsize * 4)
    step = _ONE << half
    most = np.int64(half)
    tail = 0
    for u in range(len(label)):
        degree = np.uint64(degrees[u])
        mask = _ONE if misere and degree == 0 else np.uint64(0)
        state[u] = degree << half | mask
        queue[tail] = mask << _VERTEX_BITS | np.uint64(u)
        tail += degree == 0
    head = 0
    while head < tail:
        _fetch(pointers, rows, state, queue, head, tail)
        entry = queue[head]
        x = entry & _LOW
        value = ctz(~(entry >> _VERTEX_BITS))
        if value >= most:
            return -1
        head += 1
        bit = _ONE << np.uint64(value)
        for arc in range(pointers[x], pointers[x + _ONE]):
            p = np.uint64(rows[arc])
            after = (np.uint64(state[p]) | bit) - step
            state[p] = after
            queue[tail] = np.uint64(after << _VERTEX_BITS) | p
            tail += (after >> half) == 0
        if head & _REPORT == 0:
            control[0] = head
            if control[1]:
                return -1
    for place in range(tail):
        order[place] = np.int32(queue[place] & _LOW)
    for u in range(len(label)):
        opened = np.uint64(state[u]) >> half
        label[u] = UNLABELLED if opened else ctz(~np.uint64(state[u]))
    return tail


@compiled
def levels(pointers, rows, label, state, count, order, tail, marked, active, residue, control):
    """Label what `peel` left over, level by level; return the vertices labelled, or -1.

    pointers  int64[n + 1], rows int32[m]   rows of predecessors
    label     uint8[n]       as `peel` left it; on exit a value or INFINITE everywhere
    state     uint32[n] or uint64[n]   as `peel` left it; the mask of a vertex with a finite
              label becomes all ones; on exit the mask of an infinite vertex is its K
    count     uint16[n] or uint32[n]   workspace: followers that stand against the level
    order     int32[n + 1]   its first `tail` entries labelled; on exit all finite vertices
    marked    int32[n + 1]   workspace
    active, residue   int32[r]   workspace, r = n - tail

    -1 says that a value would pass 14 (uint32) or 30 (uint64): use the next wider engine. A
    vertex that is set to INFINITE stays live: its mask goes on collecting bits, and it goes
    on being marked.
    """
    half = np.uint64(state.itemsize * 4)
    step = _ONE << half
    full = step - _ONE
    size, seen = _left_over(label, state, count, active, residue)
    live = size
    head = tail
    level = 0
    while live > 0:
        if level >= np.int64(half) - 1:
            return -1
        bit = _ONE << np.uint64(level)
        fresh = 0
        # Vertices that a peeled follower marked for this level.
        if seen & bit:
            for place in range(size):
                u = residue[place]
                marked[fresh] = u
                fresh += (label[u] >= UNLABELLED) & ((np.uint64(state[u]) & bit) != 0)
        while True:
            place = 0
            while place < fresh:
                _fetch(pointers, rows, count, marked, place, fresh)
                p = np.uint64(marked[place])
                place += 1
                for arc in range(pointers[p], pointers[p + _ONE]):
                    w = np.uint64(rows[arc])
                    left = np.int64(count[w]) - 1
                    count[w] = like(count, left)  # of an infinite vertex it may go below 0
                    if left == 0 and label[w] == UNLABELLED and np.uint64(state[w]) & bit == 0:
                        order[tail] = w
                        tail += 1
            fresh = 0
            while head < tail:
                _fetch(pointers, rows, state, order, head, tail)
                u = np.uint64(order[head])
                head += 1
                label[u] = level
                state[u] = np.uint64(state[u]) | full
                for arc in range(pointers[u], pointers[u + _ONE]):
                    p = np.uint64(rows[arc])
                    before = np.uint64(state[p])
                    state[p] = (before | bit) - step
                    marked[fresh] = p
                    fresh += (before & bit) == 0
                if head & _REPORT == 0:
                    control[0] = head
                    if control[1]:
                        return -1
            if fresh == 0:
                break
        live, tail = _above(label, state, count, order, tail, active, live, bit)
        level += 1
    return tail


@compiled
def _left_over(label, state, count, active, residue):
    """List the vertices without a label; return how many, and the values of their followers."""
    half = np.uint64(state.itemsize * 4)
    size = 0
    seen = np.uint64(0)
    for u in range(len(label)):
        if label[u] == UNLABELLED:
            seen |= np.uint64(state[u])
            count[u] = np.uint64(state[u]) >> half
            active[size] = u
            residue[size] = u
            size += 1
        else:
            state[u] = np.uint64(state[u]) | ((_ONE << half) - _ONE)
    return size, seen


@compiled
def _above(label, state, count, order, tail, active, live, bit):
    """Label INFINITE the vertices without a follower of this level; raise the others by one."""
    half = np.uint64(state.itemsize * 4)
    survivors = 0
    for place in range(live):
        u = active[place]
        if label[u] != UNLABELLED:
            continue
        if np.uint64(state[u]) & bit == 0:
            label[u] = INFINITE
        else:
            active[survivors] = u
            survivors += 1
            opened = np.uint64(state[u]) >> half
            count[u] = opened
            order[tail] = u
            tail += (opened == 0) & ((np.uint64(state[u]) & (bit << _ONE)) == 0)
    return survivors, tail
