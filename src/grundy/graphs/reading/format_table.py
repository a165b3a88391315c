"""The formats of graphs: one table, and how the format of a file is found."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from grundy.errors import GraphFormatError, GrundyError, LimitError
from grundy.graphs.graph import GameGraph
from grundy.graphs.reading.intake import Source, display_name
from grundy.graphs.reading.names import tidy


@dataclass(frozen=True)
class Format:
    """A file format."""

    name: str
    endings: tuple[str, ...]
    reader: str
    memory: float
    text: bool = True
    options: tuple[tuple[str, Any], ...] = ()


FORMATS = {
    entry.name: entry
    for entry in (
        Format("dot", (".dot", ".gv"), "dot:read_dot", 45),
        Format("graphml", (".graphml",), "graphml:read_graphml", 32),
        Format("gml", (".gml",), "gml:read_gml", 25),
        Format("pajek", (".net", ".paj"), "pajek:read_pajek", 45),
        Format("edgelist", (".edges", ".edgelist", ".el", ".txt"), "lists:read_edge_list", 20),
        Format("csv", (".csv",), "lists:read_edge_list", 20, options=(("kind", "csv"),)),
        Format("tsv", (".tsv",), "lists:read_edge_list", 20, options=(("kind", "tsv"),)),
        Format("adjlist", (".adj", ".adjlist"), "lists:read_adjacency_list", 20),
        Format("judge", (), "judge:read_judge", 20),
        Format("mtx", (".mtx",), "matrices:read_matrix_market", 8),
        Format("npz", (".npz",), "matrices:read_npz", 2, text=False),
        Format("npy", (".npy",), "matrices:read_npy", 6, text=False),
        Format("parquet", (".parquet", ".pq"), "parquet:read_parquet", 2, text=False),
        Format("graph6", (".g6", ".s6", ".d6"), "graph6:read_graph6", 20),
        Format("json", (".json",), "json_files:read_json_graph", 10),
    )
}
"""What `read_graph` reads."""


def read_source(source: Source, entry: Format, **wanted: Any) -> GameGraph:
    """Read a graph from what was loaded, by options of its reader; every error names the file."""
    module, _, function = entry.reader.partition(":")
    reader = getattr(import_module(f"grundy.graphs.reading.{module}"), function)
    try:
        graph: GameGraph = reader(source, **dict(entry.options), **wanted)
    except GraphFormatError as error:
        if error.file is not None:
            raise
        raise source.error(str(error)) from None
    except LimitError as error:
        raise source.error(str(error)) from None
    except GrundyError:
        raise
    except (MemoryError, RecursionError, ValueError, OverflowError) as error:
        raise source.error(
            f"cannot be read as {entry.name}: {tidy(error) or type(error).__name__}."
        ) from None
    return graph


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
        raise GraphFormatError(f'"{stated}" is no format; write {_either(list(allowed))}.')
    if os.fspath(path) == "-":
        raise GraphFormatError(f"write the format: {_either(list(allowed))}.", file=name)
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


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
