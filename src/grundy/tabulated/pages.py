"""Hashes of the pages of a block, so that a look-up checks what it reads and no more."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import FolderError
from grundy.running.folders import measured

if TYPE_CHECKING:
    from pathlib import Path

_PAGE = 1 << 20  # bytes
_DIGITS = 16  # of the hash of a page


def page_hashes(entries: np.ndarray) -> str:
    """Return the hashes of all pages, one after the other."""
    data = memoryview(entries.data).cast("B")
    return "".join(_hash(data[first : first + _PAGE]) for first in range(0, len(data), _PAGE))


class Pages:
    """The pages of one block that is read."""

    def __init__(self, path: Path, entries: np.ndarray, measures: dict[str, Any]) -> None:
        self._path, self._measures = path, measures
        self._data = memoryview(entries.data).cast("B")
        self._bytes = entries.itemsize
        self._checked = np.zeros(-(-len(self._data) // _PAGE), np.bool_)

    def check(self, first: int, stop: int) -> None:
        """Check the pages of the entries first .. stop - 1 that have not been checked yet."""
        for page in range(first * self._bytes // _PAGE, (stop * self._bytes - 1) // _PAGE + 1):
            if not self._checked[page]:
                self._check(page)

    def check_each(self, places: np.ndarray) -> None:
        """Check the pages of single entries, as `check` does."""
        for page in np.unique(places * self._bytes // _PAGE).tolist():
            if not self._checked[page]:
                self._check(page)

    def _check(self, page: int) -> None:
        stated = self._measures.get("pages")
        if stated is None:
            whole, checked = measured(self._path) == self._measures, slice(None)
        else:
            found = _hash(self._data[page * _PAGE : (page + 1) * _PAGE])
            whole = found == stated[page * _DIGITS : (page + 1) * _DIGITS]
            checked = slice(page, page + 1)
        if not whole:
            raise FolderError(
                f"{self._path}: this block is not what was written; make it anew with --resume."
            )
        self._checked[checked] = True


def _hash(data: memoryview) -> str:
    return hashlib.blake2b(data, digest_size=_DIGITS // 2).hexdigest()
