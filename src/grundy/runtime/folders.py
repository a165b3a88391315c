"""A folder that a run goes on from, written by one run at a time.

A piece is written under a name of its own and flushed to the disk. ``state.json`` is written
beside the old one, flushed, and put in its place; the pieces of the old state go last. So a run
that is stopped at any moment leaves one whole state. The state has a hash of itself too, and all
hashes are checked when the folder is opened: what is damaged is refused, never gone on from.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

from grundy._version import __version__
from grundy.errors import FolderError
from grundy.runtime.files import flush_to_disk, whole_file

_FORMAT = 2
_STATE, _LOCK = "state.json", "lock"
_CHUNK = 1 << 20

Pieces = dict[str, dict[str, Any]]


class KeptFolder:
    """The state of one run and its pieces, open for one process at a time.

    The folder is locked from here to `close`; the system drops the lock of a killed run.
    """

    strays: ClassVar[tuple[str, ...]] = ()
    """The names, as patterns, of what a run writes here: without a state they are left-overs."""

    form: ClassVar[dict[str, Any]] = {}
    """The types of what the state of such a run says, by name."""

    def __init__(
        self, folder: str | os.PathLike[str], task: dict[str, Any], *, resume: bool = False
    ) -> None:
        self.folder = Path(folder)
        above = (self.folder, *self.folder.parents)
        self._made = [path for path in above if not path.exists()]  # the deepest first
        self.folder.mkdir(parents=True, exist_ok=True)
        self._take_lock()
        self.task = task
        self.state: dict[str, Any] | None = None
        self._pieces: Pieces = {}
        self._new: Pieces = {}
        try:
            self._open(resume)
        except BaseException:
            self.close()
            raise

    def _take_lock(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where the system has no locks, a file stands for one
            from filelock import FileLock, Timeout

        self._lock = FileLock(self.folder / _LOCK)
        try:
            self._lock.acquire(timeout=0)
            # A run that wrote nothing may just have removed the folder with the lock in it.
            locked = (self.folder / _LOCK).exists()
        except Timeout:
            locked = False
        if not locked:
            raise FolderError(
                f"{self.folder}: another run writes here; wait for it, or use another folder."
            )

    def close(self) -> None:
        """Release the folder for another run."""
        if self._made and [entry.name for entry in self.folder.iterdir()] == [_LOCK]:
            (self.folder / _LOCK).unlink()
            with contextlib.suppress(OSError):  # another run has just come
                for folder in self._made:
                    folder.rmdir()
        self._lock.release()
        self._made = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The names of the pieces of the state."""
        return tuple(self._pieces)

    def add(self, name: str, write: Callable[[Path], object]) -> None:
        """Write a piece; it counts once `commit` has named it."""
        if name in self._pieces:
            raise ValueError(f"The piece {name} is there, and is never written twice.")
        path = self.folder / name
        try:
            write(path)
        except BaseException:
            _remove(path)  # half written; so the same name can be written again
            raise
        flush_to_disk(path)
        self._new[name] = measured(path)

    def note(self, name: str, measures: dict[str, Any]) -> None:
        """Record a piece that another process has written and measured by `measured`."""
        self._new[name] = measures

    def commit(self, state: dict[str, Any], names: tuple[str, ...] | None = None) -> None:
        """Put a state in place of the one before, and then remove the pieces it does without."""
        all_pieces = self._pieces | self._new
        pieces = all_pieces if names is None else {name: all_pieces[name] for name in names}
        whole = {
            "version": __version__,
            "format": _FORMAT,
            "task": self.task,
            "state": state,
            "pieces": pieces,
        }
        with whole_file(self.folder / _STATE, durable=True) as path:
            text = json.dumps(whole | {"sha256": _hash_of(whole)}, indent=1)
            path.write_text(text, encoding="utf-8")
        before, self._pieces, self._new, self.state = self._pieces, pieces, {}, state
        for name in before.keys() - pieces.keys():
            _remove(self.folder / name)

    def _another(self, task: dict[str, Any]) -> str | None:
        """Explain why a folder of this task is not ours; None where it is."""
        for key, ours in self.task.items():
            if task.get(key) != ours:
                return (
                    f"the run kept here has another {key} "
                    f"({_shown(task.get(key))}, not {_shown(ours)}); use another folder."
                )
        return None

    def _already(self, state: dict[str, Any]) -> str | None:
        """Describe what is kept here and needs ``--resume``; None where nothing is."""
        return (
            "a run of this task is kept here; add --resume to go on from it, or use another folder."
        )

    def _is_kept(self, path: Path, measures: dict[str, Any]) -> bool:
        """Return whether a piece is gone on from; one that is damaged ends the run."""
        _require_same(path, measures)
        return True

    def _open(self, resume: bool) -> None:
        path = self.folder / _STATE
        if not path.exists():
            return
        content = read_state(path)
        fault = self._another(content["task"])
        if fault is None and not resume:
            fault = self._already(content["state"])
        if fault is not None:
            raise FolderError(f"{self.folder}: {fault}")
        require_form(path, content["state"], self.form)
        self._pieces = {
            name: measures
            for name, measures in content["pieces"].items()
            if self._is_kept(self.folder / name, measures)
        }
        self.state = content["state"]
        for pattern in self.strays:
            for stray in self.folder.glob(pattern):
                if stray.name not in self._pieces:
                    _remove(stray)


