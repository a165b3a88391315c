"""States of one word of 64 bits, or of two, in one text for both.

One word is an int64, and an array of such states is int64[n]. Two are a tuple of int64, and an
array of them is int64[n, 2]. numba knows the dimensions of an array while it compiles, and leaves
out the branch that is not for it.
"""

from __future__ import annotations

from grundy.compiled.on_first_use import compiled


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
