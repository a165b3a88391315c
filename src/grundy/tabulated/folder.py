"""The folder of a table: blocks, and a manifest that says what they are and their hashes."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from typing import Any, ClassVar

from grundy.errors import FolderError
from grundy.running.folders import KeptFolder, measured, read_state, require_form

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
    def known(self) -> list[str]:
        """The files that are whole."""
        return list(self._pieces | self._new)

    @property
    def bytes(self) -> int:
        """How long they are together."""
        return sum(each["bytes"] for each in (self._pieces | self._new).values())

    def take(self, pieces: dict[str, dict[str, Any]]) -> None:
        """Take note of a block's files; the manifest names them within a second or so."""
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
        known = self._pieces | self._new
        digest = hashlib.sha256()
        for name in sorted(known):
            digest.update(f"{name} {known[name]['sha256']}\n".encode())
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
    found = read_state(path)
    if "game" not in found["task"] or "blocks" not in found["task"]:
        raise FolderError(f"{folder}: this is no table of a game, but another run's folder.")
    require_form(path, found["task"], {"game": str, "start": str, "rules": str, "kinds": list})
    return found
