"""An exercise sheet as PDF, its digraphs drawn by Graphviz; the same sheet gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from grundy.classroom.problem import Block, Graph, Writer
from grundy.errors import MissingExtraError
from grundy.strategy.explain.sections import Table

if TYPE_CHECKING:
    from grundy.classroom.sheet import ExerciseSheet

_FONT = "DejaVu"
_MARGIN, _LINE = 18.0, 5.2  # millimetres
_WIDEST, _HIGHEST = 120.0, 55.0  # of a picture
_DOTS = 150 / 25.4  # a millimetre


def encoded(sheet: ExerciseSheet) -> bytes:
    """Return the sheet as a PDF: the problems, and on a new page the solutions."""
    pages = _Pages(sheet)
    pages.problems()
    pages.solutions()
    return bytes(pages.document.output())


def _new_document() -> Any:
    from grundy.drawing.graphviz import font_directory

    try:
        from fpdf import FPDF
    except ImportError:
        raise MissingExtraError("fpdf2", "draw", "Writing PDF") from None
    fonts = font_directory()
    if fonts is None:
        raise MissingExtraError("matplotlib", "draw", "Writing PDF")
    document = FPDF(format="A4")
    document.set_creation_date(datetime(1970, 1, 1, tzinfo=UTC))
    document.set_margin(_MARGIN)
    document.add_font(_FONT, "", fonts / "DejaVuSans.ttf")
    document.add_font(_FONT, "B", fonts / "DejaVuSans-Bold.ttf")
    return document


class _Pages(Writer):
    """Puts a sheet on pages, from the top to the bottom."""

    def __init__(self, sheet: ExerciseSheet) -> None:
        super().__init__(sheet)
        self.document = _new_document()
        self.document.set_title(f"{sheet.title}, level {sheet.level}")

    def problem(self, heading: str, question: Sequence[Block]) -> None:
        self._on_one_page(lambda: super(_Pages, self).problem(heading, question))

    def solution(self, heading: str, stated: str, reason: Sequence[Block]) -> None:
        self._on_one_page(lambda: super(_Pages, self).solution(heading, stated, reason))

    def _on_one_page(self, write: Callable[[], None]) -> None:
        """Write on this page; where it does not fit there, on the next one."""
        document = self.document
        page = document.page
        with document.offset_rendering() as trial:
            self.document = trial
            write()
            fits = trial.page == page
        self.document = document
        if not fits:
            document.add_page()
        write()

    def title(self, text: str) -> None:
        self.document.add_page()
        self._written(text, size=17, style="B")

    def note(self, text: str) -> None:
        self._written(text, size=8)

    def made_by(self, command: str) -> None:
        self.note(f"Made by {command}.")

    def heading(self, text: str) -> None:
        # It never stands alone at the foot of a page.
        if self.document.will_page_break(6 * _LINE):
            self.document.add_page()
        self.document.ln(2)
        self._written(text, size=12, style="B")

    def answer(self, text: str) -> None:
        self._written(text, style="B")

    def paragraph(self, text: str) -> None:
        self._written(text)

    def _written(self, text: str, *, size: float = 10, style: str = "") -> None:
        self.document.set_font(_FONT, style, size)
        self.document.multi_cell(0, _LINE * max(1.0, size / 11), text, align="L",
                                 new_x="LMARGIN", new_y="NEXT")  # fmt: skip
        self.document.ln(1)

    def table(self, table: Table) -> None:
        self.document.set_font(_FONT, "", 9)
        rows = ([tuple(table.header)] if any(table.header) else []) + list(table.rows)
        widths = [
            max(self.document.get_string_width(row[at].strip()) for row in rows) + 5
            for at in range(len(table.header))
        ]
        widths = _in_room(widths, self.document.epw)
        sides = tuple("RIGHT" if name.endswith(" ") else "LEFT" for name in table.header)
        with self.document.table(
            width=min(sum(widths), self.document.epw), col_widths=widths,
            text_align=sides, align="LEFT",
            borders_layout="SINGLE_TOP_LINE" if any(table.header) else "NONE", line_height=_LINE,
            first_row_as_headings=any(table.header), num_heading_rows=int(any(table.header)),
        ) as drawn:  # fmt: skip
            for row in rows:
                drawn.row([cell.strip() for cell in row])
        self.document.ln(2)

    def picture(self, graph: Graph) -> None:
        data = graph.drawn("png")
        wide, high = _size(data)
        scale = min(1 / _DOTS, _WIDEST / wide, _HIGHEST / high)
        if self.document.will_page_break(high * scale):
            self.document.add_page()
        self.document.image(io.BytesIO(data), w=wide * scale, h=high * scale)
        self.document.ln(2)


def _in_room(widths: Sequence[float], room: float) -> list[float]:
    """Narrow the widest columns, all to one width, until the columns fit the room together."""
    fitted, left = list(widths), room
    for placed, at in enumerate(sorted(range(len(widths)), key=widths.__getitem__)):
        fitted[at] = min(widths[at], left / (len(widths) - placed))
        left -= fitted[at]
    return fitted


def _size(png: bytes) -> tuple[int, int]:
    """Read width and height in dots from the head of a PNG file."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
