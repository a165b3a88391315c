"""One share of a graph: its vertices and arcs as rows, and its labels.

It works until nothing of its own is ready before it tells anybody, so that a play within a share
takes one turn, however long it is. Who carries the messages is no matter of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.graphs.csr import INT32, INT64, build_csr
from grundy.graphs.kernels import shares as kernels
from grundy.graphs.kernels.labelling import count

# Who owns a vertex number: blocks of neighbouring numbers go to the shares in turn.


@dataclass(frozen=True, slots=True)
class Owners:
    """Which share owns which numbers."""

    shares: int
    bits: int

    def size(self, share: int, below: int) -> int:
        """Return how many of the numbers 0 .. below - 1 a share owns."""
        blocks, rest = below >> self.bits, below & ((1 << self.bits) - 1)
        whole = (blocks + self.shares - 1 - share) // self.shares
        return (whole << self.bits) + (rest if blocks % self.shares == share else 0)

    def numbers(self, share: int, places: INT64) -> INT64:
        """Return the numbers that stand at these places of a share; they rise with the places."""
        blocks = (places >> self.bits) * self.shares + share
        return (blocks << self.bits) | (places & ((1 << self.bits) - 1))


# What shares tell each other: arrays of numbers, from one share to another.

Message = tuple[npt.NDArray[Any], ...]
Inbox = list[tuple[int, Message]]
"""What has come since the last step: who sent it, and what; by the sender's number."""
Outbox = dict[int, Message]
"""What goes out after a step, by the share that it is for."""


def byte_count(outbox: Outbox) -> int:
    """Return how many bytes an outbox holds."""
    return sum(array.nbytes for message in outbox.values() for array in message)


def narrow(labels: INT32) -> npt.NDArray[Any]:
    """Return labels in the fewest bytes that hold them."""
    greatest = int(labels.max(initial=0))
    return labels.astype(np.min_scalar_type(greatest)) if greatest < 1 << 16 else labels


def gathered(inbox: Inbox, part: int) -> INT32:
    """Return one part of all messages, sender after sender."""
    arrays = [message[part] for _, message in inbox]
    return np.concatenate([np.zeros(0, np.int32), *arrays]).astype(np.int32, copy=False)


# The arcs that a share owns, as rows of predecessors, and who has copies of its vertices.

_MOST = 2**31 - 2


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """What a share knows of the graph, and what never changes while it labels."""

    degrees: INT32
    pointers: INT64
    indices: INT32
    asked_pointers: INT64
    asked: INT64


