"""The first values of very many games, one row a game, and the rows without repeats."""

from __future__ import annotations

import numpy as np

from grundy.compiled.bits import fill, row
from grundy.compiled.kernels import compiled
from grundy.heaps.kernels.general import all_but, code_values, fill_sums, mark_head, take_few

_ONE = np.uint64(1)
_OFFSET = np.uint64(0xCBF29CE484222325)  # FNV-1a
_PRIME = np.uint64(0x100000001B3)


@compiled(steps=lambda of: of.values.size * of.values.shape[1] * 4)
def code_rows(codes, ends, none, values, sums, work, seen, tails, control):
    """Fill in the first values of finite take-and-break codes; return how many are done.

    codes    uint8[c, d]    codes[i, r] is digit d_r of code i
    ends     int64[c]       the digits of code i are codes[i, :ends[i]]; at least 1
    none     uint8[d]       zeros: no digit is constrained, and no code has a tail
    values   uint32[c, n]   filled on exit; n >= 1
    sums     uint64[k, n, w]   workspace; k = 0 when no digit allows three heaps
    work     uint64[w]      workspace
    seen     int32[m]       workspace; m = 64 * w, a power of two
    tails    int32[0, m]    nothing
    control  int64[2]       a run stops when [1] is not 0

    Returns less than c at a code with a value of m or more.
    """
    for i in range(len(codes)):
        fill(seen, -1)
        values[i, 0] = 0
        for kind in range(sums.shape[0]):
            fill(row(row(sums, kind), 0), 0)
        end = ends[i]
        filled = code_values(
            row(codes, i)[:end], none[:end], none[:0], none[:0], row(values, i), 1,
            values.shape[1], sums, work, seen, tails, control,
        )  # fmt: skip
        if filled < values.shape[1]:
            return i
    return len(codes)


@compiled(steps=lambda of: of.codes.size * of.heap)
def codes_at(codes, ends, none, values, heap, sums, work, seen, found):
    """Find the value of one heap by finite codes that have the same values before it.

    codes, ends, none   as in `code_rows`
    values   uint32[n]    known below `heap`
    sums     uint64[k, n, w]   filled in below `heap`; see `fill_sums`
    work     uint64[w], seen int32[m]   workspaces; m = 64 * w, a power of two above all values
    found    int64[c]     filled on exit: the value by each code; m where it is m or more
    """
    fill_sums(heap, values, sums)
    for i in range(len(codes)):
        fill(seen, -1)
        end = ends[i]
        mark_head(heap, row(codes, i)[:end], none[:end], values, sums, work, seen)
        value = 0
        while value < len(seen) and seen[value] == heap:
            value += 1
        found[i] = value


@compiled(steps=lambda of: of.values.size * (4 + of.largest))
def subtraction_rows(first, largest, values, amounts, whole, control):
    """Fill in the first values of subtraction games.

    first    int64          row i is that of the set number first + i, which has s as a member
             when bit s - 1 is set
    largest  int64          the greatest number in any set
    values   uint8[c, n]    filled on exit; n >= 1
    amounts  int64[largest], whole uint8[largest + 1]   workspaces
    control  int64[2]       as kernels of one game have it
    """
    for i in range(len(values)):
        fill(whole, 0)
        count = 0
        for amount in range(1, largest + 1):
            if (first + i) >> (amount - 1) & 1:
                amounts[count] = amount
                whole[amount] = 1
                count += 1
        values[i, 0] = 0
        take_few(amounts[:count], whole, row(values, i), 1, values.shape[1], control)


@compiled(steps=lambda of: of.values.size * (8 + 2 * of.largest))
def all_but_rows(first, largest, values, amounts, counts, control):
    """Fill in the first values of games in which one takes any number but those of a set.

    first, largest   as in `subtraction_rows`
    values   uint32[c, n]     filled on exit; n >= 1
    amounts  int64[largest]   workspace
    counts   int32[n + 1]     workspace
    """
    for i in range(len(values)):
        fill(counts, 0)
        count = 0
        for amount in range(1, largest + 1):
            if (first + i) >> (amount - 1) & 1:
                amounts[count] = amount
                count += 1
        all_but(amounts[:count], row(values, i), 0, values.shape[1], counts, 0, control)


@compiled(steps=lambda of: 3 * of.fresh.size)
def gather(fresh, rows, count, slots, row_of):
    """Find the row of each of `fresh` among distinct rows, which grow; return their number.

    fresh    uint8[c, n]
    rows     uint8[m, n]   rows[:count] are distinct; m >= count + c
    slots    int32[s]      s a power of two above m; a row's number where its hash leads, or -1
    row_of   int32[c]      filled on exit: rows[row_of[i]] is fresh[i]
    """
    mask = np.uint64(len(slots) - 1)
    for i in range(len(fresh)):
        hashed = _OFFSET
        for value in row(fresh, i):
            hashed = np.uint64((hashed ^ np.uint64(value)) * _PRIME)
        at = (hashed ^ hashed >> np.uint64(29)) & mask
        while slots[at] >= 0 and not _equal(row(rows, slots[at]), row(fresh, i)):
            at = (at + _ONE) & mask
        if slots[at] < 0:
            slots[at] = count
            for place in range(rows.shape[1]):
                rows[count, place] = fresh[i, place]
            count += 1
        row_of[i] = slots[at]
    return count


@compiled
def _equal(one, other):
    """Return whether two rows are; uint8[n] both."""
    place, size = 0, len(one)
    while place < size and one[place] == other[place]:
        place += 1
    return place == size
