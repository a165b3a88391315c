"""What is asked of a long run without its values: zeros, records, frequencies and a hash.

Values come in pieces of any length and are not kept. The same values give the same answers,
however they are cut.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt

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
    found = ChainedHash()
    found.take(values)
    return found.hexdigest()


class Summary:
    """Zeros, records, frequencies and the hash of the values from heap 0 on."""

    def __init__(self, wanted: Collection[str] = EVERYTHING) -> None:
        self.wanted = frozenset(wanted)
        self._hash = ChainedHash()
        self._zeros: list[Numbers] = []
        self._records: list[tuple[int, int]] = []
        self._counts = np.zeros(0, np.int64)

    @classmethod
    def of(cls, values: Values, wanted: Collection[str] = EVERYTHING) -> Self:
        """Summarise values that are there already."""
        found = cls(wanted)
        found.take(0, values)
        return found

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
            if "zeros" in self.wanted:
                zeros = np.flatnonzero(part == 0)
                if len(zeros):
                    self._zeros.append(zeros + (first + start))
            if "records" in self.wanted:
                self._note_records(first + start, part)
            if "frequencies" in self.wanted:
                counts = counts_of(part, len(self._counts))
                counts[: len(self._counts)] += self._counts
                self._counts = counts
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
    def counts(self) -> Numbers:
        """How often each value occurs, int64[…] by value, if frequencies are wanted."""
        return self._counts

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
        found = cls()
        found._zeros = [arrays["zeros"].astype(np.int64)]
        found._records = [(int(heap), int(value)) for heap, value in arrays["records"]]
        found._counts = arrays["counts"].astype(np.int64)
        begun = stop // PIECE * PIECE
        found._hash = ChainedHash(begun, arrays["link"].tobytes())
        found._hash.take(tail[len(tail) - (stop - begun) :])
        return found
