"""Boards as text, rows of signs with / between them, and boards with stones."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from grundy.errors import PositionError
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Cell, Kind, Scene, board_scene
from grundy.games.state_text import read_numbers, shown, sides
from grundy.games.values.packed import HALF
from grundy.games.values.questions import ByQuestions
from grundy.named.entry import word_error

MOST_SIDE = 50
MOST_ROW = 1_000  # cells of a board that is one row, where long ones make sense


def letters(number: int) -> str:
    """Return the letters of a column, from 1."""
    text = ""
    while number:
        number, last = divmod(number - 1, 26)
        text = chr(ord("a") + last) + text
    return text


def cell_name(columns: int, place: int) -> str:
    """Name a cell by its place, which counts from 0 row by row: b3 is the second column's third."""
    row, column = divmod(place, columns)
    return f"{letters(column + 1)}{row + 1}"


def sized(rows: int, columns: int, longest: int = MOST_SIDE) -> int:
    """Return the number of cells of a board of a size that can be named."""
    if not (1 <= rows <= MOST_SIDE and 1 <= columns <= (MOST_SIDE if rows > 1 else longest)):
        one_row = f", and one row has up to {longest:,} cells" if longest > MOST_SIDE else ""
        raise PositionError(
            f"A board of {shown(rows, 20)} rows and {shown(columns, 20)} columns cannot be "
            f"played on; both are from 1 to {MOST_SIDE}{one_row}."
        )
    return rows * columns


def read_rows(text: str, signs: str, legend: str) -> list[str]:
    """Read the rows of a board, all of the same length."""
    rows = [line.strip() for line in text.strip().replace("\n", "/").split("/")]
    for column, sign in enumerate(text, 1):
        if sign not in signs and sign not in "/ \n":
            problem = f'"{shown(sign)}" is no cell; write {legend} and / between rows'
            raise word_error(text, column - 1, problem)
    at = 0
    for number, row in enumerate(rows, 1):
        at = text.index(row, at) + len(row)
        if len(row) != len(rows[0]):
            both = f"row {number} has {len(row)} cells and row 1 has {len(rows[0])}"
            raise word_error(text, at - 1, f"{both}; give all rows the same length")
    return rows


def drawn(rows: list[str]) -> str:
    """Return a picture with the names of columns and rows."""
    wide = len(str(len(rows)))
    names = [letters(column + 1) for column in range(len(rows[0]))]
    each = max(map(len, names))
    lines = [" " * wide + " " + " ".join(name.ljust(each) for name in names).rstrip()]
    for number, row in enumerate(rows, 1):
        cells = " ".join(sign.ljust(each) for sign in row).rstrip()
        lines.append(f"{number:{wide}} {cells}")
    return "\n".join(lines)


# Boards with black and white stones: their text, their cells as bits, their mirror images.


BLACK, WHITE, EMPTY, WALL = "x", "o", ".", "#"
_SIGNS = {BLACK: "x for black, o for white", EMPTY: ". for an empty cell", WALL: "# for no cell"}
_LOOKS: dict[str, Kind] = {BLACK: "black", WHITE: "white", EMPTY: "square", WALL: "taken"}


class Stones(NamedTuple):
    """A board with stones."""

    rows: int
    columns: int
    black: int
    white: int
    walls: int = 0

    @property
    def full(self) -> int:
        """All cells of the board, walls too."""
        return (1 << self.rows * self.columns) - 1

    @property
    def empty(self) -> int:
        """The cells without a stone that are there."""
        return self.full & ~(self.black | self.white | self.walls)

    def around(self, cells: int) -> int:
        """Return the closed neighbourhood of a set of cells."""
        return around(self.rows, self.columns, cells) & self.full

    def spread(self, cells: int, within: int) -> int:
        """Return all cells of *within* connected to some of them."""
        return spread(self.rows, self.columns, cells, within)

    def name(self, cell: int) -> str:
        """Name a cell, which is one bit."""
        return cell_name(self.columns, cell.bit_length() - 1)

    def text_rows(self) -> list[str]:
        """Return the rows as signs."""
        signs = [EMPTY] * (self.rows * self.columns)
        for sign, cells in ((BLACK, self.black), (WHITE, self.white), (WALL, self.walls)):
            for cell in each(cells):
                signs[cell.bit_length() - 1] = sign
        joined = "".join(signs)
        return [joined[at : at + self.columns] for at in range(0, len(joined), self.columns)]


