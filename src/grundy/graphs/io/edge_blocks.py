"""Large lists of edges, block after block: by columns where regular, else with care."""

from __future__ import annotations

import csv
import io
import itertools
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import numpy as np

from grundy.errors import GraphFormatError
from grundy.graphs.csr import INT64
from grundy.graphs.graph import GameGraph
from grundy.graphs.io import edge_rows
from grundy.graphs.io.edge_rows import ARROW, BLANKS, MOST_ROWS, Columns, Row
from grundy.graphs.io.source import Source, natural_if_all, negative_number, tidy
from grundy.runtime.delivery import fields_of_any_length
from grundy.runtime.threads import thread_count

HEAD = 1 << 16
_BLOCK, _LARGE, _PART = 1 << 20, 1 << 26, 1 << 20  # bytes: of a file, of a text, for a thread
_MARK = b"\xef\xbb\xbf"  # a byte order mark
_LINE_FEED = ord("\n")
_DIGITS = b"0123456789"
_CAREFUL = (b"#", b"\0", b"%", b"//", b"(", b"[")  # comments, and names with brackets


@dataclass(frozen=True, slots=True)
class Shape:
    """How the rows of a list of edges are written."""

    delimiter: str = ","
    layout: Columns = field(default_factory=Columns)
    header: bool = False
    width: int = 2


@fields_of_any_length()
def find_shape(
    source: Source,
    text: str,
    kind: str,
    header: bool | None,
    columns: tuple[str, str] | None,
    *,
    whole: bool,
) -> tuple[Shape, list[Row]]:
    """Find how rows are written from the beginning of a text; return its rows too."""
    delimiter = edge_rows.find_delimiter(source, text, kind)
    rows: list[Row] = []
    try:
        for row in edge_rows.rows_of(source, text, delimiter):
            rows.append(row)  # those before an error are kept: the cut may go through quotes
    except GraphFormatError:
        if whole:
            raise
    layout, has_header = edge_rows.find_layout(source, rows[:MOST_ROWS], delimiter, header, columns)
    return Shape(delimiter, layout, has_header, max(len(rows[0][1]) if rows else 0, 2)), rows


def read_fast(
    source: Source, kind: str, header: bool | None = None, columns: tuple[str, str] | None = None
) -> GameGraph | None:
    """Read an edge list with pyarrow, or give None when all of it has to be read with care."""
    try:
        import pyarrow
    except ImportError:
        return None
    head = source.data[:HEAD].rpartition(b"\n")[0].decode(errors="replace")
    try:
        shape, rows = find_shape(source, head, kind, header, columns, whole=False)
        if not rows or shape.width > shape.layout.at_most:
            return None
        if shape.delimiter == BLANKS and ARROW.encode() in source.data:
            return None
        reader = BlockReader(source.name, shape, io.BytesIO(source.data), _LARGE)
        graph = _graph_of_batches(list(reader.batches()))
    except (pyarrow.ArrowException, GraphFormatError, ValueError):
        return None
    # A header in the middle, and one of words over words, are for the careful reader.
    if graph is None or (isinstance(graph.names[0], str) and negative_number(graph.names)):
        return None
    if shape.header and rows[0][1][shape.layout.tail] in graph:
        return None
    decided = header is not None or shape.header or isinstance(graph.names[0], int)
    return graph if decided or not _first_row_is_alone(graph) else None


def _graph_of_batches(batches: list[Any]) -> GameGraph | None:
    import pyarrow

    if not any(len(batch) for batch in batches):
        return None
    kind = pyarrow.string()
    if all(pyarrow.types.is_integer(batch.schema.types[0]) for batch in batches):
        kind = pyarrow.int64()
    ends = [
        pyarrow.chunked_array([batch.column(place).cast(kind) for batch in batches])
        for place in (0, 1)
    ]
    if kind == pyarrow.int64():
        return _graph(pyarrow.array(_interleaved([end.to_numpy() for end in ends])))
    return graph_of_words([end.combine_chunks() for end in ends])


