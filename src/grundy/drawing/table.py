"""Draw a table of values as a heat map or as TikZ; P-positions stand out."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from grundy import markup
from grundy.drawing import chart, tikz
from grundy.drawing.graph_scene import shown
from grundy.errors import GraphFormatError
from grundy.runtime.delivery import deliver_bytes
from grundy.strategy.table import Cell, Table, outcome_in, shown_cell
from grundy.values import LoopyValue, Outcome

TABLE_SCALE = 17.0
"""Points that a cell is wide and high."""

_MOST_CELLS = 2_500  # more than TeX sets on a page, and in its memory
# M. Okabe and K. Ito, 2008.
_FILLS = {Outcome.P: "#D55E00", Outcome.D: "#F0E442"}


def check_latex_size(count: int) -> None:
    """Refuse a table of more cells than TeX sets, before its values are computed."""
    if count > _MOST_CELLS:
        raise GraphFormatError(
            f"A table in LaTeX has at most {_MOST_CELLS:,} cells, this one {count:,}; write .pdf "
            "and include that, or give smaller ends."
        )


def _paths(table: Table, title: str, sign: str) -> Iterator[str]:
    """Write a table as TikZ, row 0 at the top; a unit is the side of a cell."""
    yield f"\\node[anchor=south west, inner sep=2pt] at (0,1) {{{markup.latex_text(title)}}};"
    for column, number in enumerate(table.columns):
        yield _node(column + 0.5, 0.5, markup.latex_text(f"{sign}{number}"), "font=\\scriptsize")
    for row, cells in enumerate(table.cells):
        if table.rows is not None:
            head = markup.latex_text(table.rows[row])
            yield _node(-0.2, -row - 0.5, head, "anchor=east, font=\\scriptsize")
        for column, cell in enumerate(cells):
            if cell is not None:
                yield from _cell(column, row, cell)


def _cell(column: int, row: int, cell: Cell) -> Iterator[str]:
    outcome = outcome_in(cell)
    fill = _FILLS.get(outcome) if outcome is not None else None
    style = "draw=black!25" + (f", fill={markup.latex_colour(fill)}" if fill else "")
    yield f"\\path[{style}] ({column},{-row}) rectangle ({column + 1},{-row - 1});"
    text = markup.latex_text(shown_cell(cell))
    bold = f"\\textbf{{{text}}}" if outcome is Outcome.P else text
    size = "\\footnotesize" if len(shown_cell(cell)) < 4 else "\\tiny"
    yield _node(column + 0.5, -row - 0.5, bold, f"font={size}")


def _node(x: float, y: float, text: str, style: str) -> str:
    return f"\\node[inner sep=0pt, {style}] at ({x:g},{y:g}) {{{text}}};"


# What a cell is that the scale of values does not colour, and its colour: distinguished by
# colour-blind eyes (M. Okabe and K. Ito, 2008), and by how light it is.
_KINDS = (
    ("#D55E00", "P: who has to move loses"),
    ("#9ecae1", "N: who has to move wins"),
    ("#F0E442", "D: a draw"),
    ("#CC79A7", "N without a finite value: ∞ with 0"),
)
_PLACES = {Outcome.P: 0, Outcome.N: 1, Outcome.D: 2}
_INFINITE = 3

# The palest blues are white on paper, the darkest hide what is written.
_BLUES = ("#dfecf7", "#b5d4e9", "#71b1d7", "#3787c0", "#0d57a1")
_LEVELS, _SMALL = 64, ' font-size="8"'

_SIDE, _LARGEST = 30.0, 936.0  # points: of a usual cell, and of the whole table
_NARROWEST = 360.0
_LEAST_LETTERS = 5.0  # points; smaller numbers are left out, for nobody can read them
_LETTER = 5.8  # points of a heading's letter
_ABOVE = 46.0
_ONE_NUMBER = (10, 50, 100)  # cells in a row of a game of one number
_WITH_LINES = 4_000  # cells that have a white line around them
_MOST_SHAPES = 10_000  # cells that stay shapes in SVG and PDF; more become an image


def draw_table(table: Table, path: str | os.PathLike[str], *, format: str | None = None) -> None:
    """Draw a table as a heat map to a file, written whole or not at all.

    P-positions are red; of the others a darker blue is a greater value. Cells too small to be
    read have no numbers.

    Args:
        table: The table; a game of one number is drawn in rows.
        path: The file; its ending says the format. "-" is standard output.
        format: "png", "svg", "pdf", or for LaTeX "tikz" or "tex", where the ending does not say
            it.

    Raises:
        MissingExtraError: If PNG or PDF needs the extra ``plot``.
        ValueError: If the format is none of these.
        GraphFormatError: If the table has too many cells for LaTeX.

    Cost: linear in the number of cells; some seconds for a million.
    """
    count = len(table.columns)
    drawn = table.wrapped(next((n for n in _ONE_NUMBER if count <= n * n), _ONE_NUMBER[-1]))
    chosen = format or Path(path).suffix.lower().removeprefix(".")
    if chosen in tikz.FORMATS:
        check_latex_size(sum(map(len, drawn.cells)))
        paths = _paths(drawn, _title(table), "+" if table.rows is None else "")
        deliver_bytes(path, tikz.as_file(paths, chosen, scale=TABLE_SCALE))
        return
    rows, columns = len(drawn.cells), len(drawn.columns)
    side = min(_SIDE, _LARGEST / max(rows, columns, 1))
    left = 16 + _LETTER * max((len(str(number)) for number in drawn.rows or ()), default=0)
    high = max((cell for row in drawn.cells for cell in row if isinstance(cell, int)), default=0)
    kinds = {_kind(cell) for row in drawn.cells for cell in row}
    meanings = [kind for number, kind in enumerate(_KINDS) if number in kinds]
    right, bottom = left + side * columns, _ABOVE + side * rows
    parts = [
        f'<g transform="translate({left:g} {_ABOVE:g})">',
        *_cells(drawn, side, high),
        *_numbers(drawn, side, high),
        *_headings(drawn, side, "+" if table.rows is None else ""),
        "</g>",
        *chart.legend(meanings, left, bottom + 16),
    ]
    wide, low = right + 14, bottom + 12 + chart.ROW * len(meanings)
    if high > 1:
        tall = max(bottom - _ABOVE, 80.0)
        gap, low = 0.05 * tall, max(low, _ABOVE + tall + 6)
        scale = chart.Axis("Grundy value", 1, high, steps=min(10, int(0.45 * tall / 7)))
        parts += chart.colour_scale(_BLUES, scale, right + 12, _ABOVE + gap, _ABOVE + tall - gap)
        wide += 34 + scale.room()
    title = _title(table)
    size = (max(_NARROWEST, wide, 20 + 6.6 * len(title)), low)
    chart.deliver_chart(path, chosen, parts, size, title)


def _title(table: Table) -> str:
    play = "normal play" if table.play == "normal" else "misère play"
    outcomes = any(isinstance(cell, Outcome) for row in table.cells for cell in row)
    what = "who wins" if outcomes else "Grundy values"
    return f"{shown(table.game, 60)}, {play}: {what}"


def _cells(table: Table, side: float, high: int) -> list[str]:
    """Colour the cells: the finite values by a scale, the rest each by one colour."""
    colours = [colour for colour, _ in _KINDS] + chart.ramp(_BLUES, _LEVELS)
    levels = np.array([[_level(cell, high) for cell in row] for row in table.cells], np.int16)
    if levels.size > _MOST_SHAPES:
        return [chart.image(chart.rgba([*colours, "#ffffff"])[levels], 0, 0, side)]
    line = ' stroke="white" stroke-width="0.5"' * (levels.size <= _WITH_LINES)
    return [
        f'<path d="{_squares(np.argwhere(levels == level).tolist(), side)}" '
        f'fill="{colours[level]}"{line}/>'
        for level in sorted({*levels[levels >= 0].tolist()})
    ]


def _squares(places: list[list[int]], side: float) -> str:
    return "".join(
        f"M{side * column:.2f} {side * row:.2f}h{side:g}v{side:g}h-{side:g}z"
        for row, column in places
    )


def _level(cell: Cell, high: int) -> int:
    """Return the number of a cell's colour, or -1 where there is no cell."""
    if isinstance(cell, int) and cell:
        return len(_KINDS) + (cell - 1) * (_LEVELS - 1) // max(high - 1, 1)
    return _kind(cell)


