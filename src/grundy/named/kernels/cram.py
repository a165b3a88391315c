"""Cram compiled: boards of up to 8 x 8 cells by tricks on 64 bits, and others of up to 63 cells.

A board of 8 x 8 is a uint64: bit 8 * row + column is 1 where the cell is free. A *piece* is a
connected board in canonical form: pushed to the corner, the least of its 8 mirror images and
turns. Other boards have the bits, and the images, that `grundy.named.kernels.boards` says.

Functions without `compiled` take (word, data, out), as `grundy.games.Packed` says.
"""

from __future__ import annotations

import numpy as np

from grundy.named.kernels.boards import (
    COLUMNS,
    FIRST_ROW,
    IMAGES,
    NOT_FIRST,
    NOT_LAST,
    image,
    spread,
)
from grundy.runtime.bits import ctz, popcount
from grundy.runtime.kernels import compiled

_1 = np.uint64(1)
_NOT_FIRST = np.uint64(0xFEFEFEFEFEFEFEFE)  # all columns but the first
_PAIRS = np.uint64(0x5555555555555555)
_QUADS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x00FF00FF00FF00FF)
_WORDS = np.uint64(0x0000FFFF0000FFFF)
_SWAP_1 = np.uint64(0x00AA00AA00AA00AA)
_SWAP_2 = np.uint64(0x0000CCCC0000CCCC)
_SWAP_4 = np.uint64(0x00000000F0F0F0F0)


@compiled
def _cornered(board):
    """Push a board that is not empty to the first row and column."""
    board >>= ctz(board) & 56
    folded = board | (board >> 32)
    folded |= folded >> 16
    folded |= folded >> 8
    return board >> ctz(folded)


@compiled
def _mirrored(board):
    board = ((board >> 1) & _PAIRS) | ((board & _PAIRS) << 1)
    board = ((board >> 2) & _QUADS) | ((board & _QUADS) << 2)
    return ((board >> 4) & _NIBBLES) | ((board & _NIBBLES) << 4)


@compiled
def _upended(board):
    board = ((board >> 8) & _BYTES) | ((board & _BYTES) << 8)
    board = ((board >> 16) & _WORDS) | ((board & _WORDS) << 16)
    return np.uint64((board >> 32) | (board << 32))


@compiled
def _transposed(board):
    swap = (board ^ (board >> 7)) & _SWAP_1
    board ^= swap ^ (swap << 7)
    swap = (board ^ (board >> 14)) & _SWAP_2
    board ^= swap ^ (swap << 14)
    swap = (board ^ (board >> 28)) & _SWAP_4
    return board ^ swap ^ (swap << 28)


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
    return (board << 8) | (board >> 8) | ((board << 1) & _NOT_FIRST) | ((board & _NOT_FIRST) >> 1)


@compiled
def _piece_around(board):
    piece = board & -board
    while True:
        grown = (piece | _neighbours(piece)) & board
        if grown == piece:
            return piece
        piece = grown


@compiled
def count_moves(piece):
    """Count the dominoes that fit, as int."""
    return popcount(piece & (piece >> 8)) + popcount(piece & ((piece & _NOT_FIRST) >> 1))


def dominoes(word, data, out):
    """Cover two free cells of a board of 8 x 8; data is nothing."""
    piece = np.uint64(word)
    count = 0
    for step in (1, 8):
        after = (piece & _NOT_FIRST) >> 1 if step == 1 else piece >> 8
        starts = piece & after
        while starts != 0:
            first = starts & -starts
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
    least = -1
    for number in range(data[IMAGES]):
        candidate = image(piece, number, data)
        while not candidate & data[FIRST_ROW]:
            candidate >>= data[COLUMNS]
        while not candidate & ~data[NOT_FIRST]:
            candidate >>= 1
        if least < 0 or candidate < least:
            least = candidate
    return least


def count_dominoes_on(word, data, out):
    """Count the dominoes that fit on a piece of any board."""
    across, down = word & word >> 1 & data[NOT_LAST], word & word >> data[COLUMNS]
    return popcount(across) + popcount(down)
