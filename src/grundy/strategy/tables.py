"""Table: values or outcomes of the states of a game, as text and as data frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy import markup
from grundy.errors import LimitError
from grundy.games.state_text import shown
from grundy.runtime.delivery import arrow, natural_column, pandas
from grundy.values import LoopyValue, Outcome, Play, Value, outcome_of

if TYPE_CHECKING:
    from grundy.strategy.patterns import Pattern

_ROW, _MOST_COLUMNS = 20, 40  # of a table in a notebook
_TEXT_WIDTH = 100
_MOST_ROWS = 500
_ROWS_OF_MANY = 40
_WIDTH = 10  # cells in a row of a game of one number
_LONGEST_NAME = 60

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
        return Counter(
            outcome for row in self.cells for outcome in map(outcome_in, row) if outcome is not None
        )

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

        cells = [[_plain(cell) for cell in row] for row in self.cells]
        first = self.rows is not None and (self.rows[0], self.columns[0]) == (0, 0)
        if not first or any(cell is None for row in cells for cell in row):
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
        columns = {
            "row": pyarrow.array([row for row, _, _ in places], pyarrow.int64()),
            "column": pyarrow.array([column for _, column, _ in places], pyarrow.int64()),
            "value": pyarrow.array([_number(cell) for cell in cells], pyarrow.int64()),
            "K": pyarrow.array([_members(cell) for cell in cells], pyarrow.list_(pyarrow.int64())),
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
    lines = [_title(table, shape), "", f"  {'':>{left}}  {_row(heads[:columns], each)}", ""]
    lines += [
        f"  {side:>{left}}  {_row(row[:columns], each)}".rstrip()
        for side, row in zip(sides[:rows], texts, strict=False)
    ]
    if columns < len(heads) or rows < len(texts):
        size = f"{min(rows, len(texts))} rows and {min(columns, len(heads))} columns"
        lines += ["", f"The first {size}; {advice}" if advice else f"The first {size}."]
    return lines


def _row(texts: Iterable[str], width: int) -> str:
    return " ".join(f"{text:>{width}}" for text in texts)


def _text(cell: Cell, infinity: str) -> str:
    """Write a cell: P-positions stand out."""
    if isinstance(cell, Outcome):
        return "." if cell is Outcome.N else str(cell)
    if cell is None:
        return ""
    return "[0]" if cell == 0 else str(cell).replace("∞", infinity)


def _title(table: Table, shape: Table) -> str:
    counts = table.counts()
    counts_text = [f"{counts[outcome]:,} {outcome}" for outcome in Outcome]
    if not counts[Outcome.D]:
        counts_text.pop()
    total = sum(counts.values())
    states = "state" if total == 1 else "states"
    dots = any(cell is Outcome.N for row in shape.cells for cell in row)
    return (
        f"{shown(table.game, _LONGEST_NAME)}, {table.play} play: {total:,} {states}, "
        f"{', '.join(counts_text)}{' (. is N)' if dots else ''}"
    )


def outcome_in(cell: Cell) -> Outcome | None:
    """Return the outcome that a cell tells."""
    return cell if cell is None or isinstance(cell, Outcome) else outcome_of(cell)


def _plain(cell: Cell) -> int | None:
    """Return a finite value as it is, a win as 1 and a loss as 0; None for all others."""
    if isinstance(cell, Outcome):
        return {Outcome.P: 0, Outcome.N: 1}.get(cell)
    return cell if isinstance(cell, int) else None


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


def _number(cell: Cell) -> int | None:
    return cell if type(cell) is int else None


def _members(cell: Cell) -> list[int] | None:
    return sorted(cell.finite) if isinstance(cell, LoopyValue) else None
