"""The search for a sum that a monoid judges wrong, and outcomes in a model, compiled."""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import row
from grundy.runtime.kernels import compiled

# All sums of some heaps, judged by what they are in a monoid: the search for one judged wrong.


# why `search` returns
DONE, FULL, STOPPED, WRONG = 0, 1, 2, 3

# places of the state
COUNT, DEPTH, ITEM = 0, 1, 2
SLOTS = 3

_LOOK = 1023
_ONE = np.uint64(1)


@compiled(steps=lambda of: 3 * len(of.table) * len(of.item_elements) * len(of.elements))
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
        left, right = row(table, added), row(table, before)
        old, new = row(wins, node), row(item_wins, item)
        for word in range(words):
            bits = np.uint64(0)
            start = word << 6
            for other in range(start, min(start + 64, order)):
                a, b = left[other], right[other]
                bit = (old[a >> 6] >> (a & 63)) | (new[b >> 6] >> (b & 63))
                bits |= (bit & _ONE) << (other & 63)
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


# Outcomes in a model: a monoid times a cyclic one for each freed heap, judged by first sums.

UNKNOWN, N, P = -1, 0, 1

_GOLDEN, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


@compiled
def product(table, indices, sizes, digits, first, second):
    """Multiply two elements of the model.

    table    int32[b, b]       products in the base
    indices  int64[f]          of each cyclic monoid {1, g, ..}: g^size is g^index
    sizes    int64[f]
    digits   int32[m, f + 1]   of each element its base element and its powers
    """
    code = np.int64(table[digits[first, 0], digits[second, 0]])
    for place in range(len(sizes)):
        power = digits[first, place + 1] + digits[second, place + 1]
        if power >= sizes[place]:
            power = indices[place] + (power - indices[place]) % (sizes[place] - indices[place])
        code = code * sizes[place] + power
    return code


@compiled(steps=lambda of: 40 * of.out.size)
def actions(table, indices, sizes, digits, generators, out):
    """Write the products of all elements with some, out int32[m, g]."""
    for element in range(len(digits)):
        for place in range(len(generators)):
            out[element, place] = product(table, indices, sizes, digits, element, generators[place])


@compiled(steps=lambda of: 40 * len(of.digits) * len(of.images))
def fill(
    table, indices, sizes, digits, images, starts, options, outcomes, stack, items, cursors,
    control,
):  # fmt: skip
    """Give each element the outcome of the first sum that has it; True unless it was stopped.

    images    int64[k]   the element of each kind of heap, the smaller heaps first
    starts    int64[k + 1]
    options   int64[...] the elements of kind i's options are options[starts[i]:starts[i + 1]]
    outcomes  int8[m]    UNKNOWN everywhere on entry
    stack, items, cursors   int64[m + 1] each, for the sum that is looked at

    Sums are met in the order of their descending tuples, so that the options of a sum have come
    before it; a branch ends at an element that has been met. The empty sum is an N-position.
    """
    kinds = len(images)
    depth = 0
    stack[0], items[0], cursors[0] = 0, kinds - 1, 0
    outcomes[0] = N
    count = 1
    while depth >= 0:
        item = cursors[depth]
        if item > items[depth]:
            depth -= 1
            continue
        cursors[depth] += 1
        element = product(table, indices, sizes, digits, stack[depth], images[item])
        if outcomes[element] != UNKNOWN:
            continue
        depth += 1
        stack[depth], items[depth], cursors[depth] = element, item, 0
        outcomes[element] = N if _has_move_to_p(
            table, indices, sizes, digits, images, starts, options, outcomes, stack, items, depth
        ) else P  # fmt: skip
        count += 1
        if count & 255 == 0:
            control[0] = count
            if control[1]:
                return False
    return True


@compiled
def _has_move_to_p(
    table, indices, sizes, digits, images, starts, options, outcomes, stack, items, depth
):  # fmt: skip
    after = np.int64(0)  # the product of the heaps that were added later
    for place in range(depth, 0, -1):
        item = items[place]
        if place == depth or items[place + 1] != item:
            rest = product(table, indices, sizes, digits, stack[place - 1], after)
            for option in options[starts[item] : starts[item + 1]]:
                left = product(table, indices, sizes, digits, rest, option)
                if outcomes[left] == P:
                    return True
        after = product(table, indices, sizes, digits, after, images[item])
    return False


@compiled
def mixed(colours, action, out):
    """Write for each element a number of 64 bits made of its colour and those of its products.

    colours  int64[m]
    action   int32[m, g]
    out      uint64[m]
    """
    for element in range(len(colours)):
        word = np.uint64((colours[element] + 1) * _GOLDEN)
        for place in range(action.shape[1]):
            word = np.uint64((word ^ (colours[action[element, place]] + 1)) * _MIX)
            word ^= word >> 29
        out[element] = word
