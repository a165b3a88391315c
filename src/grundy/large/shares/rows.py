"""What a share reads and owns: vertices, their names, and arcs as rows.

A name is number place * shares + owner, where *place* is its place among its owner's names in the
order of their bytes. So names need no more of the rest than blocks of a single number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError, LimitError
from grundy.files.tables import arrow
from grundy.graphs.csr import build_csr
from grundy.graphs.io.source import tidy
from grundy.large.edge_file import EdgeFile
from grundy.large.kernels import arcs as arc_kernels
from grundy.large.kernels import shares as kernels
from grundy.large.on_disk.arcs import numbers_of

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


# The part of the files that one member of a crew reads: row groups, in turn.


def pieces_of(
    file: EdgeFile, member: int, members: int, size: int
) -> Iterator[tuple[INT64, INT64]]:
    """Yield the arcs of every row group that is this member's, about *size* at a time."""
    import pyarrow

    try:
        for batch in batches_of(file, member, members, size):
            tails, heads = (numbers_of(file, batch.column(place)) for place in (0, 1))
            yield np.ascontiguousarray(tails), np.ascontiguousarray(heads)
    except pyarrow.ArrowException as error:
        raise GraphFormatError(f"cannot be read: {tidy(error)}.", file=file.name) from None


def batches_of(file: EdgeFile, member: int, members: int, size: int) -> Iterator[Any]:
    """Yield batches of both ends; what a group has is dealt out where groups are large."""
    import pyarrow.parquet as parquet

    turn = 0
    for path in file.files:
        with parquet.ParquetFile(path, pre_buffer=False) as opened:
            ends = list(file.ends)
            for group in range(opened.num_row_groups):
                if turn % members == member:
                    batches = opened.iter_batches(
                        size, row_groups=[group], columns=ends, use_threads=False
                    )
                    for batch in batches:
                        yield batch.select(ends)
                turn += 1


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


# Names of text as numbers: the hash of a name says who owns it, and its owner numbers it.


_NATURAL = "^(0|[1-9][0-9]{0,17})$"  # in its usual writing, and in 64 bits


@dataclass(eq=False)
class Names:
    """What a member knows of names: those that it read, and those that are its own."""

    share: int
    shares: int
    own: Any = None
    _read: Any = None
    _ends: tuple[npt.NDArray[np.integer], ...] = ()
    _places: list[npt.NDArray[np.int64]] = field(default_factory=list)
    _asked: Inbox = field(default_factory=list)

    def read(self, file: EdgeFile) -> tuple[int, Outbox]:
        """Read our part of the files; give how many arcs, and to each owner its names."""
        pyarrow = arrow("large", "Reading Parquet")
        text = pyarrow.large_string()
        ends: tuple[list[Any], list[Any]] = [], []
        for batch in batches_of(file, self.share, self.shares, 1 << 18):
            for place in (0, 1):
                ends[place].append(batch.column(place).cast(text))
        both = pyarrow.chunked_array([*ends[0], *ends[1]], text)
        if both.null_count:
            raise GraphFormatError("an edge needs two ends, found a null.", file=file.name)
        coded = both.combine_chunks().dictionary_encode()
        if isinstance(coded, pyarrow.ChunkedArray):
            coded = coded.combine_chunks()
        arcs = len(coded) // 2
        codes = coded.indices.to_numpy()
        self._read, self._ends = coded.dictionary, (codes[:arcs], codes[arcs:])
        owners = np.empty(len(self._read), np.int32)
        kernels.owners_of_names(*_message(self._read), self.shares, owners)
        self._places = [np.flatnonzero(owners == owner) for owner in range(self.shares)]
        outbox = {
            owner: _message(self._read.take(pyarrow.array(places)))
            for owner, places in enumerate(self._places)
            if len(places)
        }
        self._asked = [(self.share, outbox.pop(self.share))] if self.share in outbox else []
        return arcs, outbox

    def number(self, inbox: Inbox) -> tuple[bool, Outbox]:
        """Number our names; say whether all are natural numbers, and tell who has read them."""
        import pyarrow
        import pyarrow.compute as compute

        asked = [(sender, _names(*message)) for sender, message in [*self._asked, *inbox]]
        whole = pyarrow.chunked_array([names for _, names in asked], pyarrow.large_string())
        found = whole.unique()
        self.own = found.take(compute.sort_indices(found))
        outbox: Outbox = {
            sender: (compute.index_in(names, value_set=self.own).to_numpy().astype(np.int32),)
            for sender, names in asked
        }
        self._asked = [(self.share, outbox.pop(self.share))] if self.share in outbox else []
        natural = compute.match_substring_regex(self.own, _NATURAL)
        return bool(compute.all(natural, min_count=0).as_py()), outbox

    def arcs(self, inbox: Inbox) -> tuple[INT64, INT64]:
        """Return the arcs that we have read, as numbers; the names read are given up."""
        numbers = np.empty(len(self._read), np.int64)
        for owner, (places,) in [*self._asked, *inbox]:
            numbers[self._places[owner]] = places.astype(np.int64) * self.shares + owner
        tails, heads = (numbers[codes] for codes in self._ends)
        self._read, self._ends, self._places, self._asked = None, (), [], []
        return tails, heads

    def kept(self) -> dict[str, npt.NDArray[Any]]:
        """Return our names as arrays by name."""
        offsets, text = _message(self.own)
        return {"name_offsets": offsets, "name_text": text}

    def restore(self, kept: dict[str, npt.NDArray[Any]]) -> None:
        """Go back to what `kept` gave."""
        self.own = _names(kept["name_offsets"], kept["name_text"])


def as_numbers(names: Any) -> tuple[Any, npt.NDArray[np.int64]]:
    """Return names that are natural numbers as integers, and their order."""
    import pyarrow

    numbers = names.cast(pyarrow.int64())
    return numbers, np.argsort(numbers.to_numpy(), kind="stable")


def _message(names: Any) -> Message:
    """Return an arrow array of large text as two arrays: where names begin, and their bytes."""
    import pyarrow

    names = pyarrow.concat_arrays([names])  # a part of another array becomes one of its own
    _, offsets, text = names.buffers()
    if not len(names):
        return np.zeros(1, np.int64), np.zeros(0, np.uint8)
    found = np.frombuffer(offsets, np.int64)[names.offset : names.offset + len(names) + 1]
    first, after = int(found[0]), int(found[-1])
    data = np.zeros(0, np.uint8) if text is None else np.frombuffer(text, np.uint8)[first:after]
    return found - first, data


def _names(offsets: npt.NDArray[Any], text: npt.NDArray[Any]) -> Any:
    """Return the arrow array of `_message`."""
    import pyarrow

    buffers = [pyarrow.py_buffer(np.ascontiguousarray(part)) for part in (offsets, text)]
    return pyarrow.LargeStringArray.from_buffers(len(offsets) - 1, *buffers)


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
