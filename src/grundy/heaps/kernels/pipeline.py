"""Steps on blocks of heaps, taken by whoever is free: two cores that hardly wait for each other.

A chunk is HALVES blocks. Which step may be taken when:

    find b     once block b is marked, and the one before is found
    middle b   once block b - 2 is found; it may use what block b - 2 used
    far c      once chunk c - 2 is found, and chunk c - SLOTS settled, whose room it uses
    settle c   once chunk c is found; in any order

Finding goes in order and is most urgent; settling fills the gaps. Each core runs `work`; what
they share is a small array of numbers, looked at under a lock.
"""

from __future__ import annotations

from grundy.compiled.locks import lock, unlock
from grundy.compiled.on_first_use import compiled
from grundy.heaps.kernels.blocks import candidates, settle
from grundy.heaps.kernels.windows import BLOCK, CHUNK, FAR, mark_block, mark_far

SLOTS = 4  # chunks that are marked and not settled, at most
HALVES = CHUNK // BLOCK

# steps; 0 .. 2 also say how many of each have been done, all from the first on
FIND, MIDDLE, FAR_MARKS, SETTLE = 0, 1, 2, 3
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
    stopped   bool           nothing more shall be found

    The step is WAIT when another core has to end one first, and END when nothing is left.
    """
    found, middle, far = state[FIND], state[MIDDLE], state[FAR_MARKS]
    over = stopped or found == HALVES * chunks or state[DOUBTED] >= 0 or state[FAILED] == 1
    if not over:
        if not state[_BUSY + FIND] and middle > found and far > found // HALVES:
            state[_BUSY + FIND] = 1
            return FIND, found
        if not state[_BUSY + MIDDLE] and middle < min(found + 2, HALVES * chunks):
            state[_BUSY + MIDDLE] = 1
            return MIDDLE, middle
        if (
            not state[_BUSY + FAR_MARKS]
            and far < min(found // HALVES + 2, chunks)
            and far < state[SETTLED] + SLOTS
        ):
            state[_BUSY + FAR_MARKS] = 1
            return FAR_MARKS, far
    if state[_SETTLING] < found // HALVES:
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


@compiled
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
    """Take one step; say whether it went well. The arguments are those of `work`."""
    offset, index, origin, bitmaps, base, dense, bound = common
    excluded, reached, excluded_near, settled = marks
    if step == FAR_MARKS:
        span, share_start, group_index, group_start, windows, scratch = far
        found_start, found_index, found_windows_start, windows_found = found_windows
        mark_far(
            start + CHUNK * place, base, span, bitmaps, dense, bound,
            share_start, group_index, group_start, windows,
            found_start, found_index, found_windows_start, windows_found,
            scratch, excluded[place % SLOTS], reached[place % SLOTS],
        )  # fmt: skip
        return True
    if step == MIDDLE:
        share_start, group_index, group_start, windows, scratch = middle
        target = excluded_near[place % 2]
        target[:, :] = 0
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
            scratch, excluded_near[place % 2], rows,
            excluded[place // HALVES % SLOTS], place % HALVES,
        )  # fmt: skip
        if sparses >= 0:
            state[SPARSES] = sparses
        return sparses >= 0
    below, low, head, keep, prefix, is_rare = tails
    first = start + CHUNK * place
    settled[place % SLOTS] = settle(
        first, offset, index, origin, reached[place % SLOTS], bound,
        below, low, head, keep, prefix, is_rare,
    )  # fmt: skip
    return settled[place % SLOTS] == first + CHUNK
