"""Values and what is found among them, as files and as views.

The same columns give the same bytes. A file is written whole or not at all, a piece at a time,
so that 10^8 values take no more memory than they do as an array.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, compress
from typing import Any, BinaryIO, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.heaps.numbers import HeapRules, counts_of
from grundy.printable import joined, with_head
from grundy.runtime.delivery import arrow, deliver, format_of

Values = npt.NDArray[np.unsignedinteger]

EVERYTHING = ("zeros", "records", "frequencies")
PIECE = 1 << 20  # values between two links of the chain of hashes


class ChainedHash:
    """A SHA-256 of values that a run can go on with after a stop."""

    def __init__(self, filled: int = 0, link: bytes = b"") -> None:
        # from heap 0, or from a multiple of PIECE with the hash of what is before
        self.filled = filled
        self.link = link
        self._open = hashlib.sha256(link)

    def take(self, values: Values) -> None:
        while len(values):
            part = values[: PIECE - self.filled % PIECE]
            self._open.update(part.astype("<u4").tobytes())
            self.filled += len(part)
            if self.filled % PIECE == 0:
                self.link = self._open.digest()
                self._open = hashlib.sha256(self.link)
            values = values[len(part) :]

    def hexdigest(self) -> str:
        if self.filled and self.filled % PIECE == 0:
            return self.link.hex()
        return self._open.hexdigest()


def hash_of(values: Values) -> str:
    """Return the chained hash of values from heap 0 on."""
    chained = ChainedHash()
    chained.take(values)
    return chained.hexdigest()


class Summary:
    """Zeros, records, frequencies and the hash of the values from heap 0 on."""

    def __init__(self, views: Collection[str] = EVERYTHING) -> None:
        self.views = frozenset(views)
        self._hash = ChainedHash()
        self._zeros: list[npt.NDArray[np.int64]] = []
        self.records: list[tuple[int, int]] = []  # where a value is greater than all before it
        self.counts = np.zeros(0, np.int64)

    @classmethod
    def of(cls, values: Values, views: Collection[str] = EVERYTHING) -> Self:
        summary = cls(views)
        summary.take(0, values)
        return summary

    @property
    def stop(self) -> int:
        return self._hash.filled

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def take(self, first: int, values: Values) -> None:
        if first != self.stop:
            raise ValueError(f"Heap {self.stop} comes next, not {first}.")
        for start in range(0, len(values), PIECE):
            part = values[start : start + PIECE]
            if "zeros" in self.views:
                zeros = np.flatnonzero(part == 0)
                if len(zeros):
                    self._zeros.append(zeros + (first + start))
            if "records" in self.views:
                self._note_records(first + start, part)
            if "frequencies" in self.views:
                counts = counts_of(part, len(self.counts))
                counts[: len(self.counts)] += self.counts
                self.counts = counts
            self._hash.take(part)

    def _note_records(self, first: int, part: Values) -> None:
        greatest = self.records[-1][1] if self.records else -1
        if int(part.max()) > greatest:
            highest = np.maximum.accumulate(np.append(greatest, part.astype(np.int64)))
            places = np.flatnonzero(highest[1:] > highest[:-1])
            self.records += zip((first + places).tolist(), part[places].tolist(), strict=True)

    @property
    def zeros(self) -> npt.NDArray[np.int64]:
        """The heaps of value 0, int64[…], if they are wanted."""
        self._zeros = [np.concatenate([np.zeros(0, np.int64), *self._zeros])]
        return self._zeros[0]

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return what `restored` needs, but for the last values: some small arrays."""
        records = np.array(self.records, np.int64).reshape(-1, 2)
        link = np.frombuffer(self._hash.link, np.uint8)
        return {"zeros": self.zeros, "records": records, "counts": self.counts, "link": link}

    @classmethod
    def restored(cls, arrays: Mapping[str, npt.NDArray[Any]], stop: int, tail: Values) -> Self:
        summary = cls()
        summary._zeros = [arrays["zeros"].astype(np.int64)]
        summary.records = [(int(heap), int(value)) for heap, value in arrays["records"]]
        summary.counts = arrays["counts"].astype(np.int64)
        begun = stop // PIECE * PIECE
        summary._hash = ChainedHash(begun, arrays["link"].tobytes())
        summary._hash.take(tail[len(tail) - (stop - begun) :])
        return summary


FORMATS: Mapping[str, tuple[str, ...]] = {
    "csv": (".csv",), "npy": (".npy",), "parquet": (".parquet", ".pq"), "b-file": (".txt", ".b"),
    "latex": (".tex",), "json": (".json",), "oeis": (),
}  # fmt: skip
"""Each format with the endings that stand for it; the terms on one line, for OEIS, have none."""

WORDLESS = ("npy", "b-file", "latex", "oeis")
"""The formats that take integers only: they leave out columns of words."""

Column: TypeAlias = range | npt.NDArray[Any]
"""Integers, or words; a range is not spelled out in memory."""

_SEQUENCES = ("heap", "value"), ("heap", "element")
_PLURALS = {"genus": "genera"}

