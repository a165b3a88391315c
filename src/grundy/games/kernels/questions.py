"""States of one word of 64 bits, or of two, in one text for both.

One word is an int64, and an array of such states is int64[n]. Two are a tuple of int64, and an
array of them is int64[n, 2]. numba knows the dimensions of an array while it compiles, and leaves
out the branch that is not for it.

A table of open addressing keeps what is proved of a component, which is a word in canonical form:

keys      int64[2^b]    the words; int64[2^b, 2] where a state is two words, a tuple
excluded  uint64[2^b]   bit n is 1 where the value is proved not to be n
exact     uint8[2^b]    EMPTY for a free slot, UNKNOWN, or VALUE + the value
"""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import ctz, popcount
from grundy.runtime.kernels import compiled


@compiled
def at(states, place):
    """Return a state of an array."""
    if states.ndim == 1:
        return states[place]
    return states[place, 0], states[place, 1]


@compiled
def put(states, place, state):
    """Write a state into an array."""
    if states.ndim == 1:
        states[place] = state
    else:
        states[place, 0], states[place, 1] = state


# Lemoine and Viennot's search on words of 64 bits: has this component this value?

EMPTY, UNKNOWN, VALUE = 0, 1, 2
MOST_VALUE = 62  # a greater one does not fit `excluded`

# why `search` returns
DONE, FULL, DEEP, STOPPED, TOO_LARGE = 0, 1, 2, 3, 4

# the places of `state`: questions on the stack, slots in use, questions so far, top of the buffer
OPEN, USED, COUNT, TOP, PLACES = 0, 1, 2, 3, 4

# the columns of `frames`: what a question asks for, the value above which that of its component
# is known not to be (or -1), and its options, of which those from AT to END are left to be asked
TARGET, ABOVE, START, AT, END, COLUMNS = 0, 1, 2, 3, 4, 5
NEW, HIT = -1, -2  # END of a question whose options are not written yet; that has its answer

NO, YES, ASK = 0, 1, 2  # what the table says
_QUESTION = 600  # steps that one takes, with its options and their parts
KNOWN = -1  # the weight of a state of which the table has every component
_0, _1 = np.uint64(0), np.uint64(1)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


@compiled(steps=lambda of: 20)
def find(keys, exact, word):
    """Return the slot of a word, or the empty one where it belongs; at least one is."""
    if keys.ndim == 1:
        mixed = np.uint64(word * _MULTIPLIER)
    else:
        mixed = np.uint64(word[1] * _MULTIPLIER)
        mixed ^= mixed >> 32
        mixed = np.uint64((mixed ^ word[0]) * _MULTIPLIER)
    mixed ^= mixed >> 32
    last = np.uint64(len(keys) - 1)
    slot = np.uint64(mixed * _MULTIPLIER) >> 20 & last
    while exact[slot] != EMPTY and at(keys, slot) != word:
        slot = (slot + _1) & last
    return slot


@compiled
def move_table(keys, excluded, exact, new_keys, new_excluded, new_exact):
    """Put all that a table holds into another one with room for it; return the slots filled."""
    filled = 0
    for slot in range(len(keys)):
        if exact[slot] != EMPTY:
            word = at(keys, slot)
            place = find(new_keys, new_exact, word)
            filled += new_exact[place] == EMPTY
            put(new_keys, place, word)
            new_excluded[place] |= excluded[slot]
            new_exact[place] = max(new_exact[place], exact[slot])
    return filled


@compiled(steps=lambda of: 30)
def judge_one(word, target, keys, excluded, exact):
    """Return whether a component has a value, as far as the table knows: YES, NO or ASK."""
    slot = find(keys, exact, word)
    if exact[slot] >= VALUE:
        return YES if target == exact[slot] - VALUE else NO
    if target > MOST_VALUE or excluded[slot] >> target & _1:
        return NO
    return ASK


