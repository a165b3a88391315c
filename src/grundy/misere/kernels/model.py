"""Outcomes in a model: a monoid times a cyclic one for each freed heap, judged by first sums."""

from __future__ import annotations

import numpy as np

from grundy.compiled.on_first_use import compiled

UNKNOWN, N, P = -1, 0, 1


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


@compiled
def actions(table, indices, sizes, digits, generators, out):
    """Write the products of all elements with some, out int32[m, g]."""
    for element in range(len(digits)):
        for place in range(len(generators)):
            out[element, place] = product(table, indices, sizes, digits, element, generators[place])


@compiled
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
    met = 1
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
        met += 1
        if met & 255 == 0:
            control[0] = met
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
        word = np.uint64(colours[element] + 1) * np.uint64(0x9E3779B97F4A7C15)
        for place in range(action.shape[1]):
            word ^= np.uint64(colours[action[element, place]] + 1)
            word *= np.uint64(0xBF58476D1CE4E5B9)
            word ^= word >> np.uint64(29)
        out[element] = word
