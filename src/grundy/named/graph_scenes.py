"""Pictures of undirected graphs: as scenes, and in plain text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from grundy.errors import UnknownNameError
from grundy.games.scenes import MOST_LINES, MOST_PLACED, Cell, Link, Point, Scene, place, ring
from grundy.games.symmetry import bits
from grundy.named.boards import letters
from grundy.named.shapes import Written, as_written, coded, parse_graph
from grundy.named.undirected import MOST_VERTICES, Graph, cells_of


def started(state: Any, most: int = MOST_VERTICES) -> tuple[Written, str | None]:
    """Take apart a graph, or a pair of a graph and a vertex; give the vertex's name as text."""
    vertex = None
    if isinstance(state, tuple) and len(state) == 2 and not isinstance(state[0], tuple):
        state, vertex = state
    graph = as_written(state, marks=True, most=most)
    if vertex is None:
        return graph, graph.marked
    if str(vertex) not in graph.vertices:
        raise UnknownNameError("vertex", str(vertex), graph.vertices)
    return graph, str(vertex)


def sketch(graph: Graph) -> str:
    """Draw a graph in plain text."""
    return _board(graph) or "\n".join(
        f"{coded(name)}: {' '.join(coded(graph.names[other]) for other in bits(row))}".rstrip()
        for name, row in zip(graph.names, graph.rows, strict=True)
    )


def _board(graph: Graph) -> str:
    """Draw cells such as a1 where they stand, if all edges join neighbouring cells; else ""."""
    cells = cells_of(graph)
    if cells is None:
        return ""
    joined = {(cells[one], cells[other]) for one, other in graph.edges()}
    joined |= {(other, one) for one, other in joined}
    there = set(cells)
    columns = range(min(c for c, _ in cells), max(c for c, _ in cells) + 1)
    rows = range(min(r for _, r in cells), max(r for _, r in cells) + 1)
    lines = ["   " + "".join(f"{letters(column):<4}" for column in columns)]
    for row in rows:
        across, down = f"{row:<3}", "   "
        for column in columns:
            across += "o" if (column, row) in there else " "
            across += "---" if ((column, row), (column + 1, row)) in joined else "   "
            down += "|   " if ((column, row), (column, row + 1)) in joined else "    "
        lines += [across, down]
    return "\n".join(line.rstrip() for line in lines[:-1])


_STEP = 1.5


def graph_scene(graph: Graph, token: int | None = None) -> Scene | None:
    """Return a graph, perhaps with a token on a vertex; None for a large one."""
    edges = list(graph.edges())
    if len(graph.names) > MOST_PLACED or len(edges) > MOST_LINES:
        return None
    kinds = ["token" if vertex == token else "vertex" for vertex in range(len(graph.names))]
    cells = tuple(
        Cell(name, x, y, kind, name)  # type: ignore[arg-type]
        for name, kind, (x, y) in zip(graph.names, kinds, _points(graph), strict=True)
    )
    return Scene(cells or (_EMPTY,), tuple(links(graph.names, edges)))


def edge_name(names: Sequence[str], one: int, other: int) -> str:
    """Name the link of an edge."""
    return f"{names[one]} – {names[other]}"


def links(names: Sequence[str], edges: Iterable[tuple[int, int]]) -> Iterator[Link]:
    """Yield the links; the second of two parallel edges is numbered 2."""
    met: Counter[str] = Counter()
    for one, other in edges:
        name = edge_name(names, one, other)
        met[name] += 1
        number = f" ({met[name]})" if met[name] > 1 else ""
        yield Link(name + number, names[one], names[other])


def _points(graph: Graph) -> list[Point]:
    if graph == _PETERSEN:
        inner = [(round(x * 0.9, 3), round(y * 0.9, 3)) for x, y in ring(5)]
        return [(round(2 * x, 3), round(2 * y, 3)) for x, y in inner] + inner
    cells = cells_of(graph, beside=False)
    if _is_cube(graph):
        return [_corner(name) for name in graph.names]
    if cells is not None:
        return [(_STEP * (column - 1), _STEP * (row - 1)) for column, row in cells]
    return place([list(bits(row)) for row in graph.rows])


def _is_cube(graph: Graph) -> bool:
    """Whether the vertices are corners of a cube, named in binary, and the edges its edges."""
    names = graph.names
    if not all(re.fullmatch(f"[01]{{2,{len(_AXES)}}}", name) for name in names):
        return False
    corners = [int(name, 2) for name in names]
    return len(set(map(len, names))) == 1 and all(
        (corners[one] ^ corners[other]).bit_count() == 1 for one, other in graph.edges()
    )


def _corner(name: str) -> Point:
    along = [axis for axis, bit in zip(_AXES, reversed(name), strict=False) if bit == "1"]
    return round(sum(x for x, _ in along), 3), round(sum(y for _, y in along), 3)


_AXES = ((2.4, 0.0), (0.0, -2.4), (1.05, -0.95), (4.7, 1.15))
"""Where the first four directions of a cube go on paper."""

_EMPTY = Cell("empty", 0, 0, "mark", "nothing is left")
_PETERSEN = parse_graph("petersen").graph
