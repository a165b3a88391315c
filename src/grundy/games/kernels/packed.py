"""Compiled rules on words: calls from Python, the search, and a user's function in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from grundy.games.kernels.questions import find
from grundy.runtime.bits import ctz
from grundy.runtime.kernels import Callback, compiled


@compiled(steps=lambda of: 20)
def call(function, word, data, out):
    """Return what function(word, data, out) returns.

    function  as `grundy.games.values.packed.kernel` gives it
    word      int64
    data      int64[d]
    out       int64[m]   with room for what the function writes
    """
    return function(word, data, out)


# The search over states of 64 bits: a hash table, a stack, and the rules as a function.

# what `marks` says of a key; from VALUE on it is VALUE plus the state's value
EMPTY, ABANDONED, OPEN, VALUE = 0, 1, 2, 3

# the places of `state`
DEPTH, TOP, FILLED, SEEN, SLOTS = 0, 1, 2, 3, 4

# why `search` returns
DONE, STOPPED, FULL, DEEP, CYCLE = 0, 1, 2, 3, 4

# the columns of `frames`
WORD, START, AT, END = 0, 1, 2, 3

_LOOK = 1023
_STATE = 400  # steps that one state takes, with its options and their parts
_ONE = np.uint64(1)


@compiled(steps=lambda of: 30)
def open_state(word, keys, marks, frames, state):
    """Put a state that is not known on the stack; there is room for it."""
    slot = find(keys, marks, word)
    if marks[slot] == EMPTY:
        keys[slot] = word
        state[FILLED] += 1
    marks[slot] = OPEN
    depth = state[DEPTH]
    frames[depth, WORD] = word
    frames[depth, START] = state[TOP]
    frames[depth, AT] = state[TOP]
    frames[depth, END] = -1
    state[DEPTH] = depth + 1


@compiled(steps=lambda of: _STATE * len(of.keys))
def search(
    followers, parts, splits, data, most, keys, marks, frames, buffer, scratch, state, control
):
    """Find the values of the states on the stack; return why the search ended.

    followers   a function (word, data, out) -> count: the options of a state
    parts       a function (word, data, out) -> count: the components of a state
    splits      bool           `parts` is to be called; otherwise a state is its only component
    data        int64[...]     handed to both
    most        int64          the most that either writes
    keys, marks int64[2^k], uint16[2^k]   the states met, and what is known of each; see `find`
    frames      int64[d, 4]    the stack: a state, and its options buffer[START:END]; END is -1
                               before they are written, and AT the first without a value
    buffer      int64[b]       options, each replaced by its value once that is known
    scratch     int64[most]    workspace
    state       int64[SLOTS]   the depth of the stack, the top of the buffer, the slots in use,
                               the states met
    control     int64[2]       [0] is set to the states met; a search ends when [1] is 1

    FULL: more than half of the slots are in use. DEEP: the stack or the buffer has no room. In
    both cases, and when STOPPED, a call with larger arrays goes on. CYCLE: an option of the
    uppermost state is on the stack.
    """
    while state[DEPTH] > 0:
        depth = state[DEPTH] - 1
        word = frames[depth, WORD]
        if frames[depth, END] < 0:
            if depth + 1 >= len(frames) or state[TOP] + most > len(buffer):
                return DEEP
            if 2 * state[FILLED] + 2 > len(keys):
                return FULL
            if state[SEEN] & _LOOK == 0:
                control[0] = state[SEEN]
                if control[1]:
                    return STOPPED
            state[SEEN] += 1
            top = state[TOP]
            state[TOP] = top + followers(word, data, buffer[top:])
            frames[depth, END] = state[TOP]
        at, end = frames[depth, AT], frames[depth, END]
        missing = False
        while at < end:
            option = buffer[at]
            count = 1
            scratch[0] = option
            if splits:
                count = parts(option, data, scratch)
            value = 0
            for place in range(count):
                mark = marks[find(keys, marks, scratch[place])]
                if mark < OPEN:
                    frames[depth, AT] = at
                    open_state(scratch[place], keys, marks, frames, state)
                    missing = True
                    break
                if mark == OPEN:
                    return CYCLE
                value ^= mark - VALUE
            if missing:
                break
            buffer[at] = value
            at += 1
        if not missing:
            start = frames[depth, START]
            marks[find(keys, marks, word)] = VALUE + mex(buffer[start:end])
            state[TOP] = start
            state[DEPTH] = depth
    return DONE


@compiled
def mex(values):
    """Return the least natural number that is not in int64[n]; the order of *values* may change."""
    seen = np.uint64(0)
    for value in values:
        if value < 64:
            seen |= _ONE << value
    least = ctz(~seen)
    if least < 64:
        return least
    # rare: put each value in its place
    n = len(values)
    for place in range(n):
        value = values[place]
        while 0 <= value < n and values[value] != value:
            values[place] = values[value]
            values[value] = value
            value = values[place]
    for place in range(n):
        if values[place] != place:
            return place
    return n


@compiled(steps=lambda of: 30 * of.state[DEPTH])
def abandon(keys, marks, frames, state):
    """Empty the stack; its states have no value yet."""
    for depth in range(state[DEPTH]):
        marks[find(keys, marks, frames[depth, WORD])] = ABANDONED
    state[DEPTH] = 0
    state[TOP] = 0


@compiled
def rehash(old_keys, old_marks, keys, marks):
    """Copy a table into a larger one that is empty."""
    for slot in range(len(old_keys)):
        if old_marks[slot] != EMPTY:
            new = find(keys, marks, old_keys[slot])
            keys[new] = old_keys[slot]
            marks[new] = old_marks[slot]


# Families of games compiled for tables: the options of a word.
#
# Each function takes (word, data, out), as `grundy.games.Packed` says: the state, int64[...] of
# what is to be known besides, and int64[...] for the options; it returns how many it wrote.


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
        times, step = data[at], data[at + 1]
        for axis in range(axes):
            entry = data[at + 2 + axis]
            if entry:
                times = min(times, (word >> data[1 + 2 * axis] & data[2 + 2 * axis]) // entry)
        option = word
        for _ in range(times):
            option -= step
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


class UsersFunction(Callback):
    """A function as `grundy.games.Packed` takes it, written by a user."""

    @cached_property
    def plain(self) -> Callable[..., Any]:
        """The function with integers of 64 bits."""
        function = super().plain

        def called(word: Any, data: Any, out: Any) -> int:
            halves = isinstance(word, tuple)
            return int(function(word if halves else _Int64(word), data, _Cut(out)))

        return called


class _Int64(int):
    """A signed integer of 64 bits: what is made of it wraps, as in compiled code."""


def _wrapping(operation: Callable[..., int]) -> Callable[..., int]:
    def wrapped(*numbers: int) -> int:
        result = operation(*numbers)
        return result if result is NotImplemented else _Int64((result + 2**63 & 2**64 - 1) - 2**63)

    return wrapped


for _name in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift", "floordiv", "mod"):
    for _each in (f"__{_name}__", f"__r{_name}__"):
        setattr(_Int64, _each, _wrapping(getattr(int, _each)))
for _name in ("__neg__", "__invert__"):
    setattr(_Int64, _name, _wrapping(getattr(int, _name)))


class _Cut:
    """An array of int64 that cuts off what is more than that."""

    def __init__(self, words: Any) -> None:
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, place: Any) -> Any:
        return self._words[place]

    def __setitem__(self, place: Any, word: int) -> None:
        self._words[place] = (word + 2**63 & 2**64 - 1) - 2**63