def read_state(path: Path) -> dict[str, Any]:
    """Return what a state file says: version, format, task, state, and the pieces' measures."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        stated = content.pop("sha256", None)
        form = content["format"]
        whole = form != _FORMAT or (_hash_of(content) == stated and _is_state(content))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        whole = False
    if not whole:
        raise _damaged(path)
    if form != _FORMAT:
        raise FolderError(f"{path}: this state is of another version; use another folder.")
    result: dict[str, Any] = content
    return result


def require_form(path: Path, part: dict[str, Any], form: dict[str, Any]) -> None:
    """Raise `FolderError` where a part of a state lacks a field, or has one of another type."""
    if not all(isinstance(part.get(name), kind) for name, kind in form.items()):
        raise _damaged(path)


def _damaged(path: Path) -> FolderError:
    return FolderError(f"{path}: this is no state of a run, or a damaged one; use another folder.")


def _is_state(content: dict[str, Any]) -> bool:
    """Whether all is there, and every piece has a bare name: none lies outside the folder."""
    return (
        isinstance(content["task"], dict)
        and isinstance(content["state"], dict)
        and all(
            Path(name).name == name
            and isinstance(measures["bytes"], int)
            and isinstance(measures["sha256"], str)
            for name, measures in content["pieces"].items()
        )
    )


def _hash_of(plain: dict[str, Any]) -> str:
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _require_same(path: Path, measures: dict[str, Any]) -> None:
    """Raise `FolderError` where a piece is missing or is not what was written."""
    try:
        same = _size(path) == measures["bytes"] and measured(path) == measures
    except FileNotFoundError:
        raise FolderError(
            f"{path}: this piece is missing; bring it back, or delete the folder."
        ) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FolderError(f"{path}: this piece cannot be read: {reason}.") from None
    if not same:
        raise FolderError(f"{path}: this piece is not what was written; delete the folder.")


def measured(path: Path) -> dict[str, Any]:
    """Return the size and the hash of a file, or of all files in a folder with their names."""
    digest = hashlib.sha256()
    for file in _files(path):
        if file != path:
            digest.update(f"{file.relative_to(path).as_posix()} {file.stat().st_size}\n".encode())
        with file.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    return {"bytes": _size(path), "sha256": digest.hexdigest()}


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in _files(path))


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    yield from sorted(file for file in path.rglob("*") if file.is_file())


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _shown(item: object) -> str:
    text = str(item)
    return text if len(text) <= 40 else f"{text[:12]}…"
