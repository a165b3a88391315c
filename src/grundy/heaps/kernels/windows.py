"""Marks of many heaps at once, as windows of bitmaps, and the witnesses that show most options.

Row u of the bitmaps has a bit for every heap of index u. The options of a block of heaps that
leave a part r and a part of index u are a window of row u, r (and the offset of the breaking
digit) before the block. A strip of a row in its 8 shifts stays in the first cache while all
windows on it are gathered.
"""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import (
    LINE,
    LONG,
    eight_shifts,
    fill,
    matches,
    or_long_windows,
    or_windows,
    popcount,
    row,
)
from grundy.runtime.kernels import compiled

BLOCK = 64 * LINE
CHUNK = 64 * LONG
MIDDLE = 2 * BLOCK  # parts from here on can be marked for a block while the one before is at work
FAR = 2 * CHUNK  # and those from here on for a chunk
INDICES = 256
SHARE = 16  # indices that are left out together when they are above the bound
_ONE = np.uint64(1)


@compiled
def mark_far(
    start, base, span, bitmaps, dense, bound,
    share_start, group_index, group_start, windows,
    found_start, found_index, found_windows_start, found_windows,
    scratch, excluded, reached,
):  # fmt: skip
    """Mark the options of a chunk of heaps with one far part, from FAR heaps before on.

    start     int           the first heap of the chunk
    base, span   int        row u of the bitmaps begins at heap base; windows reach span back
    bitmaps   uint8[INDICES, w]   bit q of row u: heap base + q has index u
    dense     int64[…]      the indices whose bitmaps are read
    bound     int           rows of SHARE * bound or more are not asked for
    share_start  int64[17], group_index int64[g], group_start int64[g + 1], windows uint32[f]
              far rares by index: byte offsets into `scratch`
    found_start  int64[INDICES + 1], found_index int64[h], found_windows_start int64[h + 1],
              found_windows uint32[…]   for each dense index the rare values that it reaches
              together with chosen parts, and their windows
    scratch   uint8[8 * s]  the strip of one bitmap, shifted by 0 .. 7 bits
    excluded, reached   uint64[INDICES, LONG]   on exit: which heaps of the chunk have a common,
              and a rare, option of each index; not all of them yet
    """
    fill(excluded, 0)
    fill(reached, 0)
    for u in dense:
        eight_shifts(row(bitmaps, u), (start - span - base) // 8, scratch, len(scratch) // 8)
        for share in range(INDICES // SHARE):
            if (u // SHARE) ^ share >= bound:
                continue
            for group in range(share_start[share], share_start[share + 1]):
                or_long_windows(
                    excluded, u ^ group_index[group], scratch, windows,
                    group_start[group], group_start[group + 1],
                )  # fmt: skip
        for group in range(found_start[u], found_start[u + 1]):
            or_long_windows(
                reached, found_index[group], scratch, found_windows,
                found_windows_start[group], found_windows_start[group + 1],
            )  # fmt: skip


@compiled
def mark_block(
    start, reach, base, bitmaps, dense, bound,
    share_start, group_index, group_start, windows, scratch, excluded,
):  # fmt: skip
    """Mark the options of a block with one part from BLOCK heaps before on, and up to *reach*.

    start     int           the first heap of the block
    reach     int           how far before it the strips begin
    excluded  uint64[INDICES, LINE]   gains marks
    The other arguments are as in `mark_far`.
    """
    for u in dense:
        eight_shifts(row(bitmaps, u), (start - reach - base) // 8, scratch, len(scratch) // 8)
        for share in range(INDICES // SHARE):
            if (u // SHARE) ^ share >= bound:
                continue
            for group in range(share_start[share], share_start[share + 1]):
                or_windows(
                    excluded, u ^ group_index[group], scratch, windows,
                    group_start[group], group_start[group + 1],
                )  # fmt: skip


@compiled
def mark_one_by_one(distance, u, far_heaps, far_index, excluded):
    """Mark the splits of a block with one heap of index u; a rare r leads to distance + r."""
    place = _first_not_below(far_heaps, -distance)
    while place < len(far_heaps):
        line = distance + far_heaps[place]
        if line >= BLOCK:
            break
        excluded[u ^ far_index[place], line >> 6] |= _ONE << np.uint64(line & 63)
        place += 1


@compiled
def _first_not_below(rising, least):
    low, high = 0, len(rising)
    while low < high:
        middle = (low + high) // 2
        if rising[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def transpose(rows, bound):
    """Turn squares of 64 by 64 bits about, in place.

    rows      uint64[INDICES, w]   bit k of rows[64 * i + j, a] becomes bit j of
              rows[64 * i + k, a], for all rows below SHARE * bound
    """
    across = rows.shape[1]
    for top in range(0, SHARE * bound, 64):
        width = 32
        mask = np.uint64(0xFFFFFFFF)
        while width:
            shift = np.uint64(width)
            k = 0
            while k < 64:
                above, below = row(rows, top + k), row(rows, top + k + width)
                for a in range(np.uint64(across)):
                    change = ((above[a] >> shift) ^ below[a]) & mask
                    below[a] ^= change
                    above[a] ^= change << shift
                k = ((k | width) + 1) & ~width
            width >>= 1
            mask ^= mask << np.uint64(width)


@compiled
def choose(target, index, runs, offset, parts, part_index, is_frequent, tries, open_, chosen):
    """Choose parts so that a split with one of them has the target nim-sum, in most sample heaps.

    target    int           the index of a rare value
    index     uint8[n]      indices of all heaps
    runs      int64[s]      the sample: 64 heaps from each of these on
    parts     int64[p], part_index uint8[p]   common parts in any order, and their indices
    is_frequent  uint8[…]      whether windows on the bitmap of an index may be used
    tries     int           how many parts are looked at for one that is chosen
    open_     uint64[s]     on entry the sample heaps that need the value; on exit those left
    chosen    int64[c]      on exit the places in `parts`

    Returns how many are chosen. Greedy: of the next parts the one that settles most heaps.
    """
    count, at = 0, 0
    while count < len(chosen):
        best, most, looked = -1, 0, 0
        for _ in range(len(parts)):
            at = at + 1 if at + 1 < len(parts) else 0
            u = part_index[at] ^ target
            if not is_frequent[u]:
                continue
            gain = 0
            for k in range(len(runs)):
                if open_[k]:
                    there = runs[k] - offset - parts[at]
                    gain += popcount(matches(index, there, u) & open_[k])
            if gain > most:
                best, most = at, gain
            looked += 1
            if looked == tries:
                break
        if best < 0:
            return count
        chosen[count] = best
        count += 1
        u = part_index[best] ^ target
        for k in range(len(runs)):
            there = runs[k] - offset - parts[best]
            open_[k] &= ~matches(index, there, u)
    return count
