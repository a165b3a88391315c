"""Chomp: a bar of chocolate whose first square is poisoned."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from grundy.errors import PositionError
from grundy.games.indexed import Indexed, fitting, multisets, other_board
from grundy.games.protocols import Theorem
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Kind, Scene, board_scene
from grundy.games.state_text import naturals, read_numbers, sides, written
from grundy.games.values.one_value import ByFormula
from grundy.games.values.packed import MOST, Packed
from grundy.named.entry import NUMBERS, Entry, values_of, winning_moves
from grundy.named.kernels import tables

_DRAWN = 40
_MOST_ROWS = 10_000


class Chomp(NamedMoves):
    """Chomp: bite off all squares below and to the right of one; the first square is poisoned."""

    text = "chomp"

    def moves(self, state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
        for row, length in enumerate(state):
            yield from (_bitten(state, row, column) for column in range(0 if row else 1, length))

    def canonical(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Return the rows or, of the mirror image, the columns: whichever are fewer."""
        if state[0] > len(state):
            return state
        columns = tuple(sum(length > column for length in state) for column in range(state[0]))
        return columns if len(columns) < len(state) else min(state, columns)

    @property
    def theorem(self) -> Theorem:
        return Theorem(
            "Lost are the poisoned square alone, two rows or columns of n and n - 1 squares, and "
            "an L with equal arms; won are all other rectangles, for the bite at the last square "
            "or the answer to it wins, and what has as many rows as columns and the square 1,1.",
            "F. Schuh, 1952; D. Gale, 1974",
            _is_lost,
            _winning,
        )

    def indexed(self, state: tuple[int, ...]) -> Indexed | None:
        rows, columns = len(state), state[0]
        ranking = fitting(multisets, rows, columns)
        if ranking is None or rows * columns > MOST:
            return None

        def word_of(bar: tuple[int, ...]) -> int:
            if len(bar) > rows or bar[0] > columns:
                raise other_board()
            return ranking.join((*(0,) * (rows - len(bar)), *reversed(bar)))

        def state_of(word: int) -> tuple[int, ...]:
            return tuple(length for length in reversed(ranking.split(word)) if length)

        data = np.array([rows, ranking.fields[0].bits_each], np.int64)
        return Indexed(
            Packed(word_of(state), tables.chomp, data=data, most=rows * columns),
            ranking, word_of, state_of,
        )  # fmt: skip

    @cached_property
    def valuer(self) -> Valuer[Any]:
        return ByFormula(self, self._of_line, self._moves_of_line_to)

    def _of_line(self, state: tuple[int, ...]) -> int | None:
        """Return the value of a single row or column; None for more."""
        return max(state[0], len(state)) - 1 if 1 in (len(state), state[0]) else None

    def _moves_of_line_to(
        self, state: tuple[int, ...], wanted: int
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        left = wanted + 1
        if left < state[0]:
            yield f"bite at 0,{left}", (left,)
        elif left < len(state):
            yield f"bite at {left},0", (1,) * left

    def legal(self, state: Any) -> tuple[int, ...]:
        rows = naturals(state, self.text, "4,4,4")
        while rows and not rows[-1]:
            rows = rows[:-1]
        if not rows:
            raise PositionError("In chomp the poisoned square is always there; write such as 4,4.")
        if list(rows) != sorted(rows, reverse=True):
            raise PositionError(
                f"In chomp no row is longer than the one above, such as 4,4,2; "
                f"found {written(rows)}."
            )
        return rows

    def parse(self, text: str) -> tuple[int, ...]:
        """Read the lengths of the rows, such as ``4,4,4``, or the sides of a whole bar, ``3x4``."""
        if bar := sides(text):
            return self.legal(self._whole(*bar))
        return self.legal(read_numbers(text))

    def _whole(self, rows: int, columns: int) -> tuple[int, ...]:
        if rows > _MOST_ROWS:
            raise PositionError(
                f"A bar of {rows:,} rows is too large for chomp; {_MOST_ROWS:,} are the most."
            )
        return (columns,) * rows

    def format(self, state: tuple[int, ...]) -> str:
        return written(state)

    def draw(self, state: tuple[int, ...]) -> str:
        if max(state[0], len(state)) > _DRAWN:
            return self.format(state)
        rows = ["#" * length for length in state]
        return "\n".join(["x" + rows[0][1:], *rows[1:]])

    def scene(self, state: tuple[int, ...]) -> Scene | None:
        looks: dict[bool, tuple[Kind, str]] = {True: ("poison", "☠"), False: ("chocolate", "")}
        lines = [[looks[row == column == 0] for column in range(length)]
                 for row, length in enumerate(state)]  # fmt: skip
        rows = [str(row) for row in range(len(state))]
        columns = [str(column) for column in range(state[0])]
        return board_scene(lines, rows, columns)


def _is_lost(state: tuple[int, ...]) -> bool | None:
    """Return what is proved of a shape: by stealing, pairs of rows, or the arms of an L."""
    rows, columns = len(state), state[0]
    if columns == state[-1]:
        return rows == columns == 1
    if rows == 2:
        return state[1] == columns - 1
    if columns == 2:
        return state.count(2) == rows - 1
    if state[1] == 1:
        return rows == columns
    return False if rows == columns else None


def _winning(state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]] | None:
    """Return the one winning move of two lines or of an L that is won; None of other shapes."""
    rows, columns = len(state), state[0]
    if rows == 2:
        second = state[1]
        bite = (1, columns - 1) if second == columns else (0, second + 1)
    elif columns == 2:
        second = state.count(2)
        bite = (rows - 1, 1) if second == rows else (second + 1, 0)
    elif rows > 1 and state[1] == 1:
        bite = (0, rows) if columns > rows else (columns, 0)
    elif 1 in (rows, columns):
        bite = (0, 1) if rows == 1 else (1, 0)
    else:
        return None
    return iter((_bitten(state, *bite),))


def _bitten(state: tuple[int, ...], row: int, column: int) -> tuple[str, tuple[int, ...]]:
    below = (min(length, column) for length in state[row:] if column)
    return f"bite at {row},{column}", (*state[:row], *below)


FAMILY = NUMBERS

ENTRIES = (
    Entry(
        key="chomp",
        name="Chomp",
        rule="Bite off all squares of a chocolate bar that are not above or left of a square; "
        "the first square is poisoned.",
        make=Chomp,
        start="4,4,4",
        source="F. Schuh, 1952; D. Gale, 1974",
        facts=[
            values_of({f"{n},{n}": value for n, value in enumerate((1, 2, 4, 5, 7, 8), start=1)}),
            winning_moves("4,4,4", "4,2,2"),
        ],
    ),
)
