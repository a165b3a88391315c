"""Read large, regular edge lists by columns; anything unusual is left to the careful reader."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError
from grundy.graphs.graph import GameGraph
from grundy.graphs.reading.edge_rows import (
    ARROW,
    BLANKS,
    MOST_ROWS,
    Columns,
    find_delimiter,
    find_layout,
    is_number,
    rows_of,
)
from grundy.graphs.reading.intake import Source
from grundy.graphs.reading.names import natural_if_all, negative_number

_LEADING = re.compile(rb"(?:[ \t]*(?:#(?=[ \t\n])[^\n]*)?\n)*")  # "#1,#2" is no comment
_DIGITS_AND_SEPARATORS = b"0123456789,;\t\n "
_SLOW = (
    b"#",
    b'"',
    b"\0",
    b"\r",
    b"%",
    b"//",
    b"(",
    b"{",
    b"[",
    ARROW.encode(),
)  # signs for the careful reader
_HEAD = 1 << 16
_MARK = b"\xef\xbb\xbf"  # a byte order mark


def read_fast(
    source: Source,
    kind: str,
    header: bool | None = None,
    wanted: tuple[str, str] | None = None,
) -> GameGraph | None:
    """Read an edge list with pyarrow, or give None when it has to be read with care."""
    try:
        import pyarrow
        import pyarrow.csv
    except ImportError:
        return None
    start = _LEADING.match(source.data)
    data = source.data[start.end() if start else 0 :]
    if data.startswith(_MARK) or any(sign in data for sign in _SLOW):
        return None
    head = data[:_HEAD].rpartition(b"\n")[0].decode(errors="replace")
    try:
        delimiter = find_delimiter(source, head, kind)
        if delimiter == BLANKS and b"\t" in data:
            return None
        rows = list(itertools.islice(rows_of(source, head, delimiter), MOST_ROWS))
        columns, has_header = find_layout(source, rows, delimiter, header, wanted)
        width = len(rows[0][1]) if rows else 0
        if not 2 <= width <= columns.at_most:
            return None
        graph = _read(data, delimiter, width, columns, skip=int(has_header))
    except (pyarrow.ArrowException, GraphFormatError):
        return None
    # A header in the middle, and one of words over words, are for the careful reader.
    if graph is None or (has_header and rows[0][1][columns.tail] in graph):
        return None
    decided = header is not None or has_header or isinstance(graph.names[0], int)
    return graph if decided or not _first_row_is_alone(graph) else None


def _first_row_is_alone(graph: GameGraph) -> bool:
    """Whether the two vertices of the first row, 0 and 1, occur in no other row."""
    ends = graph.arcs()
    low = [int(np.count_nonzero(end < 2)) for end in ends]
    return (
        graph.arc_count > 2
        and low == [1, 1]
        and not any(is_number(str(name)) for name in graph.names[:2])
    )


def _read(
    data: bytes, delimiter: str, width: int, columns: Columns, *, skip: int
) -> GameGraph | None:
    import pyarrow

    places = [columns.tail, columns.head]
    if width == 2:
        try:
            table = _table(data, delimiter, width, skip, pyarrow.int64())
        except pyarrow.ArrowInvalid:
            pass
        else:
            numbers = _interleaved([table.column(place).to_numpy() for place in places])
            if _canonical(data, numbers):
                return _graph(pyarrow.array(numbers))
    table = _table(data, delimiter, width, skip, pyarrow.string())
    if not _weights_are_numbers(table, columns.weight):
        return None
    return _words_graph([table.column(place).combine_chunks() for place in places])


def _table(data: bytes, delimiter: str, width: int, skip: int, kind: Any) -> Any:
    import pyarrow
    import pyarrow.csv

    names = [str(number) for number in range(width)]
    return pyarrow.csv.read_csv(
        pyarrow.BufferReader(data),
        read_options=pyarrow.csv.ReadOptions(column_names=names, skip_rows=skip),
        parse_options=pyarrow.csv.ParseOptions(delimiter=delimiter, quote_char=False),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(names, kind), null_values=[], strings_can_be_null=False
        ),
    )


def _words_graph(ends: list[Any]) -> GameGraph | None:
    import pyarrow.compute as compute

    stripped = [compute.utf8_trim_whitespace(end) for end in ends]
    if any(compute.any(compute.equal(end, "")).as_py() for end in stripped):
        return None
    graph = graph_of_words(stripped)
    return None if negative_number(graph.names) else graph


def graph_of_words(ends: list[Any]) -> GameGraph:
    """Make a graph of two pyarrow arrays of names; numbers follow first appearance."""
    import pyarrow

    count = len(ends[0])
    order = _interleaved([np.arange(count), np.arange(count, 2 * count)])
    return _graph(pyarrow.concat_arrays(ends).take(pyarrow.array(order)))


def _graph(ends: Any) -> GameGraph:
    # The dictionary keeps the order of first appearance.
    encoded = ends.dictionary_encode()
    names = encoded.dictionary.to_pylist()
    if names and isinstance(names[0], str):
        names = natural_if_all(names)
    numbers = encoded.indices.to_numpy()
    return GameGraph.from_arrays(numbers[0::2], numbers[1::2], vertex_count=len(names), names=names)


def _interleaved(ends: list[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    mixed = np.empty(2 * len(ends[0]), np.int64)
    mixed[0::2], mixed[1::2] = ends
    return mixed


def _canonical(data: bytes, numbers: npt.NDArray[np.int64]) -> bool:
    """Whether every number is written without a sign or leading zeros."""
    greatest = int(numbers.max(initial=0))
    if data.translate(None, _DIGITS_AND_SEPARATORS) or greatest >= 10**18:
        return False
    digits = len(data) - len(data.translate(None, b"0123456789"))
    powers = itertools.takewhile(lambda power: power <= greatest, (10**k for k in range(1, 18)))
    return digits == len(numbers) + sum(int(np.count_nonzero(numbers >= p)) for p in powers)


def _weights_are_numbers(table: Any, weight: int | None) -> bool:
    import pyarrow
    import pyarrow.compute as compute

    if weight is None or weight >= table.num_columns:
        return True
    # What pyarrow takes for no number is an error, which the careful reader finds.
    numbers = compute.utf8_trim_whitespace(table.column(weight)).cast(pyarrow.float64())
    return not compute.any(compute.is_nan(numbers)).as_py()
