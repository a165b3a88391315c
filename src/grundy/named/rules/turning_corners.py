"""Turning Corners: coins on a board, of which a move turns the corners of a rectangle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, reduce
from operator import xor
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import PositionError
from grundy.games.coins import NO_HEADS
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Kind, Scene, board_scene, naturals, read_naturals, written
from grundy.games.state_text import search_of_moves
from grundy.games.values.one_value import ByFormula
from grundy.nimbers import Nimber
from grundy.running.limits import Limits, Watch, each_looked_at

Coin = tuple[int, int]
Board = tuple[Coin, ...]
_DRAWN = 30
_MOST_ROWS = 5_000  # in which a corner is looked for; each takes a division of nimbers
_BOARD = 16  # rows and columns of a board that is drawn as shapes


class TurningCorners(Ruleset):
    """Turn the four corners of a rectangle; the one farthest from the origin shows heads.

    Source: H. W. Lenstra, 1978; Winning Ways, ch. 14; ONAG, ch. 6.
    """

    text = "turning-corners"

    def options(self, state: Board) -> Iterator[Board]:
        """Yield the board after each move."""
        for _, option in self.moves(state):
            yield option

    def moves(self, state: Board) -> Iterator[tuple[str, Board]]:
        """Yield each move, such as "turn the rectangle from 0,1 to 2,3"."""
        for x, y in state:
            for a in range(x if y else 0):
                for b in range(y):
                    yield _turned(state, (x, y), (a, b))

    def canonical(self, state: Board) -> Board:
        """Return the board or its mirror image across the diagonal."""
        return min(state, tuple(sorted((y, x) for x, y in state)))

    def legal(self, state: Any) -> Board:
        """Return the places of the heads in order; one place may stand alone."""
        listed = isinstance(state, Iterable) and not isinstance(state, str)
        several = listed and getattr(state, "ndim", 1) > 0  # a NumPy scalar has no axis
        given = tuple(state) if several else ()
        if given and not isinstance(given[0], Iterable):
            given = (given,)
        if not several:
            given = (state,)
        coins = sorted(naturals(coin, self.text, "2,3 or 2,3:4,5", count=2) for coin in given)
        if len(set(coins)) < len(coins):
            raise PositionError(f"In {self.text} no two coins share a place.")
        return tuple((coin[0], coin[1]) for coin in coins)

    def parse(self, text: str) -> Board:
        """Read the places of the heads, such as ``2,3`` or ``2,3:4,5``; ``-`` for none."""
        if text.strip() == NO_HEADS:
            return ()
        return self.legal(tuple(read_naturals(word) for word in text.split(":")))

    def format(self, state: Board) -> str:
        """Write the places of the heads."""
        return ":".join(map(written, state)) or NO_HEADS

    def draw(self, state: Board) -> str:
        """Draw the board, x downwards, y to the right, H for heads."""
        rows = max((x for x, _ in state), default=0) + 1
        columns = max((y for _, y in state), default=0) + 1
        if max(rows, columns) > _DRAWN:
            return self.format(state)
        heads = frozenset(state)
        lines = (
            "".join("H" if (x, y) in heads else "." for y in range(columns)) for x in range(rows)
        )
        return "\n".join(f"{x:>2} {line}" for x, line in enumerate(lines))

    def scene(self, state: Board) -> Scene | None:
        """Return the board up to the last heads, x downwards; None for a large one."""
        rows = max((x for x, _ in state), default=0) + 1
        columns = max((y for _, y in state), default=0) + 1
        if max(rows, columns) > _BOARD:
            return None
        heads = frozenset(state)
        coins: dict[bool, tuple[Kind, str]] = {True: ("heads", "H"), False: ("tails", "")}
        numbers = [str(number) for number in range(max(rows, columns))]
        lines = [[coins[(x, y) in heads] for y in range(columns)] for x in range(rows)]
        return board_scene(lines, numbers[:rows], numbers[:columns])

    @property
    def formula(self) -> Callable[[Board], int]:
        """The nim-sum of the nim-products of the heads' coordinates."""
        return lambda state: reduce(xor, (int(Nimber(x) * Nimber(y)) for x, y in state), 0)

    @cached_property
    def valuer(self) -> ByCorners:
        """The formula, and division of nimbers."""
        return ByCorners(self, self.formula)

    def table(
        self, rows: int, columns: int, *, limits: Limits | None = None, progress: Any = None
    ) -> npt.NDArray[np.int64]:
        """Return the values of one head at (0 .. rows, 0 .. columns)."""
        from grundy.nimbers import nim_product

        Watch(limits, "A table of turning-corners", {}, progress).look((rows + 1) * (columns + 1))
        products = nim_product(np.arange(rows + 1)[:, None], np.arange(columns + 1)[None, :])
        return products.astype(np.int64)


class ByCorners(ByFormula[TurningCorners]):
    """The nim-products of the coordinates; the moves to a value by division."""

    def options_of_value(
        self, state: Board, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, Board]]:
        """Yield each move to this value, looked for by rows: each has one corner that fits."""
        change = Nimber(self.ruleset.formula(state) ^ wanted)
        rows = ((x, y, a) for x, y in state for a in range(x if y and change else 0))
        search = search_of_moves(self.ruleset.text, self.ruleset.format(state))
        for (x, y, a), _ in each_looked_at(rows, search, limits, _MOST_ROWS):
            b = y ^ int(change / Nimber(x ^ a))
            if b < y:
                yield _turned(state, (x, y), (a, b))


def _turned(state: Board, far: Coin, near: Coin) -> tuple[str, Board]:
    """Return the move that turns the rectangle between two corners."""
    (x, y), (a, b) = far, near
    turned = frozenset(state).symmetric_difference({(x, y), (a, y), (x, b), (a, b)})
    return f"turn the rectangle from {a},{b} to {x},{y}", tuple(sorted(turned))
