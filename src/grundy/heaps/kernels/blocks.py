"""The sparse space in blocks of heaps, and the steps on them for two cores side by side.

Once the rares have stopped, `window_kernels` marks most options of 2,048 heaps at once. What is
left goes heap by heap: the nearest options, the least common value, and the search for the rare
values below it that no window has found. Values are kept as indices of 8 bits, without the
lowest bit of the mask: a common value and a rare one each follow from their index, in the same
order. Index p stands at p - origin: only the last ones are kept.

A chunk is HALVES blocks. Which step may be taken when:

    find b     once block b is marked, and the one before is found
    middle b   once block b - 2 is found; it may use what block b - 2 used
    far c      once chunk c - 2 is found, and chunk c - SLOTS settled, whose room it uses
    settle c   once chunk c is found; in any order

Finding goes in order and is most urgent; settling fills the gaps. Each core runs `work`; what
they share is a small array of numbers, looked at under a lock.
"""

from __future__ import annotations

import numpy as np

from grundy.heaps.kernels.windows import (
    BLOCK,
    CHUNK,
    FAR,
    INDICES,
    MIDDLE,
    SHARE,
    mark_block,
    mark_far,
    mark_one_by_one,
    transpose,
)
from grundy.runtime.bits import LINE, ctz, fill, lock, matches, row, spread, unlock, xor_matches
from grundy.runtime.kernels import compiled

SUB = 64  # heaps whose nearer options are marked together, and what a vector compares
_ONE = np.uint64(1)


