"""A folder that one run at a time may write."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from grundy.errors import GrundyError


class LockedFolder:
    """A folder that is locked from here to `close`; the system drops the lock of a killed run.

    Args:
        folder: Made if it is not there.
        problem: The error to raise where another run has the lock.
    """

    def __init__(self, folder: str | os.PathLike[str], problem: type[GrundyError]) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(self.folder / "lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise problem(
                f"{self.folder}: another run writes here; wait for it, or use another folder."
            ) from None

    def close(self) -> None:
        """Let another run use the folder."""
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
