"""The arcs that a share owns, as rows of predecessors, and who has copies of its vertices."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.graphs.csr import build_csr
from grundy.large.kernels import arcs as arc_kernels
from grundy.large.kernels import shares as kernels
from grundy.large.shares.messages import Inbox, Outbox
from grundy.large.shares.owners import INT64, Owners

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
