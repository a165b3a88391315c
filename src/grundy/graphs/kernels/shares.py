"""Labels of the vertices of one share, where others own the rest; arrays in, arrays out.

A share has n vertices of its own, 0 .. n - 1, and after them copies: one for each vertex of
another share that an arc of its own leads to. Rows of predecessors are of both, and hold own
vertices only. What all kernels know of a vertex is

    state   uint64[n * stride]   its open followers, then stride - 1 words of the mask of its
                                 followers' labels: any width, since a share can widen it
    label   int32[n]             UNLABELLED, INFINITE or the value
    order   int32[n]             the own vertices with a label, in the order in which they got it
"""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import ctz, prefetch
from grundy.runtime.kernels import compiled

UNLABELLED = -1
INFINITE = -2

_ONE = np.uint64(1)
_FULL = ~np.uint64(0)
_WORD = np.uint64(63)
_OWNER = np.uint64(32)

# Prefetch distances, as those of `grundy.graphs.kernels.labelling`.
_POINTER_AHEAD = 16
_ROW_AHEAD = 8
_STATE_AHEAD = 4
_STATES = 64


@compiled
def deal_ranges(keys, others, bounds, places, pairs):
    """Deal arcs into piles by ranges of their keys; the order within a pile is kept.

    keys, others   integers[m], keys below bounds[-1]
    bounds   int64[b + 1]   rising from 0; pile i takes keys bounds[i] .. bounds[i + 1] - 1
    places   int64[b]       zeros on entry; on exit where each pile ends in `pairs`
    pairs    int32[m, 2]    on exit key and other, pile after pile
    """
    last = len(bounds) - 1
    for turn in range(2):
        for arc in range(len(keys)):
            key = np.int64(keys[arc])
            low, high = 0, last
            while high - low > 1:
                middle = (low + high) >> 1
                if key < bounds[middle]:
                    high = middle
                else:
                    low = middle
            place = places[low]
            places[low] = place + 1
            if turn:
                pairs[place, 0] = key
                pairs[place, 1] = others[arc]
        if not turn:
            start = 0
            for pile in range(last):
                size = places[pile]
                places[pile] = start
                start += size


@compiled
def place(keys, others, first, free, indices):
    """Put each arc at the next free place of its row.

    keys, others   integers[m]
    first    the key whose place is free[0]
    free     int64[k]   where each row goes on in `indices`; moved on
    indices  int32[…]   rows

    An arc whose row is none of these, or for which no place is left, is left out; where there
    are such arcs, or rows that take places of others, `free` does not end where the rows end.
    """
    offset = np.uint64(first)
    rows, places = np.uint64(len(free)), np.uint64(len(indices))
    for arc in range(len(keys)):
        row = np.uint64(np.uint64(keys[arc]) - offset)
        if row >= rows:
            continue
        position = np.uint64(free[row])
        free[row] = position + _ONE
        if position < places:
            indices[position] = others[arc]


@compiled
def deal(tails, heads, workers, bits, places, ends):
    """Deal arcs by the owners of their tails, and of their heads within that.

    tails, heads   int64[m]
    workers  blocks of 1 << bits numbers go to 0 .. workers - 1 in turn
    places   int64[workers * workers]   zeros on entry; on exit where each pile ends in `ends`
    ends     int32[2, m]   on exit the places of tail and head in their shares, pile after pile
    """
    shift, low = np.uint64(bits), (_ONE << np.uint64(bits)) - _ONE
    count = np.uint64(workers)
    for turn in range(2):
        for arc in range(len(tails)):
            tail, head = np.uint64(tails[arc]), np.uint64(heads[arc])
            block, other = tail >> shift, head >> shift
            tail_turn, head_turn = block // count, other // count
            pile = (block - tail_turn * count) * count + (other - head_turn * count)
            place = places[pile]
            places[pile] = place + 1
            if turn:
                ends[0, place] = tail_turn << shift | tail & low
                ends[1, place] = head_turn << shift | head & low
        if not turn:
            start = 0
            for pile in range(len(places)):
                size = places[pile]
                places[pile] = start
                start += size


@compiled
def rank(numbers, seen, first):
    """Number what occurs: seen int32[n], zeros on entry, gets first, first + 1, … there.

    Where a number does not occur it is -1 on exit. Returns the number after the last.
    """
    for number in numbers:
        seen[np.uint64(number)] = 1
    after = first
    for place in range(len(seen)):
        if seen[place]:
            seen[place] = after
            after += 1
        else:
            seen[place] = -1
    return after