def _kind(cell: Cell) -> int:
    """Return the number of the kind of a cell that the scale does not colour, or -1."""
    outcome = outcome_in(cell)
    if outcome is None or (isinstance(cell, int) and cell):
        return -1
    return _INFINITE if isinstance(cell, LoopyValue) and outcome is Outcome.N else _PLACES[outcome]


def _numbers(table: Table, side: float, high: int) -> Iterator[str]:
    texts = [[shown_cell(cell) for cell in row] for row in table.cells]
    longest = max((len(text) for row in texts for text in row), default=1)
    size = min(10.0, side * 1.25 / (longest + 0.6))
    if size < _LEAST_LETTERS:
        return
    for row, cells in enumerate(table.cells):
        for column, cell in enumerate(cells):
            look = f' font-size="{size:.3g}"'
            if isinstance(cell, int) and cell > max(0.75 * high, 2):
                look += ' fill="white"'
            if outcome_in(cell) is Outcome.P:  # DejaVu Sans alone has no bold letters
                look += ' stroke="currentColor" stroke-width="0.5"'
            x, y = side * (column + 0.5), side * (row + 0.5) + 0.36 * size
            yield chart.text(x, y, texts[row][column], anchor="middle", more=look)


def _headings(table: Table, side: float, sign: str) -> Iterator[str]:
    rows = [0] if table.rows is None else table.rows
    for at, words in _ticks(table.columns, side, sign):
        yield chart.text(at, -5, words, anchor="middle", more=_SMALL)
    for at, words in _ticks(rows, side):
        yield chart.text(-5, at + 3, words, anchor="end", more=_SMALL)


def _ticks(numbers: Sequence[int], side: float, sign: str = "") -> list[tuple[float, str]]:
    """Return places and texts of headings, so few that they do not touch."""
    longest = max((len(f"{sign}{number}") for number in numbers), default=1)
    room = max(2 * _LETTER, _LETTER * longest + 3)
    step = next(step for step in chart.ROUND_NUMBERS if step * side >= room)
    return [
        (side * (place + 0.5), f"{sign}{number}")
        for place, number in enumerate(numbers)
        if number % step == 0
    ]
