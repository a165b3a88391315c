"""Names of text as numbers: the hash of a name says who owns it, and its owner numbers it.

A name is number place * shares + owner, where *place* is its place among its owner's names in the
order of their bytes. So names need no more of the rest than blocks of a single number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError
from grundy.files.tables import arrow
from grundy.large.edge_file import EdgeFile
from grundy.large.kernels import shares as kernels
from grundy.large.shares.messages import Inbox, Message, Outbox
from grundy.large.shares.owners import INT64
from grundy.large.shares.reading import batches_of

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
        told = {
            owner: _message(self._read.take(pyarrow.array(places)))
            for owner, places in enumerate(self._places)
            if len(places)
        }
        self._asked = [(self.share, told.pop(self.share))] if self.share in told else []
        return arcs, told

    def number(self, inbox: Inbox) -> tuple[bool, Outbox]:
        """Number our names; say whether all are natural numbers, and tell who has read them."""
        import pyarrow
        import pyarrow.compute as compute

        asked = [(sender, _names(*message)) for sender, message in [*self._asked, *inbox]]
        whole = pyarrow.chunked_array([names for _, names in asked], pyarrow.large_string())
        found = whole.unique()
        self.own = found.take(compute.sort_indices(found))
        told: Outbox = {
            sender: (compute.index_in(names, value_set=self.own).to_numpy().astype(np.int32),)
            for sender, names in asked
        }
        self._asked = [(self.share, told.pop(self.share))] if self.share in told else []
        natural = compute.match_substring_regex(self.own, _NATURAL)
        return bool(compute.all(natural, min_count=0).as_py()), told

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
