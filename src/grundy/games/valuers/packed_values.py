"""The values of states of 64 bits, by a compiled search that remembers them in a hash table."""

from __future__ import annotations

import numpy as np

from grundy.games.valuers.packed import Packed, kernel
from grundy.running.limits import Watch
from grundy.running.watched import Control, watched

_FIRST_SLOTS = 1 << 16
_FIRST_FRAMES = 16
_SLOT_BYTES = 10


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
        """Return the value of a state, or None where its options lead back to it."""
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
