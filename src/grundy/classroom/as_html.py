"""An exercise sheet as a page of HTML that prints on two sheets or more."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from grundy.classroom.problem import Block, Graph, LineWriter
from grundy.strategy.explain.sections import Table, html_of

if TYPE_CHECKING:
    from grundy.classroom.sheet import ExerciseSheet

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


def written(sheet: ExerciseSheet) -> str:
    """Write a page of its own."""
    return _PAGE.format(title=escape(f"{sheet.title}, level {sheet.level}"), body=body(sheet))


def body(sheet: ExerciseSheet) -> str:
    """Write what stands on the page."""
    page = _Page(sheet)
    page.problems()
    page.lines.append('<div class="solutions">')
    page.solutions()
    page.lines.append("</div>")
    return "\n".join(page.lines)


class _Page(LineWriter):
    def title(self, text: str) -> None:
        self.lines.append(f"<h1>{escape(text)}</h1>")

    def note(self, text: str) -> None:
        self.lines.append(f'<p class="note">{escape(text)}</p>')

    def made_by(self, command: str) -> None:
        self.lines.append(f'<p class="note">Made by <code>{escape(command)}</code>.</p>')

    def problem(self, heading: str, question: Sequence[Block]) -> None:
        super().problem(heading, question)
        self.lines.append("</section>")

    def solution(self, heading: str, stated: str, reason: Sequence[Block]) -> None:
        super().solution(heading, stated, reason)
        self.lines.append("</section>")

    def heading(self, text: str) -> None:
        self.lines.append(f"<section><h2>{escape(text)}</h2>")

    def answer(self, text: str) -> None:
        self.lines.append(f"<p><strong>{escape(text)}</strong></p>")

    def paragraph(self, text: str) -> None:
        self.lines.append(html_of(text))

    def table(self, table: Table) -> None:
        self.lines.append(html_of(table))

    def picture(self, graph: Graph) -> None:
        """Draw a digraph where pygraphviz is there; else a table of moves says the same."""
        from grundy.drawing import graphviz
        from grundy.drawing import graphviz as svg

        if graphviz.installed():
            self.lines.append(svg.on_page(graph.drawn("svg").decode()))
        else:
            self.lines.append("" if graph.instead is None else html_of(graph.instead))
