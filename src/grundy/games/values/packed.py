"""Rules on states of 64 bits, compiled, and the values that they find.

A search by the plain rules that has met some thousands of states asks the ruleset for this, and
goes on compiled; see `grundy.games.values.solver`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import RulesetError
from grundy.games.protocols import State
from grundy.runtime.files import free_memory
from grundy.runtime.kernels import Callback
from grundy.runtime.limits import Watch
from grundy.runtime.threads import Control, in_parallel, thread_count, watched

# Rules on states of 64 bits, compiled: the opt-in hook `packed` of a ruleset.

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
    are compiled by numba where it is there and pays, so they are written with numbers and loops,
    and can call what ``numba.njit`` has compiled. They must not raise, and never write more than
    *most* words.
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
            (`grundy.games.values.questions`); it writes nothing. A game that gives it says that
            no play comes back, and who wins is then found without the values below.
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
        return self.followers, self.parts, self.on_graph, self.most, self.data.tobytes()


@cache
def kernel(function: Any, words: int = 1) -> Callback:
    """Return a function of `Packed` as kernels take it, for states of so many words."""
    state, states = "int64", "int64[::1]"
    if words == 2:
        state, states = "UniTuple(int64, 2)", "int64[:, ::1]"
    text = getattr(function, "py_func", function)
    signature = f"int64({state}, int64[::1], {states})"
    if Path(text.__code__.co_filename).is_relative_to(_PACKAGE):
        return Callback(text, signature, cached=True)  # the code is kept
    from grundy.games.kernels.packed import UsersFunction

    return UsersFunction(text, signature, cached=False)


# The values of states of 64 bits, by a compiled search that remembers them in a hash table.

FIRST_SLOTS = 1 << 8
_MANY_SLOTS = 1 << 16
_FIRST_FRAMES = 16
_SLOT_BYTES = 10


def more_slots(slots: int) -> int:
    """Return how many slots a full table has next; a search that goes on has its price."""
    return slots * (4 if slots < _MANY_SLOTS else 2)


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
            from grundy.games.kernels.boxes import components

            self._parts, self._splits = kernel(components), True
        self._table = np.zeros(FIRST_SLOTS, np.int64), np.zeros(FIRST_SLOTS, np.uint16)
        self._stack = [
            np.zeros((_FIRST_FRAMES, 4), np.int64),
            np.zeros(_FIRST_FRAMES * rules.most, np.int64),
        ]
        self._scratch = np.zeros(rules.most, np.int64)
        self._state = np.zeros(packed_kernels.SLOTS, np.int64)

    @property
    def seen(self) -> int:
        """How many states have been met."""
        return int(self._state[self._kernels.SEEN])

    def value(self, word: int, watch: Watch) -> int | None:
        """Return the value of a state, or None where its options lead back to it."""
        value = 0
        for part in self._parts_of(word):
            part_value = self._value_of_part(part, watch)
            if part_value is None:
                return None
            value ^= part_value
        return value

    def _parts_of(self, word: int) -> list[int]:
        if not self._splits:
            return [word]
        from grundy.games.kernels.packed import call

        count = call(self._parts, word, self._data, self._scratch)
        return list(map(int, self._scratch[:count]))

    def _value_of_part(self, part: int, watch: Watch) -> int | None:
        kernels = self._kernels
        slot = kernels.find(*self._table, part)
        if self._table[1][slot] < kernels.VALUE:
            try:
                if self._search(part, watch) == kernels.CYCLE:
                    return None
            finally:
                kernels.abandon(*self._table, self._stack[0], self._state)
            slot = kernels.find(*self._table, part)
        return int(self._table[1][slot] - kernels.VALUE)

    def _search(self, part: int, watch: Watch) -> int:
        kernels, before = self._kernels, self.seen
        kernels.open_state(part, *self._table, self._stack[0], self._state)
        while True:
            ended = watched(
                self._run, "positions", 0, lambda *_: watch.look(self.seen - before, plain=False)
            )
            if ended == kernels.FULL:
                self._grow_table(watch)
            elif ended == kernels.DEEP:
                self._stack = [np.concatenate([a, np.zeros_like(a)]) for a in self._stack]
            else:
                return int(ended)

    def _run(self, control: Control) -> int:
        rules = self._followers, self._parts, self._splits, self._data, self._rules.most
        arrays = *self._table, *self._stack, self._scratch, self._state
        return int(self._kernels.search(*rules, *arrays, control))

    def _grow_table(self, watch: Watch) -> None:
        slots = more_slots(len(self._table[0]))
        watch.require_memory(slots * _SLOT_BYTES, self.seen)
        larger = np.zeros(slots, np.int64), np.zeros(slots, np.uint16)
        self._kernels.rehash(*self._table, *larger)
        self._table = larger


# The values of all connected sets of vertices of a graph, in a table, on all cores.

_MOST_VERTICES = 32
_SMALL = 8  # vertices up to which the table is one block


def fits(vertices: int) -> bool:
    """Return whether the table of a graph fits the memory with much to spare."""
    free = free_memory()
    return vertices <= _MOST_VERTICES and (free is None or 2 << vertices <= free)


class ConnectedSets:
    """The values of all connected sets of vertices of one graph."""

    def __init__(self, rules: Packed) -> None:
        from grundy.games.kernels import boxes

        self._kernels = boxes
        self._followers, self._rows = kernel(rules.followers), rules.data
        self._most = rules.most
        count = len(rules.data)
        self._low = min(count, max(_SMALL, count - 8))
        self._table = np.zeros(1 << count, np.uint8)
        self._done: set[int] = set()
        self._left = sorted(range(1 << count - self._low), key=int.bit_count)
        self._states = [np.zeros(1, np.int64) for _ in range(thread_count())]

    @property
    def seen(self) -> int:
        """How many sets have a value."""
        return sum(int(state[0]) for state in self._states)

    def value(self, word: int, watch: Watch) -> int | None:
        """Return the value of a set of vertices, or None where one is too large for the table."""
        if self._left:
            ended = watched(
                self._run, "positions", 0, lambda *_: watch.look(self.seen, plain=False)
            )
            if ended == self._kernels.TOO_LARGE:
                return None
        return int(self._kernels.value_of(self._rows, self._table, word))

    def _run(self, control: Control) -> int:
        """Fill the blocks, those with fewer of the highest vertices first."""
        for _, blocks in groupby(list(self._left), key=int.bit_count):
            shared, lock = iter(list(blocks)), Lock()
            ends = in_parallel(
                [partial(self._fill, shared, lock, state, control) for state in self._states]
            )
            if any(ends):
                return max(ends)
            self._left = [block for block in self._left if block not in self._done]
        return int(self._kernels.DONE)

    def _fill(self, blocks: Iterator[int], lock: Lock, state: np.ndarray, control: Control) -> int:
        """Fill blocks until none is left; one thread's work."""
        frames = np.zeros((len(self._rows) + 2, 3), np.int64)
        out = np.zeros(self._most, np.int64)
        while True:
            with lock:
                block = next(blocks, None)
            if block is None:
                return int(self._kernels.DONE)
            where = block << self._low, self._low, self._table
            ended = self._kernels.fill_connected(
                self._followers, self._rows, *where, frames, out, state, control
            )
            if ended != self._kernels.DONE:
                return int(ended)
            self._done.add(block)


def empty_table(rules: Packed) -> PackedValues | ConnectedSets:
    """Return an empty table for the values of a state and what it leads to."""
    if rules.on_graph and fits(len(rules.data)):
        return ConnectedSets(rules)
    return PackedValues(rules)


class CompiledRules:
    """The values of one ruleset that were found by its compiled rules."""

    def __init__(self, packed: Callable[[State], Packed | None]) -> None:
        self._packed = packed
        self._table: PackedValues | ConnectedSets | None = None
        self._key: tuple[object, ...] = ()

    def has_begun_with(self, state: State) -> bool:
        """Return whether the state's value can stand in the table that there is."""
        if self._table is None:
            return False
        packed = self._packed(state)
        return packed is not None and packed.key == self._key

    def value(self, state: State, watch: Watch) -> int | None:
        """Return the value of a state; None where the compiled rules do not find it."""
        packed = self._packed(state)
        if packed is None or packed.words > 1:
            return None
        if self._table is None or packed.key != self._key:
            self._table = None  # before memory is taken for the next
            self._table, self._key = empty_table(packed), packed.key
        return self._table.value(packed.signed, watch)
