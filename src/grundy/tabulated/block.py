"""One block of a table: computed, by a digraph where plays may come back, and written whole.

What an option in a lower block is worth stands for it: a heap of Nim of its value, or for ∞(K) a
vertex that leads to the heaps of K and to one that leads only to itself, which is ∞(K) again.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import chain, combinations, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import LimitError
from grundy.graphs.graph import MAX_VERTICES
from grundy.graphs.labelling import decide, label
from grundy.large.arcs import graph_on_disk
from grundy.runtime.files import free_memory, whole_file, whole_folder
from grundy.runtime.folders import measured
from grundy.runtime.limits import listener, reporting
from grundy.runtime.threads import Control
from grundy.tabulated.kernels import fill
from grundy.tabulated.table import Mapped, Plan, name_of, page_hashes

if TYPE_CHECKING:
    from grundy.tabulated.table import Rules


# A block in which plays may come back: labelled as a digraph, by the engine for arcs on disk.

_ARCS = 1 << 20  # at a time

Arcs = Iterator[tuple[np.ndarray, np.ndarray]]


def label_block(
    rules: Rules, plan: Plan, mapped: Mapped, block: int, folder: Path
) -> dict[str, np.ndarray]:
    """Return a block's values, counters and, where the plan has it, remoteness."""
    first, stop = plan.bounds(block)
    if stop - first > MAX_VERTICES // 2:
        raise LimitError(
            f"A block with cycles has at most {MAX_VERTICES // 2:,} states, this one has "
            f"{stop - first:,}; give `indexed` stages by `tier`, or take a smaller board."
        )
    inside = _Inside(rules, plan, mapped, block)
    memory = (free_memory() or 4_000_000_000) // 2
    with whole_folder(folder) as work:
        graph = graph_on_disk(inside.by_value, work / "values", memory=memory)
        labelling = label(graph)
        values = labelling.value_array[: stop - first]
        placed = labelling.counter_array[: stop - first].clip(0).astype(np.uint32)
        arrays = {"values": _entries(values, inside.missing), "counters": placed}
        del graph, labelling
        shutil.rmtree(work / "values")
        if plan.remoteness:
            graph = graph_on_disk(inside.by_outcome, work / "ends", memory=memory)
            arrays["remoteness"] = _lengths(decide(graph, misere=False)[1][: stop - first])
    return arrays


