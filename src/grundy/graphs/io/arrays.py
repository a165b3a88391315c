"""Read graphs that are arrays (Matrix Market, npz, npy and Parquet) or bits (digraph6)."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from grundy.errors import GraphFormatError, GrundyError, MissingExtraError
from grundy.graphs.csr import UINT8
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.io.edge_rows import header_columns, named_columns
from grundy.graphs.io.source import UNDIRECTED, NamedArcs, Source, require_room, tidy
from grundy.runtime.delivery import library
from grundy.runtime.threads import thread_count

_NPY = b"\x93NUMPY"


def read_matrix_market(source: Source) -> GameGraph:
    """Read a square Matrix Market matrix: an entry (u, v) that is not zero is an arc."""
    scipy = library("scipy.io", "formats", "Reading Matrix Market")
    source.text()  # refuses what is no text
    # scipy's reader runs past the end of a last line that is too long and not ended.
    data = source.data + b"\n"
    try:
        rows, columns, entries, layout, _, _ = scipy.mminfo(io.BytesIO(data))
        _check_matrix(source, rows, columns)
        # An entry takes at least "1 1" and a line end; an array's takes a digit and one.
        least = 4 if layout == "coordinate" else 2
        if entries > len(source.data) // least + 1:
            raise source.error(f"the file promises {entries} entries and is too short for them.")
        require_room(source.name, 12 * rows + 40 * entries)
        matrix = scipy.mmread(io.BytesIO(data), spmatrix=False)
    except GrundyError:
        raise
    except Exception as error:  # the library's own errors are of any kind
        line = re.match(r"Line (\d+): ", str(error))
        reason = re.sub(r"^Line \d+: ", "", str(error))
        raise source.error(
            f"this is no Matrix Market file: {tidy(reason)}.", int(line[1]) if line else None
        ) from None
    return _from_matrix(source, matrix, first=1)


def read_npz(source: Source) -> GameGraph:
    """Read scipy's save_npz, or arrays ``sources``, ``targets`` and perhaps ``vertex_count``."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        require_room(source.name, 4 * unpacked + len(source.data))
        with np.load(io.BytesIO(source.data), allow_pickle=False) as arrays:
            names = set(arrays.files)
            if {"sources", "targets"} <= names:
                return _from_ends(source, arrays, names)
            if "format" not in names:
                raise source.error(
                    "the archive holds neither a scipy matrix nor sources and targets, but "
                    f"{', '.join(sorted(map(tidy, names))[:5]) or 'nothing'}."
                )
        matrix = _load_matrix(source)
    except (GrundyError, MissingExtraError):
        raise
    except MemoryError:
        raise source.error("an array in it is larger than the memory of this machine.") from None
    except Exception as error:  # the library's own errors are of any kind
        reason = _why(error)
        raise source.error(f"this is no npz archive that can be read: {reason}.") from None
    return _from_matrix(source, matrix, first=0)


def read_npy(source: Source) -> GameGraph:
    """Read an array of NumPy as `grundy.label` takes it: shape (m, 2), or a square matrix."""
    if not source.data.startswith(_NPY):
        raise source.error("this is no array of NumPy; give its true format.")
    try:
        array = np.load(io.BytesIO(source.data), allow_pickle=False)
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(f"this is no array that can be read: {_why(error)}.") from None
    return graph_of_array(array)


