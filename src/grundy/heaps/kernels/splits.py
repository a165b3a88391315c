"""Claims about values, checked by splits and from rare heaps alone; apart from the engines."""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import fill, row
from grundy.runtime.kernels import compiled

_CHUNK = 4_096  # splits compared for one heap before the next heap's, from the nearest cache


def _claim_steps(of):
    return (of.stop - of.start) * len(of.moves) * (8 + 2 * of.small + 2 * len(of.needed))


@compiled(steps=_claim_steps)
def claim_splits(moves, start, stop, small, needed, values, mirror, marks):
    """Fill in values[start:stop], each the mex of some options; return where it stopped.

    moves    int64[m, 2]   r and d_r, r rising, where d_r is not 0; d_r < 8
    small    int64         splits with a part of 1 .. small are marked
    needed   int64[c]      and those with one of these parts
    values   uint8[n] or wider   values[:start] valid on entry
    mirror   as values     the values from the end: mirror[n - 1 - h] = values[h]
    marks      uint8[w]      workspace; w a power of two that values cannot reach

    Returns less than stop at a value of w or more.
    """
    size = len(values)
    for heap in range(start, stop):
        fill(marks, 0)
        for i in range(len(moves)):
            left, digit = heap - moves[i, 0], moves[i, 1]
            if digit & 1 and left == 0:
                marks[0] = 1
            if digit & 2 and left > 0:
                marks[values[left]] = 1
            if digit & 4 and left > 1:
                total = np.uint64(left)
                for part in range(np.uint64(1), np.uint64(min(small, left // 2) + 1)):
                    marks[np.uint64(values[part] ^ values[total - part])] = 1
                for one in needed:
                    if one < left:
                        marks[values[one] ^ values[left - one]] = 1
        value = 0
        while value < len(marks) and marks[value]:
            value += 1
        if value == len(marks):
            return heap
        values[heap] = value
        mirror[size - 1 - heap] = value
    return stop


def _refute_steps(of):
    return (of.stop - of.start) * len(of.breaking) * max(1, of.stop // 2 - of.first)


@compiled(steps=_refute_steps)
def refute(breaking, values, mirror, start, stop, first):
    """Find the least heap of start .. stop - 1 that splits into its own value.

    breaking   int64[b]   the r whose digit allows two heaps
    values     uint8[n] or wider   values[:stop] filled in
    mirror     as values  as in `claim`
    first      int64      only splits with both parts at least this count

    Returns that heap and the two parts; stop, 0 and 0 when there is none.
    """
    part, other = 0, 0
    for low in range(first, stop // 2 + 1, _CHUNK):
        heap = start
        while heap < stop:
            for i in range(len(breaking)):
                left = heap - breaking[i]
                high = min(low + _CHUNK - 1, left // 2)
                if low > high:
                    continue
                theirs = mirror[len(mirror) - 1 - left + low :]
                if xor_occurs(values[low : high + 1], theirs, values[heap]):
                    part = low
                    while values[part] ^ values[left - part] != values[heap]:
                        part += 1
                    other = left - part
                    stop = heap  # what comes after rests on this claim
                    break
            heap += 1
    return stop, part, other


@compiled
def xor_occurs(ours, theirs, value):
    """Return whether some ours[i] ^ theirs[i] is this value.

    The loop has no way out before its end, so that LLVM makes vector code of it.
    """
    occurs = False
    for i in range(len(ours)):
        occurs |= ours[i] ^ theirs[i] == value
    return occurs


COMMON = 1
FULL = 2
_BATCH = 64  # splits that are marked before the next look at what is still open
_RARE_CHUNK = 512  # splits that are compared with one value before the next look


@compiled(steps=lambda of: (of.stop - of.start) * len(of.moves) * len(of.rare_heaps))
def claim(moves, rare_class, rare_heaps, rare_values, start, stop, values, marks):
    """Fill in values[start:stop]; return where it stopped, and why if that is before the end.

    moves         int64[m, 2]   r and d_r, r rising, where d_r is not 0; d_r < 8
    rare_class    uint8[2, w]   rare_class[heap & 1, g] is 1 where g is rare as a value of heap
    rare_heaps    int64[c]      the heaps from 1 on that shall be those of rare value, rising
    rare_values   uint8[c] or wider   their values; right for heaps below start on entry
    values        uint8[n] or wider   values[:start] valid on entry
    marks           uint8[w]      workspace; w a power of two

    A heap of the list gets the mex of all its options. Any other gets the least common value
    that no option with a rare part has: whether the rare values below are options, too, is left
    to `unwitnessed`. Stops at a heap of the list whose value is common (COMMON), and at
    a value of w or more (FULL).
    """
    listed = 0
    while listed < len(rare_heaps) and rare_heaps[listed] < start:
        listed += 1
    for heap in range(start, stop):
        in_list = listed < len(rare_heaps) and rare_heaps[listed] == heap
        fill(marks, 0)
        for i in range(len(moves)):
            rest, digit = heap - moves[i, 0], moves[i, 1]
            if digit & 1 and rest == 0:
                marks[0] = 1
            if digit & 2 and rest > 0:
                marks[values[rest]] = 1
            if digit & 4 and rest > 1:
                if in_list:
                    for part in range(1, rest // 2 + 1):
                        marks[values[part] ^ values[rest - part]] = 1
                    continue
                count = listed
                while count > 0 and rare_heaps[count - 1] >= rest:
                    count -= 1
                for k in range(np.uint64(count)):
                    other = np.uint64(rest - rare_heaps[k])
                    marks[np.uint64(rare_values[k] ^ values[other])] = 1
        kind = row(rare_class, heap & 1)
        value = 0
        if in_list:
            while value < len(marks) and marks[value]:
                value += 1
        else:
            while value < len(marks) and (marks[value] or kind[value]):
                value += 1
        if value == len(marks):
            return heap, FULL
        values[heap] = value
        if in_list:
            if not kind[value]:
                return heap, COMMON
            rare_values[listed] = value
            listed += 1
    return stop, 0


@compiled(steps=lambda of: (of.stop - of.start) * len(of.moves) * of.stop)
def unwitnessed(moves, rare_class, rares, few, values, head, start, stop, marks):
    """Find the least heap of start .. stop - 1 with a rare value below its own that is no option.

    moves, rare_class, marks   as in `claim`
    rares    int64[2, w]   the rare values in order, for heaps of either parity
    few      int64         splits with a part up to this are marked; others are compared
    values   uint8[n] or wider   values[:stop] filled in
    head     as values     the values of parts len(head) .. 1, which falls

    Heaps of rare value are passed over: `claim` has looked at all their options. Returns that
    heap and the value; -1 and 0 when there is none.
    """
    for heap in range(start, stop):
        value = values[heap]
        if rare_class[heap & 1, value]:
            continue
        targets = row(rares, heap & 1)
        fill(marks[:value], 0)
        for i in range(len(moves)):
            rest, digit = heap - moves[i, 0], moves[i, 1]
            if digit & 1 and rest == 0:
                marks[0] = 1
            if digit & 2 and rest > 0:
                marks[values[rest]] = 1
        at, first = 0, 1
        while True:
            while targets[at] < value and marks[targets[at]]:
                at += 1
            if targets[at] >= value or first > few:
                break
            for i in range(len(moves)):
                rest = heap - moves[i, 0]
                if moves[i, 1] & 4:
                    last = min(first + _BATCH - 1, rest // 2)
                    for part in range(np.uint64(first), np.uint64(max(last, first - 1) + 1)):
                        marks[np.uint64(values[part] ^ values[np.uint64(rest) - part])] = 1
            first += _BATCH
        while targets[at] < value:
            if not marks[targets[at]] and not _is_option(
                moves, values, head, heap, first, targets[at]
            ):
                return heap, targets[at]
            at += 1
    return -1, 0


@compiled
def _is_option(moves, values, head, heap, first, value):
    """Return whether a split with both parts at least *first* has this value."""
    for low in range(first, heap // 2 + 1, _RARE_CHUNK):
        for i in range(len(moves)):
            rest = heap - moves[i, 0]
            high = min(low + _RARE_CHUNK - 1, rest // 2)
            if moves[i, 1] & 4 and low <= high:
                if high <= len(head):
                    ours = values[rest - high : rest - low + 1]
                    if xor_occurs(ours, head[len(head) - high :], value):
                        return True
                else:
                    for part in range(low, high + 1):
                        if values[part] ^ values[rest - part] == value:
                            return True
    return False
