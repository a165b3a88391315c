"""The games that may have given values: codes and families from a file, sets as they are walked."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from grundy.recognition.given import Given
from grundy.recognition.spaces import FILE, Part, Rows, Sets, Space, spaces
from grundy.recognition.walked import walked, walked_rows
from grundy.running.limits import Progress


def known_games(given: Given, progress: Progress | None = None) -> tuple[Part, ...]:
    """Return the games of each space, those of sets only where they may have the values."""
    every, found = spaces(), []
    for number, space in enumerate(every):
        if progress is not None:
            progress("looking through known games", number, len(every))
        found.append(walked(space, given) if isinstance(space, Sets) else read_part(space))
    return tuple(found)


def known_rows(given: Given) -> tuple[Part, ...]:
    """Return the same with one set for each row."""
    return tuple(
        walked_rows(space, given) if isinstance(space, Sets) else read_part(space)
        for space in spaces()
    )


@cache
def read_part(space: Space) -> Part:
    """Return a space as it stands in the file."""
    with np.load(FILE, allow_pickle=False) as file:
        low, high, row_of = (file[f"{space.name}_{name}"] for name in ("low", "high", "games"))
    rows: Rows = low | high.astype(np.uint16) << np.uint16(8)
    return Part(space, rows, row_of.astype(np.int32), np.arange(space.size))


def packed(part: Part) -> dict[str, npt.NDArray[np.integer]]:
    """Return the arrays of a part that stand in the file; values in bytes take less there."""
    return {
        f"{part.space.name}_low": part.rows.astype(np.uint8),
        f"{part.space.name}_high": (part.rows >> 8).astype(np.uint8),
        f"{part.space.name}_games": part.row_of.astype(np.uint16),
    }
