"""A folder that one run at a time may write."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from grundy.errors import FolderError

_LOCK = "lock"


class LockedFolder:
    """A folder that is locked from here to `close`; the system drops the lock of a killed run."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._made = _make(self.folder)
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
        """Let another run use the folder."""
        if self._made and [entry.name for entry in self.folder.iterdir()] == [_LOCK]:
            (self.folder / _LOCK).unlink()
            with contextlib.suppress(OSError):  # another run has just come
                for folder in self._made:
                    folder.rmdir()
        self._lock.release()
        self._made = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _make(folder: Path) -> tuple[Path, ...]:
    """Make a folder and those above it; give the ones that were not there, the deepest first."""
    missing = [folder, *folder.parents]
    made = tuple(path for path in missing if not path.exists())
    folder.mkdir(parents=True, exist_ok=True)
    return made
