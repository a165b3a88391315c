"""Cram compiled: boards of up to 8 x 8 cells by tricks on 64 bits, and others of up to 63 cells.

A board of 8 x 8 is a uint64: bit 8 * row + column is 1 where the cell is free. A *piece* is a
connected board in canonical form: pushed to the corner, the least of its 8 mirror images and
turns. Other boards have the bits, and the images, that `grundy.named.kernels.boards` says.

Functions without `compiled` take (word, data, out), as `grundy.games.Packed` says.
"""

from __future__ import annotations

import numpy as np

from grundy.compiled.bits import ctz
from grundy.compiled.kernels import compiled
from grundy.named.kernels.boards import (
    COLUMNS,
    FIRST_ROW,
    IMAGES,
    NOT_FIRST,
    NOT_LAST,
    image,
    spread,
)

_1 = np.uint64(1)
_2 = np.uint64(2)
_4 = np.uint64(4)
_7 = np.uint64(7)
_8 = np.uint64(8)
_9 = np.uint64(9)
_14 = np.uint64(14)
_16 = np.uint64(16)
_28 = np.uint64(28)
_32 = np.uint64(32)
_56 = np.uint64(56)
_ROW = np.uint64(0xFF)
_NOT_FIRST = np.uint64(0xFEFEFEFEFEFEFEFE)  # all columns but the first
_PAIRS = np.uint64(0x5555555555555555)
_QUADS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_EACH_BYTE = np.uint64(0x0101010101010101)
_BYTES = np.uint64(0x00FF00FF00FF00FF)
_WORDS = np.uint64(0x0000FFFF0000FFFF)
_SWAP_1 = np.uint64(0x00AA00AA00AA00AA)
_SWAP_2 = np.uint64(0x0000CCCC0000CCCC)
_SWAP_4 = np.uint64(0x00000000F0F0F0F0)


@compiled
def count_cells(board):
    """Count the free cells of a board, as int."""
    pairs = board - ((board >> _1) & _PAIRS)
    quads = (pairs & _QUADS) + ((pairs >> _2) & _QUADS)
    return np.int64((((quads + (quads >> _4)) & _NIBBLES) * _EACH_BYTE) >> _56)


@compiled
def _cornered(board):
    """Push a board that is not empty to the first row and column."""
    board >>= np.uint64(ctz(board)) & _56
    folded = board | (board >> _32)
    folded |= folded >> _16
    folded |= folded >> _8
    return board >> np.uint64(ctz(folded & _ROW))


@compiled
def _mirrored(board):
    """Reverse each row."""
    board = ((board >> _1) & _PAIRS) | ((board & _PAIRS) << _1)
    board = ((board >> _2) & _QUADS) | ((board & _QUADS) << _2)
    return ((board >> _4) & _NIBBLES) | ((board & _NIBBLES) << _4)


@compiled
def _upended(board):
    """Reverse the order of the rows."""
    board = ((board >> _8) & _BYTES) | ((board & _BYTES) << _8)
    board = ((board >> _16) & _WORDS) | ((board & _WORDS) << _16)
    return (board >> _32) | (board << _32)


@compiled
def _transposed(board):
    """Exchange rows and columns."""
    swap = (board ^ (board >> _7)) & _SWAP_1
    board ^= swap ^ (swap << _7)
    swap = (board ^ (board >> _14)) & _SWAP_2
    board ^= swap ^ (swap << _14)
    swap = (board ^ (board >> _28)) & _SWAP_4
    return board ^ swap ^ (swap << _28)


@compiled
def canonical(board):
    """Return the least of a board's 8 images, each pushed to the corner."""
    least = _cornered(board)
    for _ in range(2):
        upended = _upended(board)
        least = min(least, _cornered(_mirrored(board)))
        least = min(least, _cornered(upended))
        least = min(least, _cornered(_mirrored(upended)))
        board = _transposed(board)
        least = min(least, _cornered(board))
    return least


@compiled
def _neighbours(board):
    """Return the cells beside those of a board."""
    return (
        (board << _8) | (board >> _8) | ((board << _1) & _NOT_FIRST) | ((board & _NOT_FIRST) >> _1)
    )


@compiled
def _piece_around(board):
    """Return the cells of *board* connected to its first one."""
    piece = board & (~board + _1)
    while True:
        grown = (piece | _neighbours(piece)) & board
        if grown == piece:
            return piece
        piece = grown


@compiled
def count_moves(piece):
    """Count the dominoes that fit, as int."""
    return count_cells(piece & (piece >> _8)) + count_cells(piece & ((piece & _NOT_FIRST) >> _1))


def dominoes(word, data, out):
    """Cover two free cells of a board of 8 x 8; data is nothing."""
    piece = np.uint64(word)
    count = 0
    for step in (_1, _8):
        after = (piece & _NOT_FIRST) >> _1 if step == _1 else piece >> _8
        starts = piece & after
        while starts != 0:
            first = starts & (~starts + _1)
            starts ^= first
            out[count] = np.int64(piece ^ (first | (first << step)))
            count += 1
    return count


def pieces(word, data, out):
    """Write the pieces of a board of 8 x 8, in canonical form, without single cells."""
    board = np.uint64(word)
    count = 0
    while board != 0:
        part = _piece_around(board)
        board ^= part
        if part & (part - _1) != 0:
            out[count] = np.int64(canonical(part))
            count += 1
    return count


def count_dominoes(word, data, out):
    """Count the dominoes that fit on a piece of a board of 8 x 8."""
    return count_moves(np.uint64(word))


def pieces_on(word, data, out):
    """Write the pieces of any board, pushed to the corner, the least of their images."""
    count = 0
    while word:
        part = spread(word & -word, word, data)
        word ^= part
        if part & (part - 1):
            out[count] = _least_image(part, data)
            count += 1
    return count


@compiled
def _least_image(piece, data):
    least = np.int64(-1)
    for number in range(data[IMAGES]):
        found = image(piece, number, data)
        while not found & data[FIRST_ROW]:
            found >>= data[COLUMNS]
        while not found & ~data[NOT_FIRST]:
            found >>= 1
        if least < 0 or found < least:
            least = found
    return least


def count_dominoes_on(word, data, out):
    """Count the dominoes that fit on a piece of any board."""
    across, down = word & word >> 1 & data[NOT_LAST], word & word >> data[COLUMNS]
    return count_cells(np.uint64(across)) + count_cells(np.uint64(down))