@compiled
def judge(parts, weigh, data, scratch, word, target, keys, excluded, exact):
    """Return whether a state has the value *target*, by the table.

    Returns (verdict, component, n, alone, weight): YES or NO; or ASK, with the component
    whose value has to be known next and the n that it is to be compared with, and whether it is
    the only one that is not known. The weight guesses the work: the more values a component is
    known not to have, the less is left of it. Where none is left to be known the weight is KNOWN,
    and the state has the value n ^ target.
    """
    count = parts(word, data, scratch)
    piece, least, weight, unknown = word, 0, 0, 0
    denied = _0
    for place in range(count):
        part = at(scratch, place)
        slot = find(keys, exact, part)
        if exact[slot] >= VALUE:
            target ^= exact[slot] - VALUE
            continue
        moves = weigh(part, data, scratch[count:])
        weight += moves * moves
        if unknown == 0 or moves < least:  # where several are unknown, the cheapest comes first
            piece, least = part, moves
            denied = excluded[slot] if exact[slot] == UNKNOWN else _0
        unknown += 1
    if unknown == 0:
        return (YES if target == 0 else NO), piece, target, True, KNOWN
    if unknown > 1:
        return ASK, piece, ctz(~denied), False, weight
    if target > least or target > MOST_VALUE or denied >> target & _1:
        return NO, piece, target, True, weight
    return ASK, piece, target, True, weight // (1 + popcount(denied))


@compiled
def _insert(options, needs, weights, count, option, need, weight):
    """Put an option among those before it, the lightest first; return how many there are now."""
    for place in range(count):
        if at(options, place) == option and needs[place] == need:
            return count
    place = count
    while place > 0 and weights[place - 1] > weight:
        put(options, place, at(options, place - 1))
        needs[place] = needs[place - 1]
        weights[place] = weights[place - 1]
        place -= 1
    put(options, place, option)
    needs[place], weights[place] = need, weight
    return count + 1


@compiled
def _expand(
    followers, parts, weigh, data, most, scratch, word, n,
    options, needs, weights, keys, excluded, exact,
):  # fmt: skip
    """Write what is left to be asked of the options of a component, the lightest first.

    An option with one unknown component becomes that component and the value that it must not
    have; one with more stays as it is, with -1. Options that are alike are written once.
    Returns how many there are, or -1 where an option has the value n; and the values, as bits, of
    those options met on the way that the table knows: none of them is the component's.
    """
    total = followers(word, data, scratch)
    count, values = 0, _0
    for place in range(total):
        option = at(scratch, place)
        verdict, piece, target, alone, weight = judge(
            parts, weigh, data, scratch[most:], option, n, keys, excluded, exact
        )
        if verdict == YES:
            return -1, values
        if weight == KNOWN and n ^ target <= MOST_VALUE:
            values |= _1 << (n ^ target)
        if verdict == ASK:
            one, need = (piece, target) if alone else (option, -1)
            count = _insert(options, needs, weights, count, one, need, weight)
    return count, values


@compiled(steps=lambda of: _QUESTION * len(of.keys))
def search(
    followers, parts, weigh, data, most, words, frames, options, needs, weights, scratch, state,
    keys, excluded, exact, control,
):  # fmt: skip
    """Answer the question at the bottom of a stack: has words[0] the value frames[0, TARGET]?

    A component has not the value n where an option has. Where none has, the value is n or less:
    it is the least number that is not excluded, once no option has that.

    followers, parts, weigh   functions (word, data, out) -> int: the options of a state; its
                  components, in canonical form; a number that no value of one is above, by
                  which the work is guessed
    data          int64[...]     handed to them
    most          int64          the most that one of them writes
    words         int64[d]       the components that the questions on the stack are about
    frames        int64[d, COLUMNS]   those questions
    options, needs, weights   int64[b]   what is left to ask of each; see `_expand`
    scratch       int64[3 * most]     workspace
    state         int64[PLACES]       see OPEN, USED, COUNT, TOP
    keys, excluded, exact     the table, with an empty slot at least
    control       int64[2]   [0] is set to the questions asked; a 1 in [1] stops

    words, options, scratch and keys have rows of two where a state is two words.

    Returns DONE; FULL or DEEP where the table or the stack needs more room, and STOPPED: called
    again with the same or larger arrays it goes on. TOO_LARGE: a value is above MOST_VALUE.
    """
    while state[OPEN] > 0:
        depth = state[OPEN] - 1
        word, n = at(words, depth), frames[depth, TARGET]
        if depth + 1 >= len(frames) or state[TOP] + 2 * most > len(options):
            return DEEP
        slot = find(keys, exact, word)
        if exact[slot] == EMPTY:
            if state[USED] >= len(keys) * 3 // 4:
                return FULL
            put(keys, slot, word)
            excluded[slot], exact[slot] = _0, UNKNOWN
            state[USED] += 1
        if frames[depth, END] == NEW:
            if exact[slot] >= VALUE or excluded[slot] >> n & _1:
                state[OPEN] = depth
                continue
            if control[1] != 0:
                return STOPPED
            state[COUNT] += 1
            control[0] = state[COUNT]
            start = state[TOP]
            count, values = _expand(
                followers, parts, weigh, data, most, scratch, word, n,
                options[start:], needs[start:], weights[start:], keys, excluded, exact,
            )  # fmt: skip
            excluded[slot] |= values  # more than was asked for, and it costs no look-up
            frames[depth, START], frames[depth, AT] = start, start
            frames[depth, END] = HIT if count < 0 else start + count
            state[TOP] = start + max(count, 0)
        hit, below, m = frames[depth, END] == HIT, word, 0
        asks = False
        while not hit and frames[depth, AT] < frames[depth, END]:
            place = frames[depth, AT]
            below, m = at(options, place), needs[place]
            if m >= 0:
                verdict = judge_one(below, m, keys, excluded, exact)
            else:
                verdict, below, m, _, _ = judge(
                    parts, weigh, data, scratch, below, n, keys, excluded, exact
                )
            if verdict == ASK:
                asks = True
                break
            hit = verdict == YES
            frames[depth, AT] = place + 1
        if not asks:
            _answer(hit, frames, state, depth, slot, excluded, exact)
            continue
        if m > MOST_VALUE:
            return TOO_LARGE
        put(words, depth + 1, below)
        frames[depth + 1, TARGET], frames[depth + 1, ABOVE], frames[depth + 1, END] = m, -1, NEW
        state[OPEN] = depth + 2
    return DONE


