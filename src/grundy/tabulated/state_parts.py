"""Parts of a search for states: the words that each knows, and what waits, larger than memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from grundy.errors import LimitError
from grundy.tabulated.kernels import reach as kernels

PARTS = 64
_ROWS = 1 << 20  # of a file taken or written at a time
LEAST = 1 << 12  # slots of a part's table, and rows that it keeps in memory
_SLOT = 12  # bytes


class Rows:
    """Rows of whole numbers, added at the end and taken from the beginning."""

    def __init__(self, path: Path, width: int, most_kept: int) -> None:
        self._path, self._width, self._most_kept = path, width, most_kept
        self._kept: list[np.ndarray] = []
        self._in_memory = self._written = self._read = 0

    def __len__(self) -> int:
        return self._written - self._read + self._in_memory

    def add(self, rows: np.ndarray) -> None:
        """Add rows, which nobody changes any more."""
        self._kept.append(rows)
        self._in_memory += len(rows)
        if self._in_memory > self._most_kept:
            self._flush()

    def take(self, most: int) -> np.ndarray:
        """Return the first rows, at most so many; they are forgotten."""
        if self._read == self._written:
            rows = _joined(self._kept, self._width)
            self._kept, self._in_memory = [rows[most:]], max(len(rows) - most, 0)
            return rows[:most]
        rows = self._from_file(self._read, most)
        self._read += len(rows)
        return rows

    def pieces(self) -> Iterator[np.ndarray]:
        """Yield all rows, a million or so at a time; they stay."""
        for first in range(0, self._written, _ROWS):
            yield self._from_file(first, _ROWS)
        if self._in_memory:
            yield _joined(self._kept, self._width)

    def _from_file(self, first: int, most: int) -> np.ndarray:
        count = min(most, self._written - first)
        flat = np.fromfile(
            self._path, np.int64, self._width * count, offset=8 * self._width * first
        )
        return flat.reshape(-1, self._width)

    def _flush(self) -> None:
        with self._path.open("ab") as file:
            _joined(self._kept, self._width).tofile(file)
        self._written += self._in_memory
        self._kept, self._in_memory = [], 0


def _joined(pieces: list[np.ndarray], width: int) -> np.ndarray:
    return np.concatenate([np.zeros((0, width), np.int64), *pieces])


class Part:
    """The words of one part, what leads to them, and what waits to be looked up."""

    def __init__(self, folder: Path, number: int, most_kept: int) -> None:
        self.count = 0
        self.words = Rows(folder / f"words-{number:02d}", 1, most_kept)
        self.waiting = Rows(folder / f"waiting-{number:02d}", 2, most_kept)
        self.arcs = Rows(folder / f"arcs-{number:02d}", 2, most_kept)
        self._keys = np.zeros(0, np.int64)
        self._codes = np.zeros(0, np.int32)

    @property
    def bytes(self) -> int:
        """What the table takes."""
        return _SLOT * len(self._keys)

    def insert(self, pairs: np.ndarray, base: int) -> np.ndarray:
        """Put codes in the place of the words of some pairs; return the words that are new."""
        fresh = np.empty(len(pairs), np.int64)
        new = first = 0
        while first < len(pairs):
            room = self._room()  # most pairs are of words that are known
            more = int(
                kernels.insert(
                    pairs[first : first + room], self._keys, self._codes, self.count, base,
                    fresh[new:],
                )
            )  # fmt: skip
            self.words.add(fresh[new : new + more, None])
            self.count += more
            new += more
            first += room
        return fresh[:new]

    def forget(self) -> None:
        """Give the table's memory back; it is made again from the file of words."""
        self._keys, self._codes = np.zeros(0, np.int64), np.zeros(0, np.int32)

    def _room(self) -> int:
        """Return how many words the table has room for; one that is half full is made anew."""
        if 4 * self.count >= len(self._keys) or not len(self._keys):
            if self.count >= 2**30:
                raise LimitError(f"More than {PARTS * 2**30:,} states are beyond this way.")
            slots = max(LEAST, 1 << (8 * self.count).bit_length())
            self._keys, self._codes = np.zeros(slots, np.int64), np.zeros(slots, np.int32)
            first = 0
            for piece in self.words.pieces():
                kernels.put_back(piece[:, 0].copy(), self._keys, self._codes, first)
                first += len(piece)
        return len(self._keys) // 2 - self.count
