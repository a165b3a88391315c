"""What compiled rules have to know of a board: its edges and its mirror images."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from grundy.games.values.packed import HALF


@cache
def first_column(rows: int, columns: int) -> int:
    """Return the cells of the first column, as bits."""
    return sum(1 << columns * row for row in range(rows))


@cache
def board_data(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Return what `grundy.named.kernels.boards` has to know of a board of up to 63 cells."""
    cells = rows * columns
    full, first = (1 << cells) - 1, first_column(rows, columns)
    images = _images(rows, columns)
    head = [columns, full & ~(first << columns - 1), cells, full, full & ~first,
            (1 << columns) - 1, len(images), (cells + 7) // 8]  # fmt: skip
    return np.array(head + _image_tables(images, 8), np.int64)


@cache
def wide_board_data(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Return what `grundy.named.kernels.wide_boards` has to know of a board of up to 126 cells."""
    full, first = (1 << rows * columns) - 1, first_column(rows, columns)
    images = _images(rows, columns)
    sets = [full & ~(first << columns - 1), full & ~first, *_image_tables(images, 7)]
    halves = [half for cells in sets for half in (cells & (1 << HALF) - 1, cells >> HALF)]
    head = [columns, len(images), (rows * columns + 6) // 7, (1 << columns) - 1]
    return np.array(head + halves, np.int64)


def _image_tables(images: list[list[int]], bits: int) -> list[int]:
    """Return the image of all sets of so many cells one after the other, by image and place."""
    return [
        sum(1 << cell for place, cell in enumerate(to[start : start + bits]) if chosen >> place & 1)
        for to in images
        for start in range(0, len(to), bits)
        for chosen in range(1 << bits)
    ]


def _images(rows: int, columns: int) -> list[list[int]]:
    """Return where each cell goes under each mirror image and turn that keeps the board."""
    places = np.arange(rows * columns).reshape(rows, columns)
    turned = [places, places.T] if rows == columns else [places]
    found = {
        tuple(one[::down, ::across].ravel().tolist())
        for one in turned for down in (1, -1) for across in (1, -1)
    }  # fmt: skip
    return [list(image) for image in sorted(found)]
