"""Draw a table of values as a heat map or as TikZ; P-positions stand out."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy import markup
from grundy.drawing import tikz
from grundy.drawing.graph_scene import shown
from grundy.drawing.sequence import ROUND_NUMBERS, figure
from grundy.errors import GraphFormatError
from grundy.runtime.delivery import deliver_bytes
from grundy.strategy.table import Cell, Table, outcome_in, shown_cell
from grundy.values import LoopyValue, Outcome

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


TABLE_SCALE = 17.0
"""Points that a cell is wide and high."""

_MOST_CELLS = 2_500  # more than TeX sets on a page, and in its memory
# As in the pictures by matplotlib: M. Okabe and K. Ito, 2008.
_FILLS = {Outcome.P: "#D55E00", Outcome.D: "#F0E442"}


def table_paths(table: Table, title: str, sign: str = "") -> list[str]:
    """Return the paths of a table, row 0 at the top; a unit is the side of a cell."""
    check_latex_size(sum(map(len, table.cells)))
    return list(_lines(table, title, sign))


def check_latex_size(count: int) -> None:
    """Refuse a table of more cells than TeX sets, before its values are computed."""
    if count > _MOST_CELLS:
        raise GraphFormatError(
            f"A table in LaTeX has at most {_MOST_CELLS:,} cells, this one {count:,}; write .pdf "
            "and include that, or give smaller ends."
        )


def _lines(table: Table, title: str, sign: str) -> Iterator[str]:
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

_SIDE, _LARGEST = 0.42, 13.0  # inches: of a usual cell, and of the whole table
_LEAST_LETTERS = 5.0  # points; smaller numbers are left out, for nobody can read them
_LEAST_TICK = 0.16  # inches between two headings
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
        MissingExtraError: If matplotlib is not there; LaTeX needs it not.
        ValueError: If the format is none of these.
        GraphFormatError: If the table has too many cells for LaTeX.

    Cost: linear in the number of cells; some seconds for a million.
    """
    drawn = table.wrapped(_row_length(table))
    chosen = format or Path(path).suffix.lower().removeprefix(".")
    if chosen in tikz.FORMATS:
        paths = table_paths(drawn, _title(table), "+" if table.rows is None else "")
        deliver_bytes(path, tikz.as_file(paths, chosen, scale=TABLE_SCALE))
        return
    rows, columns = len(drawn.cells), len(drawn.columns)
    side = min(_SIDE, _LARGEST / max(rows, columns, 1))
    size = (max(5.0, side * columns + 2.2), max(1.6, side * rows + 1.6))
    with figure(path, format, size) as canvas:
        axes: Axes = canvas.add_subplot()
        _cells(canvas, axes, drawn)
        _numbers(axes, drawn, side)
        _headings(axes, drawn, side, "+" if table.rows is None else "")
        _legend(axes, drawn)
        axes.set_title(_title(table), fontsize=10, loc="left")


def _row_length(table: Table) -> int:
    count = len(table.columns)
    return next((width for width in _ONE_NUMBER if count <= width * width), _ONE_NUMBER[-1])


def _title(table: Table) -> str:
    play = "normal play" if table.play == "normal" else "misère play"
    outcomes = any(isinstance(cell, Outcome) for row in table.cells for cell in row)
    what = "who wins" if outcomes else "Grundy values"
    return f"{shown(table.game, 60)}, {play}: {what}"


def _cells(canvas: Figure, axes: Axes, table: Table) -> None:
    """Colour the cells: first the finite values by a scale, then the rest each by one colour."""
    from matplotlib import colormaps
    from matplotlib.colors import LinearSegmentedColormap, ListedColormap

    rows = ([cell if isinstance(cell, int) else 0 for cell in row] for row in table.cells)
    finite = np.array(list(rows), np.float64)
    kinds = np.array([[_kind(cell) for cell in row] for row in table.cells], np.int8)
    high = float(finite.max(initial=0.0))
    if high > 0:
        # The palest blues are white on paper, the darkest hide what is written.
        blues = LinearSegmentedColormap.from_list(
            "values", colormaps["Blues"](np.linspace(0.12, 0.85, 256))
        )
        mesh = _painted(axes, np.ma.masked_equal(finite, 0), blues, 1, max(high, 2))
        if high > 1:
            _scale(canvas, axes, mesh)
    there = np.ma.masked_less(kinds, 0)
    if there.count():
        _painted(axes, there, ListedColormap([colour for colour, _ in _KINDS]), 0, len(_KINDS) - 1)
    axes.set_aspect("equal")
    axes.invert_yaxis()


