"""The compiled table of a game of vectors, and words as numbers without gaps.

For games that take vertices away, and fall apart as the graph does. A set of vertices is a
number, so all its subsets are smaller numbers, and a table is in place of a search.
"""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import ctz
from grundy.runtime.kernels import compiled

# The compiled table of a game of vectors: arrays in, arrays out.


_ONE = np.uint64(1)
_FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def _fill_steps(of):
    return 5 * (of.stop - of.start) * (1 + len(of.sizes)) * (2 + len(of.rays) + len(of.steps))


@compiled(steps=_fill_steps)
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
                reached[value >> 6] |= _ONE << (value & 63)
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
            used[lines[ray, point], word] |= _ONE << low
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


@compiled(steps=lambda of: 100)
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
    index = 0
    for f in range(len(fields)):
        part = word >> fields[f, OFFSET]
        kind, bits, count = fields[f, KIND], fields[f, BITS], fields[f, COUNT]
        if kind == NUMBER:
            number = part & ((1 << bits) - 1)
            if number >= fields[f, SIZE]:
                return NO_STATE
        elif kind == SET:
            left = part & ((1 << bits) - 1)
            number = 0
            nth = 0
            for element in range(fields[f, SIZE]):
                if left >> element & 1:
                    nth += 1
                    if nth > count:
                        return NO_STATE
                    number += choose[element, nth]
            if nth != count:
                return NO_STATE
        else:
            number = 0
            low = (1 << bits) - 1
            for one in range(count):
                heap = part >> one * bits & low
                if heap > fields[f, SIZE]:
                    return NO_STATE
                place = 0
                for other in range(count):
                    beside = part >> other * bits & low
                    place += beside < heap or (beside == heap and other < one)
                number += choose[heap + place, place + 1]
        index = index * fields[f, WAYS] + number
    return index


@compiled(steps=lambda of: 100)
def unrank(number, fields, choose):
    """Return the word of a number from 0 to the product of WAYS, less one; heaps come in order."""
    word = 0
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
                word |= 1 << (offset + element)
            else:
                word |= (element - place) << (offset + place * fields[f, BITS])
            element -= 1
    return word


# The values of all connected sets of vertices of a graph, the smaller before the larger.

_LOOK = 1023

# why `fill` returns
DONE, STOPPED, TOO_LARGE = 0, 1, 2


@compiled
def flood(rows, seed, within, target):
    """Return the vertices connected to `seed` inside `within`.

    rows     int64[n]   rows[v] is the set of v's neighbours
    seed     int64      a set of one vertex of `within`, or of some connected ones
    target   int64      a set; the search may stop once it is reached
    """
    component = seed
    fresh = seed
    while fresh and target & ~component:
        around = 0
        while fresh:
            around |= rows[ctz(fresh)]
            fresh &= fresh - 1
        fresh = around & within & ~component
        component |= fresh
    return component


@compiled
def whole(rows, seed, within):
    """Return the component of `seed`, a set of one vertex of `within`."""
    component = seed
    fresh = seed
    while fresh:
        new = rows[ctz(fresh)] & within & ~component
        fresh = np.int64(fresh & (fresh - 1))
        component |= new
        fresh |= new
    return component


@compiled(steps=lambda of: 100)
def value_of(rows, table, word):
    """Return the value of any set whose components stand in the table, and let it stand there too.

    Threads that do the same write the same.
    """
    value = 0
    rest = word
    while rest:
        part = rest
        # the last part is connected, which the table knows
        if table[rest] == 0:
            part = whole(rows, rest & -rest, rest)
        value ^= table[part] - 1
        rest ^= part
    if value < 63:
        table[word] = value + 1
    return value


@compiled(steps=lambda of: 15 * len(of.rows) << of.low)
def fill_connected(followers, rows, high, low, table, frames, out, state, control):
    """Find the value of each connected set whose highest bits are given; return why it ended.

    followers   a function (word, rows, out) -> count: the options of a set, subsets of it
    rows        int64[n]       rows[v] is the set of v's neighbours
    high        int64          the vertices numbered `low` and up that the sets have
    low         int64          how many vertices are below
    table       uint8[2^n]     a set's value plus 1, or 0 where it is not known. On entry those of
                               the connected sets with fewer of the high vertices are known
    frames      int64[n + 2, 3]   workspace
    out         int64[most]    workspace with room for the options
    state       int64[1]       is raised by the number of sets
    control     int64[2]       the search ends when [1] is 1

    The sets come in the order of their numbers. A frame is a set that is begun: the vertices
    chosen, those that may still be chosen, and all of these that are connected. With the
    highest one that may be chosen left out, the others have to be connected to all that are
    chosen: then every frame leads to a connected set.
    """
    depth = 0
    below = (1 << low) - 1
    if high == 0:
        frames[0, 0], frames[0, 1], frames[0, 2] = 0, below, 0
        depth = 1
    else:
        around = flood(rows, high & -high, high | below, high | below)
        if high & ~around == 0:
            frames[0, 0], frames[0, 1], frames[0, 2] = high, below & around, around
            depth = 1
    count = 0
    while depth:
        depth -= 1
        chosen, choice, around = frames[depth, 0], frames[depth, 1], frames[depth, 2]
        if choice == 0:
            if chosen:
                value = _value(followers, rows, table, chosen, out)
                if value > 62:
                    return TOO_LARGE
                table[chosen] = value + 1
                count += 1
                if count & _LOOK == 0 and control[1]:
                    return STOPPED
            continue
        vertex = highest(choice)
        choice ^= vertex
        frames[depth, 0] = chosen | vertex
        if chosen == 0:
            all_of = choice | vertex
            with_it = flood(rows, vertex, all_of, all_of)
            frames[depth, 1], frames[depth, 2] = choice & with_it, with_it
            depth += 1
            frames[depth, 0], frames[depth, 1], frames[depth, 2] = 0, choice, 0
            depth += 1
            continue
        frames[depth, 1], frames[depth, 2] = choice, around
        depth += 1
        # What is connected stays so without the vertex if its neighbours do.
        rest = around ^ vertex
        beside = rows[ctz(vertex)] & rest
        near = flood(rows, beside & -beside, rest, beside)
        if beside & ~near == 0:
            near = rest
        elif chosen & ~near:
            near = flood(rows, chosen & -chosen, rest, rest)
        if chosen & ~near == 0:
            frames[depth, 0], frames[depth, 1], frames[depth, 2] = chosen, choice & near, near
            depth += 1
    state[0] += count
    return DONE


@compiled
def highest(word):
    """Return the highest one bit of a word that is not 0 and has no sign."""
    word |= word >> 1
    word |= word >> 2
    word |= word >> 4
    word |= word >> 8
    word |= word >> 16
    return word ^ (word >> 1)


@compiled
def _value(followers, rows, table, word, out):
    """Return the mex of the values of a set's options; 63 stands for all that are larger."""
    count = followers(word, rows, out)
    seen = np.uint64(0)
    for place in range(count):
        option = out[place]
        value = table[option] - 1
        if value < 0:
            value = value_of(rows, table, option)
        seen |= _ONE << min(value, 63)
    return ctz(~seen)


def components(word, data, out):
    """Write the connected components of a set of vertices; data is the rows of neighbours."""
    count = 0
    while word:
        out[count] = whole(data, np.int64(word & -word), word)
        word ^= out[count]
        count += 1
    return count
