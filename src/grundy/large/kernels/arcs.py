"""Kernels for arcs that lie in files: deal, place; arrays in, arrays out."""

from __future__ import annotations

import numpy as np

from grundy.runtime.kernels import compiled

_ONE = np.uint64(1)


@compiled
def deal(keys, others, bounds, places, pairs):
    """Deal arcs into piles by ranges of their keys; the order within a pile is kept.

    keys, others   integers[m], keys below bounds[-1]
    bounds   int64[b + 1]   rising from 0; pile i takes keys bounds[i] .. bounds[i + 1] - 1
    places   int64[b]       zeros on entry; on exit where each pile ends in `pairs`
    pairs    int32[m, 2]    on exit key and other, pile after pile
    """
    last = len(bounds) - 1
    for turn in range(2):
        for arc in range(len(keys)):
            key = np.int64(keys[arc])
            low, high = 0, last
            while high - low > 1:
                middle = (low + high) >> 1
                if key < bounds[middle]:
                    high = middle
                else:
                    low = middle
            place = places[low]
            places[low] = place + 1
            if turn:
                pairs[place, 0] = key
                pairs[place, 1] = others[arc]
        if not turn:
            start = 0
            for pile in range(last):
                size = places[pile]
                places[pile] = start
                start += size


@compiled
def place(keys, others, first, free, indices):
    """Put each arc at the next free place of its row.

    keys, others   integers[m]
    first    the key whose place is free[0]
    free     int64[k]   where each row goes on in `indices`; moved on
    indices  int32[…]   rows

    An arc whose row is none of these, or for which no place is left, is left out; where there
    are such arcs, or rows that take places of others, `free` does not end where the rows end.
    """
    offset = np.uint64(first)
    rows, places = np.uint64(len(free)), np.uint64(len(indices))
    for arc in range(len(keys)):
        row = np.uint64(np.uint64(keys[arc]) - offset)
        if row >= rows:
            continue
        position = np.uint64(free[row])
        free[row] = position + _ONE
        if position < places:
            indices[position] = others[arc]
