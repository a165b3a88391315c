"""value_table: the states of a game of one or two numbers; Table: as text and as data frames."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice, product
from typing import TYPE_CHECKING, Any

from grundy import markup
from grundy.errors import LimitError, PositionError
from grundy.games.coordinates import Coordinates
from grundy.games.position import Position, Run
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.games.states import SumGraph
from grundy.printable import counted
from grundy.runtime.delivery import arrow, natural_column, pandas
from grundy.runtime.limits import Limits, Progress, Watch, report, reports
from grundy.values import LoopyValue, Outcome, Play, Value, outcome_of

if TYPE_CHECKING:
    from grundy.strategy.patterns import Pattern


_ROW, _MOST_COLUMNS = 20, 40  # of a table in a notebook
_TEXT_WIDTH, _MOST_ROWS, _ROWS_OF_MANY = 100, 500, 40
_WIDTH = 10  # cells in a row of a game of one number
_LONGEST_NAME = 60
_AT_ONCE = 4_096  # cells that a game is asked for together

Cell = Value | Outcome | None
"""What a cell holds: a value, or who wins; None where there is no position."""


@dataclass(frozen=True)
class Table:
    """Values or outcomes of the states of a game.

    Attributes:
        game: The game's name.
        play: "normal" or "misere".
        rows: The first number of each row; None for a game of one number.
        columns: The second number of each column, or the only number.
        cells: A list for each row; a game of one number has one row.
        limit: Why some cells are missing, or None where all are there.
    """

    game: str
    play: Play
    rows: Sequence[int] | None
    columns: Sequence[int]
    cells: list[list[Cell]]
    limit: LimitError | None = None

    def counts(self) -> Counter[Outcome]:
        """Count the positions by outcome."""
        return Counter(filter(None, map(outcome_in, chain.from_iterable(self.cells))))

    def wrapped(self, width: int) -> Table:
        """Return a game of one number in rows of *width*, each headed by its first number.

        The first row begins at a multiple of *width*. A table of two numbers is given as it is.
        """
        if self.rows is not None or not self.columns:
            return self
        first = self.columns[0] - self.columns[0] % width
        before: list[Cell] = [None] * (self.columns[0] - first)
        cells = before + self.cells[0]
        cells += [None] * (-len(cells) % width)
        rows = range(first, first + len(cells), width)
        split = [cells[at : at + width] for at in range(0, len(cells), width)]
        return Table(self.game, self.play, rows, range(width), split, self.limit)

    def patterns(self) -> tuple[Pattern, ...]:
        """Return what is seen in a table of two numbers; nothing of it is proved.

        A function of the sum, the difference, the lesser, the greater or the bitwise or, a xor or
        nim-product of two functions, remainders, Beatty pairs of P-positions, periods in the first
        rows. A table with cells that are missing, or infinite, shows nothing, nor does one of fewer
        than 8 rows or columns.

        >>> from grundy import catalogue, value_table
        >>> print(value_table(catalogue["wythoff"], 30, 50).patterns()[0].text)
        (⌊k·(1 + √5)/2⌋, ⌊k·(3 + √5)/2⌋) for k = 0, 1, 2, … and these turned round
        """
        from grundy.strategy.patterns import patterns

        wins: dict[Cell, int] = {Outcome.P: 0, Outcome.N: 1}
        cells = [[wins.get(c) if isinstance(c, Outcome) else c for c in row] for row in self.cells]
        first = self.rows is not None and (self.rows[0], self.columns[0]) == (0, 0)
        if not first or not all(isinstance(cell, int) for row in cells for cell in row):
            return ()
        return patterns(cells, outcomes=isinstance(self.cells[0][0], Outcome))

    def __str__(self) -> str:
        """Write the table as text, P-positions in brackets; of a large one a corner."""
        return "\n".join(table_lines(self, _TEXT_WIDTH))

    def to_arrow(self) -> Any:
        """Return the table as a pyarrow.Table, one row a cell.

        Its columns: "row" where the game has two numbers, "column", "value" (null for ∞ and where
        cells are outcomes), "K" (a list, the numbers of ∞(K), else null) and "outcome". Cells
        without a position are left out.

        Raises:
            MissingExtraError: If pyarrow is not installed (the extra ``formats``).

        >>> from grundy import TakeAndBreak, value_table
        >>> value_table(TakeAndBreak("0.77"), 3).to_arrow().column("value").to_pylist()
        [0, 1, 2, 3]
        """
        pyarrow = arrow(purpose="A table of pyarrow")
        places = [
            (row, column, cell)
            for row, cells in zip(self.rows or [0], self.cells, strict=True)
            for column, cell in zip(self.columns, cells, strict=True)
            if cell is not None
        ]
        cells = [cell for _, _, cell in places]
        outcomes = [str(cell if isinstance(cell, Outcome) else outcome_of(cell)) for cell in cells]
        members = [sorted(c.finite) if isinstance(c, LoopyValue) else None for c in cells]
        columns = {
            "row": pyarrow.array([row for row, _, _ in places], pyarrow.int64()),
            "column": pyarrow.array([column for _, column, _ in places], pyarrow.int64()),
            "value": pyarrow.array([c if type(c) is int else None for c in cells], pyarrow.int64()),
            "K": pyarrow.array(members, pyarrow.list_(pyarrow.int64())),
            "outcome": pyarrow.array(outcomes, pyarrow.string()),
        }
        if self.rows is None:
            del columns["row"]
        return pyarrow.table(columns)

    def to_pandas(self) -> Any:
        """Return the table as a pandas.DataFrame, as it is printed.

        Its index has the first numbers and its columns the second; of a game of one number the
        index has the numbers, and there is one column, "value" or "outcome". Values are Int64,
        <NA> where there is no position; a column with a value ∞(K) or with outcomes has objects.

        Raises:
            MissingExtraError: If pandas is not installed (the extra ``frames``).
        """
        library = pandas()
        if self.rows is None:
            (cells,) = self.cells
            name = "outcome" if any(isinstance(cell, Outcome) for cell in cells) else "value"
            return library.DataFrame({name: _column(cells)}, index=list(self.columns))
        columns = {
            number: _column([row[at] for row in self.cells])
            for at, number in enumerate(self.columns)
        }
        return library.DataFrame(columns, index=list(self.rows))

    def _repr_html_(self) -> str:
        """Show the table in a notebook, P-positions in brackets; of a large one a corner."""
        drawn = self.wrapped(_ROW)
        wide = slice(_MOST_COLUMNS)
        more = ["…"] if len(drawn.columns) > _MOST_COLUMNS else []
        sign = "+" if self.rows is None else ""
        head = ["", *(f"{sign}{number}" for number in drawn.columns[wide]), *more]
        rows = (
            [number, *map(_marked, cells[wide]), *more]
            for number, cells in zip(drawn.rows or (), drawn.cells, strict=False)
        )
        sentence = f"{self.game}, {self.play} play; P-positions in brackets"
        return f"<div>{markup.paragraph(sentence)}{markup.table(head, rows)}</div>"


def table_lines(
    table: Table, width: int | None = None, infinity: str = "∞", advice: str = ""
) -> list[str]:
    """Lay a table out in lines; a P-position of value 0 is marked: [0]."""
    shape = table.wrapped(_WIDTH)
    plus = "+" if table.rows is None else ""
    heads = [f"{plus}{column}" for column in shape.columns]
    texts = [[_text(cell, infinity) for cell in row] for row in shape.cells]
    sides = [str(row) for row in shape.rows or ()]
    each = max((len(text) for row in [heads, *texts] for text in row), default=1)
    left = max(map(len, sides), default=1)
    columns = len(heads) if width is None else max(1, (width - left - 4) // (each + 1))
    rows = len(texts) if len(texts) <= _MOST_ROWS or width is None else _ROWS_OF_MANY
    lines = [_title(table, shape)]
    for side, row in zip(["", *sides[:rows]], [heads, *texts], strict=False):
        cells = " ".join(f"{text:>{each}}" for text in row[:columns])
        lines.append(f"  {side:>{left}}  {cells}".rstrip())
    lines[1:2] = ["", lines[1], ""]
    if columns < len(heads) or rows < len(texts):
        size = f"{min(rows, len(texts))} rows and {min(columns, len(heads))} columns"
        lines += ["", f"The first {size}; {advice}" if advice else f"The first {size}."]
    return lines


def _text(cell: Cell, infinity: str) -> str:
    """Write a cell: P-positions stand out."""
    if cell is Outcome.N:
        return "."
    return "[0]" if cell == 0 else shown_cell(cell, infinity)


def _title(table: Table, shape: Table) -> str:
    counts = table.counts()
    counts_text = [
        f"{counts[each]:,} {each}" for each in Outcome if counts[each] or each is not Outcome.D
    ]
    states = counted(sum(counts.values()), "state")
    dots = any(cell is Outcome.N for row in shape.cells for cell in row)
    return (
        f"{shown(table.game, _LONGEST_NAME)}, {table.play} play: {states}, "
        f"{', '.join(counts_text)}{' (. is N)' if dots else ''}"
    )


def outcome_in(cell: Cell) -> Outcome | None:
    """Return the outcome that a cell tells."""
    return cell if cell is None or isinstance(cell, Outcome) else outcome_of(cell)


def shown_cell(cell: Cell, infinity: str = "∞") -> str:
    """Write a cell as text; nothing for None."""
    return "" if cell is None else str(cell).replace("∞", infinity)


def _marked(cell: Cell) -> str:
    return f"[{shown_cell(cell)}]" if outcome_in(cell) is Outcome.P else shown_cell(cell)


def cell_data(cell: Cell) -> Any:
    """Return a cell for JSON: an int, or text such as "P" or "∞(0,2)", or None."""
    return cell if cell is None or isinstance(cell, int) else str(cell)


def _column(cells: list[Cell]) -> Any:
    if all(cell is None or type(cell) is int for cell in cells):
        return natural_column(cells)
    return pandas().array(cells, dtype=object)


@reports
def value_table(
    ruleset: Ruleset,
    *ends: int,
    play: Play = "normal",
    outcomes: bool = False,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Table:
    """Return the values of all states up to given numbers, these included.

    Args:
        ruleset: A game whose states are numbers, or pairs of numbers. With two ends a game on
            heaps gives the sums of two heaps.
        ends: The greatest number, or the greatest first and second number.
        play: "normal" or "misere".
        outcomes: Whether cells say who wins rather than values.
        limits: How far the search for one value may go; the seconds are for all.
        progress: Called now and then as ``progress("states", done, total)``.

    Returns:
        The table. Rows and columns without any legal position are left out.

    Raises:
        PositionError: If there is no legal position at all; or, under misère play, if the value
            of a sum is asked, for such values do not add.

    Cost: that of the values. Large tables of games given by vectors are compiled.

    >>> from grundy import TakeAndBreak
    >>> value_table(TakeAndBreak("0.77"), 6).cells
    [[0, 1, 2, 3, 1, 4, 3]]
    >>> value_table(TakeAndBreak("0.77"), 2, 3).cells
    [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1]]
    """
    if len(ends) not in (1, 2) or min(ends) < 0:
        raise PositionError("A table has one end or two, natural numbers such as 8 and 12.")
    limit = None
    cells: list[list[Cell]]
    if play == "normal" and isinstance(ruleset, Coordinates) and len(ends) == ruleset.dimension:
        values = ruleset.table(*ends, limits=limits).tolist()
        cells = values if len(ends) == 2 else [values]
        if outcomes:
            cells = [[outcome_in(cell) for cell in row] for row in cells]
    else:
        flat, limit = _one_by_one(ruleset, ends, play, outcomes, limits)
        width = ends[-1] + 1
        cells = [flat[at : at + width] for at in range(0, len(flat), width)]
    return _without_empty(ruleset.text, play, len(ends), cells, limit)


def _one_by_one(
    ruleset: Ruleset, ends: tuple[int, ...], play: Play, outcomes: bool, limits: Limits | None
) -> tuple[list[Cell], LimitError | None]:
    """Return the cells row by row; what a limit leaves out is None."""
    states = _states([range(end + 1) for end in ends])
    far = _states([range(end, -1, -1) for end in ends])
    corner = next((there for state in far if (there := _position(ruleset, state))), None)
    answers = _Answers(play, outcomes, limits)
    watch = Watch(limits, f"The table of {ruleset.text}", {})
    total, width = math.prod(end + 1 for end in ends), ends[-1] + 1
    cells: list[Cell] = []
    try:
        # The far corner first: where it leads to all others, these are known then.
        with suppress(LimitError):
            if corner is not None:
                answers.of(corner, share=0.5)
        while some := [_position(ruleset, state) for state in islice(states, _AT_ONCE)]:
            watch.check_resources(len(cells))
            for cell in answers.each(some):
                cells.append(cell)
                report("states", len(cells), total)
    except LimitError as error:
        return cells + [None] * (-len(cells) % width if len(cells) > width else 0), error
    return cells, None


def _states(ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
    # `product` would list each range.
    return ((first, *rest) for first in ranges[0] for rest in product(*ranges[1:]))


@dataclass
class _Answers:
    """Values, or outcomes, of one position after another."""

    play: Play
    outcomes: bool
    limits: Limits | None
    whole: SumGraph | None = None

    def _limits(self, share: float = 1.0) -> Limits | None:
        given = self.limits
        if given is None or given.seconds is None:
            return given and replace(given, _spent=None)
        return replace(given, seconds=share * given.seconds)

    def each(self, positions: Sequence[Position | None]) -> Iterator[Cell]:
        """Yield the cells of some positions, None where there is none."""
        known = self._looked_up(positions) if self.play == "normal" else {}
        for place, position in enumerate(positions):
            there = None if position is None or place in known else self.of(position)
            yield known.get(place, there)

    def _looked_up(self, positions: Sequence[Position | None]) -> dict[int, Cell]:
        """Return what a game answers for many states at once; nothing where a limit ends it."""
        single = {place: each.part(0) for place, each in enumerate(positions)
                  if each is not None and each.part_count == 1}  # fmt: skip
        grouped = groupby(single.values(), lambda part: part.ruleset)
        runs = [Run(rules, [part.state for part in some]) for rules, some in grouped]
        try:
            values = list(Position.of_runs(runs).solve(limits=self._limits()).each_value())
        except LimitError:
            return {}
        cells = map(outcome_of, values) if self.outcomes else values
        return dict(zip(single, cells, strict=True))

    def of(self, position: Position, share: float = 1.0) -> Cell:
        """Return the cell of a position, which may take a share of all the seconds."""
        if self.play == "normal":
            value = position.value(limits=self._limits(share))
            return outcome_of(value) if self.outcomes else value
        if self.outcomes:
            solved = position.solve("misere", limits=self._limits(share))
            if solved.is_answered:
                return solved.outcome
        if not self.outcomes and len(position.parts) > 1:
            position.value("misere")  # raises the error that says why
        if self.whole is None:  # what it does not hold yet, it goes on to label
            self.whole = SumGraph(position, "misere", self._limits())
        return self.whole.outcome(position) if self.outcomes else self.whole.value(position)


def _position(ruleset: Ruleset, state: tuple[int, ...]) -> Position | None:
    try:
        return ruleset[state if len(state) > 1 else state[0]]
    except PositionError:
        return None


def _without_empty(
    game: str, play: Play, dimension: int, cells: list[list[Cell]], limit: LimitError | None
) -> Table:
    rows, columns = _with_cells(cells), _with_cells(zip(*cells, strict=True))
    if not rows:
        if limit is not None:
            raise limit
        numbers, other = ("two numbers", "one") if dimension == 2 else ("one number", "two")
        raise PositionError(
            f"{game} has no position of {numbers} up to there; a table of it may need {other}, or "
            "a greater end."
        )
    body = [[cells[row][column] for column in columns] for row in rows]
    return Table(game, play, None if dimension == 1 else rows, columns, body, limit)


def _with_cells(lines: Iterable[Sequence[Cell]]) -> list[int]:
    return [at for at, line in enumerate(lines) if any(cell is not None for cell in line)]
