"""Problem: what is asked, the answer, and why; and the one way through a sheet of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from grundy.graphs.labelling import Labelling
from grundy.strategy.explain.sections import Table

if TYPE_CHECKING:
    from grundy.classroom.sheet import ExerciseSheet


# Problem: what is asked, the answer, and why; as words and as plain data.


@dataclass(frozen=True, eq=False, slots=True)
class Graph:
    """The picture of a digraph."""

    labelling: Labelling
    values: bool
    instead: Table | None = None

    def drawn(self, format: str) -> bytes:
        """Draw it without a legend, in a format of `grundy.drawing.graphviz`."""
        from grundy.drawing.graph import picture_bytes

        hide: Literal["values"] | None = None if self.values else "values"
        return picture_bytes(self.labelling, format, legend=False, hide=hide)


Block = str | Table | Graph
"""What a problem is made of: a paragraph, a table or a picture."""


@dataclass(frozen=True, eq=False, slots=True)
class Problem:
    """One problem of a sheet."""

    given: Mapping[str, Any]
    answer: Mapping[str, Any]
    question: tuple[Block, ...]
    stated: str
    reason: tuple[Block, ...]


def listed(values: Iterable[int]) -> str:
    """Write a set of numbers in braces."""
    return "{" + ", ".join(map(str, sorted(set(values)))) + "}"


# Writer: the one way through a sheet; how each piece looks is for the formats to say.


class Writer(ABC):
    """Writes a sheet piece by piece, from the top to the bottom."""

    def __init__(self, sheet: ExerciseSheet) -> None:
        self.sheet = sheet

    def problems(self) -> None:
        """Write the problems."""
        self.title(self.sheet.title)
        self.note(f"Level {self.sheet.level}, seed {self.sheet.seed}")
        self.paragraph(f"Name: {'_' * 30}")
        self.blocks(self.sheet.intro)
        for number, problem in enumerate(self.sheet.problems, 1):
            self.problem(f"Problem {number}", problem.question)

    def solutions(self) -> None:
        """Write the solutions, and the command that makes the sheet again."""
        self.title(f"{self.sheet.title}: solutions")
        for number, problem in enumerate(self.sheet.problems, 1):
            self.solution(f"Solution {number}", problem.stated, problem.reason)
        self.made_by(self.sheet.command)

    def problem(self, heading: str, question: Sequence[Block]) -> None:
        """Write one problem."""
        self.heading(heading)
        self.blocks(question)

    def solution(self, heading: str, stated: str, reason: Sequence[Block]) -> None:
        """Write one solution: the answer, and why it is so."""
        self.heading(heading)
        self.answer(stated)
        self.blocks(reason)

    def blocks(self, blocks: Iterable[Block]) -> None:
        """Write paragraphs, tables and pictures."""
        for block in blocks:
            if isinstance(block, str):
                self.paragraph(block)
            elif isinstance(block, Table):
                self.table(block)
            elif isinstance(block, Graph):
                self.picture(block)

    @abstractmethod
    def title(self, text: str) -> None:
        """Write what stands above problems or solutions."""

    @abstractmethod
    def note(self, text: str) -> None:
        """Write small print."""

    @abstractmethod
    def made_by(self, command: str) -> None:
        """Write the command that makes the sheet again."""

    @abstractmethod
    def heading(self, text: str) -> None:
        """Write what stands above one problem or solution."""

    @abstractmethod
    def answer(self, text: str) -> None:
        """Write an answer, so that it stands out."""

    @abstractmethod
    def paragraph(self, text: str) -> None:
        """Write sentences."""

    @abstractmethod
    def table(self, table: Table) -> None:
        """Write a table."""

    @abstractmethod
    def picture(self, graph: Graph) -> None:
        """Draw a digraph, or write what says the same."""


class LineWriter(Writer):
    """Writes lines of text."""

    def __init__(self, sheet: ExerciseSheet) -> None:
        super().__init__(sheet)
        self.lines: list[str] = []
