"""A folder that keeps the values of a long run, so that it can be stopped and go on.

Values are kept in pieces that are written once; see `grundy.runtime.folders` for what a run that is
killed at any moment leaves, and how damage is noticed.

A run whose values flow by leaves the first pieces and one checkpoint: its last values, and what
it has found so far.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any, BinaryIO, ClassVar, Self

import numpy as np
import numpy.typing as npt

from grundy.errors import FolderError
from grundy.runtime.folders import KeptFolder

Values = npt.NDArray[np.unsignedinteger]
Numbers = npt.NDArray[np.int64]

EVERYTHING = ("zeros", "records", "frequencies")
PIECE = 1 << 20  # values between two links of the chain of hashes


def counts_of(values: npt.NDArray[Any], size: int = 0) -> Numbers:
    """Count how often each value occurs, a piece at a time: NumPy would copy all to int64."""
    counts = np.zeros(max(size, int(values.max(initial=0)) + 1), np.int64)
    for first in range(0, len(values), PIECE):
        counts += np.bincount(values[first : first + PIECE], minlength=len(counts))
    return counts


class ChainedHash:
    """A SHA-256 of values that a run can go on with after a stop."""

    def __init__(self, filled: int = 0, link: bytes = b"") -> None:
        # from heap 0, or from a multiple of PIECE with the hash of what is before
        self.filled = filled
        self.link = link
        self._open = hashlib.sha256(link)

    def take(self, values: Values) -> None:
        """Add the next values."""
        while len(values):
            part = values[: PIECE - self.filled % PIECE]
            self._open.update(part.astype("<u4").tobytes())
            self.filled += len(part)
            if self.filled % PIECE == 0:
                self.link = self._open.digest()
                self._open = hashlib.sha256(self.link)
            values = values[len(part) :]

    def hexdigest(self) -> str:
        """Return the hash of all values so far, as 64 hexadecimal digits."""
        if self.filled and self.filled % PIECE == 0:
            return self.link.hex()
        return self._open.hexdigest()


def hash_of(values: Values) -> str:
    """Return the chained hash of values from heap 0 on."""
    chained = ChainedHash()
    chained.take(values)
    return chained.hexdigest()


class Summary:
    """Zeros, records, frequencies and the hash of the values from heap 0 on."""

    def __init__(self, views: Collection[str] = EVERYTHING) -> None:
        self.views = frozenset(views)
        self._hash = ChainedHash()
        self._zeros: list[Numbers] = []
        self._records: list[tuple[int, int]] = []
        self.counts = np.zeros(0, np.int64)

    @classmethod
    def of(cls, values: Values, views: Collection[str] = EVERYTHING) -> Self:
        """Summarise values that are there already."""
        summary = cls(views)
        summary.take(0, values)
        return summary

    @property
    def stop(self) -> int:
        """How many heaps have been taken."""
        return self._hash.filled

    def take(self, first: int, values: Values) -> None:
        """Add the values of the heaps from *first* on, which has to be `stop`."""
        if first != self.stop:
            raise ValueError(f"Heap {self.stop} comes next, not {first}.")
        for start in range(0, len(values), PIECE):
            part = values[start : start + PIECE]
            if "zeros" in self.views:
                zeros = np.flatnonzero(part == 0)
                if len(zeros):
                    self._zeros.append(zeros + (first + start))
            if "records" in self.views:
                self._note_records(first + start, part)
            if "frequencies" in self.views:
                counts = counts_of(part, len(self.counts))
                counts[: len(self.counts)] += self.counts
                self.counts = counts
            self._hash.take(part)

    def _note_records(self, first: int, part: Values) -> None:
        greatest = self._records[-1][1] if self._records else -1
        if int(part.max()) > greatest:
            highest = np.maximum.accumulate(np.append(greatest, part.astype(np.int64)))
            places = np.flatnonzero(highest[1:] > highest[:-1])
            self._records += zip((first + places).tolist(), part[places].tolist(), strict=True)

    @property
    def zeros(self) -> Numbers:
        """The heaps of value 0, int64[…], if they are wanted."""
        self._zeros = [np.concatenate([np.zeros(0, np.int64), *self._zeros])]
        return self._zeros[0]

    @property
    def records(self) -> list[tuple[int, int]]:
        """(heap, value) where the value is greater than all before it, if they are wanted."""
        return list(self._records)

    @property
    def sha256(self) -> str:
        """The `ChainedHash` of the values, as 64 hexadecimal digits."""
        return self._hash.hexdigest()

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return what `restored` needs, but for the last values: some small arrays."""
        return {
            "zeros": self.zeros,
            "records": np.array(self._records, np.int64).reshape(-1, 2),
            "counts": self.counts,
            "link": np.frombuffer(self._hash.link, np.uint8),
        }

    @classmethod
    def restored(cls, arrays: Mapping[str, npt.NDArray[Any]], stop: int, tail: Values) -> Self:
        """Go on from heap *stop*."""
        summary = cls()
        summary._zeros = [arrays["zeros"].astype(np.int64)]
        summary._records = [(int(heap), int(value)) for heap, value in arrays["records"]]
        summary.counts = arrays["counts"].astype(np.int64)
        begun = stop // PIECE * PIECE
        summary._hash = ChainedHash(begun, arrays["link"].tobytes())
        summary._hash.take(tail[len(tail) - (stop - begun) :])
        return summary