@compiled
def candidates(
    start, offset, index, origin, bitmaps, base, dense, bound,
    share_start, group_index, group_start, windows,
    is_sparse, sparse_heaps, sparses, far_heaps, far_index,
    near_distance, near_index, recent_index, recent,
    scratch, excluded, rows, far, half,
):  # fmt: skip
    """Find the least common value that is no option, for a block of heaps.

    start     int           the first heap
    offset    int           the one r whose digit allows two heaps
    index     uint8[n]      indices, valid below `start`; on exit the candidates
    bitmaps, base, dense, bound, scratch, share_start … windows   as in `mark_block`,
              for parts below MIDDLE; the bitmaps gain the candidates
    is_sparse uint8[INDICES], sparse_heaps int64[…], sparses   the indices that have so few heaps
              that they are taken one by one; those heaps, rising
    far_heaps int64[f], far_index uint8[f]   the rares with r + offset >= BLOCK, rising
    near_distance int64[c], near_index uint8[c]   how far before a heap other options lie, and
              the index to add: the rares with SUB <= r + offset < BLOCK
    recent_index uint8[64 * j], recent uint64[j]   the same for those nearer than SUB: bit k of
              recent[i] says that the heap SUB - k before leads to an option of kind i, and
              recent_index[64 * i + k] is the index to add
    excluded  uint64[INDICES, LINE]   what `mark_block` has excluded for parts from MIDDLE on;
              changed
    rows      uint8[SUB * INDICES]   a workspace
    far       uint64[INDICES, LONG]   what `mark_far` has excluded, with the same `dense`
    half      int            which LINE words of it are those of this block

    Returns how many sparse heaps there are now; or -1 where a heap has no index left.
    """
    limit = SHARE * bound
    words = (limit + 63) // 64
    for u in range(INDICES):
        for k in range(LINE):
            excluded[u, k] |= far[u, half * LINE + k]
    mark_block(
        start, MIDDLE, base, bitmaps, dense, bound,
        share_start, group_index, group_start, windows, scratch, excluded,
    )  # fmt: skip
    for place in range(sparses):
        heap = sparse_heaps[place]
        mark_one_by_one(heap + offset - start, index[heap - origin], far_heaps, far_index, excluded)
    transpose(excluded, bound)
    for sub in range(0, BLOCK, SUB):
        for line in range(SUB):
            for word in range(words):
                spread(excluded[64 * word + line, sub // SUB], rows, INDICES * line + 64 * word)
        _mark_near(start + sub - origin, near_distance, near_index, index, rows)
        for line in range(SUB):
            place = start + sub + line - origin
            least = _least(place, rows, INDICES * line, limit, recent_index, recent, index)
            if least < 0:
                return -1
            index[place] = least
            if is_sparse[least]:
                sparse_heaps[sparses] = place + origin
                sparses += 1
    for line in range(BLOCK):
        q = start + line - base
        bitmaps[index[start + line - origin], q >> 3] |= np.uint8(1 << (q & 7))
    return sparses


@compiled
def _mark_near(place, near_distance, near_index, index, rows):
    """Mark the options of SUB heaps with one part SUB or more before."""
    for k in range(len(near_index)):
        there = np.uint64(place - near_distance[k])
        added = near_index[k]
        for line in range(np.uint64(SUB)):
            rows[INDICES * line + np.uint64(added ^ index[there + line])] = 1


@compiled
def _least(place, rows, first, limit, recent_index, recent, index):
    """Return the least index that neither its row nor an option less than SUB before has; or -1."""
    for word in range((limit + 63) // 64):
        free = matches(rows, first + 64 * word, np.uint8(0))
        while free:
            least = 64 * word + ctz(free)
            if least >= limit:
                return -1
            free &= free - _ONE
            hits = np.uint64(0)
            for kind in range(len(recent)):
                same = xor_matches(recent_index, SUB * kind, index, place - SUB, np.uint8(least))
                hits |= same & recent[kind]
            if not hits:
                return least
    return -1


@compiled
def settle(
    start, offset, index, origin, reached, bound, below, low, head, keep, prefix, is_rare
):  # fmt: skip
    """Check that every rare value below the candidate is an option; return where that fails.

    start     int            the first heap of a chunk
    index     uint8[n]       indices; all heaps past the last rare one are common
    reached   uint64[INDICES, LONG]   what `mark_far` has found; changed
    bound     int            as in `mark_far`
    below     int64[INDICES] how many rare values lie below the common value of an index
    low       int            the least part of the head
    head      uint8[k]       head[k - 1 - i] is the index of the part low + i; k is a multiple
              of 128, and low + k lies far below `start`
    keep      uint64[k / 64] bit i of keep[c]: the part of head[64 * c + i] is common
    prefix    uint8[m]       the indices of the least parts, which are all that is looked through
    is_rare   uint8[…]       1 at the rare heaps; every heap past its end is common

    Two common parts have a rare sum, whose index is the xor of theirs. Small parts are tried
    first: their values are the most mixed.
    """
    transpose(reached, bound)
    for line in range(CHUNK):
        heap = start + line
        needed = below[index[heap - origin]]
        for word in range(-(-needed // 64)):
            missing = np.uint64(~reached[64 * word + (line & 63), line >> 6])
            if needed < 64 * (word + 1):
                missing &= (_ONE << np.uint64(needed & 63)) - _ONE
            while missing:
                target = 64 * word + ctz(missing)
                missing &= missing - _ONE
                other = heap - offset - (low + len(head) - 1) - origin
                if not _among(index, other, head, keep, target) and not _anywhere(
                    index, heap - offset, origin, prefix, is_rare, target
                ):
                    return heap
    return start + CHUNK


@compiled
def _among(index, other, head, keep, target):
    """Return whether a split of the head has the target nim-sum, 128 splits at a time."""
    place = len(head) - 128
    value = np.uint8(target)
    while place >= 0:
        near = xor_matches(head, place + 64, index, other + place + 64, value)
        far = xor_matches(head, place, index, other + place, value)
        k = np.uint64(place >> 6)
        if (near & keep[k + _ONE]) | (far & keep[k]):
            return True
        place -= 128
    return False


@compiled
def _anywhere(index, rest, origin, prefix, is_rare, target):
    """Return whether a split of a part of the prefix and two common ones has the target nim-sum."""
    for part in range(1, min((rest - 1) // 2 + 1, len(prefix))):
        if part < len(is_rare) and is_rare[part]:
            continue
        if prefix[part] ^ index[rest - part - origin] == target:
            return True
    return False


# Steps on blocks of heaps, taken by whoever is free: two cores that hardly wait for each other.


SLOTS = 4  # chunks that are marked and not settled, at most
HALVES = CHUNK // BLOCK

# steps; 0 .. 2 also say how many of each have been done, all from the first on
FIND, MIDDLE_MARKS, FAR_MARKS, SETTLE = 0, 1, 2, 3
WAIT, END = 4, 5
# what else the cores share
_BUSY = 4  # + step: 1 while somebody takes it
_SETTLING = 8  # the chunk that is settled next
SETTLED = 9  # how many are settled, all from the first on
DOUBTED = 10  # the first chunk that could not be settled, or -1
FAILED = 11  # 1 when a block has no candidates
SPARSES = 12  # how many sparse heaps are known
_LOCK = 13
_EARLY = 14  # + chunk % SLOTS: 1 when it is settled before an earlier one
STATE = _EARLY + SLOTS
_PATIENCE = 20_000  # looks for a step before a core is given back


@compiled
def choose(state, chunks, stopped):
    """Choose the most urgent step that may be taken; return (step, block or chunk).

    state     int64[STATE]   zeros at first, and -1 at DOUBTED; the step is noted in it
    chunks    int            how many there are
    stopped   bool           no further blocks are to be started

    The step is WAIT when another core has to end one first, and END when nothing is left.
    """
    front, middle, far = state[FIND], state[MIDDLE_MARKS], state[FAR_MARKS]
    over = stopped or front == HALVES * chunks or state[DOUBTED] >= 0 or state[FAILED] == 1
    if not over:
        if not state[_BUSY + FIND] and middle > front and far > front // HALVES:
            state[_BUSY + FIND] = 1
            return FIND, front
        if not state[_BUSY + MIDDLE_MARKS] and middle < min(front + 2, HALVES * chunks):
            state[_BUSY + MIDDLE_MARKS] = 1
            return MIDDLE_MARKS, middle
        if (
            not state[_BUSY + FAR_MARKS]
            and far < min(front // HALVES + 2, chunks)
            and far < state[SETTLED] + SLOTS
        ):
            state[_BUSY + FAR_MARKS] = 1
            return FAR_MARKS, far
    if state[_SETTLING] < front // HALVES:
        state[_SETTLING] += 1
        return SETTLE, state[_SETTLING] - 1
    if over and not state[_BUSY + FIND]:
        return END, 0
    return WAIT, 0


@compiled
def finish(state, step, place, good):
    """Note that a step has been taken; *good* is 0 where a find failed or a settling did."""
    if step == SETTLE:
        if good:
            state[_EARLY + place % SLOTS] = 1
            while state[_EARLY + state[SETTLED] % SLOTS]:
                state[_EARLY + state[SETTLED] % SLOTS] = 0
                state[SETTLED] += 1
        elif state[DOUBTED] < 0 or place < state[DOUBTED]:
            state[DOUBTED] = place
        return
    state[_BUSY + step] = 0
    if good:
        state[step] += 1
    else:
        state[FAILED] = 1


@compiled(steps=lambda of: of.chunks * CHUNK * CHUNK)
def work(
    state, chunks, control, start, common, far, found_windows, marks, middle, close, near, tails
):  # fmt: skip
    """Take steps until nothing is left, or until there is none for some time; say which.

    state     int64[STATE]   as in `choose`, shared by all cores
    control   int64[2]       nothing more is found once [1] is set
    start     int            the first heap of chunk 0
    common    (offset, index, origin, bitmaps, base, dense, bound) as in `candidates`
    far       (span, share_start, group_index, group_start, windows, scratch) of `mark_far`
    found_windows  its (found_start, found_index, found_windows_start, found_windows)
    marks     (excluded, reached uint64[SLOTS, INDICES, LONG], excluded uint64[2, INDICES, LINE],
              settled int64[SLOTS]): by chunk, chunk, block, chunk; the last on exit as `settle`
              returned it
    middle    (share_start, group_index, group_start, windows, scratch) of `mark_block`
    close     the same for parts below MIDDLE
    near      (is_sparse, sparse_heaps, far_heaps, far_index, near_distance, near_index,
              recent_index, recent, rows) of `candidates`
    tails     (below, low, head, keep, prefix, is_rare) of `settle`
    """
    patience = _PATIENCE
    while True:
        lock(state, _LOCK)
        step, place = choose(state, chunks, control[1] != 0)
        unlock(state, _LOCK)
        if step == END:
            return True
        if step == WAIT:
            patience -= 1
            if patience == 0:
                return False
            continue
        patience = _PATIENCE
        good = take_step(
            step, place, state, start, common, far, found_windows, marks, middle, close, near, tails
        )
        lock(state, _LOCK)
        finish(state, step, place, good)
        unlock(state, _LOCK)


@compiled
def take_step(
    step, place, state, start, common, far, found_windows, marks, middle, close, near, tails
):  # fmt: skip
    """Take one step; return whether it went well. The arguments are those of `work`."""
    offset, index, origin, bitmaps, base, dense, bound = common
    excluded, reached, excluded_near, settled = marks
    if step == FAR_MARKS:
        span, share_start, group_index, group_start, windows, scratch = far
        found_start, found_index, found_windows_start, windows_found = found_windows
        mark_far(
            start + CHUNK * place, base, span, bitmaps, dense, bound,
            share_start, group_index, group_start, windows,
            found_start, found_index, found_windows_start, windows_found,
            scratch, row(excluded, place % SLOTS), row(reached, place % SLOTS),
        )  # fmt: skip
        return True
    if step == MIDDLE_MARKS:
        share_start, group_index, group_start, windows, scratch = middle
        target = row(excluded_near, place % 2)
        fill(target, 0)
        mark_block(
            start + BLOCK * place, FAR, base, bitmaps, dense, bound,
            share_start, group_index, group_start, windows, scratch, target,
        )  # fmt: skip
        return True
    if step == FIND:
        share_start, group_index, group_start, windows, scratch = close
        (
            is_sparse, sparse_heaps, far_heaps, far_index,
            near_distance, near_index, recent_index, recent, rows,
        ) = near  # fmt: skip
        sparses = candidates(
            start + BLOCK * place, offset, index, origin, bitmaps, base, dense, bound,
            share_start, group_index, group_start, windows,
            is_sparse, sparse_heaps, state[SPARSES], far_heaps, far_index,
            near_distance, near_index, recent_index, recent,
            scratch, row(excluded_near, place % 2), rows,
            row(excluded, place // HALVES % SLOTS), place % HALVES,
        )  # fmt: skip
        if sparses >= 0:
            state[SPARSES] = sparses
        return sparses >= 0
    below, low, head, keep, prefix, is_rare = tails
    first = start + CHUNK * place
    settled[place % SLOTS] = settle(
        first, offset, index, origin, row(reached, place % SLOTS), bound,
        below, low, head, keep, prefix, is_rare,
    )  # fmt: skip
    return settled[place % SLOTS] == first + CHUNK
