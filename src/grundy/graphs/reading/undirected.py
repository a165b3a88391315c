"""Read undirected graphs from files, for the games that are played on them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grundy.errors import GraphFormatError
from grundy.graphs.reading.format_table import FORMATS, Format, find_format, read_source
from grundy.graphs.reading.graph6 import parse_graph6
from grundy.graphs.reading.intake import Source, load
from grundy.graphs.reading.names import require_different

_BARE = ("csv", "tsv", "edgelist", "adjlist")  # files of edges, which say nothing of direction
_STATED = ("dot", "graphml", "gml", "graph6")
_NUMBERED = re.compile(r"(.+):([1-9][0-9]{0,9})")

Undirected = tuple[list[str], list[tuple[str, str]]]


def read_undirected(path: str | os.PathLike[str], *, format: str | None = None) -> Undirected:
    r"""Read an undirected graph from a file."""
    path, number = _numbered(path)
    entry = find_format(path, format, (*_BARE, *_STATED), reading=True)
    source = load(path, memory=entry.memory, zipped=entry.text)
    try:
        if entry.name == "graph6":
            return parse_graph6(source, number)
        if number is not None:
            raise source.error(f"a number, :{number}, is for files in graph6 or sparse6.")
        reader = _READERS.get(entry.name)
        return reader(source) if reader is not None else _bare(source, entry)
    except GraphFormatError as error:
        if error.file is not None:
            raise
        raise source.error(str(error)) from None


def is_graph_file(path: str) -> bool:
    """Return whether the ending of a path is that of a file of graphs."""
    bare = os.fspath(_numbered(path)[0]).lower().removesuffix(".gz")
    return bare.endswith(tuple(ending for entry in FORMATS.values() for ending in entry.endings))


def _numbered(path: str | os.PathLike[str]) -> tuple[str | os.PathLike[str], int | None]:
    """Split ``graphs.g6:2``; a file that is called so is itself."""
    found = _NUMBERED.fullmatch(os.fspath(path))
    if found is None or Path(path).is_file():
        return path, None
    return found[1], int(found[2])


def _bare(source: Source, entry: Format) -> Undirected:
    graph = read_source(source, entry)
    names = list(map(str, graph.names))
    tails, heads = graph.arcs()
    return names, [(names[u], names[v]) for u, v in zip(tails, heads, strict=True)]


def _dot(source: Source) -> Undirected:
    from grundy.graphs.reading.dot import parse_dot

    found = parse_dot(source, directed=False)
    return found.names, [(found.names[u], found.names[v]) for u, v in found.arcs]


def _graphml(source: Source) -> Undirected:
    from grundy.graphs.reading.graphml import parse_graphml

    return _named(parse_graphml(source, directed=False))


def _gml(source: Source) -> Undirected:
    from grundy.graphs.reading.gml import parse_gml

    return _named(parse_gml(source, directed=False))


def _named(graph: Any) -> Undirected:
    """Return the names of a graph of networkx as text."""
    names = list(map(str, graph.nodes()))
    require_different(names)
    return names, [(str(u), str(v)) for u, v, *_ in graph.edges()]


_READERS: dict[str, Callable[[Source], Undirected]] = {
    "dot": _dot,
    "graphml": _graphml,
    "gml": _gml,
}
