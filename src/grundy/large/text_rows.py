"""The arcs of a large text, streamed: by columns where its lines are regular, else with care.

Either way accepts what `grundy.graphs.io.lists.read_edge_list` accepts, and says what it says.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator
from typing import Any, BinaryIO

from grundy.errors import GraphFormatError, MissingExtraError
from grundy.files.tables import fields_of_any_length

# The careful reader of small texts, so that a large one is judged by the same rules.
from grundy.graphs.io.edge_rows import require_edge, require_whole_names, without_comments
from grundy.graphs.io.source import Source, no_vertex_number, tidy
from grundy.large.edge_file import EdgeFile

_BLOCK = 1 << 20
_MARK = b"\xef\xbb\xbf"  # a byte order mark
_CAREFUL = (b"#", b"\0", b"%", b"//", b"(", b"[")  # comments, and names with brackets


def ends_of_text(file: EdgeFile) -> Iterator[Any]:
    """Stream the ends of the arcs as arrow batches of text, columns s and d."""
    try:
        import pyarrow  # noqa: F401 - asked for before the work begins
    except ImportError:
        raise MissingExtraError("pyarrow", "large", "Reading a large text") from None
    with fields_of_any_length(), file.files[0].open("rb") as stream:
        yield from _Reader(file, stream).batches()


def negative_in(file: EdgeFile) -> GraphFormatError:
    """Return the error for the first negative number of a text in which all names are integers."""
    with fields_of_any_length(), file.files[0].open("rb") as stream:
        for line, row in _Reader(file, stream).rows():
            for end in file.layout.ends(row):
                if end.startswith("-"):
                    return Source(file.name, b"").error(no_vertex_number(end), line)
    return GraphFormatError("a negative number is no vertex number.", file=file.name)


class _Reader:
    """Reads block after block; one that is not regular is read a line at a time."""

    def __init__(self, file: EdgeFile, stream: BinaryIO) -> None:
        self._file = file
        self._stream = stream
        self._source = Source(file.name, b"")
        self._line = 0  # how many lines are done
        self._waiting: deque[str] = deque()  # lines that are read and not yet parsed

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield line and cells of every row, with care."""
        self._begin()
        while found := list(self._rows()):
            yield from found

    def _begin(self) -> None:
        if self._stream.read(len(_MARK)) != _MARK:
            self._stream.seek(0)
        if self._file.header:
            next(self._rows(), None)

    def batches(self) -> Iterator[Any]:
        self._begin()
        if self._waiting:  # lines that end as on old Macs come all at once
            yield self._careful()
        while block := self._stream.read(_BLOCK):
            block += self._stream.readline()
            batch = _regular(self._file, block)
            if batch is None:
                self._waiting.extend(self._lines(block))
                batch = self._careful()
            else:
                self._line += block.count(b"\n")
            yield batch

    def _careful(self) -> Any:
        import pyarrow

        layout = self._file.layout
        tails, heads = [], []
        for line, row in self._rows():
            require_edge(self._source, line, row, layout, self._file.delimiter)
            tails.append(row[layout.tail])
            heads.append(row[layout.head])
        columns = [pyarrow.array(ends, pyarrow.string()) for ends in (tails, heads)]
        return pyarrow.RecordBatch.from_arrays(columns, names=["s", "d"])

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield line and cells of the rows that begin in what waits, or else of the next one."""
        before, waited = self._line, bool(self._waiting)
        reader = csv.reader(
            self._next_lines(), delimiter=self._file.delimiter, skipinitialspace=True, strict=True
        )
        try:
            for row in reader:
                self._line = before + reader.line_num
                found = bool(row) and not (len(row) == 1 and row[0] == "")
                if found:
                    require_whole_names(self._source, self._line, row)
                    yield self._line, row
                if not self._waiting and (found or waited):
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
            return without_comments(raw.decode(), self._file.delimiter)
        except UnicodeDecodeError as error:
            told = "no UTF-8 text; save the file as UTF-8, or give"
            raise self._no_text(told, raw, error.start) from None

    def _no_text(self, told: str, raw: bytes, place: int) -> GraphFormatError:
        line = self._line + raw.count(b"\n", 0, place) + 1
        return self._source.error(f"this is {told} its true format.", line)


def _regular(file: EdgeFile, block: bytes) -> Any:
    """Read a block of whole lines by columns, or give None when it has to be read with care."""
    import pyarrow
    import pyarrow.compute as compute

    if any(sign in block for sign in _CAREFUL) or block.count(b"\r") != block.count(b"\r\n"):
        return None
    try:
        cells = _cells(file, block)
        if cells is None or not _weights_are_numbers(file, cells):
            return None
    except pyarrow.ArrowException:
        return None
    ends = [cells[place] for place in (file.layout.tail, file.layout.head)]
    if any(compute.any(compute.equal(end, "")).as_py() for end in ends):
        return None
    return pyarrow.RecordBatch.from_arrays(ends, names=["s", "d"])


def _cells(file: EdgeFile, block: bytes) -> list[Any] | None:
    """Return the columns as text without blanks around it; None where quotes enclose more."""
    import pyarrow
    import pyarrow.compute as compute
    import pyarrow.csv

    names = list(file.columns)
    table = pyarrow.csv.read_csv(
        pyarrow.BufferReader(block),
        read_options=pyarrow.csv.ReadOptions(
            column_names=names, use_threads=False, block_size=len(block)
        ),
        # Quotes are left as they are: a cell that they cut in two has one of them.
        parse_options=pyarrow.csv.ParseOptions(delimiter=file.delimiter, quote_char=False),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(names, pyarrow.string()), strings_can_be_null=False
        ),
    )
    cells = [compute.utf8_trim_whitespace(table.column(name).combine_chunks()) for name in names]
    if b'"' in block:
        cells = [compute.replace_substring_regex(cell, '^"([^"]*)"$', r"\1") for cell in cells]
        if any(compute.any(compute.match_substring(cell, '"')).as_py() for cell in cells):
            return None
    return cells


def _weights_are_numbers(file: EdgeFile, cells: list[Any]) -> bool:
    import pyarrow
    import pyarrow.compute as compute

    weight = file.layout.weight
    if weight is None or weight >= len(cells):
        return True
    # What arrow takes for no number is an error, which the careful reader judges.
    return not compute.any(compute.is_nan(cells[weight].cast(pyarrow.float64()))).as_py()
