"""Octal codes, compiled: values by the sparse space, and which heaps are firm under misère play.

Values fall into two classes so that the sum of two common ones is never common. Then every
option that is common has a rare part, and there are few rare heaps: their splits give the
least common value that is left out, and what remains is to see that the rare values below it
are options. Exact for any mask; a poor mask only costs time.

The value of a tame heap is that of normal play. A heap has an option that is fickle only where
both heaps that it leaves are, so where fickle heaps are few nearly all heaps are seen at once to
have firm options only, and to be firm: docs/theory.md, "Misère play".
"""

from __future__ import annotations

import numpy as np

from grundy.heaps.kernels.general import fill_sums, mark_head
from grundy.runtime.bits import fill, row, xor_matches
from grundy.runtime.kernels import compiled

HEAD = 128  # the least parts, which are searched 64 at a time
DONE = 0
VALUES_FULL = 1
RARES_FULL = 2
STOPPED = 3


@compiled(steps=lambda of: (of.stop - of.filled) * of.stop)
def extend_sparse(
    code, breaking, unequal, values, same, head, filled, stop,
    rare_class, rare_heaps, rare_values, rares, seen, targets, control,
):  # fmt: skip
    """Extend Grundy values in place; return (filled, rares, why).

    code         uint8[k + 1]   octal digits; at least one allows two heaps
    breaking     int64[b]       the r whose digit allows two heaps
    unequal      bool           two equal parts are no option
    values       uint8[n] or uint16[n]   values[:filled] valid on entry
    same, head   values again and uint8[HEAD], the values of parts HEAD .. 1, where values are bytes
                 and filled is above 2 * HEAD + len(code); else uint8[0] each
    rare_class   uint8[2, m]    rare_class[(heap - r) & 1, g] is 1 when g is rare as a value of
                                heap; both rows are the same where position does not matter
    rare_heaps   int64[c], rare_values uint16[c]   the rare heaps from 1 on, in order
    rares        how many there are
    seen, targets  int32[m]     workspaces; every entry is below `filled` on entry
    control      int64[2]       [0] is set to the heap reached; stops when [1] is not 0

    Needs m a power of two above every value so far. `why` says DONE; or VALUES_FULL, when the
    value of heap `filled` is m or more; or RARES_FULL, when the lists have no room; or STOPPED.
    """
    first = breaking[0]
    size = len(seen)
    for heap in range(filled, stop):
        kind = row(rare_class, (heap - first) & 1)
        for r in range(1, min(heap, len(code) - 1) + 1):
            if heap == r:
                if code[r] & 1:
                    seen[0] = heap
            elif code[r] & 2:
                seen[values[heap - r]] = heap
        for r in breaking:
            rest = heap - r
            count = rares
            while count > 0 and rare_heaps[count - 1] >= rest:
                count -= 1
            for i in range(np.uint64(count)):
                if unequal and 2 * rare_heaps[i] == rest:
                    continue
                part = np.uint64(rest - rare_heaps[i])
                seen[np.uint64(rare_values[i]) ^ np.uint64(values[part])] = heap
        # The least common value that is left out, and the rare ones below it still in doubt.
        common, missing = 0, 0
        while common < size and (kind[common] or seen[common] == heap):
            if seen[common] != heap:
                targets[common] = heap
                missing += 1
            common += 1
        if missing and len(head):
            missing = _search_head(breaking, same, head, heap, common, missing, seen, targets)
        if missing:
            first_part = 1 + len(head)
            missing = _search(breaking, unequal, values, heap, first_part, missing, seen, targets)
        value = common
        if missing:
            value = 0
            while seen[value] == heap or not kind[value]:
                value += 1
        if value >= size:
            return heap, rares, VALUES_FULL
        if kind[value]:
            if rares == len(rare_heaps):
                return heap, rares, RARES_FULL
            rare_heaps[rares] = heap
            rare_values[rares] = value
            rares += 1
        values[heap] = value
        if heap & 1023 == 0:
            control[0] = heap
            if control[1]:
                return heap + 1, rares, STOPPED
    return stop, rares, DONE


@compiled
def _search_head(breaking, same, head, heap, common, missing, seen, targets):
    """Look for the target values, all below *common*, among splits with a part of the head.

    Returns how many are left. 64 splits are looked at together, one value after the other.
    """
    for value in range(common):
        if targets[value] != heap:
            continue
        for r in breaking:
            other = heap - r - HEAD
            hits = np.uint64(0)
            for place in range(0, HEAD, 64):
                hits |= xor_matches(head, place, same, other + place, np.uint8(value))
            if hits:
                targets[value] = 0
                seen[value] = heap
                missing -= 1
                break
    return missing


