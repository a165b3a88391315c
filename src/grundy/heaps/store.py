"""A folder that keeps the values of a long run, so that it can be stopped and go on.

Values are kept in pieces that are written once, whole or not at all; ``state.json`` lists
the finished ones and is replaced last. So a run that is killed at any moment leaves the state
of its last save. A lock, which the system drops when the run ends, keeps a second run out.

A run whose values flow by leaves the first pieces and one checkpoint: its last values, and what
it has found so far.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy._version import __version__
from grundy.errors import GrundyError
from grundy.files import whole_file
from grundy.locked import LockedFolder

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run whose values are not kept can go on.

    Attributes:
        first: The heap to go on from.
        tail: The last values before it.
        found: What has been found so far, by name.
    """

    first: int
    tail: npt.NDArray[np.unsignedinteger]
    found: dict[str, npt.NDArray[Any]]


class StoreError(GrundyError):
    """A folder of values that cannot be used: of another game, in use, or damaged."""


class Store(LockedFolder):
    """A folder with the values of one game, open for one run at a time.

    Args:
        folder: Made if it is not there.
        game: The text of the game; a folder belongs to one game.
        resume: Whether values that are there already may be gone on from.

    Raises:
        StoreError: If another run uses the folder, it belongs to another game, or it holds
            values and *resume* is not asked for.
    """

    def __init__(self, folder: str | os.PathLike[str], game: str, *, resume: bool = False) -> None:
        try:
            super().__init__(folder, StoreError)
        except (FileExistsError, NotADirectoryError):
            raise StoreError(
                f"{os.fspath(folder)}: this is no folder; values are kept in a folder of their own."
            ) from None
        self.game = game
        self._checkpoint: dict[str, Any] | None = None
        try:
            self._pieces = self._read_state(resume)
        except BaseException:
            self.close()
            raise

    @property
    def filled(self) -> int:
        """How many values are kept."""
        return int(self._pieces[-1]["stop"]) if self._pieces else 0

    @property
    def reached(self) -> int:
        """The heap that a later run goes on from."""
        last = 0 if self._checkpoint is None else int(self._checkpoint["first"])
        return max(self.filled, last)

    def load(self) -> npt.NDArray[np.unsignedinteger]:
        """Give all kept values.

        Raises:
            StoreError: If a piece is missing or is not what was written.
        """
        parts: list[npt.NDArray[np.unsignedinteger]] = []
        for piece in self._pieces:
            path = self.folder / str(piece["file"])
            try:
                part = np.load(path, allow_pickle=False)
            except (OSError, ValueError, EOFError) as error:
                raise StoreError(f"{path}: this piece {_trouble(error)}.") from None
            if _hash(part) != piece["sha256"] or len(part) != piece["stop"] - piece["start"]:
                raise StoreError(f"{path}: this piece is not what was written; delete the folder.")
            parts.append(part)
        return np.concatenate(parts) if parts else np.zeros(0, np.uint8)

    def save(self, values: npt.NDArray[np.unsignedinteger], filled: int) -> None:
        """Keep the values that are not kept yet; those before are never written again."""
        start = self.filled
        if filled <= start:
            return
        part = np.ascontiguousarray(values[start:filled])
        name = f"values-{start:015d}.npy"
        with whole_file(self.folder / name) as path, path.open("wb") as file:
            np.save(file, part, allow_pickle=False)
        self._pieces.append({"file": name, "start": start, "stop": filled, "sha256": _hash(part)})
        self._write_state()

    def load_checkpoint(self) -> Checkpoint | None:
        """Give the checkpoint, if there is one.

        Raises:
            StoreError: If its file is missing or is not what was written.
        """
        if self._checkpoint is None:
            return None
        path = self.folder / str(self._checkpoint["file"])
        try:
            data = path.read_bytes()
        except OSError as error:
            raise StoreError(f"{path}: this checkpoint {_trouble(error)}.") from None
        if hashlib.sha256(data).hexdigest() != self._checkpoint["sha256"]:
            raise StoreError(f"{path}: this checkpoint is not what was written; delete the folder.")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in arrays.files}
        return Checkpoint(int(self._checkpoint["first"]), found.pop("tail"), found)

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint in place of the one before, unless that one is farther."""
        older = self._checkpoint
        if older is not None and older["first"] >= checkpoint.first:
            return
        stream = io.BytesIO()
        np.savez(stream, tail=checkpoint.tail, **checkpoint.found)  # type: ignore[arg-type]
        data = stream.getvalue()
        name = f"checkpoint-{checkpoint.first:015d}.npz"
        with whole_file(self.folder / name) as path:
            path.write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        self._checkpoint = {"file": name, "first": checkpoint.first, "sha256": digest}
        self._write_state()
        for path in self.folder.glob("checkpoint-*.npz"):
            if path.name != name:
                path.unlink(missing_ok=True)

    def _write_state(self) -> None:
        state = {
            "version": __version__,
            "format": _FORMAT,
            "game": self.game,
            "pieces": self._pieces,
            "checkpoint": self._checkpoint,
        }
        with whole_file(self.folder / "state.json") as path:
            path.write_text(json.dumps(state, indent=1), encoding="utf-8")

    def _read_state(self, resume: bool) -> list[dict[str, Any]]:
        path = self.folder / "state.json"
        if not path.exists():
            return []
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
            game, pieces = state["game"], list(state["pieces"])
            checkpoint = state.get("checkpoint")
            stops = [0, *(piece["stop"] for piece in pieces)]
            whole = [piece["start"] for piece in pieces] == stops[:-1]
            # a bare name: a piece never lies outside the folder
            files = [*pieces, *([checkpoint] if checkpoint else [])]
            whole &= all(Path(piece["file"]).name == piece["file"] for piece in files)
            whole &= all(isinstance(piece["sha256"], str) for piece in files)
            whole &= checkpoint is None or isinstance(checkpoint["first"], int)
        except (OSError, ValueError, KeyError, TypeError):
            raise StoreError(f"{path}: this is no state of a run.") from None
        if state.get("format") != _FORMAT or not whole:
            raise StoreError(f"{path}: this state is of another version, or damaged.")
        if game != self.game:
            raise StoreError(f"{self.folder}: this folder holds {game}, not {self.game}.")
        if pieces and not resume:
            raise StoreError(
                f"{self.folder}: values of {game} are here already; add --resume to go on "
                "from them, or use another folder."
            )
        self._checkpoint = checkpoint
        return pieces


def _trouble(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "is missing; bring it back, or delete the folder"
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read: {error.strerror.lower()}"
    return "is not what was written; delete the folder"


def _hash(values: npt.NDArray[np.unsignedinteger]) -> str:
    # the same whatever the width in which a value is kept
    return hashlib.sha256(values.astype("<u4").tobytes()).hexdigest()