@dataclass(eq=False)
class Arcs:
    """The arcs of one share as they come in, until its rows are built."""

    share: int
    owners: Owners
    greatest: int = -1
    _piles: list[list[tuple[INT32, INT32]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._piles = [[] for _ in range(self.owners.shares)]

    def deal(self, tails: INT64, heads: INT64) -> Outbox:
        """Keep the arcs that are ours, and give those of the others."""
        shares = self.owners.shares
        ends = np.zeros(shares * shares, np.int64)
        places = np.empty((2, len(tails)), np.int32)
        kernels.deal(tails, heads, shares, self.owners.bits, ends, places)
        bounds = np.concatenate([[0], ends])
        outbox: Outbox = {}
        for owner in range(shares):
            cuts = bounds[owner * shares : (owner + 1) * shares + 1]
            first, after = int(cuts[0]), int(cuts[-1])
            tails_there, heads_there = places[:, first:after]
            if owner == self.share:
                self._keep(cuts[1:] - first, tails_there.copy(), heads_there.copy())
            elif after > first:
                outbox[owner] = (cuts[1:] - first, tails_there, heads_there)
        greatest = max(int(tails.max(initial=-1)), int(heads.max(initial=-1)))
        self.greatest = max(self.greatest, greatest)
        return outbox

    def take(self, inbox: Inbox) -> None:
        """Keep the arcs that others read and we own."""
        for _, message in inbox:
            self._keep(*message)

    def _keep(self, ends: INT64, tails: INT32, heads: INT32) -> None:
        start = 0
        for pile, end in zip(self._piles, ends.tolist(), strict=True):
            if end > start:
                pile.append((tails[start:end], heads[start:end]))
            start = end

    def build(self, below: int) -> tuple[Rows, Outbox]:
        """Put the arcs into rows; the arcs themselves are given up."""
        own = self.owners.size(self.share, below)
        tails, keys, after = [], [], own
        outbox: Outbox = {}
        for owner, pile in enumerate(self._piles):
            heads = np.concatenate([np.zeros(0, np.int32), *(part[1] for part in pile)])
            tails += [part[0] for part in pile]
            pile.clear()
            if owner != self.share and len(heads):
                names = np.zeros(self.owners.size(owner, below), np.int32)
                first, after = after, _rank(heads, names, after)
                vertices = np.flatnonzero(names >= 0).astype(np.int32)
                kernels.renumber(heads, names)
                outbox[owner] = (np.array([first], np.int64), vertices)
            keys.append(heads)
        csr, degrees = build_csr(
            after, np.concatenate(keys), np.concatenate([np.zeros(0, np.int32), *tails]),
            count_neighbours=True,
        )  # fmt: skip
        assert degrees is not None  # noqa: S101 - they were asked for
        nobody = np.zeros(own + 1, np.int64), np.zeros(0, np.int64)
        return Rows(degrees[:own].copy(), csr.pointers, csr.indices, *nobody), outbox


def _rank(heads: INT32, names: INT32, after: int) -> int:
    if after + len(names) > _MOST:
        raise LimitError(
            f"A share would have more than {_MOST:,} vertices, copies included; use more workers."
        )
    return int(kernels.rank(heads, names, after))


def with_holders(rows: Rows, inbox: Inbox) -> Rows:
    """Return the rows with the holders of copies of our vertices, by the other shares' requests."""
    own = len(rows.degrees)
    pointers = np.zeros(own + 1, np.int64)
    for _, (_, vertices) in inbox:
        count(vertices, pointers[1:])
    np.cumsum(pointers, out=pointers)
    holders, free = np.empty(int(pointers[-1]), np.int64), pointers[:-1].copy()
    for sender, (first, vertices) in inbox:
        copies = np.arange(len(vertices), dtype=np.int64) + first[0] + (sender << 32)
        kernels.place(vertices, copies, 0, free, holders)
    return Rows(rows.degrees, rows.pointers, rows.indices, pointers, holders)


# One share of a graph: it labels its vertices, and says what others have to know of them.

_WORD = 64  # values that one word of a mask holds


@dataclass(eq=False)
class Share:
    """The labels of the vertices that one share owns."""

    shares: int
    rows: Rows
    misere: bool
    label: INT32 = field(init=False)
    order: INT32 = field(init=False)
    tail: int = 0
    turns: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        own = len(self.rows.degrees)
        self.label, self.order = np.empty(own, np.int32), np.empty(own + 1, np.int32)
        self._stride = 2
        self._state = np.empty(own * self._stride, np.uint64)
        self._head = 0  # what comes before it in the order has been sent to others
        self._residue = self._count = self._marked = np.zeros(0, np.int32)
        self._fresh = 0
        self._levelled = False
        self.tail = kernels.begin(
            self.rows.degrees, self.misere, self._stride, self._state, self.label, self.order
        )

    @property
    def _arcs(self) -> tuple[INT64, INT32]:
        return self.rows.pointers, self.rows.indices

    # ---- peeling --------------------------------------------------------------------------------

    def peel(self, inbox: Inbox, clock: int) -> tuple[int, Outbox]:
        """Label what is ready, from the sinks upwards."""
        copies, labels = gathered(inbox, 0), gathered(inbox, 1)
        self._widen(int(labels.max(initial=0)))
        self.tail = kernels.take_labels(
            *self._arcs, self._stride, copies, labels, self._state, self.order, self.tail
        )
        head = self._head
        while head < self.tail:
            head, self.tail = kernels.peel(
                *self._arcs, self._stride, self._state, self.label, self.order, head, self.tail
            )
            if head < self.tail:
                self._widen(_WORD * (self._stride - 1))
        labelled = self._end_turn(clock)
        outbox = self._message(labelled, with_labels=True)
        return len(labelled), {
            owner: (copies, narrow(labels)) for owner, (copies, labels) in outbox.items()
        }

    # ---- levels, on what remains ----------------------------------------------------------------

    def close_level(self, inbox: Inbox, level: int) -> tuple[int, Outbox]:
        """Make ∞ what has no follower of this level; return how many are left without a label."""
        if level < 0:
            return len(self.label) - self.tail, {}
        self._widen(level)
        left = kernels.close_level(self._residue, level, self._stride, self._state, self.label)
        return int(left), {}

    def open_level(self, inbox: Inbox, level: int, clock: int) -> tuple[int, Outbox]:
        """Begin a level, and run it as far as it goes without the others; see `run_level`."""
        if not self._levelled:
            self._begin_levels()
        self._widen(level)
        self.tail, self._fresh = kernels.open_level(
            self._residue, level, self._stride, self._state, self.label, self._count, self.order,
            self.tail, self._marked,
        )  # fmt: skip
        return self._run(level, clock, 0)

    def run_level(self, inbox: Inbox, level: int, clock: int) -> tuple[int, Outbox]:
        """Go on with a level."""
        done = self._fresh
        self.tail, self._fresh = kernels.take_level(
            *self._arcs, level, self._stride, gathered(inbox, 0), gathered(inbox, 1), self._state,
            self.label, self._count, self.order, self.tail, self._marked, done,
        )  # fmt: skip
        return self._run(level, clock, done)

    def _begin_levels(self) -> None:
        own = len(self.label)
        self._residue = np.flatnonzero(self.label < 0).astype(np.int32)
        self._count, self._marked = np.zeros(own, np.int32), np.empty(own + 1, np.int32)
        self._levelled = True

    def _run(self, level: int, clock: int, done: int) -> tuple[int, Outbox]:
        self.tail, self._fresh = kernels.run_level(
            *self._arcs, level, self._stride, self._state, self.label, self._count, self.order,
            self._head, self.tail, self._marked, done, self._fresh,
        )  # fmt: skip
        labelled = self._end_turn(clock)
        both = self._message(labelled), self._message(self._marked[done : self._fresh])
        nothing = (np.zeros(0, np.int32),)
        return len(labelled), {
            owner: (both[0].get(owner, nothing)[0], both[1].get(owner, nothing)[0])
            for owner in sorted(both[0].keys() | both[1].keys())
        }

    # ---- both -----------------------------------------------------------------------------------

    @property
    def counters(self) -> INT32:
        """int32[n]: an order that proves the labels, where they are finite."""
        ranks = np.zeros(len(self.label), np.int32)
        bounds = [*(start for start, _ in self.turns), self.tail]
        for (start, clock), end in zip(self.turns, bounds[1:], strict=True):
            ranks[self.order[start:end]] = np.arange(clock, clock + end - start, dtype=np.int32)
        return ranks

    @property
    def masks(self) -> npt.NDArray[np.uint64]:
        """uint64[n, words]: K as bits, where the label is ∞."""
        return self._state.reshape(len(self.label), self._stride)[:, 1:]

    def _end_turn(self, clock: int) -> INT32:
        """Note where the turn began; return what it labelled."""
        labelled = self.order[self._head : self.tail]
        if len(labelled):
            self.turns.append((self._head, clock))
        self._head = self.tail
        return labelled

    def _widen(self, value: int) -> None:
        """Give every mask the words that this value needs."""
        stride = 2 + value // _WORD
        if stride <= self._stride:
            return
        wider = np.zeros((len(self.label), stride), np.uint64)
        wider[:, : self._stride] = self._state.reshape(len(self.label), self._stride)
        if self._levelled:
            kernels.fill_masks(stride, wider.reshape(-1), self.label, self._stride)
        self._stride, self._state = stride, wider.reshape(-1)

    def _message(self, vertices: INT32, *, with_labels: bool = False) -> Outbox:
        """Return the copies of these vertices by owner, with labels if requested."""
        holders = self.rows.asked_pointers, self.rows.asked
        sizes = np.zeros(self.shares, np.int64)
        kernels.count_copies(vertices, *holders, sizes)
        ends = np.cumsum(sizes)
        copies = np.empty(int(ends[-1]), np.int32)
        labels = np.empty(len(copies) if with_labels else 0, np.int32)
        kernels.tell(vertices, self.label, *holders, ends - sizes, copies, labels)
        return {
            owner: (copies[end - size : end], labels[end - size : end])
            for owner, (size, end) in enumerate(zip(sizes.tolist(), ends.tolist(), strict=True))
            if size
        }

    # ---- checkpoints ----------------------------------------------------------------------------

    def checkpoint(self) -> dict[str, npt.NDArray[Any]]:
        """Return what changes while a share is labelled, between two turns, as arrays by name."""
        return {
            "state": self._state, "label": self.label, "order": self.order[: self.tail],
            "turns": np.array(self.turns, np.int64).reshape(-1, 2), "residue": self._residue,
            "count": self._count, "marked": self._marked[: self._fresh],
            "rest": np.array([self._stride, self._head, self._levelled], np.int64),
        }  # fmt: skip

    def restore(self, checkpoint: dict[str, npt.NDArray[Any]]) -> None:
        """Restore a checkpoint."""
        self._stride, self._head, self._levelled = checkpoint["rest"].tolist()
        self._state, self.label = checkpoint["state"], checkpoint["label"]
        self._residue, self._count = checkpoint["residue"], checkpoint["count"]
        self.turns = [(start, clock) for start, clock in checkpoint["turns"].tolist()]
        self.tail, self._fresh = len(checkpoint["order"]), len(checkpoint["marked"])
        self.order[: self.tail] = checkpoint["order"]
        self._marked = np.empty(len(self.label) + 1 if self._levelled else 0, np.int32)
        self._marked[: self._fresh] = checkpoint["marked"]
