"""Boards as sets of cells in words, compiled: neighbours, parts that hang together, mirror images.

Bit columns * row + column is a cell. What is to be known of a board stands in one array:

data        int64[HEAD + 256 * images * bytes]: see the constants, and then for each mirror image
            and each byte of a set the image of that byte's cells, for all 256 bytes
"""

from __future__ import annotations

import numpy as np

from grundy.compiled.on_first_use import compiled

COLUMNS, NOT_LAST, CELLS, FULL, NOT_FIRST, FIRST_ROW, IMAGES, BYTES, HEAD = range(9)


@compiled
def around(cells, data):
    """Return the cells beside some cells, and these."""
    across = (cells & data[NOT_LAST]) << 1 | (cells & data[NOT_FIRST]) >> 1
    down = cells << data[COLUMNS] | cells >> data[COLUMNS]
    return (cells | across | down) & data[FULL]


@compiled
def spread(cells, within, data):
    """Return all cells of *within* that hang together with some."""
    while True:
        grown = around(cells, data) & within
        if grown == cells:
            return cells
        cells = grown


@compiled
def image(plane, number, data):
    """Return a plane under a mirror image or turn of the board."""
    found = np.int64(0)
    at = HEAD + 256 * number * data[BYTES]
    while plane:
        found |= data[at + (plane & 255)]
        plane >>= 8
        at += 256
    return found
