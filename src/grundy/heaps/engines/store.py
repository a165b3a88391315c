"""A folder that keeps the values of a long run, so that it can be stopped and go on.

Values are kept in pieces that are written once; see `grundy.runtime.folders` for what a run that is
killed at any moment leaves, and how damage is noticed.

A run whose values flow by leaves the first pieces and one checkpoint: its last values, and what
it has found so far.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any, BinaryIO, ClassVar

import numpy as np
import numpy.typing as npt

from grundy.errors import FolderError
from grundy.runtime.folders import KeptFolder

USUAL_SECONDS = 20.0
"""Between two saves, about."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run whose values are not kept can go on."""

    first: int
    tail: npt.NDArray[np.unsignedinteger]
    found: dict[str, npt.NDArray[Any]]


class Store(KeptFolder):
    """A folder with the values of one game, open for one run at a time."""

    strays: ClassVar[tuple[str, ...]] = ("values-*.npy", "checkpoint-*.npz")
    form: ClassVar[dict[str, Any]] = {
        "filled": int, "values": list, "checkpoint": (dict, NoneType),
    }  # fmt: skip

    def __init__(
        self,
        folder: str | os.PathLike[str],
        game: str,
        *,
        resume: bool = False,
        save_every: float = USUAL_SECONDS,
    ) -> None:
        self.game = game
        self.save_every = save_every
        try:
            super().__init__(folder, {"game": game}, resume=resume)
        except (FileExistsError, NotADirectoryError):
            raise FolderError(
                f"{os.fspath(folder)}: this is no folder; values are kept in a folder of their own."
            ) from None

    @property
    def filled(self) -> int:
        """How many values are kept."""
        return 0 if self.state is None else int(self.state["filled"])

    @property
    def reached(self) -> int:
        """The heap that a later run goes on from."""
        return max(self.filled, self._first)

    def load(self) -> npt.NDArray[np.unsignedinteger]:
        """Return all kept values."""
        parts = [_read(self.folder / name) for name in self._names]
        if any(part.ndim != 1 or part.dtype.kind != "u" for part in parts):
            raise FolderError(f"{self.folder}: what is kept here is no values; use another folder.")
        if sum(map(len, parts)) != self.filled:
            raise FolderError(f"{self.folder}: values are missing here; use another folder.")
        return np.concatenate(parts) if parts else np.zeros(0, np.uint8)

    def save(self, values: npt.NDArray[np.unsignedinteger], filled: int) -> None:
        """Keep the values that are not kept yet; those before are never written again."""
        start = self.filled
        if filled <= start:
            return
        part = np.ascontiguousarray(values[start:filled])
        name = f"values-{start:015d}.npy"
        self.add(name, _writer(lambda file: np.save(file, part, allow_pickle=False)))
        self._keep(filled, [*self._names, name], self._checkpoint)

    def load_checkpoint(self) -> Checkpoint | None:
        """Return the checkpoint, if there is one."""
        if self._checkpoint is None:
            return None
        with _read(self.folder / str(self._checkpoint["file"])) as arrays:
            found = {name: arrays[name] for name in arrays.files}
        return Checkpoint(self._first, found.pop("tail"), found)

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint in place of the one before, unless that one is farther."""
        if self._checkpoint is not None and self._first >= checkpoint.first:
            return
        name = f"checkpoint-{checkpoint.first:015d}.npz"
        arrays: dict[str, Any] = {"tail": checkpoint.tail, **checkpoint.found}
        self.add(name, _writer(lambda file: np.savez(file, **arrays)))
        self._keep(self.filled, self._names, {"file": name, "first": checkpoint.first})

    @property
    def _names(self) -> list[str]:
        return [] if self.state is None else self.state["values"]

    @property
    def _checkpoint(self) -> dict[str, Any] | None:
        return None if self.state is None else self.state["checkpoint"]

    @property
    def _first(self) -> int:
        return 0 if self._checkpoint is None else int(self._checkpoint["first"])

    def _keep(self, filled: int, names: list[str], checkpoint: dict[str, Any] | None) -> None:
        state = {"filled": filled, "values": names, "checkpoint": checkpoint}
        last = () if checkpoint is None else (str(checkpoint["file"]),)
        self.commit(state, (*names, *last))

    def _another(self, task: dict[str, Any]) -> str | None:
        held = task.get("game")
        return None if held == self.game else f"this folder holds {held}, not {self.game}."

    def _already(self, state: dict[str, Any]) -> str | None:
        return (
            f"values of {self.game} are here already; add --resume to go on from them, or use "
            "another folder."
        )


def _writer(write: Callable[[BinaryIO], object]) -> Callable[[Path], None]:
    def to_path(path: Path) -> None:
        with path.open("wb") as file:
            write(file)

    return to_path


def _read(path: Path) -> Any:
    try:
        return np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        raise FolderError(f"{path}: this piece cannot be read; delete the folder.") from None
