"""The folder of a table: how it is cut into blocks, their hashes and files."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from grundy.errors import FolderError
from grundy.runtime.folders import KeptFolder, measured, read_state, require_form

if TYPE_CHECKING:
    from grundy.games.indexed import Indexed


# How a table is cut into blocks, and what it takes: said before the work begins.

_FEWEST_BITS = 16
_MOST_BITS = 26
_BLOCKS = 8  # the binary logarithm of how many blocks a table has, where it is not too large
_ARC = 16  # bytes of disk an arc, while a block with cycles is labelled


@dataclass(frozen=True)
class Plan:
    """How a table is cut into blocks of 2^shift numbers; the last may be shorter."""

    count: int
    shift: int
    tiers: tuple[int, ...]
    cyclic: bool
    remoteness: bool

    @property
    def kinds(self) -> tuple[str, ...]:
        """What is kept of each block."""
        counters = ("counters",) if self.cyclic else ()
        return ("values", *counters, *(("remoteness",) if self.remoteness else ()))

    def bounds(self, block: int) -> tuple[int, int]:
        """Return the first number of a block, and the one behind its last."""
        first = block << self.shift
        return first, min(first + (1 << self.shift), self.count)

    def stages(self) -> Iterator[list[int]]:
        """Yield the blocks of each stage, the lowest stage first."""
        ordered = sorted(range(len(self.tiers)), key=self.tiers.__getitem__)
        for _, blocks in groupby(ordered, self.tiers.__getitem__):
            yield list(blocks)

    @property
    def disk(self) -> int:
        """The bytes of the finished table, if no block needs two for a value."""
        return self.count * (1 + 4 * self.cyclic + 2 * self.remoteness)

    def memory(self, threads: int, arcs_each: float) -> int:
        """Return the bytes that the work takes besides the table itself."""
        block = 1 << self.shift
        if not self.cyclic:
            return min(threads, len(self.tiers)) * block * (1 + 2 * self.remoteness)
        return int(block * (40 + 4 * arcs_each))

    def workspace(self, arcs_each: float) -> int:
        """Return the bytes of disk that the work takes for a while."""
        return int((1 << self.shift) * arcs_each * _ARC) if self.cyclic else 0


def plan(indexed: Indexed, *, remoteness: bool) -> Plan:
    """Return how a game's table is cut; it depends on the game alone."""
    count = indexed.count
    bits = max(count - 1, 1).bit_length()
    cyclic = indexed.order == "cycles"
    if indexed.tier is not None:
        shift = indexed.bits
    elif cyclic:
        shift = bits  # one block
    else:
        shift = min(max(_FEWEST_BITS, bits - _BLOCKS), _MOST_BITS)
    blocks = range(-(-count // (1 << shift)))
    if indexed.tier is not None:
        tiers = tuple(map(indexed.tier, blocks))
    elif indexed.order == "shrinks":
        tiers = tuple(block.bit_count() for block in blocks)  # taking away never adds a bit
    else:
        tiers = tuple(blocks)
    return Plan(count, shift, tiers, cyclic, remoteness)


# The folder of a table: blocks, and a manifest that says what they are and their hashes.

MANIFEST = "state.json"
_SECONDS_BETWEEN = 1.0


class TableFolder(KeptFolder):
    """The folder of a table that is being made, open for one run at a time."""

    strays: ClassVar[tuple[str, ...]] = ("values-*", "counters-*", "remoteness-*")

    def __init__(
        self, folder: str | os.PathLike[str], task: dict[str, Any], *, resume: bool
    ) -> None:
        self.damaged: list[str] = []
        self._written = time.monotonic()
        super().__init__(folder, task, resume=resume)

    @property
    def file_names(self) -> list[str]:
        """The files that are whole."""
        return list(self._pieces | self._new)

    @property
    def bytes(self) -> int:
        """How long they are together."""
        return sum(each["bytes"] for each in (self._pieces | self._new).values())

    def take(self, pieces: dict[str, dict[str, Any]]) -> None:
        """Record a block's files; the manifest lists them within about a second."""
        for name, measures in pieces.items():
            self.note(name, measures)
        if time.monotonic() - self._written > _SECONDS_BETWEEN:
            self.write()

    def write(self) -> None:
        """Write the manifest."""
        self.commit({})
        self._written = time.monotonic()

    def finish(self) -> None:
        """Write the manifest of a table that is whole, with one hash for all of it."""
        pieces = self._pieces | self._new
        digest = hashlib.sha256()
        for name in sorted(pieces):
            digest.update(f"{name} {pieces[name]['sha256']}\n".encode())
        self.commit({"sha256": digest.hexdigest()})

    def _is_kept(self, path: Path, measures: dict[str, Any]) -> bool:
        try:
            whole = path.stat().st_size == measures["bytes"] and is_whole(path, measures)
        except OSError:
            whole = False
        if not whole:
            self.damaged.append(path.name)
        return whole

    def _already(self, state: dict[str, Any]) -> str | None:
        return (
            "a table of this game is kept here; add --resume to make what is missing, or use "
            "another folder."
        )


def is_whole(path: Path, measures: dict[str, Any]) -> bool:
    """Whether a block is what was written, by its size and the hash of all of it."""
    return measured(path).items() <= measures.items()


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the manifest of a table: task, state and pieces."""
    path = Path(folder) / MANIFEST
    if not path.exists():
        raise FolderError(f"{folder}: this is no table of a game; `grundy tabulate` makes one.")
    manifest = read_state(path)
    if "game" not in manifest["task"] or "blocks" not in manifest["task"]:
        raise FolderError(f"{folder}: this is no table of a game, but another run's folder.")
    require_form(path, manifest["task"], {"game": str, "start": str, "rules": str, "kinds": list})
    return manifest


# Hashes of the pages of a block, so that a look-up checks what it reads and no more.

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
            digests = _hash(self._data[page * _PAGE : (page + 1) * _PAGE])
            whole = digests == stated[page * _DIGITS : (page + 1) * _DIGITS]
            checked = slice(page, page + 1)
        if not whole:
            raise _damaged(self._path)
        self._checked[checked] = True


def _damaged(path: Path) -> FolderError:
    return FolderError(f"{path}: this block is not what was written; make it anew with --resume.")


def _hash(data: memoryview) -> str:
    return hashlib.blake2b(data, digest_size=_DIGITS // 2).hexdigest()


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

    def missing(self) -> set[int]:
        """Return the blocks of which not all that is kept is there."""
        blocks = range(len(self._plan.tiers))
        return {b for kind in self._plan.kinds for b in blocks if (kind, b) not in self._arrays}

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
            raise _damaged(path)
        self._arrays[kind, block] = array
        if kind == "values":  # before a kernel finds the address
            self.wide[block] = size == 2
        getattr(self, kind)[block] = array.ctypes.data

    def array(self, kind: str, block: int) -> np.ndarray:
        """Return the entries of a block, read-only."""
        return self._arrays[kind, block]

    def pages(self, pieces: dict[str, dict[str, Any]]) -> dict[tuple[str, int], Pages]:
        """Return what checks the pages of each block that is mapped, by a table's manifest."""
        checks = {}
        for (kind, block), array in self._arrays.items():
            name = name_of(kind, block, array.itemsize)
            checks[kind, block] = Pages(self._folder / name, array, pieces[name])
        return checks


def parsed(name: str) -> tuple[str, int, int]:
    """Return what a file's name says: kind, block, and bytes of an entry."""
    kind, _, rest = name.partition("-")
    number, _, size = rest.partition(".u")
    return kind, int(number), int(size)