USUAL_SECONDS = 20.0
"""Between two saves, about."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run whose values are not kept can go on."""

    first: int
    tail: npt.NDArray[np.unsignedinteger]
    summary: dict[str, npt.NDArray[Any]]


class HeapFolder(KeptFolder):
    """A folder with something of one game, open for one run at a time."""

    kind: ClassVar[str]
    in_its_own: ClassVar[str]

    def __init__(
        self,
        folder: str | os.PathLike[str],
        game: str,
        *,
        resume: bool = False,
        save_every: float = USUAL_SECONDS,
    ) -> None:
        self.game, self.save_every, self.saved = game, save_every, time.monotonic()
        try:
            super().__init__(folder, {self.kind: game}, resume=resume)
        except (FileExistsError, NotADirectoryError):
            no_folder = f"{os.fspath(folder)}: this is no folder; {self.in_its_own} own."
            raise FolderError(no_folder) from None


class Store(HeapFolder):
    """A folder with the values of one game."""

    kind = "game"
    in_its_own = "values are kept in a folder of their"
    strays: ClassVar[tuple[str, ...]] = ("values-*.npy", "checkpoint-*.npz")
    form: ClassVar[dict[str, Any]] = {
        "filled": int, "values": list, "checkpoint": (dict, NoneType),
    }  # fmt: skip

    @property
    def filled(self) -> int:
        """How many values are kept."""
        return 0 if self.state is None else int(self.state["filled"])

    @property
    def reached(self) -> int:
        """The heap that a later run goes on from."""
        return max(self.filled, self._first)

    def load(self) -> npt.NDArray[np.unsignedinteger]:
        """Return all kept values."""
        parts = [_read(self.folder / name) for name in self._names]
        if any(part.ndim != 1 or part.dtype.kind != "u" for part in parts):
            raise FolderError(f"{self.folder}: what is kept here is no values; use another folder.")
        if sum(map(len, parts)) != self.filled:
            raise FolderError(f"{self.folder}: values are missing here; use another folder.")
        return np.concatenate(parts) if parts else np.zeros(0, np.uint8)

    def save(self, values: npt.NDArray[np.unsignedinteger], filled: int) -> None:
        """Keep the values that are not kept yet; those before are never written again."""
        start = self.filled
        if filled <= start:
            return
        part = np.ascontiguousarray(values[start:filled])
        name = f"values-{start:015d}.npy"
        self.add(name, _writer(lambda file: np.save(file, part, allow_pickle=False)))
        self._keep(filled, [*self._names, name], self._checkpoint)

    def load_checkpoint(self) -> Checkpoint | None:
        """Return the checkpoint, if there is one."""
        if self._checkpoint is None:
            return None
        with _read(self.folder / str(self._checkpoint["file"])) as arrays:
            contents = {name: arrays[name] for name in arrays.files}
        return Checkpoint(self._first, contents.pop("tail"), contents)

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint in place of the one before, unless that one is farther."""
        if self._checkpoint is not None and self._first >= checkpoint.first:
            return
        name = f"checkpoint-{checkpoint.first:015d}.npz"
        arrays: dict[str, Any] = {"tail": checkpoint.tail, **checkpoint.summary}
        self.add(name, _writer(lambda file: np.savez(file, **arrays)))
        self._keep(self.filled, self._names, {"file": name, "first": checkpoint.first})

    @property
    def _names(self) -> list[str]:
        return [] if self.state is None else self.state["values"]

    @property
    def _checkpoint(self) -> dict[str, Any] | None:
        return None if self.state is None else self.state["checkpoint"]

    @property
    def _first(self) -> int:
        return 0 if self._checkpoint is None else int(self._checkpoint["first"])

    def _keep(self, filled: int, names: list[str], checkpoint: dict[str, Any] | None) -> None:
        state = {"filled": filled, "values": names, "checkpoint": checkpoint}
        last = () if checkpoint is None else (str(checkpoint["file"]),)
        self.commit(state, (*names, *last))

    def _another(self, task: dict[str, Any]) -> str | None:
        held = task.get("game")
        return None if held == self.game else f"this folder holds {held}, not {self.game}."

    def _already(self, state: dict[str, Any]) -> str | None:
        return (
            f"values of {self.game} are here already; add --resume to go on from them, or use "
            "another folder."
        )


def _writer(write: Callable[[BinaryIO], object]) -> Callable[[Path], None]:
    def to_path(path: Path) -> None:
        with path.open("wb") as file:
            write(file)

    return to_path


def _read(path: Path) -> Any:
    try:
        return np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        raise FolderError(f"{path}: this piece cannot be read; delete the folder.") from None
