"""Clobber for both players alike: a stone takes a neighbour of the other colour."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.games.scenes.scene import Way
from grundy.games.valuers.packed import Packed
from grundy.named.board_data import board_data
from grundy.named.stones.board import Stones, cut_out, each
from grundy.named.stones.game import MOST_PACKED, StoneGame, chequered


class Clobber(StoneGame):
    """Impartial Clobber: a stone moves onto a neighbouring one of the other colour, and takes it.

    Source: M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, 2005.
    """

    text, signs = "clobber", "xo."
    plain_cells = 9

    def moves(self, state: Stones) -> Iterator[tuple[str, Stones]]:
        """Yield each capture, such as "a1 takes b1"."""
        for source, target in _captures(state):
            left = _taken(state, source, target)
            yield f"{state.name(source)} takes {state.name(target)}", left

    def components(self, state: Stones) -> Iterator[Stones]:
        """Yield the stones that hang together, where there is a move, each cut out."""
        left = state.black | state.white
        while left:
            part = state.spread(left & -left, left)
            left ^= part
            if part & state.black and part & state.white:
                yield _without_walls(cut_out(state, part))

    def first_board(self, rows: int, columns: int) -> Stones:
        """Return a board in two colours like a chessboard."""
        return chequered(rows, columns)

    def touches(self, state: Stones) -> Iterator[tuple[Way, ...]]:
        """Yield the stone that moves, then the one that it takes."""
        for source, target in _captures(state):
            yield ((state.name(source), state.name(target)),)

    def size(self, state: Stones) -> int:
        """Count the stones."""
        return (state.black | state.white).bit_count()

    def packed(self, state: Stones) -> Packed | None:
        """Return a board of up to 31 cells as two planes, with the compiled rules."""
        cells = state.rows * state.columns
        if cells > MOST_PACKED:
            return None
        from grundy.named.kernels import stones as kernels

        return Packed(
            state.black | state.white << cells,
            kernels.clobber,
            kernels.clobber_parts,
            data=board_data(state.rows, state.columns),
            most=4 * MOST_PACKED,
            weigh=kernels.stones,
        )


def _captures(state: Stones) -> Iterator[tuple[int, int]]:
    """Yield each stone with each neighbour of the other colour, cell by cell."""
    for source in each(state.black | state.white):
        other = state.white if source & state.black else state.black
        yield from ((source, target) for target in each(state.around(source) & other))


def _taken(state: Stones, source: int, target: int) -> Stones:
    """Return the board after a capture: the stone stands on the target, in its own colour."""
    both = source | target
    if source & state.black:
        return state._replace(black=state.black ^ both, white=state.white ^ target)
    return state._replace(black=state.black ^ target, white=state.white ^ both)


def _without_walls(state: Stones) -> Stones:
    """Return a board with empty cells for walls: in Clobber neither is ever moved to."""
    return state._replace(walls=0)
