"""Rules on states of 64 bits, compiled: the opt-in hook `packed` of a ruleset.

A search by the plain rules that has met some thousands of states asks the ruleset for this, and
goes on compiled; see `grundy.games.valuers.solver`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import RulesetError

Words = npt.NDArray[np.int64]
Kernel = Callable[[int, Words, Words], int]

_PACKAGE = Path(__file__).parents[2]
MOST = 32_000


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A state as a word of 64 bits, and the compiled rules for all that it leads to.

    A ruleset's hook `packed` takes a state and gives this, or None where a state does not fit.

    The functions take ``(word, data, out)``: the state as a signed integer of 64 bits, *data* as
    int64[…], and an array int64[…] to write to. They return how many words they wrote. They
    are compiled by numba, so they are written with numbers and loops, and can call what
    ``numba.njit`` has compiled. They must not raise, and never write more than *most* words.
    `grundy.check` compares them with the plain rules.

    Attributes:
        word: The state.
        followers: Writes the options of a state; repeats do no harm.
        parts: Writes the components of a state, in a canonical form if you like; None for
            games that never fall apart.
        data: int64[…], what the functions have to know besides, such as a board.
        most: The most words that a function writes.
        on_graph: Whether a state is a set of vertices of a graph, ``data[v]`` is the set of v's
            neighbours as bits, a move only takes vertices away, and the components are those of
            the graph; this stands in place of *parts*. Up to 32 vertices all connected sets get
            their values, in order and on all cores. That is the faster way where most of them
            can be reached, as in Grim; where few can, as in Node Kayles, *parts* is.
        weigh: Gives a number that no value of a component is above, such as the moves that it
            has, for the search that asks one question after another
            (`grundy.games.valuers.questions`); it writes nothing.

    A row of coins; a move turns a coin that shows heads to tails, and at will one to its left:

    >>> import grundy
    >>> def flips(coins, data, out):
    ...     count = 0
    ...     for coin in range(20):
    ...         if coins >> coin & 1:
    ...             out[count] = coins ^ 1 << coin
    ...             count += 1
    ...             for left in range(coin):
    ...                 out[count] = coins ^ 1 << coin ^ 1 << left
    ...                 count += 1
    ...     return count
    >>> @grundy.game(packed=lambda coins: Packed(coins, flips, most=210))
    ... def turning(coins):
    ...     for coin in range(20):
    ...         if coins >> coin & 1:
    ...             yield coins ^ 1 << coin
    ...             yield from (coins ^ 1 << coin ^ 1 << left for left in range(coin))
    >>> turning[0b1011_0111_0101_1100].value()
    30
    """

    word: int
    followers: Kernel
    parts: Kernel | None = None
    data: Words = field(default_factory=lambda: np.zeros(0, np.int64))
    most: int = 64
    on_graph: bool = False
    weigh: Kernel | None = None

    def __post_init__(self) -> None:
        if not 0 < self.most <= MOST:
            raise RulesetError(f"most is from 1 to {MOST:,}, not {self.most}.")
        if not -(2**63) <= self.word < 2**64:
            raise RulesetError(f"{self.word} does not fit 64 bits; give None for such a state.")

    @property
    def signed(self) -> int:
        """The word as a signed integer."""
        return self.word if self.word < 2**63 else self.word - 2**64

    @property
    def key(self) -> tuple[object, ...]:
        """What two states have in common whose values can stand in one table."""
        return self.followers, self.parts, self.on_graph, self.data.tobytes()


@cache
def kernel(function: Any) -> Any:
    """Compile a function of `Packed`; ours are kept in the cache."""
    from numba import types

    from grundy.compiled.on_first_use import callback

    words = types.Array(types.int64, 1, "C")
    plain = getattr(function, "py_func", function)
    ours = Path(plain.__code__.co_filename).is_relative_to(_PACKAGE)
    return callback(plain, types.int64(types.int64, words, words), cached=ours)
