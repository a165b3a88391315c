"""Words to numbers without gaps, and back, by a list of the fields of a word."""

from __future__ import annotations

import numpy as np

from grundy.compiled.on_first_use import compiled

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
