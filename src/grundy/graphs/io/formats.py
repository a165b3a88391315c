"""The formats of graphs: one table, how a file's format is found, and undirected graphs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from grundy.errors import GraphFormatError, GrundyError
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.source import NamedArcs, Source, display_name, load, tidy
from grundy.printable import joined


@dataclass(frozen=True)
class Format:
    """A file format."""

    name: str
    endings: tuple[str, ...]
    reader: str
    memory: float
    text: bool = True
    options: tuple[tuple[str, Any], ...] = ()

    def load(self) -> Callable[..., Any]:
        """Return the reader, whose libraries are loaded now."""
        module, _, function = self.reader.partition(":")
        reader: Callable[..., Any] = getattr(import_module(f"grundy.graphs.io.{module}"), function)
        return reader


FORMATS = {
    entry.name: entry
    for entry in (
        Format("dot", (".dot", ".gv"), "dot:parse_dot", 45),
        Format("graphml", (".graphml",), "dot:parse_graphml", 32),
        Format("gml", (".gml",), "networkx_formats:parse_gml", 25),
        Format("pajek", (".net", ".paj"), "networkx_formats:parse_pajek", 45),
        Format("edgelist", (".edges", ".edgelist", ".el", ".txt"), "lists:read_edge_list", 20),
        Format("csv", (".csv",), "lists:read_edge_list", 20, options=(("kind", "csv"),)),
        Format("tsv", (".tsv",), "lists:read_edge_list", 20, options=(("kind", "tsv"),)),
        Format("adjlist", (".adj", ".adjlist"), "lists:read_adjacency_list", 20),
        Format("judge", (), "lists:read_judge", 20),
        Format("mtx", (".mtx",), "arrays:read_matrix_market", 8),
        Format("npz", (".npz",), "arrays:read_npz", 2, text=False),
        Format("npy", (".npy",), "arrays:read_npy", 6, text=False),
        Format("parquet", (".parquet", ".pq"), "arrays:read_parquet", 2, text=False),
        Format("graph6", (".g6", ".s6", ".d6"), "networkx_formats:read_graph6", 20),
        Format("json", (".json",), "label_readers:read_json_graph", 10),
    )
}
"""What `read_graph` reads."""


def read_source(source: Source, entry: Format, **options: Any) -> GameGraph:
    """Read a graph from what was loaded, by options of its reader; every error names the file."""
    try:
        with source.named():
            result: GameGraph | NamedArcs = entry.load()(source, **dict(entry.options), **options)
            return result.graph() if isinstance(result, NamedArcs) else result
    except GrundyError:
        raise
    except (MemoryError, RecursionError, ValueError, OverflowError) as error:
        raise source.error(
            f"cannot be read as {entry.name}: {tidy(error) or type(error).__name__}."
        ) from None


def find_format(
    path: str | os.PathLike[str],
    stated: str | None,
    allowed: tuple[str, ...],
    *,
    reading: bool = False,
) -> Format:
    """Find the format that is stated, or else that the ending of the path means."""
    name = display_name(path)
    if stated is not None:
        # An ending is a good name of its format too: --input-format edges, or .gv
        ending = f".{stated.lower().removeprefix('.')}"
        for key in allowed:
            if stated.lower() == key or ending in FORMATS[key].endings:
                return FORMATS[key]
        raise GraphFormatError(f'"{stated}" is no format; write {joined(allowed, "or")}.')
    if os.fspath(path) == "-":
        raise GraphFormatError(f"write the format: {joined(allowed, 'or')}.", file=name)
    lowered = name.lower()
    bare = lowered.removesuffix(".gz")
    if reading:
        bare = bare.removesuffix(".bz2")
    for key in allowed:
        if bare.endswith(FORMATS[key].endings) and (bare == lowered or FORMATS[key].text):
            return FORMATS[key]
    if reading and not os.path.exists(path):
        raise GraphFormatError("there is no such file.", file=name)
    endings = [ending for key in allowed for ending in FORMATS[key].endings]
    raise GraphFormatError(
        f"the ending says no format; known are {', '.join(endings)}, or state the format.",
        file=name,
    )


_BARE = ("csv", "tsv", "edgelist", "adjlist")  # files of edges, which say nothing of direction
_STATED = ("dot", "graphml", "gml", "graph6")
_NUMBERED = re.compile(r"(.+):([1-9][0-9]{0,9})")

Undirected = tuple[list[str], list[tuple[str, str]]]


def read_undirected(path: str | os.PathLike[str]) -> Undirected:
    r"""Read an undirected graph from a file."""
    path, number = _numbered(path)
    entry = find_format(path, None, (*_BARE, *_STATED), reading=True)
    source = load(path, memory=entry.memory, zipped=entry.text)
    with source.named():
        if entry.name == "graph6":
            from grundy.graphs.io.networkx_formats import parse_graph6

            found = parse_graph6(source, number)
        elif number is not None:
            raise source.error(f"a number, :{number}, is for files in graph6 or sparse6.")
        elif entry.name in _STATED:
            found = entry.load()(source, directed=False)
        else:
            graph = read_source(source, entry)
            arcs = list(zip(*graph.arcs(), strict=True))
            found = NamedArcs(list(map(str, graph.names)), arcs)
    return found.names, [(found.names[u], found.names[v]) for u, v in found.arcs]


def is_graph_file(path: str) -> bool:
    """Return whether the ending of a path is that of a file of graphs."""
    bare = os.fspath(_numbered(path)[0]).lower().removesuffix(".gz")
    return bare.endswith(tuple(ending for entry in FORMATS.values() for ending in entry.endings))


def _numbered(path: str | os.PathLike[str]) -> tuple[str | os.PathLike[str], int | None]:
    """Split ``graphs.g6:2``; a file that is called so is itself."""
    match = _NUMBERED.fullmatch(os.fspath(path))
    if match is None or Path(path).is_file():
        return path, None
    return match[1], int(match[2])