def graph_of_array(array: np.ndarray[Any, Any]) -> GameGraph:
    """Make a graph of shape (m, 2), an arc a row, or of a square matrix of 0 and 1."""
    if np.ma.is_masked(array):
        raise GraphFormatError("Entries of the array are masked; fill them, or leave them out.")
    kind, shape = array.dtype.kind, array.shape
    square = array.ndim == 2 and shape[0] == shape[1]
    # Other numbers may be arcs with weights: three of them are square, too.
    bits = square and kind in "biuf" and bool(np.all((array == 0) | (array == 1)))
    if bits and shape == (2, 2) and kind != "b":
        raise GraphFormatError(
            "An array of 2 × 2 of 0 and 1 could be two arcs or a matrix; write "
            "GameGraph.from_arrays(array[:, 0], array[:, 1]) for arcs, array.astype(bool) for a "
            "matrix."
        )
    if bits:
        return GameGraph.from_arrays(*np.nonzero(array), vertex_count=len(array))
    if array.ndim == 2 and shape[1] == 2 and kind in "iu":
        return GameGraph.from_arrays(array[:, 0], array[:, 1])
    raise GraphFormatError(
        f"An array of {array.dtype} of shape {shape} is no digraph; give integers of shape (m, 2), "
        "one arc a row, or a square matrix of 0 and 1."
    )


def _why(error: Exception) -> str:
    """Explain why NumPy loads nothing, without its advice to unpack objects."""
    pickled = "pickle" in str(error)
    return "it holds objects of Python, which are not unpacked" if pickled else tidy(error)


def _load_matrix(source: Source) -> Any:
    sparse = library("scipy.sparse", "formats", "Reading a scipy matrix")
    matrix = sparse.load_npz(io.BytesIO(source.data))
    _check_matrix(source, *matrix.shape)
    if hasattr(matrix, "check_format"):
        # The constructor looks at the lengths only; a wrong index would be read past the end.
        matrix.check_format(full_check=True)
    require_room(source.name, 12 * matrix.shape[0] + 40 * matrix.nnz)
    return matrix


def _from_ends(source: Source, arrays: Any, names: set[str]) -> GameGraph:
    count = None
    if "vertex_count" in names:
        stated = arrays["vertex_count"]
        if stated.size != 1 or stated.dtype.kind not in "iu":
            raise source.error("vertex_count has to be one integer.")
        count = int(stated.reshape(-1)[0])
    return GameGraph.from_arrays(arrays["sources"], arrays["targets"], vertex_count=count)


def _check_matrix(source: Source, rows: int, columns: int) -> None:
    if rows != columns:
        raise source.error(f"a matrix of {rows} × {columns} is no digraph; it has to be square.")
    if rows > MAX_VERTICES:
        raise source.error(f"{rows} vertices are too many; at most {MAX_VERTICES} are possible.")


def _from_matrix(source: Source, matrix: Any, *, first: int) -> GameGraph:
    if isinstance(matrix, np.ndarray):
        tails, heads = np.nonzero(matrix)
        data = matrix[tails, heads]
    else:
        entries = matrix.tocoo()
        tails, heads, data = entries.row, entries.col, entries.data
    if data.dtype.kind in "fc" and bool(np.isnan(data).any()):
        place = int(np.flatnonzero(np.isnan(data))[0])
        raise source.error(
            f"the entry ({tails[place] + first}, {heads[place] + first}) is NaN; "
            "write 1 for an arc and leave the others out.",
            _line_of_nan(source) if first else None,
        )
    mask = data != 0
    names = range(first, first + matrix.shape[0]) if first else None
    return GameGraph.from_arrays(
        tails[mask], heads[mask], vertex_count=matrix.shape[0], names=names
    )


def _line_of_nan(source: Source) -> int | None:
    match = re.search(r"\bnan\b", source.text(), re.IGNORECASE)
    return source.text().count("\n", 0, match.start()) + 1 if match else None


_MANY = 1_000_000  # rows


def read_parquet(source: Source, *, columns: tuple[str, str] | None = None) -> GameGraph:
    """Read two columns of a Parquet file: *columns*, ``source`` and ``target``."""
    file = open_parquet(source)
    names = list(file.schema_arrow.names)
    if len(names) < 2:
        raise source.error(f"an edge needs two columns, found {len(names)}.")
    header = header_columns(names) if columns is None else named_columns(source, names, columns)
    places = (0, 1) if header is None else (header.tail, header.head)
    table = read_columns(source, file, [names[place] for place in places])
    return graph_of_columns(source, [table.column(place) for place in (0, 1)])


