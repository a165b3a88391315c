"""An exercise sheet as a document of LaTeX, its digraphs as TikZ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grundy import latex
from grundy.classroom.problem import Block, Graph, LineWriter
from grundy.strategy.explain.sections import Table

if TYPE_CHECKING:
    from grundy.classroom.sheet import ExerciseSheet

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


def written(sheet: ExerciseSheet) -> str:
    """Write a document: the problems, and on a new page the solutions."""
    document = _Document(sheet)
    document.problems()
    document.lines.append("\\newpage")
    document.solutions()
    return _HEAD + "\n".join([*document.lines, "\\end{document}"]) + "\n"


class _Document(LineWriter):
    def title(self, text: str) -> None:
        self.lines.append(f"\\section*{{{latex.text(text)}}}")

    def note(self, text: str) -> None:
        self.lines.append(f"{{\\small {latex.text(text)}}}\n")

    def made_by(self, command: str) -> None:
        self.lines.append(f"{{\\small Made by \\texttt{{{latex.text(command)}}}.}}")

    def problem(self, heading: str, question: Sequence[Block]) -> None:
        self.lines.append(_TOGETHER)
        super().problem(heading, question)
        self.lines.append("\\end{minipage}\n")

    def solution(self, heading: str, stated: str, reason: Sequence[Block]) -> None:
        self.lines.append(_TOGETHER)
        super().solution(heading, stated, reason)
        self.lines.append("\\end{minipage}\n")

    def heading(self, text: str) -> None:
        self.lines.append(f"\\subsection*{{{latex.text(text)}}}")

    def answer(self, text: str) -> None:
        self.lines.append(f"\\textbf{{{latex.text(text)}}}\n")

    def paragraph(self, text: str) -> None:
        self.lines.append(latex.text(text) + "\n")

    def table(self, table: Table) -> None:
        self.lines.append(_table(table))

    def picture(self, graph: Graph) -> None:
        from grundy.drawing import tikz

        drawn = tikz.without_note(graph.drawn("tikz").decode()).rstrip()
        self.lines.append(f"\\scalebox{{0.7}}{{{drawn}}}\n")


def _table(table: Table) -> str:
    """Set a table; its last columns may hold sentences, which are broken into lines."""
    last = len(table.header) - 1
    columns = [
        "r" if name.endswith(" ") else "p{8cm}" if at == last and _is_long(table) else "l"
        for at, name in enumerate(table.header)
    ]
    rows = [" & ".join(map(latex.text, row)) + r" \\" for row in table.rows]
    if table.total:
        rows.insert(-1, "\\hline")
    head = [" & ".join(latex.text(name.strip()) for name in table.header) + r" \\ \hline"]
    body = "\n".join([*(head if any(table.header) else []), *rows])
    return f"{{\\small\\begin{{tabular}}{{{''.join(columns)}}}\n{body}\n\\end{{tabular}}}}\n"


def _is_long(table: Table) -> bool:
    return any(len(row[-1]) > 45 for row in table.rows)