@compiled
def renumber(numbers, names):
    """Put names[number] in the place of each number, int32[m]."""
    for place in range(len(numbers)):
        numbers[place] = names[np.uint64(numbers[place])]


# ---- peeling ----------------------------------------------------------------------------------


@compiled
def begin(degrees, misere, stride, state, label, order):
    """Set the state of every own vertex; return how many have no follower.

    degrees   int32[n]   followers
    misere    bool       a sink counts as having one follower of value 0
    """
    tail = 0
    for u in range(len(degrees)):
        place = u * stride
        state[place] = degrees[u]
        for word in range(1, stride):
            state[place + word] = 0
        label[u] = UNLABELLED
        if degrees[u] == 0:
            state[place + 1] = 1 if misere else 0
            order[tail] = u
            tail += 1
    return tail


@compiled(inline=True)
def _fetch(pointers, rows, states, stride, queue, head, tail):
    """Prefetch what the vertices a little further down the queue will need."""
    if head + _POINTER_AHEAD < tail:
        prefetch(pointers, np.int64(queue[head + _POINTER_AHEAD]))
    if head + _ROW_AHEAD < tail:
        start = pointers[np.uint64(queue[head + _ROW_AHEAD])]
        prefetch(rows, start)
        prefetch(rows, start + 15)
    if head + _STATE_AHEAD < tail:
        x = np.uint64(queue[head + _STATE_AHEAD])
        start = pointers[x]
        stop = min(pointers[x + _ONE], start + _STATES)
        for arc in range(start, stop):
            prefetch(states, np.int64(rows[arc]) * stride)


@compiled
def take_labels(pointers, rows, stride, copies, labels, state, order, tail):
    """Take in the labels of copies while vertices are peeled; return the new tail.

    copies   int32[k]   none of them for the second time
    labels   int32[k]   each less than 64 * (stride - 1)
    """
    for place in range(len(copies)):
        _fetch(pointers, rows, state, stride, copies, place, len(copies))
        x = np.uint64(copies[place])
        word = np.uint64(1 + (labels[place] >> 6))
        bit = _ONE << (np.uint64(labels[place]) & _WORD)
        for arc in range(pointers[x], pointers[x + _ONE]):
            p = np.uint64(rows[arc])
            at = p * np.uint64(stride)
            state[at + word] |= bit
            left = state[at] - _ONE
            state[at] = left
            order[tail] = p
            tail += left == 0
    return tail


@compiled
def peel(pointers, rows, stride, state, label, order, head, tail):
    """Label from order[head] on until nothing own is ready; return the new head and tail.

    order   int32[n + 1]

    Where the head is not the tail, the value at the head would pass 64 * (stride - 1) - 1: the
    caller widens the state and calls again.
    """
    step = np.uint64(stride)
    while head < tail:
        _fetch(pointers, rows, state, stride, order, head, tail)
        x = np.uint64(order[head])
        value = 0
        for word in range(1, stride):
            offset = ctz(~state[x * step + np.uint64(word)])
            value += offset
            if offset < 64:
                break
        if value >= 64 * (stride - 1):
            break
        label[x] = value
        head += 1
        word = np.uint64(1 + (value >> 6))
        bit = _ONE << (np.uint64(value) & _WORD)
        for arc in range(pointers[x], pointers[x + _ONE]):
            p = np.uint64(rows[arc])
            at = p * step
            state[at + word] |= bit
            left = state[at] - _ONE
            state[at] = left
            order[tail] = p
            tail += left == 0
    return head, tail


@compiled
def fill_masks(stride, state, label, first):
    """Make the mask of each vertex with a finite label all ones, from its word `first` on."""
    for u in range(len(label)):
        if label[u] >= 0:
            for word in range(first, stride):
                state[u * stride + word] = _FULL


@compiled
def close_level(residue, level, stride, state, label):
    """Make ∞ what has no follower of this level; return how many have no label yet.

    residue   int32[r]   what peeling left
    """
    word, bit = 1 + (level >> 6), _ONE << (np.uint64(level) & _WORD)
    left = 0
    for place in range(len(residue)):
        u = residue[place]
        if label[u] == UNLABELLED:
            if state[u * stride + word] & bit == 0:
                label[u] = INFINITE
            else:
                left += 1
    return left


