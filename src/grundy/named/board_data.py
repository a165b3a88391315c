"""What compiled rules have to know of a board: its edges and its mirror images."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt


@cache
def first_column(rows: int, columns: int) -> int:
    """Return the cells of the first column, as bits."""
    return sum(1 << columns * row for row in range(rows))


@cache
def board_data(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Return what `grundy.named.kernels.boards` has to know of a board of up to 63 cells.

    Returns:
        int64[...], as that module says.
    """
    cells = rows * columns
    full, first = (1 << cells) - 1, first_column(rows, columns)
    images = _images(rows, columns)
    chunks = (cells + 7) // 8
    head = [columns, full & ~(first << columns - 1), cells, full, full & ~first,
            (1 << columns) - 1, len(images), chunks]  # fmt: skip
    tables = [
        sum(1 << to[8 * chunk + bit] for bit in range(8) if byte >> bit & 1
            and 8 * chunk + bit < cells)
        for to in images
        for chunk in range(chunks)
        for byte in range(256)
    ]  # fmt: skip
    return np.array(head + tables, np.int64)


def _images(rows: int, columns: int) -> list[list[int]]:
    """Return where each cell goes under each mirror image and turn that keeps the board."""
    places = np.arange(rows * columns).reshape(rows, columns)
    turned = [places, places.T] if rows == columns else [places]
    found = {
        tuple(one[::down, ::across].ravel().tolist())
        for one in turned for down in (1, -1) for across in (1, -1)
    }  # fmt: skip
    return [list(image) for image in sorted(found)]