@compiled
def _answer(hit, frames, state, depth, slot, excluded, exact):
    """Keep whether an option has the number; close the question, or ask for the next number."""
    n = frames[depth, TARGET]
    state[TOP] = frames[depth, START]
    frames[depth, END] = NEW
    if hit:
        excluded[slot] |= _1 << n
        if frames[depth, ABOVE] < 0:
            state[OPEN] = depth
            return
    else:
        frames[depth, ABOVE] = n  # no option has n: the value is n or less
    least = ctz(~excluded[slot])
    if least == frames[depth, ABOVE]:
        exact[slot] = VALUE + least
        state[OPEN] = depth
    else:
        frames[depth, TARGET] = least


@compiled(steps=lambda of: _QUESTION * len(of.keys))
def first_unproved(followers, parts, weigh, data, most, scratch, keys, excluded, exact, control):
    """Check that a table proves itself; return the first slot that it does not prove, or -1.

    A number is excluded where an option has it, by values that the table has. A value is proved
    where all smaller numbers are excluded, and each option is known not to have it. All that is
    used is in the table, about states that come later in every play: so nothing is circular.

    Arguments are those of `search`; control[0] is set to the slots looked at, and a 1 in
    control[1] stops: then the slot where it was is returned as -2 - slot.
    """
    for slot in range(len(keys)):
        if exact[slot] == EMPTY:
            continue
        if slot & 1023 == 0:
            control[0] = slot
            if control[1]:
                return -2 - slot
        denied = excluded[slot]
        total = followers(at(keys, slot), data, scratch)
        if exact[slot] >= VALUE:
            value = exact[slot] - VALUE
            if ctz(~denied) < value or denied >> value & _1:
                return slot
        else:
            value = -1
        values = _0
        for place in range(total):
            count = parts(at(scratch, place), data, scratch[most:])
            here, unknown, least, refuted = 0, 0, 0, _0
            for number in range(most, most + count):
                part = at(scratch, number)
                there = find(keys, exact, part)
                if exact[there] >= VALUE:
                    here ^= exact[there] - VALUE
                    continue
                unknown += 1
                refuted = excluded[there] if exact[there] == UNKNOWN else _0
                least = weigh(part, data, scratch[most + count :])
            if unknown == 0:
                if here <= MOST_VALUE:
                    values |= _1 << here
                if here == value:
                    return slot
            elif value >= 0:
                target = value ^ here
                known_not = target > least or target > MOST_VALUE or refuted >> target & _1
                if unknown > 1 or not known_not:
                    return slot
        if denied & ~values:
            return slot
    return -1
