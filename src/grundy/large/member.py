"""One worker: its share, what it keeps of it, and the labels that it writes.

Each step takes what has come from the others since the step before, and gives a result for who
leads the crew, and what goes to the others. Nothing else passes between members.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import FolderError, GraphFormatError
from grundy.graphs.csr import INT64
from grundy.graphs.io.columns import Batch
from grundy.graphs.io.source import tidy
from grundy.large.arcs import numbers_of, require_room_for
from grundy.large.edge_file import EdgeFile
from grundy.large.output import Counts, deliver, names_at
from grundy.large.share import Arcs, Inbox, Outbox, Owners, Rows, Share, with_holders
from grundy.runtime.files import flush_to_disk
from grundy.runtime.folders import measured

# What a member keeps of its share in files: the rows once, and the labels at each checkpoint.

Arrays = dict[str, npt.NDArray[Any]]
_ROWS = ("degrees", "pointers", "indices", "asked_pointers", "asked")


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Write arrays by name, as NumPy does."""
    with path.open("wb") as stream:
        np.savez(stream, allow_pickle=False, **arrays)


def read_arrays(path: Path) -> Arrays:
    """Read what `write_arrays` wrote."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError) as error:
        raise FolderError(
            f"{path}: a worker cannot read this piece ({type(error).__name__}); "
            "the folder has to be one that all workers see."
        ) from None


def of_inbox(inbox: Inbox) -> Arrays:
    """Return messages as arrays by name, in order."""
    return {
        f"message-{place:06d}-{sender}-{part}": array
        for place, (sender, message) in enumerate(inbox)
        for part, array in enumerate(message)
    }


def inbox_of(arrays: Arrays) -> Inbox:
    """Return the messages of `of_inbox`, which stand in order, perhaps among others."""
    messages: dict[tuple[int, int], list[npt.NDArray[Any]]] = {}
    for name in arrays:
        if name.startswith("message-"):
            place, sender, _ = map(int, name.split("-")[1:])
            messages.setdefault((place, sender), []).append(arrays[name])
    return [(sender, tuple(parts)) for (_, sender), parts in messages.items()]


def pieces_of(
    file: EdgeFile, member: int, members: int, size: int
) -> Iterator[tuple[INT64, INT64]]:
    """Yield the arcs of every row group that is this member's, about *size* at a time."""
    import pyarrow

    try:
        for batch in _batches_of(file, member, members, size):
            tails, heads = (numbers_of(file, batch.column(place)) for place in (0, 1))
            yield np.ascontiguousarray(tails), np.ascontiguousarray(heads)
    except FileNotFoundError:
        raise GraphFormatError(
            "a worker does not see this file; put it, --save and --output where all workers do.",
            file=file.name,
        ) from None
    except pyarrow.ArrowException as error:
        raise GraphFormatError(f"cannot be read: {tidy(error)}.", file=file.name) from None


def _batches_of(file: EdgeFile, member: int, members: int, size: int) -> Iterator[Any]:
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


# One member of a crew: it reads its part of the files, keeps its share, and writes its labels.

_BATCH = 1 << 16