@compiled
def open_level(residue, level, stride, state, label, count, order, tail, marked):
    """Find what a level begins with; return the new tail, and how many are marked.

    count    int32[n]       on exit the followers that stand against the level
    marked   int32[n + 1]   on exit what has a follower of this level and no finite label
    """
    word, bit = 1 + (level >> 6), _ONE << (np.uint64(level) & _WORD)
    fresh = 0
    for place in range(len(residue)):
        u = residue[place]
        if label[u] >= 0:
            continue
        at = u * stride
        opened = np.int64(state[at])
        has = (state[at + word] & bit) != 0
        count[u] = opened
        marked[fresh] = u
        fresh += has
        if label[u] == UNLABELLED and opened == 0 and not has:
            order[tail] = u
            tail += 1
    return tail, fresh


@compiled
def take_level(
    pointers, rows, level, stride, labelled, noted, state, label, count, order, tail, marked, fresh
):
    """Take in what others labelled and marked on a level; return the new tail and marks.

    labelled, noted   int32[…]   copies with a new label, and with a new mark
    """
    word, bit = np.uint64(1 + (level >> 6)), _ONE << (np.uint64(level) & _WORD)
    step = np.uint64(stride)
    for place in range(len(labelled)):
        _fetch(pointers, rows, state, stride, labelled, place, len(labelled))
        x = np.uint64(labelled[place])
        for arc in range(pointers[x], pointers[x + _ONE]):
            at = np.uint64(rows[arc]) * step
            before = state[at + word]
            state[at + word] = before | bit
            state[at] -= _ONE
            marked[fresh] = rows[arc]
            fresh += (before & bit) == 0
    for place in range(len(noted)):
        x = np.uint64(noted[place])
        for arc in range(pointers[x], pointers[x + _ONE]):
            w = np.uint64(rows[arc])
            left = count[w] - 1
            count[w] = left
            if left == 0 and label[w] == UNLABELLED and state[w * step + word] & bit == 0:
                order[tail] = w
                tail += 1
    return tail, fresh


@compiled
def run_level(
    pointers, rows, level, stride, state, label, count, order, head, tail, marked, done, fresh
):
    """Label and mark until nothing own is ready; return the new tail and marks.

    order[head .. tail - 1] wait for their label, marked[done .. fresh - 1] to be passed on.
    """
    word, bit = np.uint64(1 + (level >> 6)), _ONE << (np.uint64(level) & _WORD)
    step = np.uint64(stride)
    while True:
        while done < fresh:
            _fetch(pointers, rows, count, 1, marked, done, fresh)
            x = np.uint64(marked[done])
            done += 1
            for arc in range(pointers[x], pointers[x + _ONE]):
                w = np.uint64(rows[arc])
                left = count[w] - 1
                count[w] = left
                if left == 0 and label[w] == UNLABELLED and state[w * step + word] & bit == 0:
                    order[tail] = w
                    tail += 1
        while head < tail:
            _fetch(pointers, rows, state, stride, order, head, tail)
            x = np.uint64(order[head])
            head += 1
            label[x] = level
            for own in range(1, stride):
                state[x * step + np.uint64(own)] = _FULL
            for arc in range(pointers[x], pointers[x + _ONE]):
                at = np.uint64(rows[arc]) * step
                before = state[at + word]
                state[at + word] = before | bit
                state[at] -= _ONE
                marked[fresh] = rows[arc]
                fresh += (before & bit) == 0
        if done == fresh:
            return tail, fresh


@compiled
def count_copies(vertices, pointers, holders, sizes):
    """Add to sizes int64[workers] how many copies of these vertices each other share has.

    pointers  int64[n + 1], holders int64[k]   for each own vertex its copies: owner << 32 | copy
    """
    for place in range(len(vertices)):
        x = np.uint64(vertices[place])
        for entry in range(pointers[x], pointers[x + _ONE]):
            sizes[np.uint64(holders[entry]) >> _OWNER] += 1


@compiled
def tell(vertices, label, pointers, holders, places, copies, labels):
    """Write the copies of these vertices, share after share, and their labels.

    places   int64[workers]   where each share begins; on exit where it ends
    labels   int32[…]         written as far as it goes
    """
    for place in range(len(vertices)):
        x = np.uint64(vertices[place])
        for entry in range(pointers[x], pointers[x + _ONE]):
            pair = np.uint64(holders[entry])
            at = places[pair >> _OWNER]
            places[pair >> _OWNER] = at + 1
            copies[at] = np.int32(pair & np.uint64(0xFFFFFFFF))
            if at < len(labels):
                labels[at] = label[x]
