"""The compiled engines: arrays in, arrays out; they know NumPy and numba only.

Every kernel releases the interpreter lock. `control` is int64[2]: a kernel writes to [0] how
many vertices it has labelled and stops early when [1] is not 0.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from grundy.compiled.intrinsics import ctz, prefetch
from grundy.compiled.on_first_use import compiled
from grundy.graphs.kernels import wide

UNLABELLED = 254
INFINITE = 255

_ONE = np.uint64(1)
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
remoteness = compiled(wide.remoteness)


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


@partial(compiled, inline=True)
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
            queue[tail] = after << _VERTEX_BITS | p
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
            state[u] = np.uint64(state[u]) | full
    live = size
    head = tail
    level = 0
    while live > 0:
        if level >= np.int64(half) - 1:
            return -1
        bit = _ONE << np.uint64(level)
        above = bit << _ONE
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
                    count[w] = left
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
        kept = 0
        for place in range(live):
            u = active[place]
            if label[u] != UNLABELLED:
                continue
            if np.uint64(state[u]) & bit == 0:
                label[u] = INFINITE
            else:
                active[kept] = u
                kept += 1
                opened = np.uint64(state[u]) >> half
                count[u] = opened
                order[tail] = u
                tail += (opened == 0) & ((np.uint64(state[u]) & above) == 0)
        live = kept
        level += 1
    return tail
