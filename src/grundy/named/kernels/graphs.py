"""The games on graphs compiled: the options of a set of vertices, as bits.

Each function takes (word, data, out): the set, the rows of neighbours as int64[n], and
int64[...] for the options; it returns how many it wrote.
"""

from __future__ import annotations

import numpy as np

from grundy.compiled.bits import ctz
from grundy.games.kernels.boxes import components, whole

__all__ = ["arc_kayles", "components", "geography", "grim", "node_kayles", "walked"]


def grim(word, data, out):
    """Delete a vertex that has an edge."""
    count = 0
    rest = word
    while rest:
        vertex = np.int64(rest & -rest)
        rest ^= vertex
        if data[ctz(vertex)] & word:
            out[count] = word ^ vertex
            count += 1
    return count


def node_kayles(word, data, out):
    """Delete a vertex and its neighbours."""
    count = 0
    rest = word
    while rest:
        vertex = np.int64(rest & -rest)
        rest ^= vertex
        out[count] = word & ~(data[ctz(vertex)] | vertex)
        count += 1
    return count


def arc_kayles(word, data, out):
    """Delete the two ends of an edge."""
    count = 0
    rest = word
    while rest:
        vertex = np.int64(rest & -rest)
        rest ^= vertex
        others = data[ctz(vertex)] & rest
        while others:
            other = np.int64(others & -others)
            others ^= other
            out[count] = word ^ vertex ^ other
            count += 1
    return count


def geography(word, data, out):
    """Walk along an edge, and delete the vertex that is left behind.

    The token's vertex stands above the vertices that are there; -1 where it is none of these.
    """
    token = len(data)
    at = word >> token & 63
    there = word & (1 << token) - 1
    if there >> at & 1 == 0:
        return -1
    left = there & ~(1 << at)
    count = 0
    rest = left & data[at]
    while rest:
        to = ctz(rest)
        rest &= rest - 1
        out[count] = np.int64(left | to << token)
        count += 1
    return count


def walked(word, data, out):
    """Keep the vertices that the token can still reach."""
    token = len(data)
    at = word >> token & 63
    left = word & (1 << token) - 1
    out[0] = np.int64(whole(data, 1 << at, left) | at << token)
    return 1
