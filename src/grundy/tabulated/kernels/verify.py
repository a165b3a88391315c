"""The entries of a table against the definition; nothing here knows how they were found."""

from __future__ import annotations

from grundy.runtime.bits import long_at, word_at
from grundy.runtime.kernels import compiled
from grundy.tabulated.kernels.fill import DRAWN, looked_up, options, state_steps

# what is wrong with a state
FINE, OUTSIDE, NOT_MEX, NO_ANSWER, NO_REASON, STATE, LENGTH, STOPPED = 0, 1, 2, 3, 4, 5, 6, 7

_LOOK = 255


@compiled
def least_missing(buffer, count):
    """Return the mex of the natural numbers among buffer[:count]; others are left out."""
    least = 0
    while True:
        present = False
        for place in range(count):
            if buffer[place] == least:
                present = True
                break
        if not present:
            return least
        least += 1


@compiled
def counter(number, shift, tiers, counters):
    """Return the stage and the counter of a number as one that orders them."""
    block = number >> shift
    return tiers[block] << 32 | long_at(counters[block] + 4 * (number - (block << shift)))


@compiled
def fault(
    followers, data, plain, fields, choose, total, shift, values, wide, cyclic, tiers, counters,
    ends, lasting, number, mine, below, further,
):  # fmt: skip
    """Return the fault of a number's entry, or FINE.

    cyclic    bool        conditions A, B and C of docs/theory.md 2.1; otherwise all is finite
    tiers     int64[b]    the stage of each block
    counters  int64[b]    the address of each block's counters; not read unless *cyclic*
    ends      int64[b]    the address of each block's remoteness; not read unless *lasting*
    mine, below, further   int64[m]   workspace
    """
    entry = looked_up(number, shift, values, wide)
    count = options(followers, data, plain, fields, choose, total, number, mine)
    if count == -2:
        return OUTSIDE
    if count == -1 or entry == -2:
        return FINE if count == -1 and entry == -2 else STATE
    for place in range(count):
        below[place] = looked_up(mine[place], shift, values, wide)
        if below[place] == -2:
            return STATE
        if below[place] == -1 and not cyclic:
            return NOT_MEX
    least = least_missing(below, count)
    if entry >= 0 and entry != least:
        return NOT_MEX  # condition A
    if entry < 0 and not cyclic:
        return NOT_MEX
    if cyclic:
        reason = entry >= 0
        for place in range(count):
            if entry >= 0 and 0 <= below[place] < entry:
                continue
            if entry < 0 and below[place] >= 0:
                continue
            replies = options(followers, data, plain, fields, choose, total, mine[place], further)
            answered = False
            for reply in range(replies):
                value = looked_up(further[reply], shift, values, wide)
                if value != least:
                    continue
                if entry < 0 or (
                    counter(further[reply], shift, tiers, counters)
                    < counter(number, shift, tiers, counters)
                ):
                    answered = True
                    break
            if entry >= 0 and not answered:
                return NO_ANSWER  # condition B
            if entry < 0 and not answered:
                reason = True  # condition C
        if not reason:
            return NO_REASON
    return FINE


def _steps(of):
    states = len(of.numbers) or of.state[1] - of.first
    return 2 * states * state_steps(of, of.mine) * (1 + len(of.mine) * of.cyclic)


@compiled(steps=_steps)
def first_fault(
    followers, data, plain, fields, choose, total, shift, values, wide, cyclic, tiers, counters,
    ends, lasting, numbers, first, mine, below, further, state, control,
):  # fmt: skip
    """Return the first fault and write its number to state[0]; FINE if there is none.

    numbers   int64[n]   those to look at; if there are none, first .. state[1] - 1
    control   int64[2]   [0] is set to how many have been looked at; STOPPED when [1] is 1
    """
    many = len(numbers) if len(numbers) else state[1] - first
    for place in range(many):
        if place & _LOOK == 0:
            control[0] = place
            if control[1]:
                return STOPPED
        number = numbers[place] if len(numbers) else first + place
        wrong = fault(
            followers, data, plain, fields, choose, total, shift, values, wide, cyclic, tiers,
            counters, ends, lasting, number, mine, below, further,
        )  # fmt: skip
        if wrong == FINE and lasting:
            wrong = length_fault(
                followers, data, plain, fields, choose, total, shift, values, wide, ends,
                number, mine,
            )  # fmt: skip
        if wrong != FINE:
            state[0] = number
            return wrong
    return FINE


@compiled
def length_fault(
    followers, data, plain, fields, choose, total, shift, values, wide, ends, number, mine
):
    """Return whether the remoteness of a number follows from those of its options.

    Lost: all options are won, and it is 1 more than the longest, or 0. Won: 1 more than the
    shortest of the lost options. Drawn: no option is lost, and one is drawn. Who has lost is
    shown by the parity: even where the one to move loses.
    """
    entry = looked_up(number, shift, values, wide)
    block = number >> shift
    mine_lasts = word_at(ends[block] + 2 * (number - (block << shift)))
    count = options(followers, data, plain, fields, choose, total, number, mine)
    if entry == -2:
        return FINE
    shortest, longest = DRAWN, -1
    drawn = False
    for place in range(count):
        block = mine[place] >> shift
        lasts = word_at(ends[block] + 2 * (mine[place] - (block << shift)))
        if lasts == DRAWN:
            drawn = True
        elif lasts & 1 == 0:
            shortest = min(shortest, lasts)
        else:
            longest = max(longest, lasts)
    if shortest < DRAWN:
        right = shortest + 1
    elif drawn:
        right = DRAWN
    else:
        right = longest + 1
    if mine_lasts != right:
        return LENGTH
    if right == DRAWN:
        return FINE if entry == -1 else LENGTH
    if right & 1 == 0:
        return FINE if entry == 0 else LENGTH
    return FINE if entry != 0 else LENGTH
