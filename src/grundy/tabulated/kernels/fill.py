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

What the functions take of the table and of the game is said in `reading`.
"""

from __future__ import annotations

import numpy as np

from grundy.games.kernels.boxes import rank, unrank
from grundy.games.kernels.packed import mex
from grundy.runtime.bits import byte_at, ctz, word_at
from grundy.runtime.kernels import compiled

# why a kernel ends
DONE, STOPPED, WIDE, NOT_BELOW, NO_WORD, NOT_THERE, TOO_FAR = 0, 1, 2, 3, 4, 5, 6

# the places of `state`
AT, WORD = 0, 1

# from here on the entries of a byte say something else: 254 is ∞, 255 no state
TOP_OF_BYTE = 254
WIDER = 65535 - 255  # from such an entry of a byte to that of two bytes

DRAWN = 65535
"""The remoteness of a draw, and of what is no state."""


def state_steps(of, buffer):
    """Return about how many steps the options of one state take."""
    return len(buffer) * (5 if of.plain else 60 * len(of.fields))


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


@compiled(steps=lambda of: 10 * len(of.numbers))
def look_up(numbers, shift, values, wide, out):
    """Write the entries of many numbers, int64[n], to *out*, int64[n]; see `looked_up`."""
    for place in range(len(numbers)):
        out[place] = looked_up(numbers[place], shift, values, wide)


@compiled(steps=lambda of: 10 * len(of.numbers))
def look_up_ends(numbers, shift, ends, out):
    """Write the remoteness of many numbers, int64[n], to *out*, int64[n]."""
    for place in range(len(numbers)):
        block = numbers[place] >> shift
        inside = numbers[place] - (block << shift)
        out[place] = DRAWN if ends[block] == 0 else word_at(ends[block] + 2 * inside)


@compiled(steps=lambda of: state_steps(of, of.out))
def options(followers, data, plain, fields, choose, total, number, out):
    """Write the options of a number, as numbers; return how many, or -1 where it is no state.

    -2: an option is no word of the ranking; it stands in out[0].
    """
    word = number if plain else unrank(number, fields, choose)
    count = followers(word, data, out)
    for place in range(count):
        option = out[place] if plain else rank(out[place], fields, choose)
        if option < 0 or option >= total:
            out[0] = out[place]
            return -2
        out[place] = option
    return count


@compiled(steps=lambda of: len(of.numbers) * state_steps(of, of.out))
def count_options(followers, data, plain, fields, choose, total, numbers, out):
    """Count the options of some numbers, int64[n]."""
    count = 0
    for place in range(len(numbers)):
        count += max(options(followers, data, plain, fields, choose, total, numbers[place], out), 0)
    return count


# One block of a table: its values from those of the options, its remoteness, its arcs.

_LOOK = 4095
_ONE = np.uint64(1)


@compiled(steps=lambda of: (len(of.entries) - of.state[AT]) * state_steps(of, of.buffer))
def fill(
    followers, data, plain, fields, choose, total, shift, values, wide,
    first, entries, buffer, state, control,
):  # fmt: skip
    """Fill a block whose options are all before it or in it, before each state.

    first     int64           the block's first number, at which entries[0] stands
    entries   uint8[n] or uint16[n]   filled from state[AT] on
    buffer    int64[m]        workspace, with room for what *followers* writes
    state     int64[2]        AT: how far the block is; WORD: what is wrong where something is
    control   int64[2]        [0] is set to AT; the work ends when [1] is 1

    WIDE: a value does not fit an entry. NOT_BELOW: an option's number is not below that of its
    state. NO_WORD: an option is none of the ranking's words. NOT_THERE: an option stands in a
    block that is not there yet. In these cases state[WORD] is the number of the state.
    """
    top = 253 if entries.itemsize == 1 else 65533
    for inside in range(state[AT], len(entries)):
        if inside & _LOOK == 0:
            control[0] = inside
            if control[1]:
                state[AT] = inside
                return STOPPED
        number = first + inside
        word = number if plain else unrank(number, fields, choose)
        count = followers(word, data, buffer)
        if count < 0:
            entries[inside] = top + 2
            continue
        seen = np.uint64(0)
        for place in range(count):
            option = buffer[place]
            if not plain:
                option = rank(option, fields, choose)
            if option < 0 or option >= total:
                state[AT], state[WORD] = inside, number
                return NO_WORD
            if option >= first:
                if option >= number:
                    state[AT], state[WORD] = inside, number
                    return NOT_BELOW
                value = entries[option - first]
                if value > top:
                    value = -2
            else:
                value = looked_up(option, shift, values, wide)
                if value == -3:
                    state[AT], state[WORD] = inside, number
                    return NOT_THERE
            if value < 0:
                state[AT], state[WORD] = inside, number
                return NO_WORD
            buffer[place] = value
            if value < 64:
                seen |= _ONE << value
        least = ctz(~seen)
        if least == 64:
            least = mex(buffer[:count])
        if least > top:
            state[AT], state[WORD] = inside, number
            return WIDE
        entries[inside] = least
    state[AT] = len(entries)
    control[0] = len(entries)
    return DONE


@compiled(steps=lambda of: (len(of.lengths) - of.state[AT]) * state_steps(of, of.buffer))
def hurry(
    followers, data, plain, fields, choose, total, shift, values, wide, ends,
    first, lengths, buffer, state, control,
):  # fmt: skip
    """Fill a block's remoteness, its values being known: the moves that a play lasts.

    ends      int64[b]    the address of each block's remoteness, uint16
    lengths   uint16[n]   as `entries` of `fill`

    Who wins hurries, who loses delays. TOO_FAR: a play lasts more than 65,535 moves.
    """
    for inside in range(state[AT], len(lengths)):
        if inside & _LOOK == 0:
            control[0] = inside
            if control[1]:
                state[AT] = inside
                return STOPPED
        number = first + inside
        word = number if plain else unrank(number, fields, choose)
        count = followers(word, data, buffer)
        if count < 0:
            lengths[inside] = DRAWN
            continue
        lost = looked_up(number, shift, values, wide) == 0
        best = -1
        for place in range(count):
            option = buffer[place]
            if not plain:
                option = rank(option, fields, choose)
            if not lost and looked_up(option, shift, values, wide) != 0:
                continue
            if option >= first:
                length = lengths[option - first]
            else:
                block = option >> shift
                length = word_at(ends[block] + 2 * (option - (block << shift)))
            if best < 0 or (length > best if lost else length < best):
                best = length
        if best + 1 >= DRAWN:
            state[AT], state[WORD] = inside, number
            return TOO_FAR
        lengths[inside] = best + 1
    state[AT] = len(lengths)
    control[0] = len(lengths)
    return DONE


def _arc_steps(of):
    states = min(of.stop - of.state[AT], 1 + len(of.tails) // len(of.buffer))
    return states * state_steps(of, of.buffer)


@compiled(steps=_arc_steps)
def arcs(
    followers, data, plain, fields, choose, total, first, stop, tails, heads, buffer, state,
):  # fmt: skip
    """Write the arcs of first .. stop - 1 from number state[AT] on, as many as there is room for.

    tails, heads   int64[a]    a state's number and an option's; a number that is no state has an
                               arc to itself with head -1
    buffer         int64[m]    workspace

    Return how many, or -1 where an option is none of the ranking's words; state[WORD] is its
    state's number. state[AT] is where to go on.
    """
    at = 0
    while state[AT] < stop:
        number = state[AT]
        if at + len(buffer) > len(tails):
            break
        count = options(followers, data, plain, fields, choose, total, number, buffer)
        if count == -2:
            state[WORD] = number
            return -1
        if count == -1:
            tails[at], heads[at] = number, -1
            at += 1
        for place in range(count):
            tails[at], heads[at] = number, buffer[place]
            at += 1
        state[AT] = number + 1
    return at


@compiled(steps=lambda of: len(of.numbers) * state_steps(of, of.buffer))
def finite_options(
    followers, data, plain, fields, choose, total, shift, values, wide, numbers, buffer, masks,
):  # fmt: skip
    """Write to masks, uint64[n, w], the finite values among the options of numbers, int64[n]."""
    for place in range(len(numbers)):
        count = options(followers, data, plain, fields, choose, total, numbers[place], buffer)
        for option in range(count):
            value = looked_up(buffer[option], shift, values, wide)
            if value >= 0:
                masks[place, value >> 6] |= _ONE << (value & 63)
