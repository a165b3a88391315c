"""How a table is read: the entries of numbers, and the options of a state.

All kernels of this room know the table by the same arrays:

shift       int64           a block has 2^shift numbers
values      int64[b]        the address of each block's values; 0 where it is not there yet
wide        int64[b]        1 where they have 16 bits, else 0: they have 8

and the game by these:

followers   a function (word, data, out) -> count: the options of a word; -1 for no state
data        int64[...]      handed to it
plain       bool            words are their own numbers
fields, choose              what `grundy.games.kernels.boxes` takes, where they are not
total       int64           how many numbers there are
"""

from __future__ import annotations

import numpy as np

from grundy.compiled.intrinsics import byte_at, word_at
from grundy.compiled.on_first_use import compiled
from grundy.games.kernels.boxes import rank, unrank

# why a kernel ends
DONE, STOPPED, WIDE, NOT_BELOW, NO_WORD, NOT_THERE, TOO_FAR = 0, 1, 2, 3, 4, 5, 6

# the places of `state`
AT, WORD = 0, 1

# from here on the entries of a byte say something else: 254 is ∞, 255 no state
TOP_OF_BYTE = 254
WIDER = 65535 - 255  # from such an entry of a byte to that of two bytes

DRAWN = 65535
"""The remoteness of a draw, and of what is no state."""


@compiled
def looked_up(number, shift, values, wide):
    """Return the entry of a number: its value, -1 for ∞, -2 for no state, -3 for not there."""
    block = number >> shift
    base = values[block]
    if base == 0:
        return -3
    inside = number - (block << shift)
    if wide[block]:
        entry = word_at(base + 2 * inside)
        return entry if entry < 65534 else (-1 if entry == 65534 else -2)
    entry = byte_at(base + inside)
    return entry if entry < 254 else (-1 if entry == 254 else -2)


@compiled
def look_up(numbers, shift, values, wide, out):
    """Write the entries of many numbers, int64[n], to *out*, int64[n]; see `looked_up`."""
    for place in range(len(numbers)):
        out[place] = looked_up(numbers[place], shift, values, wide)


@compiled
def look_up_ends(numbers, shift, ends, out):
    """Write the remoteness of many numbers, int64[n], to *out*, int64[n]."""
    for place in range(len(numbers)):
        block = numbers[place] >> shift
        inside = numbers[place] - (block << shift)
        out[place] = DRAWN if ends[block] == 0 else word_at(ends[block] + 2 * inside)


@compiled
def options(followers, data, plain, fields, choose, total, number, out):
    """Write the options of a number, as numbers; return how many, or -1 where it is no state.

    -2: an option is no word of the ranking; it stands in out[0].
    """
    word = np.int64(number) if plain else unrank(number, fields, choose)
    count = followers(word, data, out)
    for place in range(count):
        found = out[place] if plain else rank(out[place], fields, choose)
        if found < 0 or found >= total:
            out[0] = out[place]
            return -2
        out[place] = found
    return count
