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
Word = int | tuple[int, int]
"""A state as the search by questions has it: a signed integer, or the lower bits and the others."""
Kernel = Callable[[Any, Words, Words], int]

_PACKAGE = Path(__file__).parents[2]
MOST = 32_000
HALF = 63
"""The bits of each of two words: so none is negative, and they compare and shift as sets do."""


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A state as a word of 64 bits, and the compiled rules for all that it leads to.

    A ruleset's hook `packed` takes a state and gives this, or None where a state does not fit.

    The functions take ``(word, data, out)``: the state as a signed integer of 64 bits, *data* as
    int64[…], and an array int64[…] to write to. They return how many words they wrote. They
    are compiled by numba, so they are written with numbers and loops, and can call what
    ``numba.njit`` has compiled. They must not raise, and never write more than *most* words.
    `grundy.check` compares them with the plain rules.

    A state of more than 64 bits is two words, of 63 bits each. Only the search by questions takes
    such ones, and all else goes by the plain rules. Then the functions are handed a tuple, the
    lower bits first, and write to int64[…, 2].

    Attributes:
        word: The state: from -2⁶³ to 2⁶⁴ - 1, or of two words from 0 to 2¹²⁶ - 1.
        followers: Writes the options of a state; repeats do no harm.
        parts: Writes the components of a state, in a canonical form if you like; None for
            games that never fall apart.
        data: int64[…], what the functions have to know besides, such as a board.
        most: The most states that a function writes.
        on_graph: Whether a state is a set of vertices of a graph, ``data[v]`` is the set of v's
            neighbours as bits, a move only takes vertices away, and the components are those of
            the graph; this stands in place of *parts*. Up to 32 vertices all connected sets get
            their values, in order and on all cores. That is the faster way where most of them
            can be reached, as in Grim; where few can, as in Node Kayles, *parts* is.
        weigh: Gives a number that no value of a component is above, such as the moves that it
            has, for the search that asks one question after another
            (`grundy.games.valuers.questions`); it writes nothing.
        words: How many words a state is, 1 or 2; with 2 there are *parts* and *weigh*.

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
    words: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.most <= MOST:
            raise RulesetError(f"most is from 1 to {MOST:,}, not {self.most}.")
        if self.words == 1 and not -(2**63) <= self.word < 2**64:
            raise RulesetError(f"{self.word} does not fit 64 bits; give None for such a state.")
        if self.words != 1 and not (self.words == 2 and self.parts and self.weigh):
            raise RulesetError("A state is one word, or with parts and weigh two.")
        if self.words == 2 and not 0 <= self.word < 1 << 2 * HALF:
            raise RulesetError(f"{self.word} does not fit 126 bits; give None for such a state.")

    @property
    def signed(self) -> int:
        """The word as a signed integer."""
        return self.word if self.word < 2**63 else self.word - 2**64

    @property
    def as_words(self) -> Word:
        """The state as the search by questions has it."""
        if self.words == 1:
            return self.signed
        return self.word & (1 << HALF) - 1, self.word >> HALF

    @property
    def key(self) -> tuple[object, ...]:
        """What two states have in common whose values can stand in one table."""
        return self.followers, self.parts, self.on_graph, self.data.tobytes()


@cache
def kernel(function: Any, words: int = 1) -> Any:
    """Compile a function of `Packed` for states of so many words; ours are kept in the cache."""
    from numba import types

    from grundy.compiled.on_first_use import callback

    array: Any = types.Array(types.int64, 1, "C")
    state: Any = types.int64
    if words == 2:
        state = types.Tuple((state, state))  # type: ignore[no-untyped-call]
    states = array.copy(ndim=words)
    plain = getattr(function, "py_func", function)
    ours = Path(plain.__code__.co_filename).is_relative_to(_PACKAGE)
    return callback(plain, types.int64(state, array, states), cached=ours)
