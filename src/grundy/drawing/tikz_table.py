"""A table of values as TikZ: a cell is a square, P-positions stand out."""

from __future__ import annotations

from collections.abc import Iterator

from grundy import latex
from grundy.errors import GraphFormatError
from grundy.strategy.table import Cell, Table, outcome_in, shown_cell
from grundy.values import Outcome

TABLE_SCALE = 17.0
"""Points that a cell is wide and high."""

_MOST_CELLS = 2_500  # more than TeX sets on a page, and in its memory
# As in the pictures by matplotlib: M. Okabe and K. Ito, 2008.
_FILLS = {Outcome.P: "#D55E00", Outcome.D: "#F0E442"}


def table_paths(table: Table, title: str, sign: str = "") -> list[str]:
    """Return the paths of a table, row 0 at the top; a unit is the side of a cell."""
    count = sum(map(len, table.cells))
    if count > _MOST_CELLS:
        raise GraphFormatError(
            f"A table in LaTeX has at most {_MOST_CELLS:,} cells, this one {count:,}; write .pdf "
            "and include that, or give smaller ends."
        )
    return list(_lines(table, title, sign))


def _lines(table: Table, title: str, sign: str) -> Iterator[str]:
    yield f"\\node[anchor=south west, inner sep=2pt] at (0,1) {{{latex.text(title)}}};"
    for column, number in enumerate(table.columns):
        yield _node(column + 0.5, 0.5, latex.text(f"{sign}{number}"), "font=\\scriptsize")
    for row, cells in enumerate(table.cells):
        if table.rows is not None:
            head = latex.text(table.rows[row])
            yield _node(-0.2, -row - 0.5, head, "anchor=east, font=\\scriptsize")
        for column, cell in enumerate(cells):
            if cell is not None:
                yield from _cell(column, row, cell)


def _cell(column: int, row: int, cell: Cell) -> Iterator[str]:
    outcome = outcome_in(cell)
    fill = _FILLS.get(outcome) if outcome is not None else None
    style = "draw=black!25" + (f", fill={latex.colour(fill)}" if fill else "")
    yield f"\\path[{style}] ({column},{-row}) rectangle ({column + 1},{-row - 1});"
    text = latex.text(shown_cell(cell))
    bold = f"\\textbf{{{text}}}" if outcome is Outcome.P else text
    size = "\\footnotesize" if len(shown_cell(cell)) < 4 else "\\tiny"
    yield _node(column + 0.5, -row - 0.5, bold, f"font={size}")


def _node(x: float, y: float, text: str, style: str) -> str:
    return f"\\node[inner sep=0pt, {style}] at ({x:g},{y:g}) {{{text}}};"
