"""Problem: what is asked, the answer, and why; as words and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from grundy.graphs.labelling import Labelling
from grundy.strategy.explain.sections import Table


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
