"""Games with stones of two colours: Clobber for both players alike, Cannibal Clobber, NoGo."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from grundy.errors import PositionError
from grundy.games.indexed import Indexed, same_board, subsets
from grundy.games.protocols import Ground
from grundy.games.rulebook import Valuer
from grundy.games.scenes import Scene, Way
from grundy.games.symmetry import of_cells
from grundy.games.values.packed import Packed
from grundy.heaps.rules import TakeAndBreak
from grundy.named import boards
from grundy.named.boards import BLACK, MOST_PACKED, WHITE, StoneGame, Stones, board_data, each
from grundy.named.entry import BOARDS, OURS, Entry, as_heaps, formula, values_of
from grundy.named.kernels import boards as kernels
from grundy.named.kernels import tables
from grundy.runtime.limits import Limits
from grundy.values import Value, add


class Clobber(StoneGame):
    """Impartial Clobber: a stone takes a neighbouring one of the other colour."""

    text, signs = "clobber", "xo."

    def moves(self, state: Stones) -> Iterator[tuple[str, Stones]]:
        for source, target in self._captures(state):
            left = self._after(state, source, target)
            yield f"{state.name(source)} takes {state.name(target)}", left

    def _captures(self, state: Stones) -> Iterator[tuple[int, int]]:
        for source in each(state.black | state.white):
            other = state.white if source & state.black else state.black
            yield from ((source, target) for target in each(state.around(source) & other))

    def _after(self, state: Stones, source: int, target: int) -> Stones:
        both = source | target  # the stone stands on the target, in its own colour
        if source & state.black:
            return state._replace(black=state.black ^ both, white=state.white ^ target)
        return state._replace(black=state.black ^ target, white=state.white ^ both)

    def components(self, state: Stones) -> Iterator[Stones]:
        left = state.black | state.white
        while left:
            part = state.spread(left & -left, left)
            left ^= part
            if self._has_move(state, part):
                yield boards.cut_out(state, part)._replace(walls=0)  # no stone is ever moved there

    def _has_move(self, state: Stones, part: int) -> bool:
        return bool(part & state.black and part & state.white)

    def ground(self, state: Stones) -> Ground:
        """Return the stones: no capture has a cell in common with its image.

        So the image is there after it, of two stones that differ still, and the one that stays
        has the colour of the one that is gone, as its image has.
        """
        stones = list(each(state.black | state.white))
        places = [divmod(stone.bit_length() - 1, state.columns) for stone in stones]
        return of_cells(
            list(map(state.name, stones)),
            [(column, row) for row, column in places],
            [int(bool(stone & state.white)) for stone in stones],
        )

    def first_board(self, rows: int, columns: int) -> Stones:
        return boards.chequered(rows, columns)

    def touches(self, state: Stones) -> Iterator[tuple[Way, ...]]:
        for source, target in self._captures(state):
            yield ((state.name(source), state.name(target)),)

    def packed(self, state: Stones) -> Packed | None:
        cells = state.rows * state.columns
        if cells > MOST_PACKED:
            return None
        return Packed(
            state.black | state.white << cells,
            kernels.clobber,
            kernels.clobber_parts,
            data=board_data(state.rows, state.columns),
            most=4 * MOST_PACKED,
            weigh=kernels.stones,
        )


# Cannibal Clobber: a stone takes any neighbour; on every board this is Grim.


_MOST_PACKED = 64
_MOST_INDEXED = 62


class ByOfficers(Valuer["CannibalClobber"]):
    """In a row the nim-sum of the values of 0.6, and on other boards the game's search."""

    def value(self, state: Stones, *, limits: Limits | None = None) -> Value:
        if state.rows > 1 and state.columns > 1:
            return self.ruleset.solver.value(state, limits=limits)
        runs = [part.black.bit_count() for part in self.ruleset.components(state)]
        heap = self.ruleset.officers.value
        return add(heap(run, limits=limits) for run in runs)


