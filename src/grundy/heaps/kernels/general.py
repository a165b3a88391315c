"""Compiled engines for heap games other than finite octal codes: arrays in, arrays out.

`control` is int64[2]: a kernel writes to [0] the heap it has reached and stops early when [1]
is not 0. Each kernel returns the new filled length; it is less than `stop` when it was stopped
or when a value would be as large as its workspace, which the caller then doubles.
"""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import ctz, fill, row
from grundy.runtime.kernels import compiled

_ONE = np.uint64(1)
_REPORT = 0x3FF  # look at `control` once in this many heaps
_ANY, _UNEQUAL, _NOT_ALL_EQUAL, _ALL_EQUAL = 0, 1, 2, 3


@compiled(steps=lambda of: (of.stop - of.filled) * (4 + 2 * len(of.amounts)))
def take(amounts, whole, values, filled, stop, seen, control):
    """Extend the values of a game that takes one of some amounts.

    amounts  int64[k]     sorted, at least 1: what may be taken when something is left
    whole    uint8[w]     whole[n] says that heap n may be taken whole; w counts as false
    values   uint8[n] or wider   values[:filled] valid on entry
    seen     int32[k + 2] or int64[k + 2]   workspace of -1s; seen[g] == heap excludes g;
             no value is above k + 1
    """
    count = np.uint64(0)  # of the amounts below `heap`; unsigned indices need no sign check
    for heap in range(filled, stop):
        if heap < len(whole) and whole[heap]:
            seen[0] = heap
        while count < len(amounts) and amounts[count] < heap:
            count += _ONE
        for j in range(count):
            seen[values[np.uint64(heap - amounts[j])]] = heap
        value = 0
        while seen[value] == heap:
            value += 1
        values[heap] = value
        if heap & _REPORT == 0:
            control[0] = heap
            if control[1]:
                return heap + 1
    return stop


@compiled(steps=lambda of: (of.stop - of.filled) * (8 + 4 * len(of.amounts)))
def all_but(amounts, values, filled, stop, counts, low, control):
    """Extend the values of a game that takes any amount but some; return also the new `low`.

    amounts  int64[k]     sorted, at least 1: what may not be taken
    values   uint32[n]    values[:filled] valid on entry
    counts   int32[m]     how many heaps below `filled` have each value
    low      int64        no value below it has count 0

    A heap may be moved to all smaller ones but those of `amounts`: with these uncounted for a
    moment, the mex is `low` or one of their values.
    """
    size = len(counts)
    for heap in range(filled, stop):
        while low < size and counts[low]:
            low += 1
        if low == size:
            return heap, low
        value = low
        for amount in amounts:
            if amount > heap:
                break
            other = values[heap - amount]
            counts[other] -= 1
            if counts[other] == 0:
                value = min(value, np.int64(other))
        for amount in amounts:
            if amount > heap:
                break
            counts[values[heap - amount]] += 1
        values[heap] = value
        counts[value] += 1
        if heap & _REPORT == 0:
            control[0] = heap
            if control[1]:
                return heap + 1, low
    return stop, low


@compiled
def _xor_into(target, source, g):
    """Add to the bitset `target` the members of `source`, each xor `g`; uint64[w] both."""
    high = g >> 6
    for word in range(len(source)):
        bits = source[word]
        if bits == 0:
            continue
        if g & 1:
            odd = np.uint64(0xAAAAAAAAAAAAAAAA)
            bits = (bits & odd) >> _ONE | (bits & ~odd) << _ONE
        if g & 2:
            odd = np.uint64(0xCCCCCCCCCCCCCCCC)
            bits = (bits & odd) >> np.uint64(2) | (bits & ~odd) << np.uint64(2)
        if g & 4:
            odd = np.uint64(0xF0F0F0F0F0F0F0F0)
            bits = (bits & odd) >> np.uint64(4) | (bits & ~odd) << np.uint64(4)
        if g & 8:
            odd = np.uint64(0xFF00FF00FF00FF00)
            bits = (bits & odd) >> np.uint64(8) | (bits & ~odd) << np.uint64(8)
        if g & 16:
            odd = np.uint64(0xFFFF0000FFFF0000)
            bits = (bits & odd) >> np.uint64(16) | (bits & ~odd) << np.uint64(16)
        if g & 32:
            bits = bits >> np.uint64(32) | np.uint64(bits << np.uint64(32))
        target[word ^ high] |= bits


@compiled
def _mark_bits(target, stamp, bits):
    for word in range(len(bits)):
        left = bits[word]
        while left:
            target[64 * word + ctz(left)] = stamp
            left &= left - _ONE