@compiled
def _search(breaking, unequal, values, heap, first_part, missing, seen, targets):
    """Search the splits of a heap for the target values; return how many are left.

    A split almost never gives a target value, so the branch is predicted well.
    """
    for r in breaking:
        rest = heap - r
        half = (rest - 1) // 2 if unequal else rest // 2
        for part in range(np.uint64(first_part), np.uint64(max(half, first_part - 1) + 1)):
            g = np.uint64(values[part]) ^ np.uint64(values[np.uint64(rest) - part])
            if targets[g] == heap:
                targets[g] = 0
                seen[g] = heap
                missing -= 1
                if missing == 0:
                    return 0
    return missing


@compiled(steps=lambda of: (of.stop - of.start) * (of.stop + 4 * len(of.code)))
def classify_tame(code, values, firm, fickle, count, start, stop):
    """Mark the firm heaps from *start* on; return (heaps done, fickle heaps).

    code     uint8[k + 1]      octal digits
    values   integer[n]        the values of normal play, n >= stop
    firm     bool[n]           marked for heaps below start on entry
    fickle   int64[n]          the fickle heaps from 1 on, in order; count of them are there

    Ends early at the first wild heap. Cost: what the splits into two fickle heaps cost, and
    O(heap) for a heap that has one.
    """
    last = len(code) - 1
    for heap in range(start, stop):
        moves = False
        fickle_zero = False
        fickle_one = False
        for amount in range(min(last, heap) + 1):
            digit, rest = code[amount], heap - amount
            if digit & 1 and rest == 0:
                moves = fickle_zero = True
            if digit & 2 and rest:
                moves = True
                if not firm[rest]:
                    fickle_one |= values[rest] == 1
                    fickle_zero |= values[rest] == 0
            if digit & 4 and rest > 1:
                moves = True
                if count and rest <= 2 * fickle[count - 1]:
                    for place in range(count):
                        part = fickle[place]
                        if 2 * part > rest:
                            break
                        if not firm[rest - part]:
                            fickle_one |= values[part] != values[rest - part]
                            fickle_zero |= values[part] == values[rest - part]
        if moves and not fickle_zero and not fickle_one:
            firm[heap] = True
            continue
        firm_zero, firm_one = _firm_options(code, values, firm, heap)
        if not (moves and (firm_zero or firm_one or (fickle_zero and fickle_one))):
            fickle[count] = heap
            count += heap > 0
            continue
        both = (fickle_zero or firm_zero) and (fickle_one or firm_one)
        if not (both and (firm_zero or fickle_one) and (fickle_zero or firm_one)):
            return heap, count
        firm[heap] = True
    return stop, count


@compiled
def _firm_options(code, values, firm, heap):
    """Return whether a heap has firm options of value 0, and of value 1."""
    zero = False
    one = False
    for amount in range(min(len(code) - 1, heap) + 1):
        digit, rest = code[amount], heap - amount
        if digit & 2 and rest and firm[rest]:
            zero |= values[rest] == 0
            one |= values[rest] == 1
        if digit & 4:
            for part in range(1, rest // 2 + 1):
                if firm[part] or firm[rest - part]:
                    value = values[part] ^ values[rest - part]
                    zero |= value == 0
                    one |= value == 1
                    if zero and one:
                        return zero, one
    return zero, one


@compiled(steps=lambda of: of.codes.size * of.heap)
def codes_at(codes, ends, none, values, heap, sums, work, seen, code_values):
    """Find the value of one heap by finite codes that have the same values before it.

    codes    uint8[c, d]   codes[i, r] is digit d_r of code i
    ends     int64[c]      the digits of code i are codes[i, :ends[i]]; at least 1
    none     uint8[d]      zeros: no digit is constrained
    values   uint32[n]     known below `heap`
    sums     uint64[k, n, w]   filled in below `heap`, k = 0 when no digit allows three heaps; see
             `fill_sums`
    work     uint64[w], seen int32[m]   workspaces; m = 64 * w, a power of two above all values
    code_values  int64[c]  filled on exit: the value by each code; m where it is m or more
    """
    fill_sums(heap, values, sums)
    for i in range(len(codes)):
        fill(seen, -1)
        end = ends[i]
        mark_head(heap, row(codes, i)[:end], none[:end], values, sums, work, seen)
        value = 0
        while value < len(seen) and seen[value] == heap:
            value += 1
        code_values[i] = value