def graph_of_columns(source: Source, columns: list[Any]) -> GameGraph:
    """Make a graph of two columns of pyarrow, the ends of its arcs: integers, or names of text."""
    import pyarrow
    import pyarrow.types as types

    for column in columns:
        if column.null_count:
            row = column.is_null().to_pylist().index(True) + 1
            raise source.error(f"row {row}: an edge needs two ends, found a null.")
    if all(types.is_integer(column.type) for column in columns):
        return GameGraph.from_arrays(*(column.to_numpy() for column in columns))
    if any(kind_of(column.type) not in KINDS for column in columns):
        kinds = " and ".join(str(column.type) for column in columns)
        raise source.error(f"vertices have to be integers or text, found {kinds}.")
    from grundy.graphs.io.edge_blocks import graph_of_words

    words = [column.cast(pyarrow.large_string()).combine_chunks() for column in columns]
    return graph_of_words(words)


KINDS = ("integers", "text")
"""What may name vertices."""


def kind_of(kind: Any) -> str:
    """Describe what a column of pyarrow holds: one of `KINDS`, or what arrow calls it."""
    import pyarrow.types as types

    kind = kind.value_type if types.is_dictionary(kind) else kind
    if types.is_integer(kind):
        return "integers"
    return "text" if types.is_string(kind) or types.is_large_string(kind) else str(kind)


def open_parquet(source: Source) -> Any:
    """Open a Parquet file by its footer."""
    parquet = library("pyarrow.parquet", "formats", "Reading Parquet")
    import pyarrow

    try:
        return parquet.ParquetFile(pyarrow.BufferReader(source.data))
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(f"this is no Parquet file that can be read: {tidy(error)}.") from None


def read_columns(source: Source, file: Any, names: Sequence[str]) -> Any:
    """Read some columns as a pyarrow table."""
    try:
        metadata = file.metadata
        sizes = [
            metadata.row_group(group).total_byte_size for group in range(metadata.num_row_groups)
        ]
        # Two copies of what the file says it unpacks to, and the arrays made of it.
        require_room(
            source.name, len(source.data) + 2 * sum(sizes) + 48 * max(metadata.num_rows, 0)
        )
        # Threads of arrow's take memory of their own, which few rows are not worth.
        wide = metadata.num_rows > _MANY and thread_count() > 1
        return file.read(columns=list(names), use_threads=wide)
    except GrundyError:
        raise
    except MemoryError:
        raise source.error("it unpacks to more than the memory of this machine.") from None
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(f"the Parquet file is damaged: {tidy(error)}.") from None


# Read graph6, sparse6 and digraph6: graphs as lines of printable signs, a graph a line.

_NAMES = {"graph6": "", "sparse6": ":", "digraph6": "&"}
_LEAST, _GREATEST = 63, 126  # the signs of the formats; each stands for six bits
_BITS = 6
_BYTES_A_VERTEX = 500  # of networkx


def read_graph6(
    source: Source, *, directed: bool = True, number: int | None = None
) -> GameGraph | NamedArcs:
    """Read a digraph in digraph6, or graph *number* of a file in graph6 or sparse6."""
    if not directed:
        return parse_graph6(source, number)
    (line, text), *more = _all_graphs(source)
    if _kind(text) != "digraph6":
        raise source.error(
            f"{UNDIRECTED}; write digraph6, or an edge list with each move's direction.", line
        )
    if more:
        raise source.error(f"the file holds {1 + len(more):,} graphs; keep one.", more[0][0])
    body = _body(source, line, text, "digraph6")
    count, data = _vertex_count(source, line, body[1:])
    bits = _bits(data)
    _require_length(source, line, len(data), count * count)
    sources, targets = np.divmod(np.flatnonzero(bits[: count * count]), max(count, 1))
    return GameGraph.from_arrays(sources, targets, vertex_count=count)