class _Inside:
    """The arcs of one block, by the numbers inside it; what lies below stands behind them."""

    def __init__(self, rules: Rules, plan: Plan, mapped: Mapped, block: int) -> None:
        self.rules, self.plan, self.mapped = rules, plan, mapped
        self.first, self.stop = plan.bounds(block)
        self.size = self.stop - self.first
        self.missing = np.zeros(self.size, np.bool_)  # which numbers stand for no state
        self._reached = np.zeros(self.size, np.bool_)

    def pieces(self) -> Arcs:
        """Yield tails, counted from the block's first state, and options as numbers."""
        buffer, state = self.rules.buffer(), np.array([self.first, 0], np.int64)
        room = max(_ARCS, 2 * len(buffer))
        tails, heads = np.zeros(room, np.int64), np.zeros(room, np.int64)
        while state[fill.AT] < self.stop:
            bounds = self.first, self.stop
            count = fill.arcs(*self.rules.arguments, *bounds, tails, heads, buffer, state)
            if count < 0:
                raise self.rules.refused(fill.NO_WORD, int(state[fill.WORD]))
            gone = heads[:count] < 0
            self.missing[tails[:count][gone] - self.first] = True
            yield tails[:count][~gone] - self.first, heads[:count][~gone]

    def split(self) -> Iterator[tuple[np.ndarray, ...]]:
        """Yield the tails and heads inside the block; and the tails and options of the others."""
        for tails, heads in self.pieces():
            here = (heads >= self.first) & (heads < self.stop)
            yield tails[here], heads[here] - self.first, tails[~here], heads[~here]

    def entries(self, tails: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Return the entries of options in lower blocks."""
        table_entries = np.zeros(len(numbers), np.int64)
        fill.look_up(numbers, *self.mapped.table, table_entries)
        for entry, why in (-3, fill.NOT_THERE), (-2, fill.NO_WORD):
            if (table_entries == entry).any():
                raise self.rules.refused(why, self.first + int(tails[table_entries == entry][0]))
        return table_entries

    def by_value(self) -> Arcs:
        """Yield the arcs of a digraph in which each state has its value."""
        highest, masks = -1, dict[bytes, int]()
        waiting: list[tuple[np.ndarray, np.ndarray]] = []
        for tails, heads, below, numbers in self.split():
            self._reached[heads] = True
            yield tails, heads
            entries = self.entries(below, numbers)
            finite = entries >= 0
            highest = max(highest, int(entries.max(initial=-1)))
            yield below[finite], self.size + 1 + 2 * entries[finite]
            if not finite.all():
                unique, places = np.unique(numbers[~finite], return_inverse=True)
                kinds = np.array([masks.setdefault(k, len(masks)) for k in self._sets(unique)])
                waiting.append((below[~finite], self.size + 2 + 2 * kinds[places]))
        self._require_states()
        yield from waiting
        yield from self._gadgets(highest, list(masks))

    def by_outcome(self) -> Arcs:
        """Yield the arcs of a digraph that has the block's outcomes and its remoteness."""
        longest = 0
        for tails, heads, below, numbers in self.split():
            yield tails, heads
            lengths = np.zeros(len(numbers), np.int64)
            fill.look_up_ends(numbers, self.plan.shift, self.mapped.remoteness, lengths)
            drawn = lengths == fill.DRAWN
            longest = max(longest, int(lengths[~drawn].max(initial=0)))
            yield below, np.where(drawn, self.size, self.size + 1 + lengths)
        path = self.size + 1 + np.arange(longest + 1, dtype=np.int64)
        yield path[1:], path[:-1]
        yield np.array([self.size]), np.array([self.size])

    def _require_states(self) -> None:
        """Raise RulesetError if an option in this block stands for no state."""
        wrong = self._reached & self.missing
        for tails, heads, _, _ in self.split() if wrong.any() else ():
            states = tails[wrong[heads]]
            if len(states):
                raise self.rules.refused(fill.NO_WORD, self.first + int(states[0]))

    def _sets(self, numbers: np.ndarray) -> list[bytes]:
        # a value is at most the number of options, so a bit for each of these is enough
        words = (self.rules.indexed.packed.most >> 6) + 1
        masks = np.zeros((len(numbers), words), np.uint64)
        table, buffer = self.mapped.table, self.rules.buffer()
        fill.finite_options(*self.rules.arguments, *table, numbers, buffer, masks)
        return [mask.tobytes() for mask in masks]

    def _gadgets(self, highest: int, masks: list[bytes]) -> Arcs:
        endless, sets = self.size, [_members(mask) for mask in masks]
        highest = max([highest, *chain.from_iterable(sets)])
        heap = [endless + 1 + 2 * value for value in range(highest + 1)]
        arcs = [(endless, endless), *combinations(reversed(heap), 2)]
        for vertex, members in zip(count(endless + 2, 2), sets, strict=False):
            arcs += [(vertex, endless), *((vertex, heap[value]) for value in members)]
        pairs = np.array(arcs, np.int64)
        yield pairs[:, 0], pairs[:, 1]


def _members(mask: bytes) -> list[int]:
    bits = np.unpackbits(np.frombuffer(mask, np.uint8), bitorder="little")
    return np.flatnonzero(bits).tolist()


def _entries(values: np.ndarray, missing: np.ndarray) -> np.ndarray:
    """Write values as a table has them: ∞ and what is no state by the greatest numbers."""
    wide = int(values.max(initial=0)) >= fill.TOP_OF_BYTE
    kind = np.uint16 if wide else np.uint8
    top = np.iinfo(kind).max
    if int(values.max(initial=0)) >= top - 1:
        raise LimitError("A value is over 65,533, which a table has no room for.")
    entries = np.where(values < 0, top - 1, values).astype(kind)
    entries[missing] = top
    return entries


def _lengths(remoteness: np.ndarray) -> np.ndarray:
    if int(remoteness.max(initial=0)) >= fill.DRAWN:
        raise LimitError("A play lasts more than 65,534 moves; leave the remoteness out.")
    return np.where(remoteness < 0, fill.DRAWN, remoteness).astype(np.uint16)


# One block of a table: computed, and written whole.

Pieces = dict[str, dict[str, Any]]

_STOPPED = "a block was stopped"


def make(
    rules: Rules, plan: Plan, mapped: Mapped, folder: Path, block: int, control: Control
) -> Pieces:
    """Compute a block and write its files; give the size and the hash of each by its name."""
    listening = listener()

    def look(stage: str, done: int, total: int) -> None:
        if control[1]:
            raise InterruptedError(_STOPPED)
        if listening is not None:
            listening(stage, done, total)

    arrays: dict[str, np.ndarray] = {}
    first, stop = plan.bounds(block)
    if plan.cyclic:
        with reporting(look):
            arrays = label_block(rules, plan, mapped, block, folder)
    else:
        values = _values(rules, mapped, first, stop, control)
        arrays["values"] = values
        if plan.remoteness:
            arrays["remoteness"] = _remoteness(rules, plan, mapped, block, values, control)
    pieces: Pieces = {}
    for kind, array in arrays.items():
        name = name_of(kind, block, array.itemsize)
        with whole_file(folder / name, durable=True) as path:
            array.tofile(path)
        pieces[name] = measured(folder / name) | {"pages": page_hashes(array)}
    return pieces


def _values(rules: Rules, mapped: Mapped, first: int, stop: int, control: Control) -> np.ndarray:
    entries: np.ndarray = np.zeros(stop - first, np.uint8)
    buffer, state = rules.buffer(), np.zeros(2, np.int64)
    while True:
        ended = fill.fill(*rules.arguments, *mapped.table, first, entries, buffer, state, control)
        if ended == fill.DONE:
            return entries
        if ended == fill.STOPPED:
            raise InterruptedError(_STOPPED)
        if ended != fill.WIDE or entries.itemsize == 2:
            raise rules.refused(ended, int(state[fill.WORD]))
        entries = widened(entries)


def widened(entries: np.ndarray) -> np.ndarray:
    """Return the same entries in two bytes each."""
    wide = entries.astype(np.uint16)
    wide[entries >= fill.TOP_OF_BYTE] += fill.WIDER
    return wide


def _remoteness(
    rules: Rules, plan: Plan, mapped: Mapped, block: int, values: np.ndarray, control: Control
) -> np.ndarray:
    first, _ = plan.bounds(block)
    addresses, wide = mapped.values.copy(), mapped.wide.copy()
    addresses[block], wide[block] = values.ctypes.data, values.itemsize == 2
    lengths = np.zeros(len(values), np.uint16)
    buffer, state = rules.buffer(), np.zeros(2, np.int64)
    table = plan.shift, addresses, wide, mapped.remoteness
    ended = fill.hurry(*rules.arguments, *table, first, lengths, buffer, state, control)
    if ended == fill.TOO_FAR:
        raise LimitError(str(rules.refused(ended, int(state[fill.WORD]))))
    if ended == fill.STOPPED:
        raise InterruptedError(_STOPPED)
    return lengths
