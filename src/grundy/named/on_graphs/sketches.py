"""Graphs in plain text: reading one with a vertex beside it, and drawing one."""

from __future__ import annotations

from typing import Any

from grundy.errors import UnknownNameError
from grundy.named.board_text import letters
from grundy.named.on_graphs.board_cells import cells_of
from grundy.named.on_graphs.shapes import Written, parse_graph
from grundy.named.on_graphs.undirected import MOST_VERTICES, Graph, bits, edges_of
from grundy.named.on_graphs.vertex_words import coded


def started(state: Any, most: int = MOST_VERTICES) -> tuple[Written, str | None]:
    """Take apart a graph, or a pair of a graph and a vertex; give the vertex's name as text."""
    vertex = None
    if isinstance(state, tuple) and len(state) == 2 and not isinstance(state[0], tuple):
        state, vertex = state
    if isinstance(state, str):
        graph = parse_graph(state, marks=True, most=most)
    else:
        edges, isolated = edges_of(state, most)
        met = dict.fromkeys([*isolated, *(name for edge in edges for name in edge)])
        graph = Written(list(met), edges)
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