def around(rows: int, columns: int, cells: int) -> int:
    """Return some cells and those beside them, a row above the board and one below it too."""
    first = first_column(rows, columns)
    across = (cells & ~(first << columns - 1)) << 1 | (cells & ~first) >> 1
    return cells | across | cells << columns | cells >> columns


def spread(rows: int, columns: int, cells: int, within: int) -> int:
    """Return all cells of *within* connected to some of them."""
    cells &= within
    while (grown := around(rows, columns, cells) & within) != cells:
        cells = grown
    return cells


def each(cells: int) -> Iterator[int]:
    """Yield the cells of a set, each as one bit."""
    while cells:
        cell = cells & -cells
        cells ^= cell
        yield cell


def of_rows(rows: list[str]) -> Stones:
    """Return the board of some rows of signs, all equally long."""
    joined = "".join(rows)[::-1]
    black, white, walls = (
        int("".join("1" if sign == one else "0" for sign in joined), 2)
        for one in (BLACK, WHITE, WALL)
    )
    return Stones(len(rows), len(rows[0]), black, white, walls)


def read_board(text: str, signs: str) -> Stones | tuple[int, ...]:
    """Read a board of some signs, or its sides, as in ``3x4`` or ``3,4``."""
    is_row = BLACK in text and not any(sign.isdigit() for sign in text)
    if not is_row and not any(sign in text for sign in (EMPTY, WALL, WHITE)):
        return sides(text) or read_numbers(text)
    rows = read_rows(text, signs, ", ".join(word for sign, word in _SIGNS.items() if sign in signs))
    sized(len(rows), len(rows[0]), MOST_ROW)
    return of_rows(rows)


def two_sides(state: Any, game: str) -> tuple[int, int]:
    """Return rows and columns."""
    if (
        not isinstance(state, (tuple, list))
        or len(state) != 2
        or not all(type(n) is int for n in state)
    ):
        raise PositionError(
            f"A position of {game} is (rows, columns), such as 3x4, or a text board such as "
            f"x.o/.x.; found {shown(state)}."
        )
    rows, columns = state
    sized(rows, columns, MOST_ROW)
    return rows, columns


def require_board(state: Stones) -> Stones:
    """Return a board whose sets of cells are on it and have nothing in common."""
    if not all(type(number) is int for number in state):
        raise PositionError(f"The numbers of a board are integers, found {shown(tuple(state))}.")
    sized(state.rows, state.columns, MOST_ROW)
    black, white, walls = state[2:]
    common = black & white | black & walls | white & walls
    if common or not 0 <= black | white | walls <= state.full:
        raise PositionError(
            f"Two things share a cell of this board, or one is beside it: {shown(tuple(state))}."
        )
    return state


def cut_out(state: Stones, cells: int) -> Stones:
    """Return a set of cells on the smallest board that holds it; all others are walls."""
    rows = [
        "".join(sign if cells >> columns_before + place & 1 else WALL
                for place, sign in enumerate(row))
        for columns_before, row in zip(
            range(0, state.rows * state.columns, state.columns), state.text_rows(), strict=True)
    ]  # fmt: skip
    return of_rows(trimmed(rows))


def trimmed(rows: list[str]) -> list[str]:
    """Strip the outer rows that are all walls."""
    rows = list(rows)
    while set(rows[0]) == {WALL}:
        del rows[0]
    while set(rows[-1]) == {WALL}:
        del rows[-1]
    columns = [place for place in range(len(rows[0])) if any(row[place] != WALL for row in rows)]
    return [row[columns[0] : columns[-1] + 1] for row in rows]


def least_form(state: Stones) -> Stones:
    """Return the least of the mirror images and turns of a board, in both colourings."""
    forms = list(images(state.text_rows()))
    forms += [[row.translate(_OTHER_COLOUR) for row in form] for form in forms]
    return of_rows(min(forms, key=lambda form: (len(form), form)))


def images(rows: list[str]) -> Iterator[list[str]]:
    """Yield the rows of a board under each mirror image and turn."""
    for one in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        flipped = [row[::-1] for row in one]
        yield from (one, one[::-1], flipped, flipped[::-1])


