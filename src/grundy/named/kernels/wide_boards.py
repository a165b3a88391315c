"""Cram compiled for boards of up to 126 cells: a set of cells is two words of 63 bits.

The first word has the lower cells. Bits and images are those of `grundy.named.kernels.boards`, and
what is to be known of a board is

data        int64[HEAD + 2 * 128 * images * chunks]: see the constants, where a set of cells takes
            two places, and then for each image and each 7 bits of a set the image of those cells,
            for all 128 ways to fill them

Functions without `compiled` take (word, data, out), as `grundy.games.Packed` says of two words.
"""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import popcount
from grundy.runtime.kernels import compiled

COLUMNS, IMAGES, CHUNKS, FIRST_ROW, NOT_LAST, NOT_FIRST, HEAD = 0, 1, 2, 3, 4, 6, 8

_WORD = np.int64(2**63 - 1)
_0 = np.int64(0)


@compiled
def _up(cells, by):
    """Move cells to places that are greater by up to 63."""
    low, high = cells
    return low << by & _WORD, (high << by | low >> 63 - by) & _WORD


@compiled
def _down(cells, by):
    """Move cells to places that are less by up to 63."""
    low, high = cells
    return (low >> by | high << 63 - by) & _WORD, high >> by


@compiled
def _both(cells, others):
    return cells[0] & others[0], cells[1] & others[1]


@compiled
def _either(cells, others):
    return cells[0] | others[0], cells[1] | others[1]


@compiled
def _without(cells, others):
    return cells[0] & ~others[0], cells[1] & ~others[1]


@compiled
def _mask(cells, data, place):
    return cells[0] & data[place], cells[1] & data[place + 1]


@compiled
def _first(cells):
    low, high = cells
    if low:
        return low & -low, _0
    return _0, high & -high


@compiled
def _piece_around(cells, within, data):
    columns = data[COLUMNS]
    while True:
        across = _either(
            _up(_mask(cells, data, NOT_LAST), 1), _down(_mask(cells, data, NOT_FIRST), 1)
        )
        down = _either(_up(cells, columns), _down(cells, columns))
        grown = _either(cells, _both(_either(across, down), within))
        if grown == cells:
            return cells
        cells = grown


@compiled
def _image(cells, number, data):
    """Return cells under a mirror image or turn of the board."""
    low, high = _0, _0
    start = HEAD + 256 * number * data[CHUNKS]
    for half in cells:
        at = start
        while half:
            place = at + 2 * (half & 127)
            low |= data[place]
            high |= data[place + 1]
            half >>= 7
            at += 256
        start += 9 * 256  # 9 times 7 bits are a word
    return low, high


@compiled
def _least_image(piece, data):
    """Return the least image of a piece, each pushed to the corner."""
    least = piece
    for number in range(data[IMAGES]):
        candidate = _image(piece, number, data)
        while not candidate[0] & data[FIRST_ROW]:
            candidate = _down(candidate, data[COLUMNS])
        while _mask(candidate, data, NOT_FIRST) == candidate:
            candidate = _down(candidate, 1)
        if number == 0 or candidate < least:
            least = candidate
    return least


@compiled
def _starts(cells, data):
    """Return the first cells of the dominoes that fit, of those across and of those down."""
    across = _both(_mask(cells, data, NOT_LAST), _down(cells, 1))
    return across, _both(cells, _down(cells, data[COLUMNS]))


def dominoes(word, data, out):
    """Cover two free cells."""
    across, down = _starts(word, data)
    return _cover(word, down, data[COLUMNS], out, _cover(word, across, 1, out, 0))


@compiled
def _cover(word, starts, step, out, count):
    """Write what each domino from a set of cells leaves; return how many are written now."""
    while starts != (0, 0):
        first = _first(starts)
        starts = _without(starts, first)
        out[count, 0], out[count, 1] = _without(_without(word, first), _up(first, step))
        count += 1
    return count


def pieces(word, data, out):
    """Write the pieces, pushed to the corner, the least of their images, without single cells."""
    count = 0
    while word != (0, 0):
        first = _first(word)
        piece = _piece_around(first, word, data)
        word = _without(word, piece)
        if piece != first:
            out[count, 0], out[count, 1] = _least_image(piece, data)
            count += 1
    return count


def count_dominoes(word, data, out):
    """Count the dominoes that fit on a piece."""
    across, down = _starts(word, data)
    return (
        popcount(across[0]) + popcount(across[1]) + popcount(down[0]) + popcount(down[1])
    )  # fmt: skip
