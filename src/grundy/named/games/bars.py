"""Bars of chocolate that are cut and eaten, or bitten off: Chocolate and Chomp."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import xor
from typing import Any, cast

import numpy as np

from grundy.errors import PositionError
from grundy.games.coordinates import ByTable, Table
from grundy.games.indexed import Indexed, fitting, multisets
from grundy.games.position import Part, Position
from grundy.games.protocols import Theorem
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import NamedMoves, OfNumbers
from grundy.games.scenes import Cell, Kind, Scene, Way, board_scene
from grundy.games.state_text import naturals, read_numbers, sides, written
from grundy.games.values.bottom_up import mex
from grundy.games.values.one_value import ByFormula
from grundy.games.values.packed import MOST, Packed
from grundy.named.entry import NUMBERS, OURS, Entry, formula, values_of, winning_moves
from grundy.named.kernels import tables
from grundy.runtime.limits import Limits, Watch
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
    ends = True

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

    theorem = Theorem(
        "Lost is only the bar of one square; else cut an even side in its middle, or eat the "
        "middle row or column, and copy each move in the other half.",
        "C.-S. Negrușeri, problem 9",
        lambda state: max(state) == 1 if _is_bar(state) else None,
    )

    @cached_property
    def valuer(self) -> BarTable:
        return BarTable(self, axes=2)


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


def _value(table: Table, a: int, b: int) -> Any:
    """Return the mex over the options of a bar from the values of smaller ones; a <= b."""
    reached: set[Value] = set()
    for line, side in ((table[a], b), (table[:, b], a)):
        reached |= _of_two(line, side) | _of_two(line, side - 1)
    if a > 2:
        reached.add(int(table[a - 2, b - 2]))
    return mex(reached)


def _of_two(line: Table, total: int) -> set[int]:
    parts = line[1 : max(total, 1)]
    return set((parts ^ parts[::-1]).tolist())


_CHOCOLATE = ((0, 1, 2, 3, 1, 4, 3, 2, 1, 4), (1, 1, 1, 1, 1, 1, 1, 1, 1, 1), (2, 1, 1, 4, 1, 1, 4))


def _bars() -> Iterator[tuple[str, Value]]:
    for a, row in enumerate(_CHOCOLATE, start=1):
        for b, value in enumerate(row, start=1):
            yield f"{a},{b}", value
            yield f"{b},{a}", value


_MOST_ROWS = 10_000


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


def _is_lost_in_misere(state: tuple[int, ...]) -> bool | None:
    """Return what is proved of a shape when who cannot move wins; see docs/theory.md 7.11."""
    rows, columns = len(state), state[0]
    if min(rows, columns) < 3:
        return sum(state) == 2
    return False if columns == state[-1] else _is_lost(state)


def _winning_in_misere(state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]] | None:
    """Return the winning moves of shapes of up to two lines and of an L; None of others."""
    rows, columns = len(state), state[0]
    if min(rows, columns) > 2:
        return _winning(state) if state[1] == 1 else None
    bites = [(0, 1)] * (rows == 2) + [(1, 0)] * (columns == 2)
    bites += [(0, 2)] * (rows == 1 and columns > 2) + [(2, 0)] * (columns == 1 and rows > 2)
    return iter([_bitten(state, *bite) for bite in bites])


class Chomp(NamedMoves, OfNumbers):
    """Chomp: bite off all squares below and to the right of one; the first square is poisoned."""

    text = "chomp"
    ends = True

    def moves(self, state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
        for row, length in enumerate(state):
            yield from (_bitten(state, row, column) for column in range(0 if row else 1, length))

    def canonical(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Return the rows or, of the mirror image, the columns: whichever are fewer."""
        if state[0] > len(state):
            return state
        columns = tuple(sum(length > column for length in state) for column in range(state[0]))
        return columns if len(columns) < len(state) else min(state, columns)

    theorem = Theorem(
        "Lost are the poisoned square alone, two rows or columns of n and n - 1 squares, and "
        "an L with equal arms; won are all other rectangles, for the bite at the last square "
        "or the answer to it wins, and what has as many rows as columns and the square 1,1.",
        "F. Schuh, 1952; D. Gale, 1974",
        _is_lost,
        _winning,
    )

    misere_theorem = Theorem(
        "Misère: lost are two squares, and an L with equal arms of two squares or more beside "
        "the poisoned one; won are the poisoned square alone, all other shapes of one or two "
        "rows or columns, other Ls and rectangles, and what has as many rows as columns and "
        "the square 1,1.",
        "docs/theory.md 7.11",
        _is_lost_in_misere,
        _winning_in_misere,
    )

    def indexed(self, state: tuple[int, ...]) -> Indexed | None:
        rows, columns = len(state), state[0]
        ranking = fitting(multisets, rows, columns)
        if ranking is None or rows * columns > MOST:
            return None

        def word_of(bar: tuple[int, ...]) -> int:
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
        self, state: tuple[int, ...], value: int
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        left = value + 1
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
        return super().parse(text)

    def _whole(self, rows: int, columns: int) -> tuple[int, ...]:
        if rows > _MOST_ROWS:
            raise PositionError(
                f"A bar of {rows:,} rows is too large for chomp; {_MOST_ROWS:,} are the most."
            )
        return (columns,) * rows

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


def _bitten(state: tuple[int, ...], row: int, column: int) -> tuple[str, tuple[int, ...]]:
    below = (min(length, column) for length in state[row:] if column)
    return f"bite at {row},{column}", (*state[:row], *below)


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
    Entry(
        key="chomp",
        name="Chomp",
        rule="Bite off a square of a chocolate bar and all between it and the lower right corner; "
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
