"""What a member keeps of its share in files: the rows once, and the labels at each checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import FolderError
from grundy.large.shares.messages import Inbox
from grundy.large.shares.rows import Rows

Arrays = dict[str, npt.NDArray[Any]]
_ROWS = ("degrees", "pointers", "indices", "asked_pointers", "asked")


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Write arrays by name, as NumPy does."""
    with path.open("wb") as stream:
        np.savez(stream, allow_pickle=False, **arrays)


def read_arrays(path: Path) -> Arrays:
    """Read what `write_arrays` wrote."""
    try:
        with np.load(path, allow_pickle=False) as found:
            return {name: found[name] for name in found.files}
    except (OSError, ValueError, EOFError) as error:
        raise FolderError(
            f"{path}: a worker cannot read this piece ({type(error).__name__}); "
            "the folder has to be one that all workers see."
        ) from None


def of_rows(rows: Rows) -> Arrays:
    """Return rows as arrays by name."""
    return {name: getattr(rows, name) for name in _ROWS}


def rows_of(arrays: Arrays) -> Rows:
    """Return the rows of `of_rows`."""
    return Rows(*(arrays[name] for name in _ROWS))


def of_inbox(inbox: Inbox) -> Arrays:
    """Return messages as arrays by name, in order."""
    return {
        f"message-{place:06d}-{sender}-{part}": array
        for place, (sender, message) in enumerate(inbox)
        for part, array in enumerate(message)
    }


def inbox_of(arrays: Arrays) -> Inbox:
    """Return the messages of `of_inbox`, which may stand among others."""
    found: dict[tuple[int, int], list[npt.NDArray[Any]]] = {}
    for name in arrays:
        if name.startswith("message-"):
            place, sender, _ = map(int, name.split("-")[1:])
            found.setdefault((place, sender), []).append(arrays[name])
    return [(sender, tuple(parts)) for (_, sender), parts in sorted(found.items(), key=_place)]


def _place(entry: tuple[tuple[int, int], object]) -> tuple[int, int]:
    return entry[0]
