"""An exercise sheet as HTML, LaTeX and PDF."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

from grundy import markup
from grundy.classroom.problems import Block, Graph, Kind, LineWriter, Sheet, Writer
from grundy.errors import MissingExtraError
from grundy.strategy.moves import Table, html_of

_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
td, th {{ padding: 0 0.6rem; }}
section {{ break-inside: avoid; }}
.solutions {{ break-before: page; }}
.note {{ color: #555; }}
</style>
{body}
</html>
"""


_HTML: dict[Kind, str] = {
    "title": "<h1>%s</h1>",
    "note": '<p class="note">%s</p>',
    "made_by": '<p class="note">Made by <code>%s</code>.</p>',
    "heading": "<section><h2>%s</h2>",
    "answer": "<p><strong>%s</strong></p>",
    "paragraph": "<p>%s</p>",
}


def written_html(sheet: Sheet) -> str:
    """Write a page of its own."""
    return _PAGE.format(title=escape(f"{sheet.title}, level {sheet.level}"), body=body(sheet))


def body(sheet: Sheet) -> str:
    """Write what stands on the page."""
    page = _Page(sheet, _HTML, escape)
    page.problems()
    page.lines.append('<div class="solutions">')
    page.solutions()
    page.lines.append("</div>")
    return "\n".join(page.lines)


class _Page(LineWriter):
    def group(self, heading: str, blocks: Sequence[Block], *, answer: str = "") -> None:
        super().group(heading, blocks, answer=answer)
        self.lines.append("</section>")

    def table(self, table: Table) -> None:
        self.lines.append(html_of(table))

    def picture(self, graph: Graph) -> None:
        """Draw a digraph where pygraphviz is there; else a table of moves says the same."""
        from grundy.drawing import graphviz

        if graphviz.installed():
            self.lines.append(graphviz.on_page(self.drawn(graph, "svg").decode()))
        else:
            self.lines.append("" if graph.instead is None else html_of(graph.instead))


_HEAD = r"""\documentclass[a4paper,11pt]{article}
\usepackage[T1]{fontenc}
\usepackage[margin=2.2cm]{geometry}
\usepackage{tikz}
\usetikzlibrary{arrows.meta}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt plus 2pt}
\begin{document}
"""

_TOGETHER = r"\medskip\begin{minipage}{\linewidth}\setlength{\parskip}{6pt}"  # on one page


_LATEX: dict[Kind, str] = {
    "title": "\\section*{%s}",
    "note": "{\\small %s}\n",
    "made_by": "{\\small Made by \\texttt{%s}.}",
    "heading": "\\subsection*{%s}",
    "answer": "\\textbf{%s}\n",
    "paragraph": "%s\n",
}


def written_latex(sheet: Sheet) -> str:
    """Write a document: the problems, and on a new page the solutions."""
    document = _Document(sheet, _LATEX, markup.latex_text)
    document.problems()
    document.lines.append("\\newpage")
    document.solutions()
    return _HEAD + "\n".join([*document.lines, "\\end{document}"]) + "\n"


class _Document(LineWriter):
    def group(self, heading: str, blocks: Sequence[Block], *, answer: str = "") -> None:
        self.lines.append(_TOGETHER)
        super().group(heading, blocks, answer=answer)
        self.lines.append("\\end{minipage}\n")

    def table(self, table: Table) -> None:
        self.lines.append(_table(table))

    def picture(self, graph: Graph) -> None:
        from grundy.drawing import tikz

        drawn = tikz.without_note(self.drawn(graph, "tikz").decode()).rstrip()
        self.lines.append(f"\\scalebox{{0.7}}{{{drawn}}}\n")


