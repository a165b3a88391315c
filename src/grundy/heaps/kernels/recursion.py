"""Plain recursion, compiled, in blocks of heaps so that all cores can work.

A split of a heap of a block has at most one part inside the block, and then the other part
is small. So the splits with both parts before the block, nearly all of them, need no order:
`mark` looks after them for some heaps of the block, in any thread; `near` does the rest in turn.

To mark all splits is more than is needed. Once some are marked, the least value left out is a
guess, and `guess` looks whether another split has it. That only compares, which takes a small
part of the time of marks: it writes nothing, and LLVM makes vector code of it.
"""

from __future__ import annotations

import numpy as np

from grundy.heaps.kernels.splits import xor_occurs
from grundy.runtime.bits import like, row
from grundy.runtime.kernels import compiled

_RUN = 128  # neighbouring splits that are marked together
_CHUNK = 4_096  # splits compared for one heap before the next heap's, from the nearest cache


def _far_steps(of):
    return len(of.breaking) * len(of.values) ** 2 / 4  # the whole run, of which this is a part


@compiled(steps=_far_steps)
def mark(breaking, unequal, values, block, start, stop, probes, seen):
    """Mark splits with both parts before `block`, for the heaps block + start .. stop - 1.

    breaking   int64[b]      the r whose digit allows two heaps
    unequal    bool          two equal parts are no option
    values     uint8[n], uint16[n] or uint32[n]   values[:block] valid
    probes     int64         about as many splits a heap, evenly spread; all when it is larger
    seen       uint8[B, m]   row l is set to 1 at the values of the splits of heap block + l; m is
                             a power of two above every value, so each nim-sum is inside

    Four heaps go together: with the part one further, the other part of each is that of the
    heap below, so a split costs half a load, an xor and a store. The store is the floor.
    """
    for r in breaking:
        line = start
        while line < stop:
            rest = block + line - r
            low, high = _range(rest, block, unequal)
            last_low, last_high = _range(rest + 3, block, unequal)
            if line + 4 <= stop and last_low < high:
                _one_line(values, rest, low, last_low - 1, row(seen, line))
                second_low, second_high = _range(rest + 1, block, unequal)
                _one_line(values, rest + 1, second_low, last_low - 1, row(seen, line + 1))
                _one_line(values, rest + 1, high + 1, second_high, row(seen, line + 1))
                third_low, third_high = _range(rest + 2, block, unequal)
                _one_line(values, rest + 2, third_low, last_low - 1, row(seen, line + 2))
                _one_line(values, rest + 2, high + 1, third_high, row(seen, line + 2))
                _one_line(values, rest + 3, high + 1, last_high, row(seen, line + 3))
                step = max(1, (high - last_low) // probes) * _RUN
                for part in range(last_low, high + 1, step):
                    _four_lines(values, rest, part, min(high, part + _RUN - 1), seen, line)
                line += 4
            else:
                _one_line(values, rest, low, high, row(seen, line))
                line += 1


@compiled(steps=_far_steps)
def mark_rare(breaking, unequal, values, block, start, stop, heaps, their_values, seen):
    """Mark the splits into one of `heaps` and another part before `block`.

    heaps          int64[c]   heaps below `block`, in order
    their_values   as values[c]

    The rest is as in `mark`. Four heaps go together, as what is left of them lies together.
    """
    for r in breaking:
        for line in range(start, stop, 4):
            rest = block + line - r
            lines = min(4, stop - line)
            low, high = 0, len(heaps)
            while low < high and heaps[low] <= rest + 3 - block:
                low += 1
            while low < high and heaps[high - 1] >= rest:
                high -= 1
            if lines < 4 or unequal:
                low = high
            for k in range(lines):
                marks = row(seen, line + k)
                for i in range(low):
                    _mark_one(unequal, values, block, rest + k, heaps[i], their_values[i], marks)
                for i in range(high, len(heaps)):
                    _mark_one(unequal, values, block, rest + k, heaps[i], their_values[i], marks)
            _rare_four_lines(values, rest, heaps[low:high], their_values[low:high], seen, line)


@compiled(steps=_far_steps)
def guess(breaking, unequal, values, mirror, block, start, stop, doubtful, seen, guesses, rounds):
    """Find the least value that is not that of a split with both parts before `block`.

    mirror     as values     mirror[n - 1 - h] = values[h]
    doubtful   uint8[2, m]   doubtful[heap & 1, g] is 0 when `seen` shows whether g is the value
                             of a split; the others are looked for
    seen       uint8[B, m]   on entry 1 only at values of splits; on exit at all below the guess
    guesses    int64[B]      on exit the values found; m where all are those of splits
    rounds     int64[B]      workspace

    The rest is as in `mark`. The chunks of splits go round and round: a guess stands once all
    of them have been without it.
    """
    chunks = (block + stop - 1) // 2 // _CHUNK + 1
    for line in range(start, stop):
        kind = row(doubtful, (block + line) & 1)
        guesses[line] = 0
        guesses[line] = _missing(row(seen, line), guesses[line])
        rounds[line] = 0 if _is_open(kind, guesses[line]) else chunks
    chunk, left = 0, stop - start
    while left:
        left = 0
        for line in range(start, stop):
            if rounds[line] < chunks:
                left += 1
                rounds[line] += 1
                kind = row(doubtful, (block + line) & 1)
                while _is_open(kind, guesses[line]) and _in_chunk(
                    breaking, unequal, values, mirror, block, block + line, chunk, guesses[line]
                ):
                    seen[line, guesses[line]] = 1
                    guesses[line] = _missing(row(seen, line), guesses[line])
                    rounds[line] = 1 if _is_open(kind, guesses[line]) else chunks
        chunk = chunk + 1 if chunk + 1 < chunks else 0


@compiled(steps=_far_steps)
def near(code, breaking, unequal, values, mirror, block, stop, doubtful, seen, guesses):
    """Finish the heaps block .. stop - 1 in turn; return the first one not finished.

    code     uint8[k + 1]   octal digits
    seen     uint8[B, m]    as `mark` and `guess` left it, like `guesses`
    values   on exit valid up to the returned heap, like `mirror`

    The rest is as in `guess`. Where nothing is doubtful, neither `guesses` nor `mirror` is read.
    Returns early at the first heap whose value would be m; `seen` is then of no more use.
    """
    for heap in range(block, stop):
        marks = row(seen, heap - block)
        for r in range(1, min(heap, len(code) - 1) + 1):
            if heap == r:
                if code[r] & 1:
                    marks[0] = 1
            elif code[r] & 2:
                marks[values[heap - r]] = 1
        for r in breaking:
            rest = heap - r
            low, high = _range(rest, rest, unequal)  # no 1: numba compiles literals apart
            _one_line(values, rest, low, min(rest - block, high), marks)
        kind = row(doubtful, heap & 1)
        value = _missing(marks, 0)
        while (
            value != guesses[heap - block]
            and _is_open(kind, value)
            and _is_split(breaking, unequal, values, mirror, block, heap, value)
        ):
            marks[value] = 1
            value = _missing(marks, value)
        if value == len(marks):
            return heap
        values[heap] = value
        mirror[len(mirror) - 1 - heap] = value
    return stop


@compiled
def _range(rest, block, unequal):
    """Return the least and the greatest smaller part of a split with both parts before block."""
    return max(1, rest - block + 1), (rest - 1) // 2 if unequal else rest // 2


@compiled
def _one_line(values, rest, low, high, marks):
    """Mark the splits of `rest` whose smaller part is low .. high."""
    top = np.uint64(rest)
    for part in range(np.uint64(low), np.uint64(max(high, low - 1) + 1)):
        marks[np.uint64(values[part] ^ values[top - part])] = 1


@compiled
def _four_lines(values, rest, low, high, seen, line):
    """Mark the splits of rest .. rest + 3 whose smaller part is low .. high."""
    top = np.uint64(rest)
    start = np.uint64(low)
    row0, row1, row2, row3 = (
        row(seen, line),
        row(seen, line + 1),
        row(seen, line + 2),
        row(seen, line + 3),
    )
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    b1 = np.uint64(values[top + one - start])
    b2 = np.uint64(values[top + two - start])
    b3 = np.uint64(values[top + three - start])
    for part in range(start, np.uint64(high + 1)):
        a, b0 = np.uint64(values[part]), np.uint64(values[top - part])
        row0[a ^ b0] = 1
        row1[a ^ b1] = 1
        row2[a ^ b2] = 1
        row3[a ^ b3] = 1
        b3 = b2
        b2 = b1
        b1 = b0


@compiled
def _mark_one(unequal, values, block, total, part, value, marks):
    """Mark the split of `total` with this part, if there is one with both parts before block."""
    other = total - part
    if 0 < other < block and not (unequal and other == part):
        marks[value ^ values[other]] = 1


@compiled
def _rare_four_lines(values, total, heaps, their_values, seen, line):
    """Mark the splits of total .. total + 3 with each of `heaps`; all of them are splits."""
    if not len(heaps):
        return
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    row0, row1, row2, row3 = (
        row(seen, line),
        row(seen, line + 1),
        row(seen, line + 2),
        row(seen, line + 3),
    )
    for i in range(np.uint64(len(heaps))):
        other = np.uint64(total - heaps[i])
        g = np.uint64(their_values[i])
        row0[g ^ np.uint64(values[other])] = 1
        row1[g ^ np.uint64(values[other + one])] = 1
        row2[g ^ np.uint64(values[other + two])] = 1
        row3[g ^ np.uint64(values[other + three])] = 1


@compiled
def _missing(marks, g):
    """Return the least value from g on that is not marked."""
    while g < len(marks) and marks[g]:
        g += 1
    return g


@compiled
def _is_open(kind, g):
    """Return whether splits that were not marked may have the value g."""
    return g < len(kind) and kind[g] != 0


@compiled
def _is_split(breaking, unequal, values, mirror, block, heap, g):
    """Return whether a split of a heap with both parts before block has the value g."""
    for chunk in range(heap // 2 // _CHUNK + 1):
        if _in_chunk(breaking, unequal, values, mirror, block, heap, chunk, g):
            return True
    return False


@compiled
def _in_chunk(breaking, unequal, values, mirror, block, heap, chunk, g):
    """Return the same for the splits whose smaller part is in a chunk."""
    for r in breaking:
        low, high = _range(heap - r, block, unequal)
        low = max(low, chunk * _CHUNK)
        high = min(high, (chunk + 1) * _CHUNK - 1)
        theirs = mirror[len(mirror) - 1 - (heap - r) + low :]
        if low <= high and xor_occurs(values[low : high + 1], theirs, like(values, g)):
            return True
    return False
