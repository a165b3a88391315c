"""The blocks of a table that are there, mapped into memory for the kernels."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import FolderError
from grundy.tabulated.pages import Pages

if TYPE_CHECKING:
    from grundy.tabulated.plan import Plan


def name_of(kind: str, block: int, size: int) -> str:
    """Name the file of a block: its kind, its number and the bytes of an entry."""
    return f"{kind}-{block:06d}.u{size}"


class Mapped:
    """The blocks that are there. A block is mapped once, and stays until this object goes."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        blocks = len(plan.tiers)
        self._folder, self._plan = folder, plan
        self.values, self.wide = np.zeros(blocks, np.int64), np.zeros(blocks, np.int64)
        self.counters, self.remoteness = np.zeros(blocks, np.int64), np.zeros(blocks, np.int64)
        self._lock = Lock()
        self._arrays: dict[tuple[str, int], np.ndarray] = {}

    @property
    def table(self) -> tuple[int, np.ndarray, np.ndarray]:
        """What the kernels take of the table."""
        return self._plan.shift, self.values, self.wide

    @property
    def names(self) -> list[str]:
        """The files that are mapped."""
        return [name_of(*key, array.itemsize) for key, array in self._arrays.items()]

    def has(self, block: int, kinds: tuple[str, ...]) -> bool:
        """Return whether all that is kept of a block is there."""
        return all((kind, block) in self._arrays for kind in kinds)

    def add(self, names: list[str]) -> None:
        """Map some files."""
        with self._lock:  # threads that mapped a file twice would lose the one that is in use
            for name in names:
                kind, block, size = parsed(name)
                if (kind, block) not in self._arrays:
                    self._map(self._folder / name, kind, block, size)

    def _map(self, path: Path, kind: str, block: int, size: int) -> None:
        first, stop = self._plan.bounds(block)
        try:
            array = np.memmap(path, f"<u{size}", "r")
        except (OSError, ValueError):
            raise FolderError(
                f"{path}: this block is missing; make it anew with --resume."
            ) from None
        if len(array) != stop - first:
            raise FolderError(
                f"{path}: this block is not what was written; make it anew with --resume."
            )
        self._arrays[kind, block] = array
        if kind == "values":  # before a kernel finds the address
            self.wide[block] = size == 2
        getattr(self, kind)[block] = array.ctypes.data

    def array(self, kind: str, block: int) -> np.ndarray:
        """Return the entries of a block, read-only."""
        return self._arrays[kind, block]

    def pages(self, pieces: dict[str, dict[str, Any]]) -> dict[tuple[str, int], Pages]:
        """Return what checks the pages of each block that is mapped, by a table's manifest."""
        found = {}
        for (kind, block), array in self._arrays.items():
            name = name_of(kind, block, array.itemsize)
            found[kind, block] = Pages(self._folder / name, array, pieces[name])
        return found


def parsed(name: str) -> tuple[str, int, int]:
    """Return what a file's name says: kind, block, and bytes of an entry."""
    kind, _, rest = name.partition("-")
    number, _, size = rest.partition(".u")
    return kind, int(number), int(size)