class Member:
    """The holder of one share."""

    def __init__(self, number: int, owners: Owners) -> None:
        self.number = number
        self.owners = owners
        self._arcs = Arcs(number, owners)
        self._pieces: Iterator[Any] | None = None
        self._share: Share | None = None
        self._waiting: Inbox = []  # what had come when a checkpoint was made

    @property
    def share(self) -> Share:
        """The share, once `connect` has made it."""
        assert self._share is not None  # noqa: S101 - the leader calls the steps in order
        return self._share

    # ---- from files to rows ---------------------------------------------------------------------

    def read(self, inbox: Inbox, file: EdgeFile, size: int) -> tuple[tuple[bool, int], Outbox]:
        """Read about *size* arcs more; return whether there are others, and how many were read."""
        self._arcs.take(inbox)
        if self._pieces is None:
            self._pieces = pieces_of(file, self.number, self.owners.shares, size)
        piece = next(self._pieces, None)
        if piece is None:
            return (False, 0), {}
        return (True, len(piece[0])), self._arcs.deal(*piece)

    def greatest(self, inbox: Inbox) -> tuple[int, Outbox]:
        """Return the greatest number that was read here, -1 for none."""
        self._arcs.take(inbox)
        return self._arcs.greatest, {}

    def build(self, inbox: Inbox, below: int, file: str) -> tuple[None, Outbox]:
        """Build the rows, of a graph of the vertices 0 .. below - 1; ask the others for copies."""
        require_room_for(file, below, None, workers=self.owners.shares)
        self._rows, outbox = self._arcs.build(below)
        return None, outbox

    def connect(self, inbox: Inbox, misere: bool) -> tuple[int, Outbox]:
        """Record the holders of copies; return the number of own vertices."""
        self._share = Share(self.owners.shares, with_holders(self._rows, inbox), misere)
        del self._rows
        return len(self._share.label), {}

    # ---- labelling ------------------------------------------------------------------------------

    def label(self, inbox: Inbox, step: str, *arguments: Any) -> Any:
        """Do a step of `Share`."""
        return getattr(self.share, step)(self._with_waiting(inbox), *arguments)

    def _with_waiting(self, inbox: Inbox) -> Inbox:
        waiting, self._waiting = self._waiting, []
        return waiting + inbox

    # ---- checkpoints ----------------------------------------------------------------------------

    def save_rows(self, inbox: Inbox, folder: str, name: str) -> tuple[dict[str, Any], Outbox]:
        """Write the rows to a piece of the folder; return what is measured of it."""
        rows = {part: getattr(self.share.rows, part) for part in _ROWS}
        return self._save(Path(folder, name.format(self.number)), rows)

    def save(self, inbox: Inbox, folder: str, name: str) -> tuple[dict[str, Any], Outbox]:
        """Write the labels so far, and what has come, to a piece of the folder; measure it."""
        self._waiting = self._with_waiting(inbox)
        arrays = self.share.checkpoint() | of_inbox(self._waiting)
        return self._save(Path(folder, name.format(self.number)), arrays)

    def load(
        self, inbox: Inbox, folder: str, rows: str, name: str, misere: bool
    ) -> tuple[None, Outbox]:
        """Go back to a checkpoint."""
        checkpoint = read_arrays(Path(folder, name.format(self.number)))
        row_arrays = read_arrays(Path(folder, rows.format(self.number)))
        self._share = Share(self.owners.shares, Rows(*(row_arrays[part] for part in _ROWS)), misere)
        self._share.restore(checkpoint)
        self._waiting = inbox_of(checkpoint)
        return None, {}

    def _save(self, path: Path, arrays: Arrays) -> tuple[dict[str, Any], Outbox]:
        write_arrays(path, arrays)
        flush_to_disk(path)
        return measured(path), {}

    # ---- from labels to a file ------------------------------------------------------------------

    def write(
        self, inbox: Inbox, folder: str | None, play: str, names: str | None
    ) -> tuple[Counts, Outbox]:
        """Count the labels, and write them to a file of the folder if there is one."""
        path = folder and Path(folder, f"part-{self.number:05d}.parquet")
        return deliver(self._batches(names), path, play), {}

    def _batches(self, path: str | None) -> Iterator[Batch]:
        """Yield the labels in batches, by vertex; one at least."""
        share = self.share
        counters, masks = share.counters, share.masks
        numbers = self.owners.numbers(self.number, np.arange(len(share.label)))
        names = numbers if path is None else names_at(path, numbers)
        for start in range(0, max(len(numbers), 1), _BATCH):
            here = slice(start, start + _BATCH)
            yield Batch(names[here], np.maximum(share.label[here], -1), masks[here], counters[here])
