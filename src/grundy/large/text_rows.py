"""Rows of text: arcs that are streamed in, labels that go out in batches.

Either way accepts what `grundy.graphs.io.lists.read_edge_list` accepts, and says what it says.

In Parquet they are as everywhere; CSV has a column for the play too. `grundy verify` reads both.
"""

from __future__ import annotations

import csv
import os
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from gzip import GzipFile
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from grundy._version import __version__
from grundy.errors import GraphFormatError, MissingExtraError
from grundy.files.delivery import packer, require_folder
from grundy.files.tables import arrow, fields_of_any_length
from grundy.files.whole import whole_file
from grundy.graphs.io.batches import COLUMNS, Batch, cells_of, sets_of, write_parquet
from grundy.graphs.io.edge_rows import require_edge, require_whole_names, without_comments
from grundy.graphs.io.formats import find_format
from grundy.graphs.io.json_files import VERSION
from grundy.graphs.io.source import Source, no_vertex_number, tidy
from grundy.large.edge_file import EdgeFile

# The arcs of a large text, streamed: by columns where its lines are regular, else with care.


# The careful reader of small texts, so that a large one is judged by the same rules.

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
            fault = "no UTF-8 text; save the file as UTF-8, or give"
            raise self._no_text(fault, raw, error.start) from None

    def _no_text(self, fault: str, raw: bytes, place: int) -> GraphFormatError:
        line = self._line + raw.count(b"\n", 0, place) + 1
        return self._source.error(f"this is {fault} its true format.", line)


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


# Labels in batches, from whichever engine, to a file: vertex, value, K, outcome, counter.


FORMATS = ("parquet", "csv")


@dataclass
class Counts:
    """How many vertices have each value and each outcome."""

    values: Counter[int] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    infinite: int = 0

    def add(self, label: int, outcome: str, count: int) -> None:
        """Count vertices of one label and outcome."""
        self.outcomes[outcome] += count
        if label < 0:
            self.infinite += count
        else:
            self.values[label] += count

    def add_batch(self, batch: Batch) -> None:
        """Count the vertices of a batch."""
        codes = batch.labels.astype(np.int64) * 4 + batch.outcomes
        for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
            self.add(int(code) >> 2, "DPN"[int(code) & 3], int(count))


def require_output(path: str | Path) -> None:
    """Say what is wrong with the name of the output before the work begins."""
    find_format(path, None, FORMATS)
    require_folder(path)
    arrow("large", "Writing labels")


def write_batches(batches: Iterator[Batch], path: str | Path, play: str) -> None:
    """Write labels to a Parquet or CSV file (.gz too), by its ending; whole or not at all."""
    name = find_format(path, None, FORMATS).name
    try:
        with whole_file(path) as temporary:
            if name == "parquet":
                _write_parquet(batches, temporary, play)
                return
            with temporary.open("wb") as stream:
                if not os.fspath(path).lower().endswith(".gz"):
                    _write_csv(batches, stream, play)
                    return
                with packer(stream) as packed:
                    _write_csv(batches, packed, play)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise GraphFormatError(f"cannot be written: {reason}.", file=str(path)) from None


def _write_parquet(batches: Iterator[Batch], path: Path, play: str) -> None:
    write_parquet(batches, path, {"play": play, "version": __version__, "format": str(VERSION)})


def _write_csv(batches: Iterator[Batch], stream: BinaryIO | GzipFile, play: str) -> None:
    import pyarrow.compute as compute

    stream.write(",".join((*COLUMNS, "play")).encode() + b"\n")
    for batch in batches:
        cells = [_written(cell) for cell in _label_cells(batch, play)]
        rows = compute.binary_join_element_wise(*cells, ",", null_handling="replace")
        stream.write("".join(f"{row}\n" for row in rows.to_pylist()).encode())


def _written(column: Any) -> Any:
    """Write a column as text of CSV; only what needs quotes has them, as everywhere here."""
    import pyarrow
    import pyarrow.compute as compute

    text = column.cast(pyarrow.string())
    special = compute.match_substring_regex(text, '[",\r\n]')
    if not compute.any(special).as_py():
        return text
    doubled = compute.replace_substring(text, '"', '""')
    return compute.if_else(special, compute.binary_join_element_wise('"', doubled, '"', ""), text)


def _label_cells(batch: Batch, play: str) -> list[Any]:
    """Return the columns of CSV as arrow arrays: ∞(K) where a value is infinite."""
    pyarrow = arrow("large", "Writing labels")
    import pyarrow.compute as compute

    vertex, value, _, outcome, counter = cells_of(batch)
    members, places = sets_of(batch)
    shown = [f"∞({','.join(map(str, row))})" for row in members]
    joined = [" ".join(map(str, row)) for row in members]
    infinite, sets = (
        pyarrow.array(texts, pyarrow.string()).take(places) for texts in (shown, joined)
    )
    text = pyarrow.array([play]).take(pyarrow.array(np.zeros(len(batch.labels), np.int8)))
    values = compute.coalesce(value.cast(pyarrow.string()), infinite)
    return [vertex, values, sets, outcome, counter, text]
