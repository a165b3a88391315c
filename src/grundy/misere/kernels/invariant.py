"""Is a list of winning sets closed under adding a heap? The longest step of checking one."""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import row
from grundy.runtime.kernels import compiled

# what `kept` returns
HOLDS, STOPPED, NO_MOVE_TO_P, NOT_THERE = 0, 1, 2, 3

_ONE = np.uint64(1)


@compiled(steps=lambda of: 6 * len(of.table) * len(of.kind_elements) * len(of.wins))
def check_invariant(table, p_portion, kind_elements, kind_wins, starts, wins, grown, control):
    """Return whether each set, with each heap added to its sum, holds one that is in the list.

    table          int32[m, m]
    p_portion      bool[m]
    kind_elements  int32[k]      the kinds of heaps
    kind_wins      uint64[k, w]
    starts         int64[m + 1]  wins[starts[x]:starts[x + 1]] are the sets of element x
    wins           uint64[n, w]
    grown          uint64[w]     zeros
    control        int64[2]
    """
    order, words = len(table), wins.shape[1]
    for element in range(order):
        right = row(table, element)
        for place in range(starts[element], starts[element + 1]):
            control[0] = place
            if control[1]:
                return STOPPED
            for kind in range(len(kind_elements)):
                left = row(table, kind_elements[kind])
                for word in range(words):
                    bits = np.uint64(0)
                    for other in range(word << 6, min((word << 6) + 64, order)):
                        a, b = left[other], right[other]
                        bit = wins[place, a >> 6] >> (a & 63)
                        bit |= kind_wins[kind, b >> 6] >> (b & 63)
                        bits |= (bit & _ONE) << (other & 63)
                    grown[word] = bits
                after = right[kind_elements[kind]]
                if not p_portion[after] and not grown[0] & _ONE:
                    return NO_MOVE_TO_P
                if not _has_inside(wins, starts[after], starts[after + 1], grown):
                    return NOT_THERE
    return HOLDS


@compiled
def _has_inside(wins, start, stop, grown):
    for place in range(start, stop):
        inside = True
        for word in range(len(grown)):
            if wins[place, word] & ~grown[word]:
                inside = False
                break
        if inside:
            return True
    return False