def _first_row_is_alone(graph: GameGraph) -> bool:
    """Whether the two vertices of the first row, 0 and 1, occur in no other row."""
    ends = graph.arcs()
    low = [int(np.count_nonzero(end < 2)) for end in ends]
    return (
        graph.arc_count > 2
        and low == [1, 1]
        and not any(edge_rows.is_number(str(name)) for name in graph.names[:2])
    )


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


def _interleaved(ends: list[INT64]) -> INT64:
    mixed = np.empty(2 * len(ends[0]), np.int64)
    mixed[0::2], mixed[1::2] = ends
    return mixed


class BlockReader:
    """Reads block after block; one that is not regular is read a line at a time."""

    def __init__(self, name: str, shape: Shape, stream: BinaryIO, size: int = 0) -> None:
        self._size = size or _BLOCK
        self._shape = shape
        self._stream = stream
        self._source = Source(name, b"")
        self._line = 0  # how many lines are done
        self._waiting: deque[str] = deque()  # lines that are read and not yet parsed

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield line and cells of every row, with care."""
        self._begin()
        while block := list(self._rows()):
            yield from block

    def _begin(self) -> None:
        if self._stream.read(len(_MARK)) != _MARK:
            self._stream.seek(0)
        if self._shape.header:
            next(self._rows(), None)

    def batches(self) -> Iterator[Any]:
        """Yield the ends of the arcs as arrow batches of text or integers, columns s and d."""
        self._begin()
        if self._waiting:  # lines that end as on old Macs come all at once
            yield self._careful()
        while block := self._stream.read(self._size):
            block += self._stream.readline()
            batch = _regular(self._shape, block)
            if batch is None:
                self._waiting.extend(self._lines(block))
                batch = self._careful()
            else:
                self._line += int(np.count_nonzero(np.frombuffer(block, np.uint8) == _LINE_FEED))
            yield batch

    def _careful(self) -> Any:
        import pyarrow

        layout = self._shape.layout
        tails, heads = [], []
        for line, row in self._rows():
            edge_rows.require_edge(self._source, line, row, layout, self._shape.delimiter)
            tails.append(row[layout.tail])
            heads.append(row[layout.head])
        columns = [pyarrow.array(ends, pyarrow.string()) for ends in (tails, heads)]
        return pyarrow.RecordBatch.from_arrays(columns, names=["s", "d"])

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield line and cells of the rows that begin in what waits, or else of the next one."""
        before, waited = self._line, bool(self._waiting)
        reader = csv.reader(
            self._next_lines(), delimiter=self._shape.delimiter, skipinitialspace=True, strict=True
        )
        try:
            for row in reader:
                self._line = before + reader.line_num
                has_cells = bool(row) and not (len(row) == 1 and row[0] == "")
                if has_cells:
                    edge_rows.require_whole_names(self._source, self._line, row)
                    yield self._line, row
                if not self._waiting and (has_cells or waited):
                    return
        except csv.Error as error:
            line = before + reader.line_num
            raise self._source.error(f"{tidy(error)}; check the quotes.", line) from None

    def _next_lines(self) -> Iterator[str]:
        """Yield the lines that wait, and behind them those of the stream: a quote may be open."""
        while True:
            if not self._waiting:
                raw = self._stream.readline()
                if not raw:
                    return
                self._waiting.extend(self._lines(raw))
            yield self._waiting.popleft()

    def _lines(self, raw: bytes) -> Iterator[str]:
        if b"\0" in raw:
            raise self._no_text("a binary file (it holds a NUL); give", raw, raw.index(b"\0"))
        try:
            return edge_rows.without_comments(raw.decode(), self._shape.delimiter)
        except UnicodeDecodeError as error:
            fault = "no UTF-8 text; save the file as UTF-8, or give"
            raise self._no_text(fault, raw, error.start) from None

    def _no_text(self, fault: str, raw: bytes, place: int) -> GraphFormatError:
        line = self._line + raw.count(b"\n", 0, place) + 1
        return self._source.error(f"this is {fault} its true format.", line)