@compiled
def _mark_unequal(total, parts, values, target, stamp):
    """Stamp the splits into 3 or 4 pairwise unequal parts; cost total^2 or total^3."""
    for first in range(1, total // parts + 1):
        if parts == 3:
            for second in range(first + 1, (total - first - 1) // 2 + 1):
                third = total - first - second
                target[values[first] ^ values[second] ^ values[third]] = stamp
        else:
            rest = total - first
            for second in range(first + 1, rest // 3 + 1):
                for third in range(second + 1, (rest - second - 1) // 2 + 1):
                    last = rest - second - third
                    pair = values[first] ^ values[second]
                    target[pair ^ values[third] ^ values[last]] = stamp


@compiled
def _mark(total, digit, sign, values, sums, work, target, stamp):
    """Stamp what a digit allows when so many tokens are left.

    total    int64        at least 1
    digit    uint8        bit j: the rest may be left as j heaps; only bits 1 to 4 count here
    sign     uint8        the constraint on the parts
    values   uint32[n]    known below `total`, and at `total` where bit 1 is set
    sums     uint64[c, n, w]   sums[j - 2, s] is the bitset of the values of j heaps of total s
    work     uint64[w]    workspace
    target   int32[m]     m <= 64 * w
    """
    if digit & 2:
        target[values[total]] = stamp
    if digit & 4:
        if sign == _ALL_EQUAL:
            if total % 2 == 0:
                target[0] = stamp
        else:
            last = np.uint64(total // 2 if sign == _ANY else (total - 1) // 2)
            whole = np.uint64(total)
            for part in range(_ONE, last + _ONE):
                target[values[part] ^ values[whole - part]] = stamp
    for parts in range(3, 5):
        if not digit >> parts & 1:
            continue
        if sign == _ANY:
            _mark_bits(target, stamp, row(row(sums, parts - 2), total))
        elif sign == _ALL_EQUAL:
            if total % parts == 0:
                target[values[total // parts] if parts == 3 else 0] = stamp
        elif sign == _NOT_ALL_EQUAL:
            # Parts that are not all equal have one that is not the mean.
            fill(work, 0)
            for part in range(1, total - parts + 2):
                if part * parts != total:
                    rest = row(row(sums, parts - 3), total - part)
                    _xor_into(work, rest, np.int64(values[part]))
            _mark_bits(target, stamp, work)
        else:
            _mark_unequal(total, parts, values, target, stamp)


@compiled
def fill_sums(total, values, sums):
    """Fill in the values of two heaps and more of a total.

    total    int64
    values   uint32[n]    known below `total`
    sums     uint64[c, n, w]   sums[j - 2, s] is the bitset of the values of j heaps of total s,
             known for s < total; filled in for `total`
    """
    for j in range(sums.shape[0]):
        sets = row(row(sums, j), total)
        fill(sets, 0)
        if j == 0:
            for part in range(1, total // 2 + 1):
                g = np.int64(values[part] ^ values[total - part])
                sets[g >> 6] |= _ONE << np.uint64(g & 63)
        else:
            for part in range(1, total - j):
                rest = row(row(sums, j - 1), total - part)
                _xor_into(sets, rest, np.int64(values[part]))


@compiled
def mark_head(heap, head, signs, values, sums, work, seen):
    """Stamp with `heap` what the first digits of a code allow: taking fewer than len(head) tokens.

    heap     int64        at least 1
    head, signs   uint8[h]   the digits, and their constraints
    values   uint32[n]    known below `heap`
    sums     uint64[c, n, w]   filled in up to `heap`; see `fill_sums`
    work     uint64[w]    workspace
    seen     int32[m]     m <= 64 * w
    """
    for amount in range(min(heap, len(head))):
        if head[amount]:
            _mark(heap - amount, head[amount], signs[amount], values, sums, work, seen, heap)
    if heap < len(head) and head[heap] & 1:
        seen[0] = heap


def _code_steps(of):
    digits, signs = (*of.head, *of.tail), (*of.signs, *of.tail_signs)
    unequal = max(digits) > 7 and _UNEQUAL in signs
    splits = of.stop**2 if unequal else of.stop * (1 + len(of.sums) * of.sums.shape[-1])
    return (of.stop - of.filled) * len(digits) * (8 + splits)


@compiled(steps=_code_steps)
def code_values(
    head, signs, tail, tail_signs, values, filled, stop, sums, work, seen, tails, low, control
):
    """Extend the values of any take-and-break code.

    head, signs        uint8[h]    the digits before the tail, and their constraints
    tail, tail_signs   uint8[p]    the digits that repeat; p is 0 for a finite code
    values   uint32[n]             values[:filled] valid on entry, values[0] == 0, filled >= 1
    sums     uint64[c, n, w]       c = 0 when no digit allows three heaps, else the most heaps
             less 1; sums[j - 2, s] is the bitset of the values of j heaps of total s, valid
             for s < filled
    work     uint64[w]             workspace
    seen     int32[m]              workspace of -1s; m a power of two above every value so far
    tails    int32[p, m]           tails[c, g] is 1 when a heap n with n mod p == c reaches g
             through the tail; valid for what lies below `filled`
    low      int64[p]              tails[c, :low[c]] are all 1

    What is left after taking h tokens or more stays within reach of all later heaps of its
    class, so the sets of the tail only grow and nothing is marked twice for it.
    """
    size = len(seen)
    depth = len(head)
    period = len(tail)
    for heap in range(filled, stop):
        fill_sums(heap, values, sums)
        left = heap - depth
        if period and left >= 1:
            for c in range(period):
                place = (c - heap) % period
                _mark(left, tail[place], tail_signs[place], values, sums, work, row(tails, c), 1)
        mark_head(heap, head, signs, values, sums, work, seen)
        if heap >= depth and period and tail[left % period] & 1:
            seen[0] = heap
        value = 0
        c = heap % period if period else 0
        if period:
            while low[c] < size and tails[c, low[c]]:
                low[c] += 1
            value = low[c]
        while value < size and (seen[value] == heap or (period > 0 and tails[c, value] == 1)):
            value += 1
        if value == size:
            return heap
        values[heap] = value
        if heap & 63 == 0:
            control[0] = heap
            if control[1]:
                return heap + 1
    return stop
