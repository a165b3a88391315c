"""An exercise sheet as Markdown; digraphs as tables of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grundy.classroom.problem import Graph
from grundy.classroom.writer import LineWriter
from grundy.strategy.explain.sections import Table

if TYPE_CHECKING:
    from grundy.classroom.sheet import ExerciseSheet

_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#"})


def written(sheet: ExerciseSheet) -> str:
    """Write the problems, and behind a break of the page the solutions."""
    text = _Text(sheet)
    text.problems()
    text.lines.append("\n---\n")
    text.solutions()
    return "\n".join(text.lines) + "\n"


class _Text(LineWriter):
    def title(self, text: str) -> None:
        self.lines.append(f"# {_text(text)}\n")

    def note(self, text: str) -> None:
        self.lines.append(f"{_text(text)}\n")

    def made_by(self, command: str) -> None:
        self.lines.append(f"Made by `{command}`.")

    def heading(self, text: str) -> None:
        self.lines.append(f"## {_text(text)}\n")

    def answer(self, text: str) -> None:
        self.lines.append(f"**{_text(text)}**\n")

    def paragraph(self, text: str) -> None:
        self.lines.append(f"{_text(text)}\n")

    def table(self, table: Table) -> None:
        self.lines.append("\n".join(_table(table)) + "\n")

    def picture(self, graph: Graph) -> None:
        if graph.instead is not None:
            self.table(graph.instead)


def _table(table: Table) -> Iterator[str]:
    yield _row(name.strip() for name in table.header)
    yield _row("--:" if name.endswith(" ") else "---" for name in table.header)
    yield from map(_row, table.rows)


def _row(cells: Iterable[str]) -> str:
    shown = (cell if set(cell) <= {"-", ":"} else _text(cell) for cell in cells)
    return f"| {' | '.join(shown)} |"


def _text(text: str) -> str:
    return text.translate(_SIGNS)
