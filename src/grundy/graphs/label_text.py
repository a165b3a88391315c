"""A labelling as text, for ``print``: a line for each vertex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.printable import printable
from grundy.values import outcome_of

if TYPE_CHECKING:
    from grundy.graphs.labelling import Labelling

_SHOWN = 40
_MOVES = 6
_LONGEST = 24


def label_lines(labelling: Labelling) -> list[str]:
    """Return a heading, and a line for each of the first 40 vertices."""
    rows = [("vertex", "value", "outcome", "winning moves")]
    for vertex in range(min(len(labelling), _SHOWN)):
        value = labelling.value_at(vertex)
        name = _short(labelling.graph.names[vertex])
        rows.append((name, str(value), str(outcome_of(value)), _winning(labelling, vertex)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [repr(labelling), ""]
    lines += ["  ".join(_padded(row, widths)).rstrip() for row in rows]
    if len(labelling) > _SHOWN:
        lines += ["", f"The first {_SHOWN} of {len(labelling):,} vertices."]
    return lines


def _padded(row: tuple[str, ...], widths: list[int]) -> list[str]:
    return [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]


def _winning(labelling: Labelling, vertex: int) -> str:
    """List the followers of value 0: those are the P-positions, under misère play too."""
    followers = sorted(set(labelling.graph.forward.row(vertex).tolist()))
    names = [_short(labelling.graph.names[v]) for v in followers if labelling.value_array[v] == 0]
    more = f" and {len(names) - _MOVES:,} more" if len(names) > _MOVES else ""
    return ", ".join(names[:_MOVES]) + more


def _short(name: object) -> str:
    text = printable(str(name)[: 2 * _LONGEST])
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