def parse_graph6(source: Source, number: int | None = None) -> NamedArcs:
    """Read an undirected graph in graph6 or sparse6."""
    line, text = _only_graph(source, number)
    kind = _kind(text)
    if kind == "digraph6":
        raise source.error("a line in digraph6 is directed; give graph6 or sparse6.", line)
    body = _body(source, line, text, kind)
    count, data = _vertex_count(source, line, body.removeprefix(":"))
    require_room(source.name, _BYTES_A_VERTEX * count)
    networkx = library("networkx", "formats", f"Reading {kind}")
    if kind == "graph6":
        _require_length(source, line, len(data), count * (count - 1) // 2)
    read = networkx.from_graph6_bytes if kind == "graph6" else networkx.from_sparse6_bytes
    try:
        graph = read(body.encode())
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(f"this is no {kind}: {tidy(error)}.", line) from None
    return NamedArcs([str(v) for v in range(count)], [(u, v) for u, v, *_ in graph.edges()])


def _only_graph(source: Source, number: int | None) -> tuple[int, str]:
    """Return the line of the graph that is asked for, and what stands there."""
    graphs = _all_graphs(source)
    if number is None and len(graphs) > 1:
        raise source.error(
            f"the file holds {len(graphs):,} graphs; say which, such as {source.name}:2 for the "
            "second."
        )
    if (number or 1) > len(graphs):
        raise source.error(f"there is no graph {number}; the file holds {len(graphs):,}.")
    return graphs[(number or 1) - 1]


def _all_graphs(source: Source) -> list[tuple[int, str]]:
    lines = [(line, text.strip()) for line, text in enumerate(source.text().splitlines(), 1)]
    headings = {"", *(f">>{name}<<" for name in _NAMES)}
    graphs = [(line, text) for line, text in lines if text not in headings]
    if not graphs:
        raise source.error("the file holds no graph; write such as Bw, a triangle in graph6.")
    return graphs


def _kind(text: str) -> str:
    """Return which format a line has, by its heading or its first sign."""
    for name, sign in _NAMES.items():
        if text.startswith(f">>{name}<<") or (sign and text.startswith(sign)):
            return name
    return "graph6"


def _body(source: Source, line: int, text: str, kind: str) -> str:
    """Return a line without its heading, all of whose signs are the format's own."""
    body = text.removeprefix(f">>{kind}<<")
    if not body.startswith(_NAMES[kind]):
        raise source.error(f'a line in {kind} starts with "{_NAMES[kind]}".', line)
    first = len(_NAMES[kind])
    for column, sign in enumerate(body[first:], len(text) - len(body) + first + 1):
        if not _LEAST <= ord(sign) <= _GREATEST:
            raise source.error(
                f'column {column}: "{sign}" is no sign of {kind}; it has ? to ~ only.', line
            )
    return body


def _vertex_count(source: Source, line: int, text: str) -> tuple[int, str]:
    """Read the number of vertices; return it, and what follows it."""
    marks = len(text[:2]) - len(text[:2].lstrip("~"))
    signs = text[marks : marks + (1, 3, 6)[marks]]
    if len(signs) < (1, 3, 6)[marks]:
        raise source.error("the line ends before it has said how many vertices there are.", line)
    count = 0
    for sign in signs:
        count = count << _BITS | ord(sign) - _LEAST
    if count > MAX_VERTICES:
        raise GraphFormatError(
            f"a graph of {count:,} vertices is too large; {MAX_VERTICES:,} are the most.",
            file=source.name, line=line,
        )  # fmt: skip
    return count, text[marks + len(signs) :]


def _require_length(source: Source, line: int, signs: int, bits: int) -> None:
    length = -(-bits // _BITS)
    if signs != length:
        raise source.error(
            f"{length:,} signs belong behind the number of vertices, found {signs:,}.", line
        )


def _bits(data: str) -> UINT8:
    """Return the bits, uint8[6 * signs], the highest of each sign first."""
    signs = np.frombuffer(data.encode(), np.uint8) - np.uint8(_LEAST)
    return np.unpackbits(signs[:, None], axis=1)[:, 2:].ravel()
