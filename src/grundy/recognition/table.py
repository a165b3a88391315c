"""The table of known games in the user's cache: each part is built once, whole, then mapped."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from grundy.files.whole import user_cache, writable_user_cache
from grundy.recognition.spaces import Part, Space, spaces
from grundy.running import notices
from grundy.running.folders import measured
from grundy.running.limits import Progress

_HASH = "sha256"
_FORMAT = 4  # another one where the same games would be kept in another way


def open_table(progress: Progress | None = None) -> tuple[Part, ...]:
    """Return the table, one part a space; what the cache does not have is built.

    Each part is kept as soon as it is there, so that what is interrupted goes on.
    """
    games = spaces()
    found = [_read(space, _folder(space)) for space in games]
    if all(found):
        return tuple(part for part in found if part is not None)
    if writable_user_cache() is None:
        _say("every time, for no cache directory can be written (set XDG_CACHE_HOME)")
        return tuple(_built(space, report) for space, report in _reports(games, progress))
    from filelock import FileLock

    with FileLock(user_cache() / "known-games.lock"):
        parts: list[Part] = []
        said = False
        for space, report in _reports(games, progress):
            # Somebody else may have built it meanwhile.
            part = _read(space, _folder(space))
            if part is None:
                if not said:
                    _say("once")
                said = True
                part = _built(space, report)
                try:
                    _keep(part, _folder(space))
                except OSError as error:  # a full disk
                    _notify(f"The table is not kept in {user_cache()}: {error.strerror}")
            parts.append(part)
        return tuple(parts)


def _reports(
    games: Sequence[Space], progress: Progress | None
) -> Iterator[tuple[Space, Callable[[int], None]]]:
    """Yield each space with what reports how many of its games are done."""
    sizes = [space.size * space.work for space in games]
    for number, space in enumerate(games):
        done = sum(sizes[:number])

        def report(count: int, work: int = space.work) -> None:
            nonlocal done
            done += count * work
            if progress is not None:
                progress("known games", done, sum(sizes))

        yield space, report


def _folder(space: Space) -> Path:
    """Return the folder of a space: another one for other games."""
    words = " ".join([str(_FORMAT), space.name, str(space.heaps), *space.extras])
    return user_cache() / f"known-games-{space.name}-{zlib.crc32(words.encode()):08x}"


def _say(often: str) -> None:
    _notify(f"Building the table of known games; this takes about a minute, {often}")


def _notify(sentence: str) -> None:
    if notices.on_need is not None:
        notices.on_need(sentence)


def _built(space: Space, report: Callable[[int], None]) -> Part:
    from grundy.recognition.building import build

    return build(space, report)


def _read(space: Space, folder: Path) -> Part | None:
    """Map the files of a part; None where they are not there, or not as they were written."""
    try:
        if (folder / _HASH).read_text(encoding="ascii") != _hash_of(folder):
            return None
    except (OSError, ValueError):
        return None
    rows, row_of = (
        np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
        for name in ("rows", "games")
    )
    return Part(space, rows, row_of)


def _hash_of(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.npy")):
        digest.update(file.name.encode() + measured(file)["sha256"].encode())
    return digest.hexdigest()


def _keep(part: Part, folder: Path) -> None:
    """Write a part beside the place where it is to stand, and then put it there."""
    import shutil

    from grundy.files.whole import whole_folder

    with whole_folder(folder.parent) as work:
        np.save(work / "rows.npy", part.rows, allow_pickle=False)
        np.save(work / "games.npy", part.row_of, allow_pickle=False)
        (work / _HASH).write_text(_hash_of(work), encoding="ascii")
        shutil.rmtree(folder, ignore_errors=True)  # what could not be read
        work.rename(folder)