_CHUNK = 1 << 18
_ROW = 10
# LaTeX's tabular cannot break across pages.
_ROWS_OF_A_PAGE = 45


@dataclass(frozen=True)
class Columns:
    """One or two columns of integers of the same length, words beside them, and what they are."""

    names: tuple[str, ...]
    columns: tuple[Column, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""

    @property
    def length(self) -> int:
        return len(self.columns[0])

    @property
    def head(self) -> dict[str, Any]:
        """Version, format of the file and command, then the facts."""
        return with_head(self.command, self.facts)

    @property
    def wordless(self) -> Columns:
        """The same without the columns of words."""
        is_numeric = [isinstance(c, range) or c.dtype.kind != "U" for c in self.columns]
        names, columns = compress(self.names, is_numeric), compress(self.columns, is_numeric)
        return replace(self, names=tuple(names), columns=tuple(columns))

    def pieces(self) -> Iterator[list[npt.NDArray[Any]]]:
        """Yield the rows a piece at a time, as one array a column."""
        for first in range(0, self.length, _CHUNK):
            yield [spelled_out(column[first : first + _CHUNK]) for column in self.columns]


def spelled_out(column: Column) -> npt.NDArray[Any]:
    """Return a column as an array."""
    if isinstance(column, range):
        return np.arange(column.start, column.stop, column.step, dtype=np.int64)
    return column


def write_columns(
    columns: Columns, path: str | os.PathLike[str], *, format: str | None = None
) -> None:
    """Write columns to a file, or to standard output when *path* is "-"."""
    chosen = format or format_of(path, FORMATS)
    if chosen not in _WRITERS:
        raise ValueError(f"{path}: no format of this name or ending; use {endings()}.")
    writer = _WRITERS[chosen]
    try:
        deliver(path, partial(writer, columns))
    except OSError as error:
        if os.fspath(path) == "-":
            raise
        # Its own file name would be that of the temporary file.
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None


def column_bytes(columns: Columns, format: str) -> bytes:
    """Return the file that `write_columns` would write."""
    stream = io.BytesIO()
    _WRITERS[format](columns, stream)
    return stream.getvalue()


def endings() -> str:
    """List the endings of all formats, for a message."""
    return joined([ending for names in FORMATS.values() for ending in names], "or")


def _csv(columns: Columns, stream: BinaryIO) -> None:
    stream.write((",".join(columns.names) + "\n").encode())
    for piece in columns.pieces():
        stream.write(_lines(piece, ","))


def _b_file(columns: Columns, stream: BinaryIO) -> None:
    """Write OEIS's form: index, blank, number. A single column is numbered from 1."""
    numbered = columns.wordless.columns
    if len(numbered) == 1:
        numbered = (range(1, columns.length + 1), *numbered)
    for piece in Columns(("n", "a(n)"), numbered).pieces():
        stream.write(_lines(piece, " "))


def _rows(piece: list[npt.NDArray[Any]]) -> Iterator[tuple[object, ...]]:
    return zip(*(part.tolist() for part in piece), strict=True)


def _lines(piece: list[npt.NDArray[Any]], separator: str) -> bytes:
    """Write the rows of a piece; one % for all of them is the fastest that Python has."""
    kinds = ["%s" if part.dtype.kind == "U" else "%d" for part in piece]
    line = separator.join(kinds) + "\n"
    if "%s" in kinds:
        cells = tuple(chain.from_iterable(_rows(piece)))
    else:
        cells = tuple(np.column_stack(piece).ravel().tolist())
    return (line * len(piece[0]) % cells).encode()


def _terms(columns: Columns, stream: BinaryIO) -> None:
    """Write the last column on one line, as OEIS shows terms: 0, 1, 2."""
    _put_list(spelled_out(columns.wordless.columns[-1]), str, stream)
    stream.write(b"\n")


def _put_list(column: npt.NDArray[Any], text: Callable[[Any], str], stream: BinaryIO) -> None:
    for first in range(0, len(column), _CHUNK):
        part = column[first : first + _CHUNK].tolist()
        stream.write((", " * bool(first) + ", ".join(map(text, part))).encode())


def _npy(columns: Columns, stream: BinaryIO) -> None:
    """Write values and P-positions as a vector, all else as a matrix with a row a line."""
    columns = columns.wordless
    parts = [spelled_out(column) for column in columns.columns]
    if columns.names in _SEQUENCES and isinstance(columns.columns[0], range):
        parts = parts[1:]  # heap k is at index k - start
    array = parts[0] if len(parts) == 1 else np.column_stack(parts)
    np.lib.format.write_array(stream, np.ascontiguousarray(array), allow_pickle=False)


def _json(columns: Columns, stream: BinaryIO) -> None:
    """Write one object: the head, then each column as a list; a range is in the head already."""
    stream.write(json.dumps(columns.head, ensure_ascii=False)[:-1].encode())
    for name, column in zip(columns.names, columns.columns, strict=True):
        if isinstance(column, range):
            continue
        text = partial(json.dumps, ensure_ascii=False) if column.dtype.kind == "U" else str
        stream.write(f', "{_PLURALS.get(name, name + "s")}": ['.encode())
        _put_list(column, text, stream)
        stream.write(b"]")
    stream.write(b"}\n")


def _parquet(columns: Columns, stream: BinaryIO) -> None:
    pyarrow = arrow()
    from pyarrow import parquet

    types = (pyarrow.array(spelled_out(column[:0])).type for column in columns.columns)
    fields = list(zip(columns.names, types, strict=True))
    head = json.dumps(columns.head, ensure_ascii=False)
    schema = pyarrow.schema(fields, metadata={"grundy": head})
    with parquet.ParquetWriter(stream, schema) as writer:
        for piece in columns.pieces():
            writer.write_table(pyarrow.table(list(piece), schema=schema))


def _latex(columns: Columns, stream: BinaryIO) -> None:
    """Write values in rows of ten, all else in plain columns; long ones break across pages."""
    columns = columns.wordless
    if columns.names in _SEQUENCES and isinstance(columns.columns[0], range):
        heads = ["$n$", *(f"$+{k}$" for k in range(_ROW))]
        rows: Iterator[Sequence[object]]
        rows = rows_of_values(columns.columns[0].start, columns.columns[1])
        count = -(-columns.length // _ROW)
    else:
        heads = list(columns.names)
        rows = chain.from_iterable(map(_rows, columns.pieces()))
        count = columns.length
    shape = "r|" + "r" * (len(heads) - 1) if len(heads) > 1 else "r"
    kind, needs, head = "tabular", "", "\\hline"
    if count > _ROWS_OF_A_PAGE:
        kind, needs = "longtable", "% needs \\usepackage{longtable}\n"
        head += "\\endhead"
    stream.write(f"{needs}\\begin{{{kind}}}{{{shape}}}\n".encode("ascii"))
    stream.write(f"{' & '.join(heads)} \\\\\n{head}\n".encode("ascii"))
    for row in rows:
        stream.write(f"{' & '.join(map(str, row))} \\\\\n".encode("ascii"))
    stream.write(f"\\end{{{kind}}}\n".encode("ascii"))


def rows_of_values(start: int, values: Column, width: int = _ROW) -> Iterator[list[object]]:
    """Yield rows of a multiple of *width* and the values from there on; "" before *start*."""
    stop = start + len(values)
    for heap in range(start - start % width, stop, width):
        first = max(heap, start)
        blanks: list[object] = [""] * (first - heap)
        part = values[first - start : heap + width - start]
        yield [heap, *blanks, *spelled_out(part).tolist()]


_WRITERS: dict[str, Callable[[Columns, BinaryIO], None]] = {
    "csv": _csv, "npy": _npy, "parquet": _parquet, "b-file": _b_file, "latex": _latex,
    "json": _json, "oeis": _terms,
}  # fmt: skip


@dataclass
class SequenceAnswer:
    """The values of a heap game, or a summary of them, and the limit that was reached, if any."""

    ruleset: HeapRules
    view: str
    result: npt.NDArray[Any] | Summary
    limit: LimitError | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def values(self) -> npt.NDArray[Any]:
        return self.result if isinstance(self.result, np.ndarray) else np.zeros(0, np.uint8)

    @cached_property
    def summary(self) -> Summary:
        """What may be asked besides the values."""
        if isinstance(self.result, Summary):
            return self.result
        return Summary.of(self.values, {self.view} if self.view != "values" else ())

    @property
    def stop(self) -> int:
        return self.result.stop if isinstance(self.result, Summary) else len(self.result)

    def columns(self, start: int, command: str) -> Columns:
        """Return what the view shows of the heaps from *start* on; *command* gives it again."""
        facts = {"game": self.ruleset.text, "from": start, "stop": self.stop} | self.facts
        names: tuple[str, ...] = ("heap", "value")
        columns: tuple[Column, ...]
        match self.view:
            case "values":
                columns = range(start, len(self.values)), self.values[start:]
            case "zeros":
                zeros = self.summary.zeros
                names, columns = ("heap",), (zeros[zeros >= start],)
            case "records":
                columns = _pairs(self.summary.records, start, self.stop)
            case "frequencies":
                counts = counts_of(self.values[start:]) if start else self.summary.counts
                values = np.flatnonzero(counts)
                names, columns = ("value", "count"), (values, counts[values])
            case "rares":
                # A heap whose value flowed by is common: one that was not would have ended the run.
                sequence = self.ruleset.sequence
                columns = _pairs(sequence.rares, start, self.stop)
                facts["mask"] = sequence.mask
                if sequence.mask is None:
                    facts["message"] = sequence.why_no_mask
            case _:
                names, columns = (), ()
                facts["sha256"] = self.summary.sha256
        return Columns(names, columns, facts, command)


def _pairs(pairs: list[tuple[int, int]], start: int, stop: int) -> tuple[Column, ...]:
    rows = [pair for pair in pairs if start <= pair[0] < stop]
    return tuple(np.array(rows, np.int64).reshape(-1, 2).T)
