"""The compiled table of a game of vectors, and words as numbers without gaps."""

from __future__ import annotations

import numpy as np

from grundy.compiled.intrinsics import ctz
from grundy.compiled.on_first_use import compiled

# The compiled table of a game of vectors: arrays in, arrays out.


_ONE = np.uint64(1)
_FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@compiled
def fill(
    sizes, rays, ray_offsets, steps, step_offsets, values, start, stop,
    lines, next_line, used, reached, at,
):  # fmt: skip
    """Fill in values[start:stop]; the points of a box follow each other, last axis fastest.

    sizes        int64[d]      points along each axis
    rays         int64[r, d]   vectors that are subtracted any number of times
    ray_offsets  int64[r]      the same as a difference of indices
    steps        int64[s, d]   vectors that are subtracted once
    step_offsets int64[s]
    values       int32[n]      values[:start] valid on entry, values[:stop] on exit
    lines        int32[r, n]   the line of each point along each ray, a row of `used`
    next_line    int64[r]      the first row of `used` that no line along the ray has yet
    used         uint64[l, w]  the values on each line so far, as bits; 64 w above every value
    reached      uint64[w]     zeros
    at           int64[d]      the coordinates of point `start`, on exit those of `stop`

    The values on a line up to a point are those of the point's options along the ray.
    """
    dimension = len(sizes)
    for point in range(start, stop):
        for ray in range(len(ray_offsets)):
            before = True
            for axis in range(dimension):
                before &= at[axis] >= rays[ray, axis]
            if before:
                lines[ray, point] = lines[ray, point - ray_offsets[ray]]
            else:
                lines[ray, point] = next_line[ray]
                next_line[ray] += 1
        for step in range(len(step_offsets)):
            before = True
            for axis in range(dimension):
                before &= at[axis] >= steps[step, axis]
            if before:
                value = values[point - step_offsets[step]]
                reached[value >> 6] |= _ONE << np.uint64(value & 63)
        word = 0
        while True:
            bits = reached[word]
            for ray in range(len(ray_offsets)):
                bits |= used[lines[ray, point], word]
            if bits != _FULL:
                break
            word += 1
        low = ctz(~bits)
        values[point] = 64 * word + low
        for ray in range(len(ray_offsets)):
            used[lines[ray, point], word] |= _ONE << np.uint64(low)
        for step in range(len(step_offsets)):
            before = True
            for axis in range(dimension):
                before &= at[axis] >= steps[step, axis]
            if before:
                reached[values[point - step_offsets[step]] >> 6] = 0
        axis = dimension - 1
        at[axis] += 1
        while axis > 0 and at[axis] == sizes[axis]:
            at[axis] = 0
            axis -= 1
            at[axis] += 1


# Words to numbers without gaps, and back, by a list of the fields of a word.


# the columns of `fields`
KIND, OFFSET, BITS, SIZE, COUNT, WAYS = 0, 1, 2, 3, 4, 5

# what a field holds
NUMBER, SET, HEAPS = 0, 1, 2

NO_STATE = -1


@compiled
def rank(word, fields, choose):
    """Return the number of a word; NO_STATE where a field holds nothing that it may hold.

    word     int64
    fields   int64[f, 6]    the first field counts most
        KIND     NUMBER, SET or HEAPS
        OFFSET   its lowest bit in the word
        BITS     its bits; of one heap for HEAPS
        SIZE     NUMBER: from 0 to SIZE - 1. SET: of SIZE elements. HEAPS: each up to SIZE
        COUNT    SET: COUNT elements of it. HEAPS: COUNT heaps, in any order
        WAYS     how many things it may hold
    choose   int64[n, k]    the binomial coefficients that occur

    Sets and heaps are numbered by their largest element, then by the next (the combinatorial
    number system): what is less in one place and equal beyond it comes first.
    """
    found = np.int64(0)
    for f in range(len(fields)):
        part = word >> fields[f, OFFSET]
        kind, bits, count = fields[f, KIND], fields[f, BITS], fields[f, COUNT]
        if kind == NUMBER:
            number = part & ((np.int64(1) << bits) - 1)
            if number >= fields[f, SIZE]:
                return NO_STATE
        elif kind == SET:
            left = part & ((np.int64(1) << bits) - 1)
            number = np.int64(0)
            met = 0
            for element in range(fields[f, SIZE]):
                if left >> element & 1:
                    met += 1
                    if met > count:
                        return NO_STATE
                    number += choose[element, met]
            if met != count:
                return NO_STATE
        else:
            number = np.int64(0)
            low = (np.int64(1) << bits) - 1
            for one in range(count):
                heap = part >> one * bits & low
                if heap > fields[f, SIZE]:
                    return NO_STATE
                place = 0
                for other in range(count):
                    beside = part >> other * bits & low
                    place += beside < heap or (beside == heap and other < one)
                number += choose[heap + place, place + 1]
        found = found * fields[f, WAYS] + number
    return found


@compiled
def unrank(number, fields, choose):
    """Return the word of a number from 0 to the product of WAYS, less one; heaps come in order."""
    word = np.int64(0)
    for back in range(len(fields)):
        f = len(fields) - 1 - back
        part = number % fields[f, WAYS]
        number //= fields[f, WAYS]
        kind, offset = fields[f, KIND], fields[f, OFFSET]
        if kind == NUMBER:
            word |= part << offset
            continue
        element = fields[f, SIZE] - 1 if kind == SET else fields[f, SIZE] + fields[f, COUNT] - 1
        for back_place in range(fields[f, COUNT]):
            place = fields[f, COUNT] - 1 - back_place
            while choose[element, place + 1] > part:
                element -= 1
            part -= choose[element, place + 1]
            if kind == SET:
                word |= np.int64(1) << (offset + element)
            else:
                word |= (element - place) << (offset + place * fields[f, BITS])
            element -= 1
    return word
