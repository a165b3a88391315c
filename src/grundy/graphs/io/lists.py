"""Read edge lists and adjacency lists, large regular ones by columns."""

from __future__ import annotations

import itertools
import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError
from grundy.files.tables import fields_of_any_length
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.edge_rows import (
    ARROW,
    BLANKS,
    MOST_ROWS,
    MULTILINE,
    Columns,
    Row,
    find_delimiter,
    find_layout,
    is_header_by_words,
    is_number,
    require_edge,
    rows_of,
    say_header,
)
from grundy.graphs.io.source import Source, natural_if_all, negative_number, no_vertex_number

# Read large, regular edge lists by columns; anything unusual is left to the careful reader.


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
    source: Source, kind: str, header: bool | None = None, wanted: tuple[str, str] | None = None
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


# Read edge lists and adjacency lists: one edge, or one vertex with its followers, a line.


INT64 = npt.NDArray[np.int64]

# Below this many bytes the csv module is done before pyarrow has loaded.
LARGE = 4_000_000


@fields_of_any_length()
def read_edge_list(
    source: Source,
    *,
    kind: str = "edgelist",
    header: bool | None = None,
    columns: tuple[str, str] | None = None,
) -> GameGraph:
    """Read an edge a line: two names, and perhaps a weight, which is left out."""
    if len(source.data) > LARGE:
        graph = read_fast(source, kind, header, columns)
        if graph is not None:
            return graph
    text = source.text()
    delimiter = find_delimiter(source, text, kind)
    rows = _without_arrows(source, text, delimiter)
    beginning = list(itertools.islice(rows, MOST_ROWS))
    layout, has_header = find_layout(source, beginning, delimiter, header, columns)
    head = beginning.pop(0)[1] if has_header and beginning else None
    number: dict[str, int] = {}
    tails: list[int] = []
    heads: list[int] = []
    alone: list[Row] = []
    for line, row in itertools.chain(beginning, rows):
        if len(row) == 1 and kind != "edgelist":
            alone.append((line, row))
            number.setdefault(row[0], len(number))
            continue
        if row == head:
            raise source.error("the header stands here again; keep the first one only.", line)
        require_edge(source, line, row, layout, delimiter)
        tails.append(number.setdefault(row[layout.tail], len(number)))
        heads.append(number.setdefault(row[layout.head], len(number)))
    ends = {*tails, *heads} if alone else ()
    for line, row in alone:
        if not tails or number[row[0]] in ends:  # half an arc, rather than a vertex alone
            require_edge(source, line, row, layout, delimiter)
    _require_no_negative(source, text, delimiter, number, layout)
    names = list(number)
    if header is None and head is None and is_header_by_words(names, tails, heads):
        say_header(source, names)
        return _named_graph(names[2:], np.array(tails[1:]) - 2, np.array(heads[1:]) - 2)
    return _named_graph(names, tails, heads)


def _without_arrows(source: Source, text: str, delimiter: str) -> Iterator[Row]:
    for line, row in rows_of(source, text, delimiter):
        if delimiter == BLANKS and ARROW in row:
            _take_arrow_out(source, line, row)
        yield line, row


@fields_of_any_length()
def read_adjacency_list(source: Source) -> GameGraph:
    """Read a vertex and its followers a line; a vertex that stands alone has none there."""
    text = source.text()
    delimiter = find_delimiter(source, text, "adjlist")
    number: dict[str, int] = {}
    tails: list[int] = []
    heads: list[int] = []
    for line, row in _neighbours(source, text, delimiter):
        if row[0] == "":
            raise source.error("the line names no vertex; write it before its followers.", line)
        if "" in row:
            raise source.error(f'a follower of "{row[0]}" has no name.', line)
        vertex = number.setdefault(row[0], len(number))
        for follower in row[1:]:
            tails.append(vertex)
            heads.append(number.setdefault(follower, len(number)))
    _require_no_negative(source, text, delimiter, number)
    return _named_graph(list(number), tails, heads)


def _neighbours(source: Source, text: str, delimiter: str) -> Iterator[Row]:
    """Yield the rows of an adjacency list; ``a: b c`` is one of ``a``, where all are like it."""
    rows = list(rows_of(source, text, delimiter))
    marked = [row[0][-1:] == ":" and len(row[0]) > 1 for _, row in rows]
    form = _form_of_judges([row for _, row in rows])
    if form:
        raise source.error(f"{form}; --input-format judge reads that.", rows[0][0])
    for (line, row), colon in zip(rows, marked, strict=True):
        if len(row) > 1 and row[1].startswith("{"):
            raise source.error(MULTILINE, line)
        if any(marked) and not colon:
            raise source.error('a colon stands behind the vertex of other rows: "a: b c".', line)
        yield line, [row[0][:-1], *row[1:]] if colon else row


def _form_of_judges(rows: list[list[str]]) -> str:
    """Say which form of judges rows have, where all counts fit; "" for none."""
    first, *others = rows or [[]]
    if len({row[0] for row in rows}) < len(rows) and all(map(_is_counted, rows)):
        return "each row looks like a count and as many followers"
    if not all(map(_are_numbers, rows)):
        return ""
    if first == [str(len(others))] and len(others) > 1 and all(map(_is_counted, others)):
        counts = "each row behind the first looks like a count and as many followers"
        if len({row[0] for row in others}) < len(others):
            return counts
        if all(int(cell) <= len(others) for row in others for cell in row):
            return f"{counts} (begin with another vertex where it is a list)"
    if (
        len(first) == 2
        and int(first[1]) == len(others) > 1
        and all(len(row) == 2 and max(map(int, row)) <= int(first[0]) for row in others)
    ):
        return (
            f'"{first[0]} {first[1]}" looks like counts of vertices and of arcs that follow (begin '
            "with another vertex where it is a list)"
        )
    return ""


def _are_numbers(row: list[str]) -> bool:
    return all(cell.isdecimal() and len(cell) < 19 for cell in row)


def _is_counted(row: list[str]) -> bool:
    return row[0].isdecimal() and int(row[0]) == len(row) - 1


def _named_graph(
    texts: list[str], tails: Sequence[int] | INT64, heads: Sequence[int] | INT64
) -> GameGraph:
    names: list[Hashable] = natural_if_all(texts)
    return GameGraph.from_arrays(
        np.array(tails, np.int32), np.array(heads, np.int32),
        vertex_count=len(names), names=names,
    )  # fmt: skip


def _require_no_negative(
    source: Source,
    text: str,
    delimiter: str,
    number: dict[str, int],
    columns: Columns | None = None,
) -> None:
    """Raise an error when all vertices are integers and one is negative; look for its line."""
    negative = negative_number(list(number))
    if negative is not None:
        rows = rows_of(source, text, delimiter)
        named = ((line, columns.ends(row) if columns else row) for line, row in rows)
        line = next(line for line, names in named if negative in names)
        raise source.error(no_vertex_number(negative), line)


def _take_arrow_out(source: Source, line: int, row: list[str]) -> None:
    """Make an edge of two names from one with an arrow between them."""
    if len(row) < 3 or row.index(ARROW) != 1:
        raise source.error("an arrow stands between two names, as in a -> b.", line)
    del row[1]
