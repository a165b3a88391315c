"""A table of values as text, and as a table of pyarrow or pandas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from grundy.files.tables import arrow, natural_column, pandas
from grundy.games.state_text import shown
from grundy.values import LoopyValue, Outcome, outcome_of

if TYPE_CHECKING:
    from grundy.strategy.table import Cell, Table


# A table of values as text: headings, and numbers below each other.


_MOST_ROWS = 500
_ROWS_OF_MANY = 40
_WIDTH = 10  # cells in a row of a game of one number
_LONGEST_NAME = 60


def table_lines(
    table: Table, width: int | None = None, infinity: str = "∞", advice: str = ""
) -> list[str]:
    """Lay a table out in lines; a P-position of value 0 is marked: [0]."""
    shape = table.wrapped(_WIDTH)
    plus = "+" if table.rows is None else ""
    heads = [f"{plus}{column}" for column in shape.columns]
    texts = [[_marked(cell, infinity) for cell in row] for row in shape.cells]
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
        kept = f"{min(rows, len(texts))} rows and {min(columns, len(heads))} columns"
        lines += ["", f"The first {kept}; {advice}" if advice else f"The first {kept}."]
    return lines


def _row(texts: Iterable[str], width: int) -> str:
    return " ".join(f"{text:>{width}}" for text in texts)


def _marked(cell: Cell, infinity: str) -> str:
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


# A table of values as a table of pyarrow, or a data frame of pandas.


def as_arrow(table: Table) -> Any:
    """Return a row for each cell that has a position; see `Table.to_arrow`."""
    pyarrow = arrow(purpose="A table of pyarrow")
    places = [
        (row, column, cell)
        for row, cells in zip(table.rows or [0], table.cells, strict=True)
        for column, cell in zip(table.columns, cells, strict=True)
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
    if table.rows is None:
        del columns["row"]
    return pyarrow.table(columns)


def as_pandas(table: Table) -> Any:
    """Return the table as it is printed; see `Table.to_pandas`."""
    library = pandas()
    if table.rows is None:
        (cells,) = table.cells
        name = "outcome" if any(isinstance(cell, Outcome) for cell in cells) else "value"
        return library.DataFrame({name: _column(cells)}, index=list(table.columns))
    columns = {
        number: _column([row[at] for row in table.cells]) for at, number in enumerate(table.columns)
    }
    return library.DataFrame(columns, index=list(table.rows))


def _column(cells: list[Cell]) -> Any:
    if all(cell is None or type(cell) is int for cell in cells):
        return natural_column(cells)
    return pandas().array(cells, dtype=object)


def _number(cell: Cell) -> int | None:
    return cell if type(cell) is int else None


def _members(cell: Cell) -> list[int] | None:
    return sorted(cell.finite) if isinstance(cell, LoopyValue) else None
