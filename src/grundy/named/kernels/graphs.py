"""Games on undirected graphs compiled: vertices or edges that are left, as the bits of a word.

Each function takes (word, data, out), as `grundy.games.Packed` says; of a set of vertices, data[v]
is the set of the neighbours of v.
"""

from __future__ import annotations

import numpy as np

from grundy.games.kernels.boxes import components, whole
from grundy.runtime.bits import ctz, popcount

__all__ = ["arc_kayles", "components", "geography", "grim", "nimstring", "node_kayles", "walked"]


def count_left(word, data, out):
    """Count the vertices or edges that are left: each move takes one at least."""
    return popcount(np.uint64(word))


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


def nimstring(word, data, out):
    """Cut an edge and take the coins that hang by one; what leaves a coin of two is loony.

    A state is a set of edges. Data is how many there are, the two ends of each, and then for each
    vertex the set of its edges.
    """
    count, around = 0, 1 + 2 * data[0]
    rest = word
    while rest:
        edge = ctz(rest)
        left = word & ~(np.int64(1) << edge)
        rest &= rest - 1
        one, other = data[1 + 2 * edge], data[2 + 2 * edge]
        allowed = True
        for coin, beside in ((one, other), (other, one)):
            held = data[around + coin] & left
            if popcount(np.uint64(data[around + coin] & word)) != 2 or held == 0:
                continue
            string = ctz(held)
            holder = data[1 + 2 * string] + data[2 + 2 * string] - coin
            holds = data[around + holder] & left
            # the coin of two that the taker could leave, unless both its strings are taken
            hanging = popcount(np.uint64(data[around + beside] & word)) == 2
            strings = data[around + beside] & holds if hanging else np.int64(0)
            if popcount(np.uint64(holds)) == 2 and holds & ~(held | strings):
                allowed = False
                break
            left &= ~held
        if allowed:
            out[count] = left
            count += 1
    return count


def strings_together(word, data, out):
    """Write the connected sets of edges."""
    count = 0
    around = 1 + 2 * data[0]
    while word:
        part = word & -word
        seen = np.int64(0)
        while seen != part:
            edge = ctz(part & ~seen)
            seen |= np.int64(1) << edge
            part |= data[around + data[1 + 2 * edge]] & word
            part |= data[around + data[2 + 2 * edge]] & word
        out[count] = part
        count += 1
        word &= ~part
    return count
