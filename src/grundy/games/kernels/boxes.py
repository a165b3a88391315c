"""The compiled table of a game of vectors: arrays in, arrays out."""

from __future__ import annotations

import numpy as np

from grundy.compiled.intrinsics import ctz
from grundy.compiled.on_first_use import compiled

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
