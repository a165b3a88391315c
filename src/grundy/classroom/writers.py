"""An exercise sheet as HTML, LaTeX and PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import ClassVar

from grundy import markup
from grundy.classroom.problems import Block, Graph, Kind, Sheet, Writer
from grundy.drawing.typeset import quoted, typeset
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


class _Html(Writer):
    forms: ClassVar[Mapping[Kind, str]] = {
        "title": "<h1>%s</h1>",
        "note": '<p class="note">%s</p>',
        "made_by": '<p class="note">Made by <code>%s</code>.</p>',
        "heading": "<h2>%s</h2>",
        "answer": "<p><strong>%s</strong></p>",
        "paragraph": "<p>%s</p>",
    }
    escaped = staticmethod(escape)
    around = ("<section>", "</section>")
    before_solutions, after_solutions = '<div class="solutions">', "</div>"

    def table(self, table: Table) -> str:
        return html_of(table)

    def picture(self, graph: Graph) -> str:
        """Draw a digraph where pygraphviz is there; else a table of moves says the same."""
        from grundy.drawing import graphviz

        if graphviz.installed():
            return graphviz.on_page(self.drawn(graph, "svg"))
        return "" if graph.instead is None else html_of(graph.instead)


def written_html(sheet: Sheet) -> str:
    """Write a page of its own."""
    return _PAGE.format(title=escape(f"{sheet.title}, level {sheet.level}"), body=body(sheet))


def body(sheet: Sheet) -> str:
    """Write what stands on the page."""
    return _Html(sheet).written()


_HEAD = r"""\documentclass[a4paper,11pt]{article}
\usepackage[T1]{fontenc}
\usepackage[margin=2.2cm]{geometry}
\usepackage{tikz}
\usetikzlibrary{arrows.meta}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt plus 2pt}
\begin{document}
"""


class _Latex(Writer):
    forms: ClassVar[Mapping[Kind, str]] = {
        "title": "\\section*{%s}",
        "note": "{\\small %s}\n",
        "made_by": "{\\small Made by \\texttt{%s}.}",
        "heading": "\\subsection*{%s}",
        "answer": "\\textbf{%s}\n",
        "paragraph": "%s\n",
    }
    escaped = staticmethod(markup.latex_text)
    around = (  # it stays on one page
        r"\medskip\begin{minipage}{\linewidth}\setlength{\parskip}{6pt}",
        "\\end{minipage}\n",
    )
    before_solutions, after_solutions = "\\newpage", "\\end{document}\n"

    def table(self, table: Table) -> str:
        """Set a table; its last columns may hold sentences, which are broken into lines."""
        last, is_long = len(table.header) - 1, any(len(row[-1]) > 45 for row in table.rows)
        columns = [
            "r" if name.endswith(" ") else "p{8cm}" if at == last and is_long else "l"
            for at, name in enumerate(table.header)
        ]
        rows = [" & ".join(map(markup.latex_text, row)) + r" \\" for row in table.rows]
        if table.total:
            rows.insert(-1, "\\hline")
        head = [
            " & ".join(markup.latex_text(name.strip()) for name in table.header) + r" \\ \hline"
        ]
        body = "\n".join([*(head if any(table.header) else []), *rows])
        return f"{{\\small\\begin{{tabular}}{{{''.join(columns)}}}\n{body}\n\\end{{tabular}}}}\n"

    def picture(self, graph: Graph) -> str:
        from grundy.drawing import tikz

        drawn = tikz.without_note(self.drawn(graph, "tikz")).rstrip()
        return f"\\scalebox{{0.7}}{{{drawn}}}\n"


def written_latex(sheet: Sheet) -> str:
    """Write a document: the problems, and on a new page the solutions."""
    return _HEAD + _Latex(sheet).written()


# Bold letters are drawn with a line around them: DejaVu Sans alone has no others.
_TYPST_HEAD = """#set document(title: %s)
#set page("a4", margin: 18mm)
#set text(hyphenate: false)
#set par(spacing: 3mm, leading: 2.2mm)
#set table(inset: (x: 2mm, y: 1.1mm), stroke: none)
#set block(spacing: 3.5mm)
#show heading.where(level: 1): set text(17pt)
#show heading.where(level: 2): set text(12pt)
#show heading: set text(stroke: 0.04em)
#show heading: set block(above: 5mm, below: 3.5mm)
#show strong: set text(stroke: 0.04em)
#show table: set text(9pt)
#let together(it) = layout(area => {
  let high = measure(block(width: area.width, it)).height
  block(breakable: high > area.height, above: 5.5mm, it)
})
#let picture(svg) = context {
  let natural = measure(image(svg, format: "svg"))
  let scale = calc.min(1, 120mm / natural.width, 55mm / natural.height)
  image(svg, format: "svg", width: natural.width * scale)
}
"""

_MANY_ROWS = 40


class _Typst(Writer):
    forms: ClassVar[Mapping[Kind, str]] = {
        "title": "#pagebreak(weak: true)\n#heading(%s)\n",
        "note": "#text(8pt, %s)\n",
        "made_by": '#text(8pt, "Made by " + %s + ".")',
        "heading": "#heading(level: 2, %s)",
        "answer": "#strong(%s)\n",
        "paragraph": "#text(%s)\n",
    }
    escaped = staticmethod(quoted)
    around = ("#block(breakable: false, above: 5.5mm)[", "]")

    def opening(self, blocks: Sequence[Block]) -> str:
        # Whether it is longer than a page is measured where it may be: that takes a second layout.
        rows = sum(len(block.rows) if isinstance(block, Table) else 4 for block in blocks)
        return self.around[0] if rows < _MANY_ROWS else "#together["

    def table(self, table: Table) -> str:
        sides = ", ".join("right" if name.endswith(" ") else "left" for name in table.header)
        head = [f"strong({quoted(name.strip())})" for name in table.header]
        rows = [", ".join(quoted(cell.strip()) for cell in row) for row in table.rows]
        if table.total:
            rows.insert(-1, "table.hline()")
        if any(table.header):
            rows = [f"table.header({', '.join(head)})", "table.hline()", *rows]
        body = ",\n  ".join([f"columns: {len(head)}, align: ({sides},)", *rows])
        return f"#table(\n  {body},\n)"

    def picture(self, graph: Graph) -> str:
        return f"#picture(bytes({quoted(self.drawn(graph, 'svg'))}))"


def pdf_bytes(sheet: Sheet) -> bytes:
    """Return the sheet as a PDF: the problems, and on a new page the solutions."""
    head = _TYPST_HEAD % quoted(f"{sheet.title}, level {sheet.level}")
    return typeset(head + _Typst(sheet).written(), "pdf", "draw", "Writing PDF")
