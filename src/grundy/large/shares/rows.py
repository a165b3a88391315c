"""What a share reads and owns: vertices, and arcs as rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.graphs.csr import build_csr
from grundy.large.kernels import arcs as arc_kernels
from grundy.large.kernels import shares as kernels

# Who owns a vertex number: blocks of neighbouring numbers go to the shares in turn.


INT64 = npt.NDArray[np.int64]


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


def narrow(labels: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
    """Return labels in the fewest bytes that hold them."""
    greatest = int(labels.max(initial=0))
    return labels.astype(np.min_scalar_type(greatest)) if greatest < 1 << 16 else labels


def gathered(inbox: Inbox, part: int) -> npt.NDArray[np.int32]:
    """Return one part of all messages, sender after sender."""
    arrays = [message[part] for _, message in inbox]
    return np.concatenate([np.zeros(0, np.int32), *arrays]).astype(np.int32, copy=False)


# The arcs that a share owns, as rows of predecessors, and who has copies of its vertices.


INT32 = npt.NDArray[np.int32]
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
                wanted = np.empty(after - first, np.int32)
                kernels.chosen(names, wanted)
                kernels.renumber(heads, names)
                outbox[owner] = (np.array([first], np.int64), wanted)
            keys.append(heads)
        found, degrees = build_csr(
            after, np.concatenate(keys), np.concatenate([np.zeros(0, np.int32), *tails]),
            count_neighbours=True,
        )  # fmt: skip
        assert degrees is not None  # noqa: S101 - they were asked for
        nobody = np.zeros(own + 1, np.int64), np.zeros(0, np.int64)
        return Rows(degrees[:own].copy(), found.pointers, found.indices, *nobody), outbox


def _rank(heads: INT32, names: INT32, after: int) -> int:
    if after + len(names) > _MOST:
        raise LimitError(
            f"A share would have more than {_MOST:,} vertices, copies included; use more workers."
        )
    return int(kernels.rank(heads, names, after))


def with_asked(rows: Rows, inbox: Inbox) -> Rows:
    """Return the rows with who has a copy of which of our vertices, as the others have asked."""
    own = len(rows.degrees)
    pointers = np.zeros(own + 1, np.int64)
    for _, (_, wanted) in inbox:
        arc_kernels.count(wanted, pointers[1:])
    np.cumsum(pointers, out=pointers)
    asked, free = np.empty(int(pointers[-1]), np.int64), pointers[:-1].copy()
    for sender, (first, wanted) in inbox:
        copies = np.arange(len(wanted), dtype=np.int64) + first[0] + (sender << 32)
        arc_kernels.place(wanted, copies, 0, free, asked)
    return Rows(rows.degrees, rows.pointers, rows.indices, pointers, asked)