_OTHER_COLOUR = str.maketrans(BLACK + WHITE, WHITE + BLACK)


def squares(rows: list[str], looks: Mapping[str, Kind] = _LOOKS) -> Scene | None:
    """Return a board whose cells are named as on a chessboard; None for a large one."""
    lines = [[(looks[sign], "") for sign in row] for row in rows]
    down = [str(row + 1) for row in range(len(rows))]
    across = [letters(column + 1) for column in range(len(rows[0]))]
    return board_scene(lines, down, across, "{column}{row}")


def board_picture(state: Stones, bowls: tuple[str, ...] = ()) -> Scene | None:
    """Return the board with its stones; None for a large one."""
    board = squares(state.text_rows())
    if board is None:
        return None
    beside = (
        Cell(f"{colour} stone", state.columns + 0.5, 1.2 * place, _LOOKS[colour])
        for place, colour in enumerate(bowls)
    )
    return Scene((*board.cells, *beside))


@cache
def first_column(rows: int, columns: int) -> int:
    """Return the cells of the first column, as bits."""
    return sum(1 << columns * row for row in range(rows))


@cache
def board_data(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Return what `grundy.named.kernels.boards` needs of a board of up to 63 cells."""
    cells = rows * columns
    full, first = (1 << cells) - 1, first_column(rows, columns)
    places = _images(rows, columns)
    head = [columns, full & ~(first << columns - 1), cells, full, full & ~first,
            (1 << columns) - 1, len(places), (cells + 7) // 8]  # fmt: skip
    return np.array(head + _image_tables(places, 8), np.int64)


@cache
def wide_board_data(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Return what `grundy.named.kernels.cram` needs of a board of up to 126 cells."""
    full, first = (1 << rows * columns) - 1, first_column(rows, columns)
    places = _images(rows, columns)
    sets = [full & ~(first << columns - 1), full & ~first, *_image_tables(places, 7)]
    halves = [half for cells in sets for half in (cells & (1 << HALF) - 1, cells >> HALF)]
    head = [columns, len(places), (rows * columns + 6) // 7, (1 << columns) - 1]
    return np.array(head + halves, np.int64)


def _image_tables(places: list[list[int]], bits: int) -> list[int]:
    """Return the image of all sets of so many cells one after the other, by image and place."""
    return [
        sum(1 << cell for place, cell in enumerate(to[start : start + bits]) if chosen >> place & 1)
        for to in places
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


MOST_PACKED = 31  # cells in each of the two planes of a word


class StoneGame(NamedMoves):
    """A game with stones on a board. A state is `Stones`; its sides alone are the first board."""

    text: str
    signs: str
    ends = True
    evaluator: type[Valuer[Any]] = ByQuestions

    @abstractmethod
    def first_board(self, rows: int, columns: int) -> Stones:
        """Return the board that a play begins with."""

    @abstractmethod
    def moves(self, state: Stones) -> Iterator[tuple[str, Stones]]:
        """Yield each move by its name, with the board that it leaves."""

    def canonical(self, state: Stones) -> Stones:
        """Return the least of the mirror images and turns, in both colourings."""
        return least_form(state)

    def legal(self, state: Any) -> Stones:
        if isinstance(state, str):
            return self.parse(state)
        if isinstance(state, Stones):
            return require_board(state)
        return self.first_board(*two_sides(state, self.text))

    def parse(self, text: str) -> Stones:
        """Read a text board such as ``x.o/.x.``, or its sides, such as ``3x4``, for a first one."""
        return self.legal(read_board(text, self.signs))

    def format(self, state: Stones) -> str:
        if state == self.first_board(state.rows, state.columns):
            return f"{state.rows}x{state.columns}"
        return "/".join(state.text_rows())

    def draw(self, state: Stones) -> str:
        return drawn(state.text_rows())

    def scene(self, state: Stones) -> Scene | None:
        return board_picture(state)


def chequered(rows: int, columns: int) -> Stones:
    """Return a board in two colours like a chessboard, black at a1."""
    signs = "xo" * (columns + 1)
    return of_rows([signs[row % 2 :][:columns] for row in range(rows)])
