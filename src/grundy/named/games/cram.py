"""Cram: dominoes on a board, either way, by whoever can still place one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from grundy.errors import PositionError
from grundy.games.indexed import Indexed, same_board, subsets
from grundy.games.protocols import Ground, Theorem
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, Way
from grundy.games.state_text import read_numbers, shown, sides
from grundy.games.symmetry import half_turn, of_cells
from grundy.games.values.packed import Packed
from grundy.games.values.questions import ByQuestions
from grundy.heaps.rules import TakeAndBreak
from grundy.named import boards
from grundy.named.boards import cell_name, drawn, first_column, read_rows, sized, spread
from grundy.named.entry import BOARDS, Entry, formula, value_of, values_of
from grundy.named.kernels import cram, tables
from grundy.runtime.limits import Limits
from grundy.values import Outcome

_MOST_INDEXED = 62
_SQUARE = 8  # the side of the board whose pieces have all their images
_MOST_PACKED = 63  # cells of other boards
_MOST_WIDE = 126  # cells of boards that take two words
_DOMINOES = 128  # more than fit where one word does


class Board(NamedTuple):
    """A board of Cram."""

    rows: int
    columns: int
    free: int


class CramValuer(ByQuestions["Cram"]):
    """Lemoine and Viennot's search; a board only fills, so every play ends."""

    def value(self, state: Board, *, limits: Limits | None = None) -> int:
        left = _without_copied(self.ruleset, state)
        return super().value(left, limits=limits)

    def outcome(self, state: Board, beside: int = 0, *, limits: Limits | None = None) -> Outcome:
        """Ask the largest piece for one value: that is less than finding it."""
        return super().outcome(_without_copied(self.ruleset, state), beside, limits=limits)


def _is_lost(state: Board) -> bool | None:
    """Return what is proved of an empty board; nothing where both sides are odd."""
    rows, columns, free = state
    if free != (1 << rows * columns) - 1 or (rows % 2 and columns % 2):
        return None
    return rows % 2 == columns % 2


