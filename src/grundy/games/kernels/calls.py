"""Call a compiled function of a game from Python."""

from __future__ import annotations

from grundy.compiled.on_first_use import compiled


@compiled
def call(function, word, data, out):
    """Return what function(word, data, out) returns.

    function  as `grundy.games.valuers.packed.kernel` gives it; Python would run it uncompiled
    word      int64
    data      int64[d]
    out       int64[m]   with room for what the function writes
    """
    return function(word, data, out)
