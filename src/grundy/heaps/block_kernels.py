"""The sparse space in blocks of 1,024 heaps, for games with many rares (THEORY 3.3).

Once the rares have stopped, the marks of 1,024 heaps at once are windows of bitmaps: for each
common value u a bitmap of the heaps that have it, and for each rare heap r the window of
1,024 heaps that lies r (and the offset of the breaking digit) before the block, ORed into what
u + value(r) excludes. Values are kept as indices of 8 bits, without the lowest bit of the
mask: a common value and a rare one each follow from their index, in the same order.
"""

from __future__ import annotations

import numpy as np

from grundy.compiled import compiled
from grundy.graphs.intrinsics import ctz
from grundy.heaps.vector import LINE, or_windows, xor_matches

BLOCK = 64 * LINE
SUB = 64  # heaps whose nearer options are marked together
INDICES = 256
_FULL = np.uint64(0x0101010101010101)
_ONE = np.uint64(1)


@compiled
def candidates(
    first, blocks, offset, span, index, bitmaps, base, dense, is_sparse, sparse_heaps, sparses,
    far_heaps, far_index, group_start, group_index, windows,
    near_distance, near_index, recent_distance, recent_index,
    expand, scratch, excluded, lines, rows, control,
):  # fmt: skip
    """Find the least common value that is no option, for blocks of heaps; return how many heaps.

    first     int           the first heap, a multiple of BLOCK
    offset    int           the one r whose digit allows two heaps
    span      int           heaps before a block that its far windows reach, a multiple of BLOCK
    index     uint8[n]      indices, valid below `first`; on exit the candidates
    bitmaps   uint8[INDICES, w]   bit q of row u: heap base + q has index u; valid as `index` is
    dense     int64[…]      the indices whose bitmaps are read by windows
    is_sparse uint8[INDICES], sparse_heaps int64[…], sparses   which indices have so few heaps
              that they are taken one by one; those heaps from first - span on, rising
    far_heaps int64[f], far_index uint8[f]   the rares with r + offset >= BLOCK, rising
    group_start int64[g + 1], group_index int64[g], windows int64[f]   the same by index: byte
              offsets into `scratch`
    near_distance int64[c], near_index uint8[c]   how far before a heap other options lie, and
              the index to add: the rares with SUB <= r + offset < BLOCK
    recent_distance, recent_index   the same for those nearer than SUB, and for single heaps
    expand    uint64[256]   byte k is bit k of the place
    scratch   uint8[8 * s]  the strip of one bitmap, shifted by 0 .. 7 bits; s >= (span + BLOCK) / 8
    excluded  uint64[INDICES, LINE], lines uint64[BLOCK, 4], rows uint8[SUB, INDICES]   workspaces

    Returns short where a heap has no index left; the caller goes on another way.
    """
    for block in range(blocks):
        start = first + block * BLOCK
        excluded[:, :] = 0
        for u in dense:
            _shift(bitmaps[u], (start - span - base) // 8, span // 64, scratch)
            for group in range(len(group_index)):
                or_windows(
                    excluded, u ^ group_index[group], scratch, windows,
                    group_start[group], group_start[group + 1],
                )  # fmt: skip
        for place in range(sparses):
            heap = sparse_heaps[place]
            if heap >= start - span:
                _one_by_one(heap + offset - start, index[heap], far_heaps, far_index, excluded)
        _transpose(excluded, lines)
        for sub in range(0, BLOCK, SUB):
            _mark_near(start + sub, sub, lines, expand, near_distance, near_index, index, rows)
            for line in range(SUB):
                heap = start + sub + line
                found = _least(heap, rows[line], recent_distance, recent_index, index)
                if found < 0:
                    return block * BLOCK
                index[heap] = found
                if is_sparse[found]:
                    sparse_heaps[sparses] = heap
                    sparses += 1
        for line in range(BLOCK):
            q = start + line - base
            bitmaps[index[start + line], q >> 3] |= np.uint8(1 << (q & 7))
        control[0] = start
        if control[1]:
            return (block + 1) * BLOCK
    return blocks * BLOCK


@compiled
def _mark_near(heap, sub, lines, expand, near_distance, near_index, index, rows):
    """Spread the excluded bits of SUB heaps to bytes, and mark the options SUB or more before."""
    words = rows.view(np.uint64)
    bytes_ = lines.view(np.uint8)
    for line in range(SUB):
        for k in range(INDICES // 8):
            words[line, k] = expand[bytes_[sub + line, k]]
    for k in range(len(near_index)):
        there = np.uint64(heap - near_distance[k])
        added = near_index[k]
        for line in range(np.uint64(SUB)):
            rows[line, np.uint64(added ^ index[there + line])] = 1


@compiled
def _least(heap, row, recent_distance, recent_index, index):
    """Give the least index that neither `row` nor an option less than SUB before has; or -1."""
    words = row.view(np.uint64)
    for k in range(len(words)):
        free = words[k] ^ _FULL
        while free:
            found = 8 * k + (ctz(free) >> 3)
            free &= free - _ONE
            taken = False
            for near in range(np.uint64(len(recent_index))):
                there = np.uint64(heap - recent_distance[near])
                taken |= (recent_index[near] ^ index[there]) == found
            if not taken:
                return found
    return -1


@compiled
def _shift(bitmap, strip, words, scratch):
    """Write the strip of a bitmap, shifted by 0 .. 7 bits, to the lines of scratch."""
    source = bitmap[strip : strip + 8 * (words + 1)].view(np.uint64)
    width = len(scratch) // 8
    whole = scratch[:width].view(np.uint64)
    for k in range(np.uint64(words)):
        whole[k] = source[k]
    for bits in range(1, 8):
        line = scratch[bits * width : (bits + 1) * width].view(np.uint64)
        down, up = np.uint64(bits), np.uint64(64 - bits)
        for k in range(np.uint64(words)):
            line[k] = source[k] >> down | source[k + _ONE] << up


@compiled
def _one_by_one(distance, u, far_heaps, far_index, excluded):
    """Mark the far splits of a block with one heap of index u; a rare r leads to distance + r."""
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
def _transpose(excluded, lines):
    """Turn bits [index, line] into bits [line, index]: 64 by 64 at a time."""
    for across in range(BLOCK // 64):
        for down in range(INDICES // 64):
            for k in range(64):
                lines[64 * across + k, down] = excluded[64 * down + k, across]
            width = 32
            mask = np.uint64(0xFFFFFFFF)
            while width:
                k = 0
                while k < 64:
                    a, b = 64 * across + k, 64 * across + k + width
                    change = ((lines[a, down] >> np.uint64(width)) ^ lines[b, down]) & mask
                    lines[b, down] ^= change
                    lines[a, down] ^= change << np.uint64(width)
                    k = ((k | width) + 1) & ~width
                width >>= 1
                mask ^= mask << np.uint64(width)


@compiled
def verify(first, stop, offset, index, probes, low, head, keep, below, is_rare, seen):
    """Check that every rare value below the candidate is an option; return where that fails.

    first, stop   int        the heaps to check
    index     uint8[n]       indices; all heaps past the last rare one are common
    probes    int64[…]       places in `head` from which on 64 parts are common: their splits are
              marked first. Spread wide, since neighbours give much the same sums.
    low       int            the least part of the head
    head      uint8[k]       head[k - 1 - i] is the index of the part low + i; k is a multiple
              of 128, and low + k lies far below `first`
    keep      uint64[k / 64] bit i of keep[c]: the part of head[64 * c + i] is common
    below     int64[INDICES] how many rare values lie below the common value of an index
    is_rare   uint8[…]       1 at the rare heaps; every heap past its end is common
    seen      uint8[INDICES] workspace

    Two common parts have a rare sum, whose index is the xor of theirs. Small parts are tried
    first: their values are the most mixed.
    """
    for heap in range(first, stop):
        needed = below[index[heap]]
        # the other part of head[i] is index[other + i]
        other = heap - offset - (low + len(head) - 1)
        seen[:] = 0
        for place in probes:
            ours, theirs = np.uint64(place), np.uint64(other + place)
            for k in range(np.uint64(64)):
                seen[np.uint64(head[ours + k] ^ index[theirs + k])] = 1
        for wanted in range(needed):
            if seen[wanted]:
                continue
            if not _among(index, other, head, keep, wanted) and not _anywhere(
                index, heap - offset, is_rare, wanted
            ):
                return heap
    return stop


@compiled
def _among(index, other, head, keep, wanted):
    """Say whether a split of the head has the wanted sum, 128 splits at a time."""
    place = len(head) - 128
    value = np.uint8(wanted)
    while place >= 0:
        near = xor_matches(head, place + 64, index, other + place + 64, value)
        far = xor_matches(head, place, index, other + place, value)
        k = np.uint64(place >> 6)
        if (near & keep[k + _ONE]) | (far & keep[k]):
            return True
        place -= 128
    return False


@compiled
def _anywhere(index, rest, is_rare, wanted):
    """Say whether any split into two common parts, not equal ones, has the wanted sum."""
    for part in range(1, (rest - 1) // 2 + 1):
        if part < len(is_rare) and is_rare[part]:
            continue
        if index[part] ^ index[rest - part] == wanted:
            return True
    return False
