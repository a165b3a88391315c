"""Rules on states of 64 bits, compiled: the opt-in hook `packed` of a ruleset.

A search by the plain rules that has met some thousands of states asks the ruleset for this, and
goes on compiled; see `grundy.games.valuers.solver`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy.errors import RulesetError
from grundy.running.limits import Watch
from grundy.running.progress import Control, watched

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.games.valuers.connected_sets import ConnectedSets

Words = npt.NDArray[np.int64]
Kernel = Callable[[int, Words, Words], int]

_PACKAGE = Path(__file__).parents[2]
_MOST = 32_000
_FIRST_SLOTS = 1 << 16
_FIRST_FRAMES = 16
_SLOT_BYTES = 10


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

    def __post_init__(self) -> None:
        if not 0 < self.most <= _MOST:
            raise RulesetError(f"most is from 1 to {_MOST:,}, not {self.most}.")
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

    def table(self) -> PackedValues | ConnectedSets:
        """Return an empty table for the values of this state and what it leads to."""
        if self.on_graph:
            from grundy.games.valuers.connected_sets import ConnectedSets, fits

            if fits(len(self.data)):
                return ConnectedSets(self)
        return PackedValues(self)


class PackedTier:
    """The values of one ruleset that were found by its compiled rules.

    One table is kept, that of the last search: it is large.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._table: PackedValues | ConnectedSets | None = None
        self._key: tuple[object, ...] = ()

    def has_begun_with(self, state: State) -> bool:
        """Say whether the state's value can stand in the table that there is."""
        if self._table is None:
            return False
        packed = self._ruleset.packed(state)
        return packed is not None and packed.key == self._key

    def value(self, state: State, watch: Watch) -> int | None:
        """Return the value of a state; None where the compiled rules do not find it.

        Raises:
            LimitError: If a limit is passed. What is known stays known.
        """
        packed = self._ruleset.packed(state)
        if packed is None:
            return None
        if self._table is None or packed.key != self._key:
            self._table = None  # before memory is taken for the next
            self._table, self._key = packed.table(), packed.key
        return self._table.value(packed.signed, watch)


class PackedValues:
    """The values of states of 64 bits, found by a compiled search and kept in a hash table."""

    def __init__(self, rules: Packed) -> None:
        from grundy.games.kernels import packed as packed_kernels

        self._kernels = packed_kernels
        self._rules = rules
        self._followers = kernel(rules.followers)
        self._data, self._parts = rules.data, kernel(rules.parts or rules.followers)
        self._splits = rules.parts is not None
        if rules.on_graph:
            from grundy.games.kernels.connected_sets import components

            self._parts, self._splits = kernel(components), True
        self._keys = np.zeros(_FIRST_SLOTS, np.int64)
        self._marks = np.zeros(_FIRST_SLOTS, np.uint16)
        self._frames = np.zeros((_FIRST_FRAMES, 4), np.int64)
        self._buffer = np.zeros(_FIRST_FRAMES * rules.most, np.int64)
        self._scratch = np.zeros(rules.most, np.int64)
        self._state = np.zeros(packed_kernels.SLOTS, np.int64)

    @property
    def seen(self) -> int:
        """How many states have been met."""
        return int(self._state[self._kernels.SEEN])

    def value(self, word: int, watch: Watch) -> int | None:
        """Return the value of a state, or None where its options lead back to it.

        Raises:
            LimitError: If a limit is passed. What is known stays known.
        """
        value = 0
        for part in self._parts_of(word):
            found = self._value_of_part(part, watch)
            if found is None:
                return None
            value ^= found
        return value

    def _parts_of(self, word: int) -> list[int]:
        if not self._splits:
            return [word]
        from grundy.games.kernels.calls import call

        count = call(self._parts, word, self._data, self._scratch)
        return list(map(int, self._scratch[:count]))

    def _value_of_part(self, part: int, watch: Watch) -> int | None:
        kernels = self._kernels
        slot = kernels.find(self._keys, self._marks, part)
        if self._marks[slot] < kernels.VALUE:
            try:
                if self._search(part, watch) == kernels.CYCLE:
                    return None
            finally:
                kernels.abandon(self._keys, self._marks, self._frames, self._state)
            slot = kernels.find(self._keys, self._marks, part)
        return int(self._marks[slot] - kernels.VALUE)

    def _search(self, part: int, watch: Watch) -> int:
        kernels, before = self._kernels, self.seen
        kernels.open_state(part, self._keys, self._marks, self._frames, self._state)
        while True:
            ended = watched(
                self._run, "positions", 0, lambda *_: watch.look(self.seen - before, plain=False)
            )
            if ended == kernels.FULL:
                self._grow_table(watch)
            elif ended == kernels.DEEP:
                self._grow_stack()
            else:
                return int(ended)

    def _run(self, control: Control) -> int:
        return int(
            self._kernels.search(
                self._followers,
                self._parts,
                self._splits,
                self._data,
                self._rules.most,
                self._keys,
                self._marks,
                self._frames,
                self._buffer,
                self._scratch,
                self._state,
                control,
            )
        )

    def _grow_table(self, watch: Watch) -> None:
        slots = 2 * len(self._keys)
        watch.require_memory(slots * _SLOT_BYTES, self.seen)
        keys, marks = np.zeros(slots, np.int64), np.zeros(slots, np.uint16)
        self._kernels.rehash(self._keys, self._marks, keys, marks)
        self._keys, self._marks = keys, marks

    def _grow_stack(self) -> None:
        self._frames = np.concatenate([self._frames, np.zeros_like(self._frames)])
        self._buffer = np.concatenate([self._buffer, np.zeros_like(self._buffer)])


@cache
def kernel(function: Any) -> Any:
    """Compile a function of `Packed`; ours are kept in the cache."""
    from numba import types

    from grundy.compiled.on_first_use import callback

    words = types.Array(types.int64, 1, "C")
    plain = getattr(function, "py_func", function)
    ours = Path(plain.__code__.co_filename).is_relative_to(_PACKAGE)
    return callback(plain, types.int64(types.int64, words, words), cached=ours)
