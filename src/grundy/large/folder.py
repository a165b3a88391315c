"""A folder that keeps what a long labelling needs to go on: one task, one run at a time."""

from __future__ import annotations

import json
import os
from typing import Any

from grundy._version import __version__
from grundy.errors import GrundyError
from grundy.files import whole_file
from grundy.locked import LockedFolder

_FORMAT = 1


class FolderError(GrundyError):
    """A folder that cannot be used: of another task, in use, or damaged."""


class Folder(LockedFolder):
    """A folder with the state of one run.

    ``state.json`` is written whole, after the files that it names, and then the files of the
    state before are removed: a run that is killed at any moment leaves one whole state.

    Args:
        path: Made if it is not there.
        task: What the run works on; a folder belongs to one task.
        resume: Whether what is there already may be gone on from.

    Raises:
        FolderError: If another run uses the folder, it belongs to another task, or it holds a
            state and *resume* is not asked for.
    """

    def __init__(
        self, path: str | os.PathLike[str], task: dict[str, Any], *, resume: bool = False
    ) -> None:
        super().__init__(path, FolderError)
        self.path = self.folder
        self.task = task
        try:
            self.state = self._read(resume)
        except BaseException:
            self.close()
            raise

    def write(self, state: dict[str, Any]) -> None:
        """Put a state in place of the one before."""
        whole = {"version": __version__, "format": _FORMAT, "task": self.task, "state": state}
        with whole_file(self.path / "state.json") as path:
            path.write_text(json.dumps(whole, indent=1), encoding="utf-8")
        self.state = state

    def _read(self, resume: bool) -> dict[str, Any] | None:
        path = self.path / "state.json"
        if not path.exists():
            return None
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            form, task, state = found["format"], dict(found["task"]), dict(found["state"])
        except (OSError, ValueError, KeyError, TypeError):
            raise FolderError(f"{path}: this is no state of a run; use another folder.") from None
        if form != _FORMAT:
            raise FolderError(f"{path}: this state is of another version; use another folder.")
        for key, ours in self.task.items():
            if task.get(key) != ours:
                raise FolderError(
                    f"{self.path}: the run kept here has another {key} "
                    f"({_shown(task.get(key))}, not {_shown(ours)}); use another folder."
                )
        if not resume:
            raise FolderError(
                f"{self.path}: a run of this task is kept here; add --resume to go on from it, "
                "or use another folder."
            )
        return state


def _shown(item: object) -> str:
    text = str(item)
    return text if len(text) <= 40 else f"{text[:12]}…"
