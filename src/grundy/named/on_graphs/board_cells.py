"""Vertices that are the cells of a board, named as on a chessboard: a1, …, z1, aa1."""

from __future__ import annotations

import re

from grundy.named.on_graphs.undirected import Graph

_CELL = re.compile("([a-z]{1,2})([1-9][0-9]?)")


def cells_of(graph: Graph) -> list[tuple[int, int]] | None:
    """Return (column, row) of each vertex, from 1, if all edges join neighbouring cells."""
    found = [_CELL.fullmatch(name) for name in graph.names]
    cells = [(_number(match[1]), int(match[2])) for match in found if match]
    if len(cells) < len(found) or not cells:
        return None
    apart = (
        abs(cells[one][0] - cells[other][0]) + abs(cells[one][1] - cells[other][1])
        for one, other in graph.edges()
    )
    return cells if all(distance == 1 for distance in apart) else None


def _number(text: str) -> int:
    number = 0
    for letter in text:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number