def _kind(cell: Cell) -> int:
    """Return the number of the kind of a cell that the scale does not colour, or -1."""
    outcome = outcome_in(cell)
    if outcome is None or (isinstance(cell, int) and cell):
        return -1
    return _INFINITE if isinstance(cell, LoopyValue) and outcome is Outcome.N else _PLACES[outcome]


def _painted(
    axes: Axes, cells: npt.NDArray[Any], colours: Any, least: float, greatest: float
) -> Any:
    """Colour cells by their numbers; masked ones stay white."""
    scale: dict[str, Any] = {"cmap": colours, "vmin": least, "vmax": greatest}
    if cells.size > _MOST_SHAPES:
        rows, columns = cells.shape
        whole = (0, columns, rows, 0)
        return axes.imshow(cells, extent=whole, interpolation="nearest", **scale)
    lines: dict[str, Any] = {}
    if cells.size <= _WITH_LINES:
        lines = {"edgecolors": "white", "linewidth": 0.5}
    return axes.pcolormesh(cells, **scale, **lines)


def _scale(canvas: Figure, axes: Axes, mesh: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    scale = canvas.colorbar(mesh, ax=axes, label="Grundy value", pad=0.01, shrink=0.9)
    scale.ax.yaxis.set_major_locator(MaxNLocator(integer=True))


def _numbers(axes: Axes, table: Table, side: float) -> None:
    texts = [[shown_cell(cell) for cell in row] for row in table.cells]
    longest = max((len(text) for row in texts for text in row), default=1)
    size = min(10.0, 72 * side * 1.25 / (longest + 0.6))
    if size < _LEAST_LETTERS:
        return
    high = max((cell for row in table.cells for cell in row if isinstance(cell, int)), default=0)
    for row, cells in enumerate(table.cells):
        for column, cell in enumerate(cells):
            dark = isinstance(cell, int) and cell > max(0.75 * high, 2)
            bold = outcome_in(cell) is Outcome.P
            axes.text(
                column + 0.5, row + 0.5, texts[row][column], ha="center", va="center",
                fontsize=size, color="white" if dark else "black",
                fontweight="bold" if bold else "normal",
            )  # fmt: skip


def _headings(axes: Axes, table: Table, side: float, sign: str) -> None:
    rows = table.rows if table.rows is not None else [0]
    axes.set_xticks(*_ticks(table.columns, side, sign))
    axes.set_yticks(*_ticks(rows, side))
    axes.tick_params(length=0, labelsize=8, top=False, labeltop=True, labelbottom=False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _ticks(numbers: Sequence[int], side: float, sign: str = "") -> tuple[list[float], list[str]]:
    """Return places and texts of headings, so few that they do not touch."""
    longest = max((len(f"{sign}{number}") for number in numbers), default=1)
    room = max(_LEAST_TICK, 0.08 * longest + 0.04)
    step = next(step for step in ROUND_NUMBERS if step * side >= room)
    ticks = [(place, number) for place, number in enumerate(numbers) if number % step == 0]
    return [place + 0.5 for place, _ in ticks], [f"{sign}{number}" for _, number in ticks]


def _legend(axes: Axes, table: Table) -> None:
    from matplotlib.patches import Patch

    kinds = {_kind(cell) for row in table.cells for cell in row}
    samples = [
        Patch(color=colour, label=text)
        for number, (colour, text) in enumerate(_KINDS)
        if number in kinds
    ]
    if samples:
        axes.legend(
            handles=samples, loc="upper left", bbox_to_anchor=(0, -0.01), frameon=False,
            fontsize=8, ncols=len(samples), borderaxespad=0.3, handlelength=1.2,
        )  # fmt: skip