class Cram(Ruleset):
    """Cram. A state is a `Board`; a cell is named by the column's letter and the row's number."""

    text = "cram"
    ends = True
    evaluator = CramValuer

    def options(self, state: Board) -> Iterator[Board]:
        for domino in _dominoes(state):
            yield state._replace(free=state.free ^ domino)

    def moves(self, state: Board) -> Iterator[tuple[str, Board]]:
        for domino in _dominoes(state):
            ends = _cell(state, domino & -domino), _cell(state, domino)
            yield f"domino on {'-'.join(ends)}", state._replace(free=state.free ^ domino)

    def components(self, state: Board) -> Iterator[Board]:
        left = state.free
        while left:
            piece = spread(*state[:2], left & -left, state.free)
            left ^= piece
            if piece & (piece - 1):
                yield _cut_out(state, piece)

    def canonical(self, state: Board) -> Board:
        """Return the least of the mirror images and turns of a board."""
        rows, columns, _ = state
        bits = _bits(state)
        images = _mirrored(bits, rows, columns) if rows <= columns else []
        if rows >= columns:
            turned = "".join(bits[column::columns] for column in range(columns))
            images += _mirrored(turned, columns, rows)
        return Board(min(rows, columns), max(rows, columns), int(min(images)[::-1], 2))

    def ground(self, state: Board) -> Ground:
        """Return the free cells: no domino meets its image where no cell is beside its own."""
        cells = [at for at, free in enumerate(_bits(state)) if free == "1"]
        names = [cell_name(state.columns, at) for at in cells]
        return of_cells(names, [(at % state.columns, at // state.columns) for at in cells])

    def legal(self, state: Any) -> Board:
        if isinstance(state, str):
            return self.parse(state)
        if isinstance(state, (tuple, list)) and all(type(n) is int for n in state):
            if len(state) == 2:
                return Board(state[0], state[1], (1 << sized(*state)) - 1)
            if len(state) == 3 and 0 <= state[2] < 1 << sized(*state[:2]):
                return Board(*state)
        raise PositionError(
            f"A board is (rows, columns), found {shown(state)}; write such as 5,7, or a text "
            "board such as ../.#."
        )

    def parse(self, text: str) -> Board:
        """Read an empty board, or rows of ``.`` (free) and ``#`` (taken) with ``/`` between them.

        An empty board is ``5,7`` or ``5x7``.

        >>> Cram().parse("2,3"), Cram().parse("..#/#..") == Board(2, 3, 0b110011)
        (Board(rows=2, columns=3, free=63), True)
        """
        if "." not in text and "#" not in text:
            return self.legal(sides(text) or read_numbers(text))
        rows = read_rows(text, ".#", ". for a free cell, # for a taken one")
        sized(len(rows), len(rows[0]))
        return _of_rows(rows)

    def format(self, state: Board) -> str:
        if state.free == (1 << state.rows * state.columns) - 1:
            return f"{state.rows},{state.columns}"
        return "/".join(_text_rows(state))

    def draw(self, state: Board) -> str:
        return drawn(_text_rows(state))

    def scene(self, state: Board) -> Scene | None:
        return boards.squares(_text_rows(state))

    def touches(self, state: Board) -> Iterator[tuple[Way, ...]]:
        for domino in _dominoes(state):
            cells = _cell(state, domino & -domino), _cell(state, domino)
            yield cells, cells[::-1]

    def indexed(self, state: Board) -> Indexed | None:
        rows, columns, free = state
        cells = rows * columns
        if cells > _MOST_INDEXED:
            return None

        not_last = (1 << cells) - 1 & ~(first_column(rows, columns) << columns - 1)
        return Indexed(
            Packed(free, tables.cram, data=np.array([columns, not_last], np.int64), most=2 * cells),
            subsets(cells),
            word_of=lambda board: same_board(board[:2] == (rows, columns), board.free),
            state_of=lambda word: state._replace(free=word),
            order="shrinks",
        )

    def packed(self, state: Board) -> Packed | None:
        rows, columns, free = state
        if max(rows, columns) <= _SQUARE:
            row_bits = (1 << columns) - 1
            word = sum((free >> columns * row & row_bits) << _SQUARE * row for row in range(rows))
            return Packed(
                word, cram.dominoes, cram.pieces, most=_DOMINOES, weigh=cram.count_dominoes
            )
        if rows * columns > _MOST_WIDE:
            return None
        if rows * columns > _MOST_PACKED:
            return packed_wide(state)
        data = boards.board_data(rows, columns)
        return Packed(free, tables.cram, cram.pieces_on, data, _DOMINOES,
                      weigh=cram.count_dominoes_on)  # fmt: skip

    theorem = Theorem(
        "An empty board with two even sides is lost, for each domino is answered by its image "
        "under half a turn; with one even side the domino in the middle wins in the same way.",
        "Winning Ways, ch. 3; M. Gardner, 1974",
        _is_lost,
    )


def packed_wide(state: Board) -> Packed:
    """Return a board of up to 126 cells, in rows of up to 63, as two words."""
    rows, columns, free = state
    data = boards.wide_board_data(rows, columns)
    return Packed(free, cram.wide_dominoes, cram.wide_pieces, data, 2 * rows * columns,
                  weigh=cram.count_wide_dominoes, words=2)  # fmt: skip


def _dominoes(state: Board) -> Iterator[int]:
    rows, columns, free = state
    across = free & (free >> 1) & ~(first_column(rows, columns) << columns - 1)
    down = free & (free >> columns)
    for starts, step in (across, 1), (down, columns):
        left = starts
        while left:
            first = left & -left
            left ^= first
            yield first | first << step


def _without_copied(rules: Cram, state: Board) -> Board:
    """Take away the pieces on which each move can be copied: they are 0."""
    free, left = state.free, state.free
    while left:
        piece = spread(*state[:2], left & -left, state.free)
        left ^= piece
        if half_turn(rules.ground(_cut_out(state, piece))):
            free ^= piece
    return state._replace(free=free)


def _cut_out(state: Board, piece: int) -> Board:
    return _of_rows(boards.trimmed(_text_rows(state._replace(free=piece))))


def _of_rows(rows: list[str]) -> Board:
    bits = "".join(rows).replace(".", "1").replace("#", "0")
    return Board(len(rows), len(rows[0]), int(bits[::-1], 2))


def _bits(state: Board) -> str:
    """Return the cells row by row, 1 where one is free."""
    return f"{state.free:0{state.rows * state.columns}b}"[::-1]


def _text_rows(state: Board) -> list[str]:
    signs = _bits(state).replace("1", ".").replace("0", "#")
    return [signs[start : start + state.columns] for start in range(0, len(signs), state.columns)]


def _mirrored(bits: str, rows: int, columns: int) -> list[str]:
    mirrored = "".join(bits[columns * row : columns * (row + 1)][::-1] for row in range(rows))
    return [bits, bits[::-1], mirrored, mirrored[::-1]]


def _cell(state: Board, domino: int) -> str:
    return cell_name(state.columns, domino.bit_length() - 1)


_BELING = "P. Beling; J. Lemoine and S. Viennot, 2012"


FAMILY = BOARDS

ENTRIES = (
    Entry(
        key="cram",
        name="Cram",
        rule="Place a domino on two free cells that lie side by side, either way.",
        make=Cram,
        start="3,5",
        source="M. Gardner 1974; Winning Ways, ch. 15: impartial Domineering",
        facts=[
            formula(
                "A board of 2 × n has the values 1, 0, 1, 0, …",
                lambda: ((f"2,{columns}", columns % 2) for columns in range(1, 9)),
            ),
            formula(
                "A row of n cells is Dawson's Kayles, 0.07",
                lambda: (
                    (f"1,{n}", value)
                    for n, value in enumerate(TakeAndBreak("0.07").values(15).tolist()[1:], 1)
                ),
            ),
            formula(
                "A board with two even sides has the value 0",
                lambda: ((f"{a},{b}", 0) for a in (2, 4, 6, 8) for b in (2, 4, 6, 8)),
            ),
            values_of({"3,1": 1, "3,2": 1, "3,3": 0, "3,4": 1, "3,5": 1, "3,6": 4}),
            value_of("4,5", 2, source=_BELING),
            value_of("5,7", 1, source=_BELING, long=True),
        ],
    ),
)