def _table(table: Table) -> str:
    """Set a table; its last columns may hold sentences, which are broken into lines."""
    last, is_long = len(table.header) - 1, any(len(row[-1]) > 45 for row in table.rows)
    columns = [
        "r" if name.endswith(" ") else "p{8cm}" if at == last and is_long else "l"
        for at, name in enumerate(table.header)
    ]
    rows = [" & ".join(map(markup.latex_text, row)) + r" \\" for row in table.rows]
    if table.total:
        rows.insert(-1, "\\hline")
    head = [" & ".join(markup.latex_text(name.strip()) for name in table.header) + r" \\ \hline"]
    body = "\n".join([*(head if any(table.header) else []), *rows])
    return f"{{\\small\\begin{{tabular}}{{{''.join(columns)}}}\n{body}\n\\end{{tabular}}}}\n"


_FONT = "DejaVu"
_STYLES = {"title": ("B", 17), "heading": ("B", 12), "answer": ("B", 10), "paragraph": ("", 10),
           "note": ("", 8), "made_by": ("", 8)}  # fmt: skip
_MARGIN, _LINE = 18.0, 5.2  # millimetres
_WIDEST, _HIGHEST = 120.0, 55.0  # of a picture
_DOTS = 150 / 25.4  # a millimetre


def pdf_bytes(sheet: Sheet) -> bytes:
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
    document.set_margin(_MARGIN)
    document.set_creation_date(datetime(1970, 1, 1, tzinfo=UTC))
    document.add_font(_FONT, "", fonts / "DejaVuSans.ttf")
    document.add_font(_FONT, "B", fonts / "DejaVuSans-Bold.ttf")
    return document


class _Pages(Writer):
    """Puts a sheet on pages, from the top to the bottom."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.document = document = _new_document()
        document.set_title(f"{sheet.title}, level {sheet.level}")

    def group(self, heading: str, blocks: Sequence[Block], *, answer: str = "") -> None:
        self._on_one_page(lambda: super(_Pages, self).group(heading, blocks, answer=answer))

    def _on_one_page(self, write: Callable[[], None]) -> None:
        """Write on this page; where it does not fit there, take it back, for the next one."""
        pages, page = self.document.pages, self.document.page
        contents = pages[page].contents
        before = len(contents)
        write()
        if self.document.page > page:
            del contents[before:]
            for added in range(page + 1, self.document.page + 1):
                del pages[added]
            self.document.page = page
            self.document.add_page()
            write()

    def write(self, kind: Kind, text: str) -> None:
        # A heading never stands alone at the foot of a page.
        if kind == "title" or (kind == "heading" and self.document.will_page_break(6 * _LINE)):
            self.document.add_page()
        if kind == "heading":
            self.document.ln(2)
        style, size = _STYLES[kind]
        text = f"Made by {text}." if kind == "made_by" else text
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
        sides = tuple("RIGHT" if name.endswith(" ") else "LEFT" for name in table.header)
        is_low = not self.document.will_page_break(len(rows) * _LINE)
        if not any(table.header) and is_low and sum(widths) <= self.document.epw:
            self._set_in_lines(rows, widths, sides)
            return
        widths = _in_room(widths, self.document.epw)
        with self.document.table(
            width=min(sum(widths), self.document.epw), col_widths=widths,
            text_align=sides, align="LEFT",
            borders_layout="SINGLE_TOP_LINE" if any(table.header) else "NONE", line_height=_LINE,
            first_row_as_headings=any(table.header), num_heading_rows=int(any(table.header)),
        ) as drawn:  # fmt: skip
            for row in rows:
                drawn.row([cell.strip() for cell in row])
        self.document.ln(2)

    def _set_in_lines(
        self, rows: Sequence[Sequence[str]], widths: Sequence[float], sides: Sequence[str]
    ) -> None:
        """Set a table without a head whose cells are a line each; a table breaks each twice."""
        for row in rows:
            for cell, width, side in zip(row, widths, sides, strict=True):
                self.document.cell(width, _LINE, cell.strip(), align=side[0])
            self.document.ln(_LINE)
        self.document.ln(2)

    def picture(self, graph: Graph) -> None:
        data = self.drawn(graph, "png")
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