class CannibalClobber(Clobber):
    """A stone moves onto any neighbouring one, and takes it; colours make no difference."""

    text = "cannibal-clobber"
    packed_after = 128
    evaluator = ByOfficers

    def _captures(self, state: Stones) -> Iterator[tuple[int, int]]:
        for source in each(state.black):
            near = state.around(source) & state.black & ~source
            yield from ((source, target) for target in each(near))

    def _after(self, state: Stones, source: int, target: int) -> Stones:
        return state._replace(black=state.black ^ source)

    def _has_move(self, state: Stones, part: int) -> bool:
        return part & (part - 1) != 0

    def first_board(self, rows: int, columns: int) -> Stones:
        return Stones(rows, columns, (1 << rows * columns) - 1, 0)

    def legal(self, state: Any) -> Stones:
        board = super().legal(state)
        return board._replace(black=board.black | board.white, white=0)

    def canonical(self, state: Stones) -> Stones:
        """Return the least of the mirror images and turns, in black."""
        least = super().canonical(state)
        return least._replace(black=least.black | least.white, white=0)

    @cached_property
    def officers(self) -> TakeAndBreak:
        """The game that a run in a row is a heap of."""
        return TakeAndBreak("0.6")

    def packed(self, state: Stones) -> Packed | None:
        if state.rows * state.columns > _MOST_PACKED:
            return None
        rows = _neighbours(state)
        return Packed(state.black, tables.grim, data=rows, most=_MOST_PACKED, on_graph=True)

    def indexed(self, state: Stones) -> Indexed | None:
        cells = state.rows * state.columns
        if cells > _MOST_INDEXED:
            return None
        return Indexed(
            Packed(state.black, tables.grim, data=_neighbours(state), most=_MOST_PACKED),
            subsets(cells),
            word_of=lambda other: same_board(other[:2] == state[:2], other.black),
            state_of=lambda word: state._replace(black=word),
            order="shrinks",
        )


def _neighbours(state: Stones) -> np.ndarray:
    """Return for each cell those beside it as bits: int64[cells]."""
    beside = [state.around(1 << cell) & ~(1 << cell) for cell in range(state.rows * state.columns)]
    return np.array(beside, np.uint64).view(np.int64)


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
            yield boards.cut_out(state, part | blocks)

    def canonical(self, state: Stones) -> Stones:
        """Return the least image; in a row blocks have one stone each."""
        if state.rows > 1 and state.columns > 1:
            return boards.least_form(state)
        row = "".join(state.text_rows())
        runs = (sign if sign in BLACK + WHITE else "".join(run) for sign, run in groupby(row))
        return boards.least_form(boards.of_rows(["".join(runs)]))

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
        return boards.board_picture(state, (BLACK, WHITE))

    def touches(self, state: Stones) -> Iterator[tuple[Way, ...]]:
        for cell, colour in self._placed(state):
            both = state.name(cell), f"{colour} stone"
            yield both, both[::-1]

    def packed(self, state: Stones) -> Packed | None:
        cells = state.rows * state.columns
        if cells > MOST_PACKED:
            return None
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


FAMILY = BOARDS

ENTRIES = (
    Entry(
        key="clobber",
        name="Clobber",
        rule="Move a stone of either colour onto a neighbouring stone of the other one, which it "
        "takes.",
        make=Clobber,
        start="1x4",
        source="M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, 2005; impartial: "
        "MCGS, 2025",
        facts=[
            values_of(
                {
                    f"1x{n}": value
                    for n, value in enumerate(
                        (0, 1, 1, 3, 0, 0, 2, 2, 4, 0, 5, 2, 2, 0, 0, 3), start=1
                    )
                },
                source=OURS,
            ),
            values_of({"3x3": 1, "3x5": 1, "xx/oo": 0, "xox/x.o": 1}, source=OURS),
        ],
    ),
    Entry(
        key="cannibal-clobber",
        name="Cannibal Clobber",
        rule="Move a stone onto a neighbouring one, of whatever colour, which it takes.",
        make=CannibalClobber,
        start="1x9",
        source="MCGS, 2025; on a row it is Officers, 0.6: a move empties a cell that has a "
        "neighbour",
        facts=[
            as_heaps("A row of n stones", "1x{}", "0.6", range(1, 60)),
            values_of({"2x2": 0, "3x3": 2, "2x5": 0, "xxx/x.x": 1}, source=OURS),
        ],
    ),
    Entry(
        key="nogo",
        name="NoGo",
        rule="Place a stone of either colour so that every block of one colour keeps an empty "
        "cell beside it.",
        make=NoGo,
        start="2x3",
        source="the Banff workshop on combinatorial games, 2011; impartial: MCGS, 2025",
        facts=[
            formula(
                "Rows of 1 to 17 cells have the published values",
                lambda: ((f"1x{n}", value) for n, value in enumerate(_NOGO_ROWS[:17], start=1)),
                source=_MCGS,
            ),
            values_of({"2x2": 1, "2x3": 1, "2x4": 0, "2x5": 0, "3x3": 0, "2x6": 0}, source=_MCGS),
            values_of({"2x7": 0, "2x8": 1, "3x4": 0, "3x5": 1, "4x4": 0}, source=_MCGS, long=True),
            values_of(
                {f"1x{n}": _NOGO_ROWS[n - 1] for n in range(18, 25)}, source=_MCGS, long=True
            ),
            values_of({"2x9": 1, "3x6": 0}, source=_MCGS, long=True),
        ],
    ),
)
