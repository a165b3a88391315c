"""The table of known games in the user's cache: built once, whole or not at all, then mapped."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from grundy.files.user_cache import user_cache, writable_user_cache
from grundy.recognition.spaces import Codes, Families, Part, Sets, Space, spaces
from grundy.running import notices
from grundy.running.folders import measured
from grundy.running.progress import Progress

_HASH = "sha256"
_FORMAT = 3  # another one where the same games would be kept in another way


def open_table(progress: Progress | None = None) -> tuple[Part, ...]:
    """Return the table, one part a space; it is built where the cache does not have it."""
    games = spaces()
    folder = user_cache() / _name(games)
    found = _read(games, folder)
    if found is not None:
        return found
    if writable_user_cache() is None:
        _say("every time, for no cache directory can be written (set XDG_CACHE_HOME)")
        return _built(games, progress)
    from filelock import FileLock

    with FileLock(folder.with_suffix(".lock")):
        found = _read(games, folder)  # somebody else may have built it meanwhile
        if found is None:
            _say("once")
            found = _built(games, progress)
            try:
                _keep(found, folder)
            except OSError as error:  # a full disk
                _notify(f"The table is not kept in {folder}: {error.strerror}")
        return found


def _name(games: Sequence[Space]) -> str:
    """Name the folder of a table: another one for other games."""
    texts = [str(_FORMAT)]
    for space in games:
        texts += [space.name, str(space.heaps), *space.extras]
    return f"known-games-{zlib.crc32(' '.join(texts).encode()):08x}"


def _say(often: str) -> None:
    _notify(f"Building the table of known games; this takes about a minute, {often}")


def _notify(sentence: str) -> None:
    if notices.on_need is not None:
        notices.on_need(sentence)


def _built(
    games: tuple[Sets, Codes, Sets, Families], progress: Progress | None
) -> tuple[Part, ...]:
    from grundy.recognition.building import build

    return tuple(build(games, progress))


def _read(games: Sequence[Space], folder: Path) -> tuple[Part, ...] | None:
    """Map the files of a table; None where they are not there, or not as they were written."""
    try:
        if (folder / _HASH).read_text(encoding="ascii") != _hash_of(folder):
            return None
    except (OSError, ValueError):
        return None
    parts = []
    for space in games:
        rows = np.load(folder / f"{space.name}-rows.npy", mmap_mode="r", allow_pickle=False)
        row_of = np.load(folder / f"{space.name}-games.npy", mmap_mode="r", allow_pickle=False)
        parts.append(Part(space, rows, row_of))
    return tuple(parts)


def _hash_of(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.npy")):
        digest.update(file.name.encode() + measured(file)["sha256"].encode())
    return digest.hexdigest()


def _keep(parts: Sequence[Part], folder: Path) -> None:
    """Write a table beside the place where it is to stand, and then put it there."""
    import shutil

    from grundy.files.whole import whole_folder

    with whole_folder(folder.parent) as work:
        for part in parts:
            np.save(work / f"{part.space.name}-rows.npy", part.rows, allow_pickle=False)
            np.save(work / f"{part.space.name}-games.npy", part.row_of, allow_pickle=False)
        (work / _HASH).write_text(_hash_of(work), encoding="ascii")
        shutil.rmtree(folder, ignore_errors=True)  # what could not be read
        work.rename(folder)
