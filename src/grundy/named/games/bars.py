"""Bars of chocolate that are cut and eaten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import xor
from typing import Any, cast

import numpy as np

from grundy.games.position import Part, Position
from grundy.games.protocols import Theorem
from grundy.games.ruleset import NamedMoves
from grundy.games.scenes import Cell, Kind, Scene, Way, board_scene
from grundy.games.state_text import naturals, read_numbers, sides, written
from grundy.games.values.by_table import ByTable, Table
from grundy.named.entry import NUMBERS, OURS, Entry, formula, winning_moves
from grundy.runtime.limits import Limits, Progress, Watch, reports
from grundy.values import Value

Bar = tuple[int, int]
Bars = Bar | tuple[Bar, ...]

_DRAWN = 40
_LOOK = 63  # bars between two looks at the limits, less one
_CUT_COLUMN = "cut after column {}"
_CUT_ROW = "cut after row {}"


class Chocolate(NamedMoves):
    """Bars of chocolate: cut one in two, eat an inner row or column of it, or eat its rim."""

    text = "chocolate"

    # ---- rules ------------------------------------------------------------------------------

    def moves(self, state: Bar) -> Iterator[tuple[str, tuple[Bar, ...]]]:
        rows, columns = state
        for k in range(1, columns):
            yield f"cut after column {k}", ((rows, k), (rows, columns - k))
        for k in range(1, rows):
            yield f"cut after row {k}", ((k, columns), (rows - k, columns))
        for k in range(2, columns):
            yield f"eat column {k}", ((rows, k - 1), (rows, columns - k))
        for k in range(2, rows):
            yield f"eat row {k}", ((k - 1, columns), (rows - k, columns))
        if min(state) > 2:
            yield "eat the rim", ((rows - 2, columns - 2),)

    def components(self, state: Bars) -> tuple[Bar, ...]:
        return cast("tuple[Bar, ...]", (state,) if _is_bar(state) else state)

    def canonical(self, state: Bars) -> Bars:
        """Return a bar with its shorter side first, or such bars in order."""
        turned = tuple(sorted((min(bar), max(bar)) for bar in self.components(state)))
        return turned[0] if _is_bar(state) else turned

    # ---- states -----------------------------------------------------------------------------

    def as_position(self, state: Bars) -> Position:
        """Return the position of one bar, or the sum of several."""
        return Position(tuple(Part(self, bar) for bar in self.components(state)))

    def legal(self, state: Any) -> Bars:
        if isinstance(state, (tuple, list)) and state and isinstance(state[0], Iterable):
            return tuple(self._bar(bar) for bar in state)
        return self._bar(state)

    def _bar(self, state: Any) -> Bar:
        rows, columns = naturals(state, self.text, "3,4", count=2, least=1)
        return rows, columns

    def parse(self, text: str) -> Bars:
        """Read a bar, such as ``3,4`` or ``3x4`` for 3 rows and 4 columns."""
        return self.legal(sides(text) or read_numbers(text))

    def format(self, state: Bars) -> str:
        return " + ".join(map(written, self.components(state)))

    def draw(self, state: Bars) -> str:
        return "\n\n".join(
            "\n".join(["#" * bar[1]] * bar[0]) if max(bar) <= _DRAWN else f"{bar[0]} x {bar[1]}"
            for bar in self.components(state)
        )

    def scene(self, state: Bars) -> Scene | None:
        if not _is_bar(state):
            return None
        rows, columns = self.components(state)[0]
        squares: list[list[tuple[Kind, str]]] = [[("chocolate", "")] * columns] * rows
        numbers = [str(number) for number in range(1, max(rows, columns) + 1)]
        board = board_scene(squares, numbers[:rows], numbers[:columns])
        if board is None:
            return None
        cuts = [Cell(_CUT_COLUMN.format(k), k - 0.5, rows - 0.2, "cut") for k in range(1, columns)]
        cuts += [Cell(_CUT_ROW.format(k), columns - 0.2, k - 0.5, "cut") for k in range(1, rows)]
        return Scene((*board.cells, *cuts))

    def touches(self, state: Bar) -> Iterator[tuple[Way, ...]]:
        rows, columns = state
        square = "{},{}".format
        lines = range(1, rows + 1), range(1, columns + 1)
        yield from (((_CUT_COLUMN.format(k),),) for k in range(1, columns))
        yield from (((_CUT_ROW.format(k),),) for k in range(1, rows))
        yield from ((tuple(square(row, k) for row in lines[0]),) for k in range(2, columns))
        yield from ((tuple(square(k, column) for column in lines[1]),) for k in range(2, rows))
        if min(state) > 2:
            rim = (square(a, b) for a in lines[0] for b in lines[1]
                   if a in (1, rows) or b in (1, columns))  # fmt: skip
            yield (tuple(rim),)

    # ---- values -----------------------------------------------------------------------------

    @property
    def theorem(self) -> Theorem:
        return Theorem(
            "Lost is only the bar of one square; else cut an even side in its middle, or eat the "
            "middle row or column, and copy each move in the other half.",
            "C.-S. Negrușeri, problem 9",
            lambda state: max(state) == 1 if _is_bar(state) else None,
        )

    @cached_property
    def valuer(self) -> BarTable:
        return BarTable(self, axes=2)

    @reports
    def table(
        self,
        rows: int,
        columns: int,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Table:
        """Return the values of all bars up to *rows* by *columns*, the ends included."""
        short, long = sorted(self._bar((rows, columns)))
        table = self.valuer.reaching((short, long), limits)
        found = table[: short + 1, : long + 1].copy()
        found[0] = found[:, 0] = -1
        return found if rows <= columns else found.T


class BarTable(ByTable[Chocolate]):
    """The values of all bars up to those asked for, the shorter side first."""

    def value(self, state: Bars, *, limits: Limits | None = None) -> int:
        bars = [(min(bar), max(bar)) for bar in self.ruleset.components(state)]
        short = max((bar[0] for bar in bars), default=1)
        long = max((bar[1] for bar in bars), default=1)
        table = self.reaching((short, long), limits)
        return reduce(xor, (int(table[bar]) for bar in bars), 0)

    def computed(self, sizes: tuple[int, ...], watch: Watch) -> Table:
        rows, columns = sorted(sizes)
        table = np.zeros((rows, columns), np.int32)
        for a in range(1, rows):
            watch.look(a * (columns - 1))
            for b in range(a, columns):
                table[a, b] = _value(table, a, b)
                if not b & _LOOK:
                    watch.again()
                if b < rows:
                    table[b, a] = table[a, b]
        return table

    def memory(self, sizes: Sequence[int]) -> int:
        return 4 * sizes[0] * sizes[1]


def _is_bar(state: Bars) -> bool:
    return bool(state) and isinstance(state[0], int)


def _value(table: Table, a: int, b: int) -> int:
    """Return the mex over the options of a bar from the values of smaller ones; a <= b."""
    reached: set[int] = set()
    for line, side in ((table[a], b), (table[:, b], a)):
        reached |= _of_two(line, side) | _of_two(line, side - 1)
    if a > 2:
        reached.add(int(table[a - 2, b - 2]))
    value = 0
    while value in reached:
        value += 1
    return value


def _of_two(line: Table, total: int) -> set[int]:
    parts = line[1 : max(total, 1)]
    return set((parts ^ parts[::-1]).tolist())


_CHOCOLATE = ((0, 1, 2, 3, 1, 4, 3, 2, 1, 4), (1, 1, 1, 1, 1, 1, 1, 1, 1, 1), (2, 1, 1, 4, 1, 1, 4))


def _bars() -> Iterator[tuple[str, Value]]:
    for a, row in enumerate(_CHOCOLATE, start=1):
        for b, value in enumerate(row, start=1):
            yield f"{a},{b}", value
            yield f"{b},{a}", value


FAMILY = NUMBERS

ENTRIES = (
    Entry(
        key="chocolate",
        name="Chocolate",
        rule="Cut a bar in two, or eat an inner row or column of it, or eat its whole rim.",
        make=Chocolate,
        start="3,4 5,5",
        source="C.-S. Negrușeri, problem 9; Ukrainian olympiad in informatics",
        facts=[
            formula("The values of bars with 1, 2 and 3 rows", _bars),
            winning_moves("3,4 5,5", "1,4 + 2,4 + 5,5", "2,4 + 1,4 + 5,5", source=OURS),
        ],
    ),
)
