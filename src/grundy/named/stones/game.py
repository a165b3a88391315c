"""What games with stones on a board have in common: their text, and the way to a value."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from grundy.games.ruleset import Ruleset
from grundy.games.scenes.scene import Scene
from grundy.games.valuers.by_questions import ByQuestions
from grundy.games.valuers.valuer import Valuer
from grundy.named.board_text import drawn
from grundy.named.stones.board import (
    Stones,
    board_picture,
    least_form,
    of_rows,
    read_board,
    require_board,
    two_sides,
)

MOST_PACKED = 31  # cells in each of the two planes of a word


class StoneGame(Ruleset):
    """A game with stones on a board. A state is `Stones`; its sides alone are the first board."""

    text: str
    signs: str
    plain_cells: int

    @abstractmethod
    def first_board(self, rows: int, columns: int) -> Stones:
        """Return the board that a play begins with."""

    @abstractmethod
    def moves(self, state: Stones) -> Iterator[tuple[str, Stones]]:
        """Yield each move by its name, with the board that it leaves."""

    @abstractmethod
    def size(self, state: Stones) -> int:
        """Count the cells that matter to the search."""

    def options(self, state: Stones) -> Iterator[Stones]:
        """Return the board after each move."""
        return (option for _, option in self.moves(state))

    def canonical(self, state: Stones) -> Stones:
        """Return the least of the mirror images and turns, in both colourings."""
        return least_form(state)

    # ---- text -------------------------------------------------------------------------------

    def legal(self, state: Any) -> Stones:
        """Return a board for its sides, a text board, or `Stones`."""
        if isinstance(state, str):
            return self.parse(state)
        if isinstance(state, Stones):
            return require_board(state)
        return self.first_board(*two_sides(state, self.text))

    def parse(self, text: str) -> Stones:
        """Read a text board such as ``x.o/.x.``, or its sides, such as ``3x4``, for a first one.

        Raises:
            CodeError: If the text is malformed; it carries the column.
            PositionError: If it is no board of this game.
        """
        return self.legal(read_board(text, self.signs))

    def format(self, state: Stones) -> str:
        """Write a board so that `parse` reads it: a first one by its sides."""
        if state == self.first_board(state.rows, state.columns):
            return f"{state.rows}x{state.columns}"
        return "/".join(state.text_rows())

    def draw(self, state: Stones) -> str:
        """Return a picture with the names of columns and rows."""
        return drawn(state.text_rows())

    def scene(self, state: Stones) -> Scene | None:
        """Return the board with its stones."""
        return board_picture(state)

    # ---- values -----------------------------------------------------------------------------

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """Lemoine and Viennot's search."""
        return BySearch(self)


class BySearch(ByQuestions[StoneGame]):
    """Lemoine and Viennot's search, compiled for boards of up to 31 cells."""

    def is_small(self, state: Stones) -> bool:
        """Return whether the search in Python is done before a kernel is loaded."""
        return self.ruleset.size(state) <= self.ruleset.plain_cells


def chequered(rows: int, columns: int) -> Stones:
    """Return a board in two colours like a chessboard, black at a1."""
    signs = "xo" * (columns + 1)
    return of_rows([signs[row % 2 :][:columns] for row in range(rows)])
