"""Graphs in and out: read_graph, write_labelling, and those of other libraries.

Names. In text formats every name is text, unless every name in the file is a natural number in
its usual writing: then the names are integers. In Matrix Market, npz and Parquet with integer
columns the file's own numbers are the names. Vertices are numbered by first appearance.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import GraphFormatError
from grundy.graphs.csr import Csr
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.source import FORMATS, display_name, find_format, load, read_source

if TYPE_CHECKING:
    from grundy.graphs.io.columns import Labels
    from grundy.graphs.io.saved_labelling import SavedLabelling

LABEL_FORMATS = ("csv", "json", "parquet", "graphml", "dot")
"""What `write_labelling` writes."""

READ_FORMATS = ("csv", "json", "parquet")
"""What `read_labelling` reads."""


def read_graph(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    header: bool | None = None,
    columns: tuple[str, str] | None = None,
) -> GameGraph:
    r"""Read a digraph from a file.

    DOT, GraphML, GML, Pajek, edge lists, adjacency lists, Matrix Market, npz, Parquet, digraph6,
    and the JSON of `write_labelling`. Only names and arcs are kept.

    Args:
        path: A path; its ending says the format, and text may be packed (``.gz``, ``.bz2``).
            "-" is standard input, which needs *format*.
        format: A key of `FORMATS`, where the ending does not say it; "judge" is the form of
            contests, counts before arcs.
        header: Whether the first row of CSV, TSV or an edge list names its columns. By
            default it does where its names are usual ones, where it has words above numbers,
            and where its words occur in no other row (a warning says so).
        columns: The columns of tail and head in CSV, TSV, an edge list or Parquet, by name or
            by number from 1.

    Returns:
        The graph, parallel arcs and self-loops kept.

    Raises:
        GraphFormatError: If the file cannot be read as a digraph; it names the file, and the
            line where that is known. Also if it would not fit in the memory.
        MissingExtraError: If the format needs a library that is not installed.

    Cost: O(file); see `grundy.graphs.io.source.Format`.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.csv"
    >>> _ = path.write_text("a,b\nb,c\n")
    >>> read_graph(path).followers("a")
    ['b']
    """
    entry = find_format(path, format, tuple(FORMATS), reading=True)
    choices = {"header": header, "columns": columns}
    options = {name: choice for name, choice in choices.items() if choice is not None}
    kinds = ("edgelist", "csv", "tsv") + (("parquet",) if header is None else ())
    if options and entry.name not in kinds:
        raise GraphFormatError(
            f"{' and '.join(options)}: only {', '.join(kinds)} have that, not {entry.name}.",
            file=display_name(path),
        )
    source = load(path, memory=entry.memory, zipped=entry.text)
    return read_source(source, entry, **options)


def write_labelling(
    labelling: Labels,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    command: str | None = None,
    moves: bool = False,
) -> None:
    """Write values, K, outcomes, counters, remoteness and moves to a file."""
    from grundy.graphs.io.label_writers import write

    entry = find_format(path, format, LABEL_FORMATS)
    packed = entry.text and os.fspath(path).lower().endswith(".gz")
    write(labelling, path, entry.name, command=command, packed=packed, moves=moves)


def read_labelling(
    path: str | os.PathLike[str],
    *,
    graph: GameGraph | None = None,
    format: str | None = None,
    play: str | None = None,
) -> SavedLabelling:
    """Read what `write_labelling` wrote; ``.verify()`` on it checks it against the graph.

    Args:
        path: A path, or "-" for standard input; of Parquet also the folder that a cluster wrote.
        graph: The digraph that the labels are of; CSV and Parquet need it, and where the file
            holds arcs of its own, this graph is used in their stead.
        format: One of `READ_FORMATS`.
        play: "normal" or "misere", where the file does not say it; normal play by default.

    Raises:
        GraphFormatError: If the file cannot be read as labels, or its vertices are not those
            of the graph.
    """
    from grundy.graphs.io.label_readers import is_in_parts, load_parts
    from grundy.graphs.io.saved_labelling import read_saved

    parts = format is None and is_in_parts(path)
    entry = find_format(path, "parquet" if parts else format, READ_FORMATS, reading=True)
    if entry.name == "parquet" and is_in_parts(path):
        source = load_parts(path)
    else:
        source = load(path, memory=2 * entry.memory, zipped=entry.text)
    with source.named():
        return read_saved(source, entry.name, graph, play)


# Turn what a user has into a GameGraph, without importing the libraries it comes from.

_DIRECT_IT = "An undirected graph has no moves; give each edge a direction"


def as_graph(source: Any) -> GameGraph:
    """Turn *source* into a `GameGraph`."""
    if isinstance(source, GameGraph):
        return source
    library = type(source).__module__.partition(".")[0]
    # A subclass of networkx.DiGraph lives in its user's module.
    convert = from_networkx if hasattr(source, "is_multigraph") else _CONVERTERS.get(library)
    if convert is not None:
        return convert(source)
    if isinstance(source, np.ndarray):
        return _from_array(source)
    if isinstance(source, tuple) and len(source) == 2 and isinstance(source[0], np.ndarray):
        return GameGraph.from_arrays(*source)
    if isinstance(source, Mapping):
        return GameGraph.from_mapping(source)
    if isinstance(source, (str, os.PathLike)):
        raise GraphFormatError(
            f"A path is no digraph; read the file first, with grundy.read_graph({str(source)!r})."
        )
    if isinstance(source, list) and source and all(isinstance(row, list) for row in source):
        return _from_lists(source)
    if isinstance(source, Iterable) and not isinstance(source, bytes):
        return GameGraph.from_edges(source)
    raise GraphFormatError(
        f"An object of type {type(source).__name__} is no digraph; give edges, a mapping of "
        "vertices to followers, arrays, or a graph of networkx, scipy, igraph or rustworkx."
    )


def from_networkx(graph: Any) -> GameGraph:
    """Turn a networkx DiGraph or MultiDiGraph into a `GameGraph`; nodes keep their names."""
    if not graph.is_directed():
        raise GraphFormatError(f"{_DIRECT_IT}, for instance with graph.to_directed().")
    return GameGraph.from_edges(((u, v) for u, v, *_ in graph.edges()), vertices=graph.nodes())


def from_igraph(graph: Any) -> GameGraph:
    """Turn an igraph Graph into a `GameGraph`; the attribute "name" names the vertices."""
    if not graph.is_directed():
        raise GraphFormatError(f"{_DIRECT_IT}, for instance with graph.as_directed().")
    names = graph.vs["name"] if "name" in graph.vs.attributes() else None
    ends = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
    return GameGraph.from_arrays(ends[:, 0], ends[:, 1], vertex_count=graph.vcount(), names=names)


def from_rustworkx(graph: Any) -> GameGraph:
    """Turn a rustworkx PyDiGraph into a `GameGraph`."""
    if type(graph).__name__ != "PyDiGraph":
        raise GraphFormatError(f"{_DIRECT_IT}, for instance with graph.to_directed().")
    indices, payloads = list(graph.node_indices()), list(graph.nodes())
    number = {index: place for place, index in enumerate(indices)}
    ends = np.array(graph.edge_list(), np.int64).reshape(-1, 2)
    if indices != list(range(len(indices))):
        lookup = np.zeros(max(indices) + 1, np.int64)
        lookup[indices] = list(number.values())
        ends = lookup[ends]
    named = payloads if _all_different(payloads) else indices
    names = None if named == list(range(len(named))) else named
    return GameGraph.from_arrays(ends[:, 0], ends[:, 1], vertex_count=len(indices), names=names)


def from_scipy(matrix: Any) -> GameGraph:
    """Turn a square scipy sparse matrix or array into a `GameGraph`."""
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise GraphFormatError(
            f"A matrix of shape {matrix.shape} is no digraph; it has to be square."
        )
    # COO is the one format that adds its parts on the way to rows.
    parts = matrix if matrix.format == "coo" else matrix.tocsr()
    if parts.dtype.kind in "fc" and bool(np.isnan(parts.data).any()):
        _refuse_nan(parts.tocoo())
    present = parts.data != 0
    places = (parts.row, parts.col) if parts.format == "coo" else (parts.indices, parts.indptr)
    data = (present, places) if parts.format == "coo" else (present, *places)
    rows = type(parts)(data, shape=parts.shape).tocsr()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    forward = Csr(rows.indptr.astype(np.int64), rows.indices.astype(np.int32))
    lower = bool(np.all(forward.owners() > forward.indices))
    return GameGraph(forward=forward, descending=lower)


def _refuse_nan(matrix: Any) -> None:
    place = int(np.flatnonzero(np.isnan(matrix.data))[0])
    raise GraphFormatError(
        f"The entry ({int(matrix.row[place])}, {int(matrix.col[place])}) of the matrix is NaN; "
        "write 1 for an arc and leave the others out."
    )


def _from_array(array: np.ndarray[Any, Any]) -> GameGraph:
    from grundy.graphs.io.arrays import graph_of_array

    if array.ndim == 2 and array.shape[1] == 2 and array.dtype.kind in "OUS":  # names
        return GameGraph.from_edges(array.tolist())
    return graph_of_array(array)


def _from_table(table: Any) -> GameGraph:
    """Turn two columns of a data frame into a graph; names are what stands in them."""
    from grundy.graphs.io.edge_rows import header_columns

    names: list[Any] = list(getattr(table, "column_names", getattr(table, "columns", ())))
    if len(names) < 2:
        raise GraphFormatError(
            "A table of arcs has two columns, for source and target; found a "
            f"{type(table).__name__} with {len(names) or 'none'}."
        )
    header = header_columns([str(name) for name in names])
    if header is None and _is_matrix(table, names):
        raise GraphFormatError(
            "The rows of this table are named as its columns, as in a matrix; for a matrix give "
            "networkx.from_pandas_adjacency(table, create_using=networkx.DiGraph), for arcs a list "
            "of tuples."
        )
    places = (0, 1) if header is None else (header.tail, header.head)
    columns = [table[names[place]] for place in places]
    ends = [column.to_pylist() if hasattr(column, "to_pylist") else column.to_list()
            for column in columns]  # fmt: skip
    for row, edge in enumerate(zip(*ends, strict=True), 1):
        if any(end is None or end != end for end in edge):  # NaN is no equal of itself
            raise GraphFormatError(f"Row {row}: an edge needs two ends, found {edge}.")
    return GameGraph.from_edges(zip(*ends, strict=True))


def _is_matrix(table: Any, names: list[Any]) -> bool:
    """Whether the rows of a data frame have its columns' names; mere numbers need 0 and 1."""
    if not hasattr(table, "index") or list(table.index) != names:
        return False
    return names != list(range(len(names))) or bool(table.isin([0, 1]).all(axis=None))


