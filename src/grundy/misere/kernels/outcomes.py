"""All sums of some heaps, judged by what they are in a monoid: the search for one judged wrong."""

from __future__ import annotations

import numpy as np

from grundy.compiled.on_first_use import compiled

# why `search` returns
DONE, FULL, STOPPED, WRONG = 0, 1, 2, 3

# places of the state
COUNT, DEPTH, ITEM = 0, 1, 2
SLOTS = 3

_LOOK = 1023
_ONE = np.uint64(1)


@compiled
def search(
    table, p_portion, item_elements, item_wins, elements, wins, items, parents, links, heads,
    stack, cursors, state, control,
):  # fmt: skip
    """Follow the sums of heaps whose winning sets are minimal; return why it ended.

    table          int32[m, m]    the products
    p_portion      bool[m]
    item_elements  int32[k]       the element of each kind of heap, the smaller heaps first
    item_wins      uint64[k, w]   its winning set: {y : some option times y is in the P-portion}
    elements       int32[c]       for each node its element,
    wins           uint64[c, w]   the winning set,
    items          int32[c]       the kind of heap that was added last,
    parents        int32[c]       the node that it was added to,
    links          int32[c]       and the next node of the same element whose set is minimal, or -1
    heads          int32[m]       the first such node of each element, or -1
    stack          int32[c]       the nodes from the empty sum to where the search is
    cursors        int32[c]       the kind to be added next to each of them
    state          int64[SLOTS]
    control        int64[2]

    On entry node 0 is the empty sum, alone on the stack with ``items[0] = k - 1``, and
    ``heads[0] = 0``. Heaps are added in descending order, so that sums are met in the order of
    their descending tuples. A sum is judged before it is compared with others of its element.
    FULL asks for longer arrays and goes on where it stood.
    """
    order = len(heads)
    words = wins.shape[1]
    count, depth = state[COUNT], state[DEPTH]
    why = DONE
    while depth >= 0:
        node = stack[depth]
        item = cursors[depth]
        if item > items[node]:
            depth -= 1
            continue
        if count == len(elements):
            why = FULL
            break
        if count & _LOOK == 0:
            control[0] = count
            if control[1]:
                why = STOPPED
                break
        cursors[depth] += 1
        before = elements[node]
        added = item_elements[item]
        element = table[before, added]
        left, right = table[added], table[before]
        old, new = wins[node], item_wins[item]
        for word in range(words):
            bits = np.uint64(0)
            start = word << 6
            for other in range(start, min(start + 64, order)):
                a, b = left[other], right[other]
                bit = (old[a >> 6] >> np.uint64(a & 63)) | (new[b >> 6] >> np.uint64(b & 63))
                bits |= (bit & _ONE) << np.uint64(other & 63)
            wins[count, word] = bits
        if not p_portion[element] and not wins[count, 0] & _ONE:
            state[ITEM] = item
            why = WRONG
            break
        if not _is_minimal(wins, links, heads, element, count):
            continue
        elements[count], items[count], parents[count] = element, item, node
        links[count] = heads[element]
        heads[element] = count
        depth += 1
        stack[depth], cursors[depth] = count, 0
        count += 1
    state[COUNT], state[DEPTH] = count, depth
    control[0] = count
    return why


@compiled
def _is_minimal(wins, links, heads, element, fresh):
    """Return whether no set of the element is inside that of `fresh`; take out those around it."""
    words = wins.shape[1]
    node = heads[element]
    before = -1
    while node >= 0:
        inside, around = True, True
        for word in range(words):
            a, b = wins[node, word], wins[fresh, word]
            if a & ~b:
                inside = False
            if b & ~a:
                around = False
        if inside:
            return False
        if around:
            if before < 0:
                heads[element] = links[node]
            else:
                links[before] = links[node]
        else:
            before = node
        node = links[node]
    return True
