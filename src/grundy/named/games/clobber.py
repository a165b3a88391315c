"""Clobber for both players alike, and Cannibal Clobber."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.games.protocols import Ground
from grundy.games.rulebook import Valuer
from grundy.games.scenes import Way
from grundy.games.symmetry import of_cells
from grundy.games.values.packed import Packed
from grundy.heaps.rules import TakeAndBreak
from grundy.named.boards import MOST_PACKED, StoneGame, Stones, board_data, chequered, cut_out, each
from grundy.named.entry import BOARDS, OURS, Entry, formula, values_of
from grundy.values import Value, add

if TYPE_CHECKING:
    from grundy.games.indexed import Indexed
    from grundy.runtime.limits import Limits


class Clobber(StoneGame):
    """Impartial Clobber: a stone takes a neighbouring one of the other colour."""

    text, signs = "clobber", "xo."

    def moves(self, state: Stones) -> Iterator[tuple[str, Stones]]:
        for source, target in _captures(state):
            left = _taken(state, source, target)
            yield f"{state.name(source)} takes {state.name(target)}", left

    def components(self, state: Stones) -> Iterator[Stones]:
        left = state.black | state.white
        while left:
            part = state.spread(left & -left, left)
            left ^= part
            if part & state.black and part & state.white:
                yield _without_walls(cut_out(state, part))

    def ground(self, state: Stones) -> Ground:
        """Return the stones: no capture has a cell in common with its image.

        So the image is there after it, of two stones that differ still, and the one that stays
        has the colour of the one that is gone, as its image has.
        """
        return _stones(state)

    def first_board(self, rows: int, columns: int) -> Stones:
        return chequered(rows, columns)

    def touches(self, state: Stones) -> Iterator[tuple[Way, ...]]:
        for source, target in _captures(state):
            yield ((state.name(source), state.name(target)),)

    def packed(self, state: Stones) -> Packed | None:
        cells = state.rows * state.columns
        if cells > MOST_PACKED:
            return None
        from grundy.named.kernels import boards as kernels

        return Packed(
            state.black | state.white << cells,
            kernels.clobber,
            kernels.clobber_parts,
            data=board_data(state.rows, state.columns),
            most=4 * MOST_PACKED,
            weigh=kernels.stones,
        )


def _captures(state: Stones) -> Iterator[tuple[int, int]]:
    for source in each(state.black | state.white):
        other = state.white if source & state.black else state.black
        yield from ((source, target) for target in each(state.around(source) & other))


def _taken(state: Stones, source: int, target: int) -> Stones:
    """Return the board after a capture: the stone stands on the target, in its own colour."""
    both = source | target
    if source & state.black:
        return state._replace(black=state.black ^ both, white=state.white ^ target)
    return state._replace(black=state.black ^ target, white=state.white ^ both)


def _stones(state: Stones) -> Ground:
    stones = list(each(state.black | state.white))
    places = [divmod(stone.bit_length() - 1, state.columns) for stone in stones]
    return of_cells(
        list(map(state.name, stones)),
        [(column, row) for row, column in places],
        [int(bool(stone & state.white)) for stone in stones],
    )


def _without_walls(state: Stones) -> Stones:
    """Return a board with empty cells for walls: in Clobber neither is ever moved to."""
    return state._replace(walls=0)


# Cannibal Clobber: a stone takes any neighbour; on every board this is Grim.


_MOST_PACKED = 64
_MOST_INDEXED = 62


class CannibalClobber(StoneGame):
    """A stone moves onto any neighbouring one, and takes it; colours make no difference."""

    text, signs = "cannibal-clobber", "xo."
    packed_after = 128

    def moves(self, state: Stones) -> Iterator[tuple[str, Stones]]:
        for source, target in _cannibal_captures(state):
            left = state._replace(black=state.black ^ source)
            yield f"{state.name(source)} takes {state.name(target)}", left

    def components(self, state: Stones) -> Iterator[Stones]:
        left = state.black
        while left:
            part = state.spread(left & -left, left)
            left ^= part
            if part & (part - 1):
                yield cut_out(state, part)._replace(walls=0)

    def ground(self, state: Stones) -> Ground:
        return _stones(state)

    def first_board(self, rows: int, columns: int) -> Stones:
        return Stones(rows, columns, (1 << rows * columns) - 1, 0)

    def legal(self, state: Any) -> Stones:
        board = super().legal(state)
        return board._replace(black=board.black | board.white, white=0)

    def canonical(self, state: Stones) -> Stones:
        """Return the least of the mirror images and turns, in black."""
        found = super().canonical(state)
        return found._replace(black=found.black | found.white, white=0)

    def touches(self, state: Stones) -> Iterator[tuple[Way, ...]]:
        for source, target in _cannibal_captures(state):
            yield ((state.name(source), state.name(target)),)

    # ---- values -----------------------------------------------------------------------------

    @cached_property
    def valuer(self) -> Valuer[Any]:
        return ByOfficers(self)

    @cached_property
    def officers(self) -> TakeAndBreak:
        """The game that a run in a row is a heap of."""
        return TakeAndBreak("0.6")

    def packed(self, state: Stones) -> Packed | None:
        if state.rows * state.columns > _MOST_PACKED:
            return None
        from grundy.named.kernels import tables

        rows = _neighbours(state)
        return Packed(state.black, tables.grim, data=rows, most=_MOST_PACKED, on_graph=True)

    def indexed(self, state: Stones) -> Indexed | None:
        cells = state.rows * state.columns
        if cells > _MOST_INDEXED:
            return None
        from grundy.games.indexed import Indexed, same_board, subsets
        from grundy.named.kernels import tables

        return Indexed(
            Packed(state.black, tables.grim, data=_neighbours(state), most=_MOST_PACKED),
            subsets(cells),
            word_of=lambda other: same_board(other[:2] == state[:2], other.black),
            state_of=lambda word: state._replace(black=word),
            order="shrinks",
        )


class ByOfficers(Valuer[CannibalClobber]):
    """In a row the nim-sum of the values of 0.6, and on other boards the game's search."""

    def value(self, state: Stones, *, limits: Limits | None = None) -> Value:
        if state.rows > 1 and state.columns > 1:
            return self.ruleset.solver.value(state, limits=limits)
        runs = [part.black.bit_count() for part in self.ruleset.components(state)]
        heap = self.ruleset.officers.value
        return add(heap(run, limits=limits) for run in runs)


def _cannibal_captures(state: Stones) -> Iterator[tuple[int, int]]:
    for source in each(state.black):
        near = state.around(source) & state.black & ~source
        yield from ((source, target) for target in each(near))


def _neighbours(state: Stones) -> np.ndarray:
    """Return for each cell those beside it as bits: int64[cells]."""
    beside = [state.around(1 << cell) & ~(1 << cell) for cell in range(state.rows * state.columns)]
    return np.array(beside, np.uint64).view(np.int64)


def _cannibal_rows() -> Iterator[tuple[str, Value]]:
    found = TakeAndBreak("0.6").values(60).tolist()
    return ((f"1x{n}", found[n]) for n in range(1, 60))


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
            formula("A row of n stones is a heap of n in 0.6", _cannibal_rows),
            values_of({"2x2": 0, "3x3": 2, "2x5": 0, "xxx/x.x": 1}, source=OURS),
        ],
    ),
)
