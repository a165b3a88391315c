"""Cram compiled: boards of up to 8 x 8 cells by tricks on 64 bits, and others of up to 126 cells.

A board of 8 x 8 is a uint64: bit 8 * row + column is 1 where the cell is free. A *piece* is a
connected board in canonical form: pushed to the corner, the least of its 8 mirror images and
turns. Other boards have the bits, and the images, that `grundy.named.kernels.boards` says; of more
than 63 cells they are two words of 63 bits, the first with the lower cells.

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


# What is to be known of a board of two words: a set of cells takes two places, and after the head
# come for each image and each 7 bits of a set the image of those cells, for all 128 ways.
WIDE_IMAGES, WIDE_CHUNKS, WIDE_FIRST_ROW = 1, 2, 3
WIDE_NOT_LAST, WIDE_NOT_FIRST, WIDE_HEAD = 4, 6, 8

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
def _wide_piece_around(cells, within, data):
    columns = data[COLUMNS]
    while True:
        across = _either(
            _up(_mask(cells, data, WIDE_NOT_LAST), 1), _down(_mask(cells, data, WIDE_NOT_FIRST), 1)
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
    start = WIDE_HEAD + 256 * number * data[WIDE_CHUNKS]
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
def _least_wide_image(piece, data):
    """Return the least image of a piece, each pushed to the corner."""
    least = piece
    for number in range(data[WIDE_IMAGES]):
        candidate = _image(piece, number, data)
        while not candidate[0] & data[WIDE_FIRST_ROW]:
            candidate = _down(candidate, data[COLUMNS])
        while _mask(candidate, data, WIDE_NOT_FIRST) == candidate:
            candidate = _down(candidate, 1)
        if number == 0 or candidate < least:
            least = candidate
    return least


@compiled
def _starts(cells, data):
    """Return the first cells of the dominoes that fit, of those across and of those down."""
    across = _both(_mask(cells, data, WIDE_NOT_LAST), _down(cells, 1))
    return across, _both(cells, _down(cells, data[COLUMNS]))


def wide_dominoes(word, data, out):
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


def wide_pieces(word, data, out):
    """Write the pieces, pushed to the corner, the least of their images, without single cells."""
    count = 0
    while word != (0, 0):
        first = _first(word)
        piece = _wide_piece_around(first, word, data)
        word = _without(word, piece)
        if piece != first:
            out[count, 0], out[count, 1] = _least_wide_image(piece, data)
            count += 1
    return count


def count_wide_dominoes(word, data, out):
    """Count the dominoes that fit on a piece."""
    across, down = _starts(word, data)
    return (
        popcount(across[0]) + popcount(across[1]) + popcount(down[0]) + popcount(down[1])
    )  # fmt: skip
