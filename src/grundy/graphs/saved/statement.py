"""What a file of labels states, before it is understood."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grundy.errors import GraphFormatError
from grundy.graphs.graph import GameGraph
from grundy.graphs.reading.intake import Source
from grundy.graphs.reading.names import tidy
from grundy.graphs.saved.writers import COLUMNS


@dataclass(frozen=True)
class Statement:
    """The columns of a file, before they are understood."""

    cells: dict[str, list[Any]]
    play: str | None = None
    own: GameGraph | None = None
    lines: list[int] | None = None
    joined: bool = True


def bad_row(source: Source, stated: Statement, row: int, message: str) -> GraphFormatError:
    """Make the error about one vertex, with its line or its name."""
    if stated.lines is not None:
        return source.error(message, stated.lines[row])
    return source.error(f'vertex "{tidy(stated.cells["vertex"][row])}": {message}')


def require_columns(source: Source, found: Iterable[str]) -> None:
    """Raise `GraphFormatError` when what makes labels is not among the columns."""
    known = set(found)
    missing = [key for key in ("vertex", "value") if key not in known]
    if missing:
        raise source.error(
            f"these are no labels: there is no {missing[0]}; the columns are {', '.join(COLUMNS)}."
        )
