"""Families of games compiled for tables: the options of a word.

Each function takes (word, data, out), as `grundy.games.Packed` says: the state, int64[...] of
what is to be known besides, and int64[...] for the options; it returns how many it wrote.
"""

from __future__ import annotations


def coordinates(word, data, out):
    """Subtract a vector, or a multiple of it; data is the axes and the vectors.

    data     axes d; for each axis its lowest bit and a mask of its bits; then for each vector how
             often it may be subtracted at most, the word that is taken off each time, and its
             d entries

    As long as no coordinate would become negative, the words are subtracted as numbers.
    """
    axes = data[0]
    at, count = 1 + 2 * axes, 0
    while at < len(data):
        times, taken = data[at], data[at + 1]
        for axis in range(axes):
            entry = data[at + 2 + axis]
            if entry:
                times = min(times, (word >> data[1 + 2 * axis] & data[2 + 2 * axis]) // entry)
        option = word
        for _ in range(times):
            option -= taken
            out[count] = option
            count += 1
        at += 2 + axes
    return count


def tokens(word, data, out):
    """Move one of several tokens along an arc; data is the digraphs.

    data     digraphs d; for each its lowest bit, a mask of its bits, and where its rows begin in
             data: there stands for each vertex, and behind the last, where its followers begin
    """
    count = 0
    for graph in range(data[0]):
        offset, mask, rows = data[1 + 3 * graph], data[2 + 3 * graph], data[3 + 3 * graph]
        at = word >> offset & mask
        rest = word - (at << offset)
        for place in range(data[rows + at], data[rows + at + 1]):
            out[count] = rest | data[place] << offset
            count += 1
    return count
