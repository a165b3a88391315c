"""Boards as text: rows of signs with / between them, cells named as on a chessboard."""

from __future__ import annotations

from grundy.errors import CodeError, PositionError
from grundy.games.state_text import shown

MOST_SIDE = 26
MOST_ROW = 1_000  # cells of a board that is one row, where long ones make sense


def letters(number: int) -> str:
    """Return the letters of a column, from 1."""
    text = ""
    while number:
        number, last = divmod(number - 1, 26)
        text = chr(ord("a") + last) + text
    return text


def cell_name(columns: int, place: int) -> str:
    """Name a cell by its place, which counts from 0 row by row: b3 is the second column's third."""
    row, column = divmod(place, columns)
    return f"{letters(column + 1)}{row + 1}"


def sized(rows: int, columns: int, longest: int = MOST_SIDE) -> int:
    """Return the number of cells of a board of a size that can be named."""
    if not (1 <= rows <= MOST_SIDE and 1 <= columns <= (MOST_SIDE if rows > 1 else longest)):
        one_row = f", and one row has up to {longest:,} cells" if longest > MOST_SIDE else ""
        raise PositionError(
            f"A board of {shown(rows, 20)} rows and {shown(columns, 20)} columns cannot be "
            f"played on; both are from 1 to {MOST_SIDE}{one_row}."
        )
    return rows * columns


def read_rows(text: str, signs: str, legend: str) -> list[str]:
    """Read the rows of a board, all of the same length."""
    rows = [line.strip() for line in text.strip().replace("\n", "/").split("/")]
    for column, sign in enumerate(text, 1):
        if sign not in signs and sign not in "/ \n":
            raise CodeError(
                f'{shown(text.strip())}: column {column}: "{shown(sign)}" is no cell; write '
                f"{legend} and / between rows.",
                text=text,
                column=column,
            )
    at = 0
    for number, row in enumerate(rows, 1):
        at = text.index(row, at) + len(row)
        if len(row) != len(rows[0]):
            raise CodeError(
                f"{shown(text.strip())}: column {at}: row {number} has {len(row)} cells and row 1 "
                f"has {len(rows[0])}; give all rows the same length.",
                text=text,
                column=max(at, 1),
            )
    return rows


def drawn(rows: list[str]) -> str:
    """Return a picture with the names of columns and rows."""
    wide = len(str(len(rows)))
    names = [letters(column + 1) for column in range(len(rows[0]))]
    each = max(map(len, names))
    lines = [" " * wide + " " + " ".join(name.ljust(each) for name in names).rstrip()]
    for number, row in enumerate(rows, 1):
        cells = " ".join(sign.ljust(each) for sign in row).rstrip()
        lines.append(f"{number:{wide}} {cells}")
    return "\n".join(lines)
