"""Which heaps of an octal code are firm under misère play, compiled: one bit beside the values.

The value of a tame heap is that of normal play. A heap has an option that is fickle only where
both heaps that it leaves are, so where fickle heaps are few nearly all heaps are seen at once to
have firm options only, and to be firm: docs/theory.md, "Misère play".
"""

from __future__ import annotations

from grundy.compiled.on_first_use import compiled


@compiled
def classify(code, values, firm, fickle, count, start, stop):
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
        for taken in range(min(last, heap) + 1):
            digit, rest = code[taken], heap - taken
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
    for taken in range(min(len(code) - 1, heap) + 1):
        digit, rest = code[taken], heap - taken
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
