"""Pieces that face each other as numbers: where they stand, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grundy.games.indexed.indexed import Indexed, other_board
from grundy.games.indexed.ranking import fitting, numbers
from grundy.games.valuers.packed import MOST, Packed
from grundy.named.kernels import tables

if TYPE_CHECKING:
    from grundy.named.rules.facing_pieces import Facing

_MOST_BITS = 62


def northcott_indexed(board: Facing) -> Indexed | None:
    """Return all ways in which the pawns may stand on a board, either side to move."""
    columns, rows = len(board.pairs), board.rows
    ways = rows * (rows - 1)
    bits = (ways - 1).bit_length()
    if 1 + columns * bits > _MOST_BITS:
        return None
    ranking = numbers(2, *[ways] * columns)

    def word_of(state: Facing) -> int:
        if state.rows != rows or len(state.pairs) != columns:
            raise other_board()
        codes = [(a - 1) * (rows - 1) + b - 1 - (b > a) for a, b in state.pairs]
        return ranking.join([state.turn - 1, *codes])

    def state_of(word: int) -> Facing:
        turn, *codes = ranking.split(word)
        pairs = []
        for code in codes:
            white, black = divmod(code, rows - 1)
            pairs.append((white + 1, black + 1 + (black >= white)))
        return board._replace(pairs=tuple(pairs), turn=turn + 1)

    data = np.array([columns, rows, bits], np.int64)
    return Indexed(
        Packed(word_of(board), tables.northcott, data=data, most=max(columns * rows, 1)),
        ranking, word_of, state_of, order="cycles",
    )  # fmt: skip


def red_blue_indexed(board: Facing) -> Indexed | None:
    """Return all places between those of the pieces, either side to move; blue is beyond red."""
    lengths = [blue - red for red, blue in board.pairs]
    ranking = fitting(numbers, *(length for length in lengths for _ in range(2)), 2)
    if ranking is None or sum(lengths) > MOST:
        return None

    def word_of(state: Facing) -> int:
        if len(state.pairs) != len(lengths):
            raise other_board()
        places = list(zip(state.pairs, board.pairs, strict=True))
        if any(red < first or blue > last for (red, blue), (first, last) in places):
            raise other_board()
        steps = [
            step for (red, blue), (first, last) in places
            for step in (last - 1 - red, blue - 1 - first)
        ]  # fmt: skip
        return ranking.join([*steps, state.turn - 1])

    def state_of(word: int) -> Facing:
        *steps, turn = ranking.split(word)
        places = zip(board.pairs, steps[::2], steps[1::2], strict=True)
        pairs = tuple((last - 1 - red, blue + 1 + first) for (first, last), red, blue in places)
        return board._replace(pairs=pairs, turn=turn + 1)

    data = [len(lengths)]
    for field, offset, length in zip(
        ranking.fields[::2], ranking.offsets[::2], [*lengths, 0], strict=True
    ):
        data += [offset, field.bits, length]
    return Indexed(
        Packed(word_of(board), tables.red_blue, data=np.array(data, np.int64),
               most=max(sum(lengths), 1)),
        ranking, word_of, state_of,
    )  # fmt: skip