def _from_lists(rows: list[list[Any]]) -> GameGraph:
    """Read lists of lists: the followers of each number, or an arc each."""
    pairs = all(len(row) == 2 for row in rows)
    square = all(len(row) == len(rows) for row in rows)
    bits = all(isinstance(end, (int, float)) and end in (0, 1) for row in rows for end in row)
    whole = all(type(end) is int for row in rows for end in row)
    numbers = whole and all(0 <= end < len(rows) for row in rows for end in row)
    if bits and square and not (pairs and whole):
        raise GraphFormatError(
            "Lists of 0 and 1, each as long as there are lists, look like a matrix; write "
            "numpy.array(lists, bool) for a matrix, dict(enumerate(lists)) for followers."
        )
    if pairs and numbers:
        raise GraphFormatError(
            "Lists of two numbers each could be arcs or followers; write arcs as tuples, or the "
            "followers as a mapping, dict(enumerate(lists))."
        )
    weighted = all(len(row) == 3 and type(row[2]) is not int for row in rows)
    if numbers and not weighted:
        return GameGraph.from_mapping(dict(enumerate(rows)))
    return GameGraph.from_edges(rows)


def _all_different(names: list[Any]) -> bool:
    try:
        return len(set(names)) == len(names) and None not in names
    except TypeError:
        return False


_CONVERTERS: dict[str, Callable[[Any], GameGraph]] = {
    "networkx": from_networkx, "igraph": from_igraph, "rustworkx": from_rustworkx,
    "scipy": from_scipy, "pandas": _from_table, "pyarrow": _from_table, "polars": _from_table,
}  # fmt: skip
