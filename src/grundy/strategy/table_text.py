"""A table of values as text: headings, and numbers below each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grundy.games.state_text import shown
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.strategy.table import Cell, Table

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
    told = [f"{counts[outcome]:,} {outcome}" for outcome in Outcome]
    if not counts[Outcome.D]:
        told.pop()
    total = sum(counts.values())
    states = "state" if total == 1 else "states"
    dots = any(cell is Outcome.N for row in shape.cells for cell in row)
    return (
        f"{shown(table.game, _LONGEST_NAME)}, {table.play} play: {total:,} {states}, "
        f"{', '.join(told)}{' (. is N)' if dots else ''}"
    )
