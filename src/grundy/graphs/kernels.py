"""The compiled engines: arrays in, arrays out; they know NumPy and numba only.

Every kernel releases the interpreter lock. `control` is int64[2]: a kernel writes to [0] how
many vertices it has labelled and stops early when [1] is not 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from grundy.graphs import retrograde, wide
from grundy.graphs.intrinsics import ctz, prefetch

UNLABELLED = 254
INFINITE = 255
PEEL_VALUES = 32  # a mask of 32 bits: values 0 .. 31
LEVEL_VALUES = 63  # a mask of 64 bits, all ones kept for "has a finite label": 0 .. 62

_ONE = np.uint64(1)
_COUNT = np.uint64(32)  # the count of a peel state stands in the high half
_STEP = np.uint64(1 << 32)
_MASK = np.uint64((1 << 32) - 1)
_ALL = np.uint64((1 << 64) - 1)
_NEVER = np.int32(1 << 30)  # a count that no decrement brings to 0
_REPORT = 0xFFFF  # look at `control` once in this many vertices

# Prefetch distances in the queue: the row's pointer, the row, the states it points to.
# Measured best on two kinds of processor; without them the kernel waits for memory.
_POINTER_AHEAD = 24
_ROW_AHEAD = 12
_STATE_AHEAD = 5
_STATES = 16

_compiled: Any = njit(cache=True, nogil=True)
_inlined: Any = njit(cache=True, nogil=True, inline="always")

wide_peel = _compiled(wide.peel)
wide_levels = _compiled(wide.levels)
remoteness = _compiled(retrograde.remoteness)


@_compiled
def sweep(pointers, indices, misere, values, control):  # type: ignore[no-untyped-def]
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


@_inlined
def _fetch(pointers, rows, states, width, queue, head, tail):  # type: ignore[no-untyped-def]
    """Prefetch what the vertices a little further down the queue will need."""
    if head + _POINTER_AHEAD < tail:
        prefetch(pointers, np.int64(queue[head + _POINTER_AHEAD]))
    if head + _ROW_AHEAD < tail:
        start = pointers[queue[head + _ROW_AHEAD]]
        prefetch(rows, start)
        prefetch(rows, start + 15)
    if head + _STATE_AHEAD < tail:
        x = queue[head + _STATE_AHEAD]
        start = pointers[x]
        stop = min(pointers[x + 1], start + _STATES)
        for arc in range(start, stop):
            prefetch(states, np.int64(rows[arc]) * width)


@_compiled
def peel(degrees, pointers, rows, misere, label, state, queue, control):  # type: ignore[no-untyped-def]
    """Label from the sinks upwards; return how many vertices were labelled, or -1.

    degrees   int32[n]       out-degrees
    pointers  int64[n + 1]   rows of predecessors
    rows      int32[m]
    misere    bool           a sink counts as having one follower of value 0
    label     uint8[n]       on exit the value, or UNLABELLED where a cycle is reached
    state     uint64[n]      on exit, for the unlabelled: open followers << 32 | mask
    queue     int32[n + 1]   on exit the labelled vertices in order

    -1 says that a value would pass 31: use the wide engine. One 64-bit state a vertex means
    one cache line an arc, and the push costs no branch: the entry past the tail is always
    written and kept only when the count has come down to 0.
    """
    tail = 0
    for u in range(len(label)):
        label[u] = UNLABELLED
        degree = degrees[u]
        state[u] = np.uint64(degree) << _COUNT
        if misere and degree == 0:
            state[u] = _ONE
        queue[tail] = u
        tail += degree == 0
    head = 0
    while head < tail:
        _fetch(pointers, rows, state, 1, queue, head, tail)
        x = queue[head]
        value = ctz(~state[x])
        if value >= PEEL_VALUES:
            return -1
        label[x] = value
        head += 1
        change = (_ONE << np.uint64(value))
        for arc in range(pointers[x], pointers[x + 1]):
            p = rows[arc]
            after = (state[p] | change) - _STEP
            state[p] = after
            queue[tail] = p
            tail += (after >> _COUNT) == 0
        if head & _REPORT == 0:
            control[0] = head
            if control[1]:
                return -1
    return tail


@_compiled
def spread(label, state, pairs):  # type: ignore[no-untyped-def]
    """Turn peel states into the wider states of `levels`.

    label   uint8[n]       as `peel` left it
    state   uint64[n]      as `peel` left it
    pairs   uint64[n, 2]   on exit [mask, count << 32 | open]
    """
    for u in range(len(label)):
        if label[u] == UNLABELLED:
            opened = state[u] >> _COUNT
            pairs[u, 0] = state[u] & _MASK
            pairs[u, 1] = opened << _COUNT | opened
        else:
            pairs[u, 0] = _ALL
            pairs[u, 1] = np.uint64(_NEVER) << _COUNT


@_compiled
def levels(pointers, rows, label, pairs, queue, tail, marked, active, residue, control):  # type: ignore[no-untyped-def]
    """Label what `peel` left over, level by level; return the vertices labelled, or -1.

    pointers  int64[n + 1], rows int32[m]   rows of predecessors
    label     uint8[n]       as `peel` left it; on exit a value or INFINITE everywhere
    pairs     uint64[n, 2]   as `spread` made it; on exit pairs[u, 0] is the mask of K(u) for
                             the infinite vertices, and all ones for the finite ones
    queue     int32[n + 1]   its first `tail` entries labelled; on exit all finite vertices
    marked    int32[n + 1]   workspace
    active, residue   int32[r]   workspace, r = n - tail

    -1 says that a value would pass 62: use the wide engine. A vertex that is set to INFINITE
    stays live: its mask goes on collecting bits, and it goes on being marked.
    """
    flat = pairs.reshape(-1)
    counts = pairs.view(np.int32)  # counts[u, 2] open, counts[u, 3] count
    size = 0
    seen = np.uint64(0)
    for u in range(len(label)):
        if label[u] == UNLABELLED:
            seen |= pairs[u, 0]
            active[size] = u
            residue[size] = u
            size += 1
    live = size
    head = tail
    level = 0
    while live > 0:
        if level >= LEVEL_VALUES:
            return -1
        bit = _ONE << np.uint64(level)
        above = bit << _ONE
        fresh = 0
        # Vertices that a peeled follower marked for this level.
        if seen & bit:
            for place in range(size):
                u = residue[place]
                marked[fresh] = u
                fresh += (label[u] >= UNLABELLED) & ((pairs[u, 0] & bit) != 0)
        while True:
            place = 0
            while place < fresh:
                _fetch(pointers, rows, flat, 2, marked, place, fresh)
                p = marked[place]
                place += 1
                for arc in range(pointers[p], pointers[p + 1]):
                    w = rows[arc]
                    count = counts[w, 3] - 1
                    counts[w, 3] = count
                    queue[tail] = w
                    tail += (count == 0) & ((pairs[w, 0] & bit) == 0)
            fresh = 0
            while head < tail:
                _fetch(pointers, rows, flat, 2, queue, head, tail)
                u = queue[head]
                head += 1
                label[u] = level
                pairs[u, 0] = _ALL
                for arc in range(pointers[u], pointers[u + 1]):
                    p = rows[arc]
                    counts[p, 2] -= 1
                    mask = pairs[p, 0]
                    pairs[p, 0] = mask | bit
                    marked[fresh] = p
                    fresh += (mask & bit) == 0
                if head & _REPORT == 0:
                    control[0] = head
                    if control[1]:
                        return -1
            if fresh == 0:
                break
        kept = 0
        for place in range(live):
            u = active[place]
            if label[u] != UNLABELLED:
                continue
            if pairs[u, 0] & bit == 0:
                label[u] = INFINITE
                counts[u, 3] = _NEVER
            else:
                active[kept] = u
                kept += 1
                opened = counts[u, 2]
                counts[u, 3] = opened
                queue[tail] = u
                tail += (opened == 0) & ((pairs[u, 0] & above) == 0)
        live = kept
        level += 1
    return tail
