"""NoGo: place a stone of either colour so that every block keeps a liberty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from grundy.errors import PositionError
from grundy.games.scenes import Scene, Way
from grundy.games.values.packed import Packed
from grundy.named.boards import (
    BLACK,
    MOST_PACKED,
    WHITE,
    StoneGame,
    Stones,
    board_data,
    board_picture,
    cut_out,
    each,
    least_form,
    of_rows,
)
from grundy.named.entry import BOARDS, Entry, formula, values_of
from grundy.values import Value


class NoGo(StoneGame):
    """Impartial NoGo: no block, connected stones of one colour, may lose all liberties."""

    text, signs = "nogo", "xo.#"

    def moves(self, state: Stones) -> Iterator[tuple[str, Stones]]:
        for cell, colour in self._placed(state):
            option = _with_stone(state, cell, colour)
            yield f"{colour} on {state.name(cell)}", option

    def _placed(self, state: Stones) -> Iterator[tuple[int, str]]:
        for cell in each(state.empty):
            for colour in BLACK, WHITE:
                if _breathe(_with_stone(state, cell, colour), cell):
                    yield cell, colour

    def components(self, state: Stones) -> Iterator[Stones]:
        left = state.empty
        while left:
            part, blocks = _part_around(state, left & -left)
            left &= ~part
            yield cut_out(state, part | blocks)

    def canonical(self, state: Stones) -> Stones:
        """Return the least image; in a row blocks have one stone each."""
        if state.rows > 1 and state.columns > 1:
            return least_form(state)
        row = "".join(state.text_rows())
        runs = (sign if sign in BLACK + WHITE else "".join(run) for sign, run in groupby(row))
        return least_form(of_rows(["".join(runs)]))

    def first_board(self, rows: int, columns: int) -> Stones:
        return Stones(rows, columns, 0, 0)

    def legal(self, state: Any) -> Stones:
        board = super().legal(state) if not isinstance(state, str) else self.parse(state)
        for colour in board.black, board.white:
            for cell in each(colour):
                if not board.around(board.spread(cell, colour)) & board.empty:
                    raise PositionError(
                        f"The block of {board.name(cell)} has no liberty, an empty cell beside "
                        "it; in nogo every block has one."
                    )
        return board

    def scene(self, state: Stones) -> Scene | None:
        return board_picture(state, (BLACK, WHITE))

    def touches(self, state: Stones) -> Iterator[tuple[Way, ...]]:
        for cell, colour in self._placed(state):
            both = state.name(cell), f"{colour} stone"
            yield both, both[::-1]

    def packed(self, state: Stones) -> Packed | None:
        cells = state.rows * state.columns
        if cells > MOST_PACKED:
            return None
        from grundy.named.kernels import boards as kernels

        in_row = 1 in (state.rows, state.columns)
        # all rows are one board, so that a longer row finds what is known of the shorter ones
        data = board_data(1, MOST_PACKED) if in_row else board_data(state.rows, state.columns)
        planes = state.empty | state.black, state.empty | state.white
        return Packed(
            planes[0] | planes[1] << (MOST_PACKED if in_row else cells),
            kernels.nogo,
            kernels.nogo_row_parts if in_row else kernels.nogo_parts,
            data=data,
            most=2 * MOST_PACKED + 2,
            weigh=kernels.empty_cells,
        )


def _with_stone(state: Stones, cell: int, colour: str) -> Stones:
    if colour == BLACK:
        return state._replace(black=state.black | cell)
    return state._replace(white=state.white | cell)


def _breathe(state: Stones, cell: int) -> bool:
    """Return whether the blocks on a cell and beside it have a liberty."""
    near, empty = state.around(cell), state.empty
    for colour in state.black, state.white:
        for stone in each(near & colour):
            if not state.around(state.spread(stone, colour)) & empty:
                return False
    return True


def _part_around(state: Stones, part: int) -> tuple[int, int]:
    """Return the empty cells that depend on some, and the blocks beside them."""
    while True:
        grown = state.spread(part, state.empty)
        edge = state.around(grown)
        blocks = state.spread(edge & state.black, state.black)
        blocks |= state.spread(edge & state.white, state.white)
        grown |= state.around(blocks) & state.empty
        if grown == part:
            return part, blocks
        part = grown


_MCGS = "T. Folkersen, M. Müller and others, results of MCGS, 2025"


_NOGO_ROWS = (0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0, 2, 2, 3, 1, 3, 3, 1, 0)


def _nogo_rows() -> Iterator[tuple[str, Value]]:
    return ((f"1x{n}", value) for n, value in enumerate(_NOGO_ROWS[:17], start=1))


FAMILY = BOARDS

ENTRIES = (
    Entry(
        key="nogo",
        name="NoGo",
        rule="Place a stone of either colour so that every block of one colour keeps an empty "
        "cell beside it.",
        make=NoGo,
        start="2x3",
        source="the Banff workshop on combinatorial games, 2011; impartial: MCGS, 2025",
        facts=[
            formula("Rows of 1 to 17 cells have the published values", _nogo_rows, source=_MCGS),
            values_of({"2x2": 1, "2x3": 1, "2x4": 0, "2x5": 0, "3x3": 0, "2x6": 0}, source=_MCGS),
            values_of({"2x7": 0, "2x8": 1, "3x4": 0, "3x5": 1, "4x4": 0}, source=_MCGS, long=True),
            values_of(
                {f"1x{n}": _NOGO_ROWS[n - 1] for n in range(18, 25)}, source=_MCGS, long=True
            ),
            values_of({"2x9": 1, "3x6": 0}, source=_MCGS, long=True),
        ],
    ),
)