def _regular(shape: Shape, block: bytes) -> Any:
    """Read a block of whole lines by columns, or give None when it has to be read with care."""
    import pyarrow
    import pyarrow.compute as compute

    if shape.delimiter == BLANKS and b"\t" in block:
        return None
    if any(sign in block for sign in _CAREFUL) or (
        b"\r" in block and block.count(b"\r") != block.count(b"\r\n")
    ):
        return None
    try:
        cells = _numbers(shape, block)
        if cells is None:
            cells = _cells(shape, block)
        if cells is None or not _weights_are_numbers(shape, cells):
            return None
    except pyarrow.ArrowException:
        return None
    ends = [cells[place] for place in (shape.layout.tail, shape.layout.head)]
    if any(compute.any(compute.equal(end, "")).as_py() for end in ends if end.type == "string"):
        return None
    return pyarrow.RecordBatch.from_arrays(ends, names=["s", "d"])


def _cells(shape: Shape, block: bytes) -> list[Any] | None:
    """Return the columns as text without blanks around it; None where quotes enclose more."""
    import pyarrow
    import pyarrow.compute as compute

    # Quotes are left as they are: a cell that they cut in two has one of them.
    cells = _columns(shape, block, pyarrow.string())
    if b" " in block or (b"\t" in block and shape.delimiter != "\t"):
        cells = [compute.utf8_trim_whitespace(cell) for cell in cells]
    if b'"' in block:
        cells = [compute.replace_substring_regex(cell, '^"([^"]*)"$', r"\1") for cell in cells]
        if any(compute.any(compute.match_substring(cell, '"')).as_py() for cell in cells):
            return None
    return cells


def _numbers(shape: Shape, block: bytes) -> list[Any] | None:
    """Return the columns as int64 where all are natural numbers in their usual writing."""
    import pyarrow

    if shape.width > 2 or block.translate(None, _DIGITS + b",;\t \n"):
        return None
    try:
        columns = _columns(shape, block, pyarrow.int64())
    except pyarrow.ArrowInvalid:
        return None
    numbers = [column.to_numpy() for column in columns]
    greatest = max(int(some.max(initial=0)) for some in numbers)
    powers = itertools.takewhile(lambda power: power <= greatest, (10**k for k in range(1, 18)))
    digits = sum(len(some) for some in numbers)
    digits += sum(int(np.count_nonzero(some >= power)) for power in powers for some in numbers)
    usual = greatest < 10**18 and digits == len(block) - len(block.translate(None, _DIGITS))
    return columns if usual else None


def _columns(shape: Shape, block: bytes, kind: Any) -> list[Any]:
    import pyarrow
    import pyarrow.csv

    names = [str(place) for place in range(shape.width)]
    table = pyarrow.csv.read_csv(
        pyarrow.BufferReader(block),
        read_options=pyarrow.csv.ReadOptions(
            column_names=names,
            use_threads=len(block) > 2 * _PART and thread_count() > 1,
            block_size=min(len(block), _PART),
        ),
        parse_options=pyarrow.csv.ParseOptions(delimiter=shape.delimiter, quote_char=False),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(names, kind), null_values=[], strings_can_be_null=False
        ),
    )
    return [table.column(name).combine_chunks() for name in names]


def _weights_are_numbers(shape: Shape, cells: list[Any]) -> bool:
    import pyarrow
    import pyarrow.compute as compute

    weight = shape.layout.weight
    if weight is None or weight >= len(cells):
        return True
    # What arrow takes for no number is an error, which the careful reader judges.
    return not compute.any(compute.is_nan(cells[weight].cast(pyarrow.float64()))).as_py()
