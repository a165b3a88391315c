"""Games on boards and graphs compiled: the options of a word.

Each function takes (word, data, out), as `grundy.games.Packed` says: the state, int64[...] of
what is to be known besides, and int64[...] for the options; it returns how many it wrote, or -1
for a word that is no state.
"""

from __future__ import annotations

import numpy as np

from grundy.games.kernels.boxes import components, whole
from grundy.runtime.bits import ctz, popcount


def cram(word, data, out):
    """Cover two free cells; data is the columns, and the cells that have one to the right."""
    count = 0
    across = word & (word >> 1) & data[1]
    while across:
        first = across & -across
        across ^= first
        out[count] = word ^ first ^ first << 1
        count += 1
    down = word & (word >> data[0])
    while down:
        first = down & -down
        down ^= first
        out[count] = word ^ first ^ first << data[0]
        count += 1
    return count


def northcott(word, data, out):
    """Move a pawn of the side whose turn it is; data is the columns, rows, and bits of a column.

    The lowest bit is 1 when black moves. A column holds white * (rows - 1) + black, where black
    counts the rows without that of white.
    """
    columns, rows, bits = data[0], data[1], data[2]
    black_moves = word & 1
    count = 0
    for column in range(columns):
        at = 1 + column * bits
        code = word >> at & ((np.int64(1) << bits) - 1)
        white = code // (rows - 1)
        black = code % (rows - 1)
        black += black >= white
        own = black if black_moves else white
        other = white if black_moves else black
        first, stop = (np.int64(0), other) if own < other else (other + 1, rows)
        for row in range(first, stop):
            if row == own:
                continue
            a, b = (white, row) if black_moves else (row, black)
            new = a * (rows - 1) + b - (b > a)
            rest = word & ~(((np.int64(1) << bits) - 1) << at)
            out[count] = (rest ^ 1) | new << at
            count += 1
    return count


def sticks(word, data, out):
    """Take one, two or three neighbours; data is nothing."""
    count = 0
    run, starts = np.int64(1), word
    for length in range(1, 4):
        rest = starts
        while rest:
            first = rest & -rest
            rest ^= first
            out[count] = word ^ first * run
            count += 1
        run = run << 1 | 1
        starts &= word >> length
    return count


def chomp(word, data, out):
    """Bite off what is right of and below a square; data is the rows, and bits of a length.

    The lengths are in order, the last row's lowest.
    """
    rows, bits = data[0], data[1]
    mask = (np.int64(1) << bits) - 1
    if word == 0:
        return -1
    count = 0
    for row in range(rows):
        # the shortest rows come first, and the poisoned square is in the last of them
        for column in range(1 if row == rows - 1 else 0, word >> row * bits & mask):
            option = word
            for below in range(row + 1):
                length = word >> below * bits & mask
                if length > column:
                    option -= (length - column) << below * bits
            out[count] = option
            count += 1
    return count


def moore(word, data, out):
    """Take from some heaps; data is how many of them at most, all heaps, and bits of a heap."""
    most, heaps, bits = data[0], data[1], data[2]
    mask = (np.int64(1) << bits) - 1
    count = 0
    for chosen in range(1, np.int64(1) << heaps):
        size, full = 0, True
        lowest = np.int64(0)
        for heap in range(heaps):
            if chosen >> heap & 1:
                size += 1
                lowest += np.int64(1) << heap * bits
                full &= word >> heap * bits & mask > 0
        if size > most or not full:
            continue
        # count down through all ways to leave less in each chosen heap
        option = word - lowest
        while True:
            out[count] = option
            count += 1
            heap = 0
            while heap < heaps:
                if chosen >> heap & 1:
                    if option >> heap * bits & mask:
                        option -= np.int64(1) << heap * bits
                        break
                    option += ((word >> heap * bits & mask) - 1) << heap * bits
                heap += 1
            if heap == heaps:
                break
    return count


def fibonacci_nim(word, data, out):
    """Take some of a heap; data is the bits of the heap, and above it is how many at most."""
    bits = data[0]
    heap, most = word & (np.int64(1) << bits) - 1, word >> bits
    if most > heap:
        return -1
    for amount in range(1, most + 1):
        left = heap - amount
        out[amount - 1] = left | min(2 * amount, left) << bits
    return most


def nim_with_passes(word, data, out):
    """Take from a heap, or pass; data is the heaps, and bits of a heap; the passes are above."""
    heaps, bits = data[0], data[1]
    mask = (np.int64(1) << bits) - 1
    passes = word >> heaps * bits
    count = 0
    if passes and word != passes << heaps * bits:
        out[count] = word - (np.int64(1) << heaps * bits)
        count += 1
    for heap in range(heaps):
        for amount in range(1, (word >> heap * bits & mask) + 1):
            out[count] = word - (amount << heap * bits)
            count += 1
    return count


def sorted_heaps(word, data, out):
    """Put heaps in order, the least lowest; data as for `nim_with_passes`."""
    heaps, bits = data[0], data[1]
    mask = (np.int64(1) << bits) - 1
    for place in range(1, heaps):
        at = place
        while at > 0:
            low, high = word >> (at - 1) * bits & mask, word >> at * bits & mask
            if low <= high:
                break
            word ^= (low ^ high) << at * bits | (low ^ high) << (at - 1) * bits
            at -= 1
    out[0] = word
    return 1


def dawsons_chess(word, data, out):
    """Clear a file and those beside it; data is nothing."""
    count = 0
    rest = word
    while rest:
        first = rest & -rest
        rest ^= first
        out[count] = word & ~(first << 1 | first | first >> 1)
        count += 1
    return count


def tokens_and_passes(word, data, out):
    """Count the moves of the longest play of heaps and passes; data as for `nim_with_passes`."""
    heaps, bits = data[0], data[1]
    mask = (np.int64(1) << bits) - 1
    count = word >> heaps * bits
    for heap in range(heaps):
        count += word >> heap * bits & mask
    return count


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
