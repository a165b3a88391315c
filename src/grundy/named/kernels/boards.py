"""Boards as sets of cells in words, and boards with stones, compiled.

Bit columns * row + column is a cell. What is to be known of a board stands in one array:

data        int64[HEAD + 256 * images * bytes]: see the constants, and then for each mirror image
            and each byte of a set the image of that byte's cells, for all 256 bytes

Each function takes (word, data, out), as `grundy.games.Packed` says. A word has two planes of as
many bits as the board has cells. A cell that is in neither is not there: a wall, or cut away.

NoGo        both: empty; the first alone: black; the second alone: white
Clobber     the first: black; the second: white

data        as `grundy.named.kernels.boards` says
"""

from __future__ import annotations

import numpy as np

from grundy.runtime.bits import popcount
from grundy.runtime.kernels import compiled

COLUMNS, NOT_LAST, CELLS, FULL, NOT_FIRST, FIRST_ROW, IMAGES, BYTES, HEAD = range(9)


@compiled
def around(cells, data):
    """Return the cells beside some cells, and these."""
    across = (cells & data[NOT_LAST]) << 1 | (cells & data[NOT_FIRST]) >> 1
    down = cells << data[COLUMNS] | cells >> data[COLUMNS]
    return (cells | across | down) & data[FULL]


@compiled
def spread(cells, within, data):
    """Return all cells of *within* connected to some."""
    while True:
        grown = around(cells, data) & within
        if grown == cells:
            return cells
        cells = grown


@compiled
def image(plane, number, data):
    """Return a plane under a mirror image or turn of the board."""
    bits = 0
    at = HEAD + 256 * number * data[BYTES]
    while plane:
        bits |= data[at + (plane & 255)]
        plane >>= 8
        at += 256
    return bits


@compiled
def planes(word, data):
    """Return the two planes of a word."""
    return word & data[FULL], word >> data[CELLS]


@compiled
def breathes(cell, own, empty, data):
    """Return whether the block of a stone has an empty cell beside it."""
    block = cell
    while True:
        grown = around(block, data)
        if grown & empty:
            return True
        grown &= own
        if grown == block:
            return False
        block = grown


@compiled
def _may_stand(cell, own, other, empty, data):
    """Return whether every block keeps a liberty when a stone of *own* has been placed."""
    left = empty ^ cell
    if not breathes(cell, own | cell, left, data):
        return False
    beside = around(cell, data) & other
    while beside:
        stone = beside & -beside
        beside ^= stone
        if not breathes(stone, other, left, data):
            return False
    return True


def nogo(word, data, out):
    """Place a stone of either colour so that every block keeps a liberty."""
    first, second = planes(word, data)
    empty = first & second
    black, white = first ^ empty, second ^ empty
    count = 0
    rest = empty
    while rest:
        cell = rest & -rest
        rest ^= cell
        if _may_stand(cell, black, white, empty, data):
            out[count] = word ^ cell << data[CELLS]
            count += 1
        if _may_stand(cell, white, black, empty, data):
            out[count] = word ^ cell
            count += 1
    return count


@compiled
def least_image(first, second, data):
    """Return the word of two planes pushed to the corner: the least of all images and colours."""
    least = -1
    for number in range(data[IMAGES]):
        a, b = image(first, number, data), image(second, number, data)
        while not (a | b) & data[FIRST_ROW]:
            a >>= data[COLUMNS]
            b >>= data[COLUMNS]
        while not (a | b) & ~data[NOT_FIRST]:
            a >>= 1
            b >>= 1
        for word in (a | b << data[CELLS], b | a << data[CELLS]):
            if least < 0 or word < least:
                least = word
    return least


def nogo_parts(word, data, out):
    """Cut a board into parts that have no cell and no block in common, in canonical form.

    Empty cells belong together that are neighbours, or beside one block. A block belongs to the
    cells that it breathes by; what is beside none of them is as good as a wall.
    """
    first, second = planes(word, data)
    empty = first & second
    black, white = first ^ empty, second ^ empty
    count = 0
    left = empty
    while left:
        part = left & -left
        while True:
            grown = spread(part, empty, data)
            edge = around(grown, data)
            blocks = spread(edge & black, black, data) | spread(edge & white, white, data)
            grown |= around(blocks, data) & empty
            if grown == part:
                break
            part = grown
        left &= ~part
        out[count] = least_image(part | blocks & black, part | blocks & white, data)
        count += 1
    return count


@compiled
def _least_of_row(first, second, length, data):
    """Return the least of a row and its mirror image, in both colourings."""
    a, b = 0, 0
    for place in range(length):
        a = a << 1 | first >> place & 1
        b = b << 1 | second >> place & 1
    cells = data[CELLS]
    return min(
        min(first | second << cells, second | first << cells), min(a | b << cells, b | a << cells)
    )


def nogo_row_parts(word, data, out):
    """Cut a row where two colours meet, and leave one stone of each block.

    A block inside a row breathes on both sides or meets the other colour on one; its length is
    of no account. Where two colours meet, either block has only the gap on its own side, as a
    block at the end of the row has.
    """
    first, second = planes(word, data)
    count, length, gap = 0, 0, False
    a, b, before = 0, 0, 0
    for place in range(data[CELLS] + 1):
        cell = first >> place & 1 | (second >> place & 1) << 1 if place < data[CELLS] else 0
        stone = cell == 1 or cell == 2
        if stone and cell == before:
            continue
        if cell == 0 or (stone and (before == 1 or before == 2)):
            if gap:
                out[count] = _least_of_row(a, b, length, data)
                count += 1
            a, b, length, gap = 0, 0, 0, False
        before = cell
        if cell:
            a |= (cell & 1) << length
            b |= (cell >> 1) << length
            length += 1
            gap |= cell == 3
    return count


def empty_cells(word, data, out):
    """Count the empty cells of a part: no play is longer."""
    first, second = planes(word, data)
    return popcount(first & second)


def clobber(word, data, out):
    """Capture a neighbouring stone of the other colour."""
    black, white = planes(word, data)
    count = 0
    for step, last in ((np.int64(1), data[NOT_LAST]), (data[COLUMNS], data[FULL])):
        for own, other in ((0, data[CELLS]), (data[CELLS], 0)):
            first = (black if own == 0 else white) & last
            second = white if own == 0 else black
            rest = first & second >> step
            while rest:
                cell = rest & -rest
                rest ^= cell
                both = cell | cell << step
                out[count] = word ^ both << own ^ cell << step << other
                out[count + 1] = word ^ both << other ^ cell << own
                count += 2
    return count


def clobber_parts(word, data, out):
    """Cut a board into connected stones that can move, in canonical form."""
    black, white = planes(word, data)
    left, count = black | white, 0
    while left:
        part = spread(left & -left, left, data)
        left ^= part
        if part & black and part & white:
            out[count] = least_image(part & black, part & white, data)
            count += 1
    return count


def stones(word, data, out):
    """Count the stones of a part: each capture takes one, and the last one stays."""
    first, second = planes(word, data)
    return popcount(first | second)
