"""A table of values as a table of pyarrow, or a data frame of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.files.frames import natural_column, pandas
from grundy.files.table_bytes import arrow
from grundy.values import LoopyValue, Outcome, outcome_of

if TYPE_CHECKING:
    from grundy.strategy.table import Cell, Table


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
