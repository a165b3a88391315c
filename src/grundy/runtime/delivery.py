"""Where output goes, in which format by its ending, packed by gzip or not; tables as files."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from grundy.errors import GraphFormatError, MissingExtraError
from grundy.printable import with_head
from grundy.runtime.files import whole_file

if TYPE_CHECKING:
    import gzip

# The format of a file by its ending, and whether there is a folder for it.


def format_of(path: str | os.PathLike[str], endings: Mapping[str, Sequence[str]]) -> str | None:
    """Find the format whose endings, with their dots, have that of a path; None if none does."""
    ending = Path(path).suffix.lower()
    return next((name for name, suffixes in endings.items() if ending in suffixes), None)


def require_format(path: str | os.PathLike[str], formats: Sequence[str]) -> str:
    """Find the format that is named as the ending of a file is."""
    file_format = format_of(path, {name: (f".{name}",) for name in formats})
    if file_format is None:
        suffixes = ", ".join(f".{name}" for name in formats)
        raise GraphFormatError(f"cannot write this kind of file; use {suffixes}.", file=str(path))
    require_folder(path)
    return file_format


def require_folder(path: str | os.PathLike[str]) -> None:
    """Raise `GraphFormatError` where the folder of a file is not there."""
    folder = Path(path).parent
    if not folder.is_dir():
        raise GraphFormatError(f'there is no folder "{folder}".', file=str(path))


# Packed files: gzip of the same bytes for the same contents, a sentence for a damaged one.

MAGIC = b"\x1f\x8b"
"""How a gzip file begins."""

# A name may begin with BZh; a block, or the end where there is none, follows the size.
_BZ2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")

CUT_OFF = "the gzip file is cut off; copy it again."
DAMAGED = "the gzip file is damaged; copy it again."


def is_bzip2(data: bytes) -> bool:
    """Whether a file that begins so is packed by bzip2."""
    return _BZ2.match(data) is not None


def is_packed(data: bytes) -> bool:
    """Whether a file that begins so is packed by gzip or bzip2."""
    return data.startswith(MAGIC) or is_bzip2(data)


def packer(stream: BinaryIO) -> gzip.GzipFile:
    """Return a file to write to whose contents go packed to *stream*; close it at the end."""
    import gzip

    return gzip.GzipFile("", "wb", fileobj=stream, mtime=0)


def deliver(path: str | os.PathLike[str], put: Callable[[BinaryIO], object]) -> None:
    """Write what *put* writes to a file, or to standard output when *path* is "-"."""
    if os.fspath(path) == "-":
        put(sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    with whole_file(path) as temporary, temporary.open("wb") as stream:
        put(stream)


def deliver_named(
    path: str | os.PathLike[str], put: Callable[[BinaryIO], object], *, packed: bool = False
) -> None:
    """Do as `deliver`, by gzip if asked; what the system refuses is a sentence on the file."""

    def put_packed(stream: BinaryIO) -> None:
        with packer(stream) as contents:
            put(contents)  # type: ignore[arg-type]

    is_file = os.fspath(path) != "-"
    if not is_file and sys.stdout is None:
        raise GraphFormatError("it is closed; open it, or name a file.", file="standard output")
    try:
        deliver(path, put_packed if packed else put)
    except OSError as error:
        if not is_file:
            raise
        reason = (error.strerror or str(error)).lower()
        raise GraphFormatError(f"cannot be written: {reason}.", file=os.fspath(path)) from None


def deliver_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write bytes to a file, or to standard output when *path* is "-"."""
    deliver(path, lambda stream: stream.write(data))


# Let the csv module read fields of any length, for as long as a reader of ours runs. Its limit is
# one for the whole process, so it is given back after the last of our readers.

_NO_LIMIT = 2**31 - 1  # the greatest that fits a C long everywhere
_LOCK = threading.Lock()
_before: list[int] = []


@contextlib.contextmanager
def fields_of_any_length() -> Iterator[None]:
    """Lift the limit of the csv module inside the block, in any number of threads."""
    import csv

    with _LOCK:
        # One entry a reader; the first holds what the limit was.
        _before.append(csv.field_size_limit(_NO_LIMIT))
    try:
        yield
    finally:
        with _LOCK:
            if len(_before) == 1:
                csv.field_size_limit(_before[0])
                _before.clear()
            else:
                _before.pop()


def csv_bytes(header: Sequence[object], rows: Iterable[Iterable[object]]) -> bytes:
    r"""Write a header and rows as CSV, its lines ended by a line feed."""
    import csv

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8", "replace")


def csv_line(row: Iterable[object]) -> str:
    """Write one row as CSV, without the end of its line."""
    return csv_bytes(list(row), ()).decode().removesuffix("\n")


def parquet_bytes(columns: Mapping[str, Any], head: Mapping[str, Any] | None = None) -> bytes:
    """Write columns as Parquet, with *head* as JSON under the key "grundy"."""
    pyarrow = arrow()
    from pyarrow import parquet

    table = pyarrow.table(dict(columns))
    if head is not None:
        table = table.replace_schema_metadata({"grundy": json.dumps(head)})
    data = io.BytesIO()
    parquet.write_table(table, data)
    return data.getvalue()


def library(name: str, extra: str, purpose: str) -> Any:
    """Import an optional library, or say which extra brings it."""
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtraError(name.partition(".")[0], extra, purpose) from None


def arrow(extra: str = "formats", purpose: str = "Writing Parquet") -> Any:
    """Import pyarrow, or say which extra brings it."""
    return library("pyarrow", extra, purpose)


# Rows of any kind as CSV, JSON or Parquet: one dataclass a row, and what they are about.

FORMATS = ("csv", "json", "parquet")


def encoded(
    kind: type[Any], rows: Sequence[Any], about: dict[str, Any], *, format: str, command: str
) -> bytes:
    """Return the rows as a file."""
    columns = [field.name for field in fields(kind)]
    head = with_head(command, {})
    if format == "csv":
        return csv_bytes(columns, ([getattr(row, column) for column in columns] for row in rows))
    if format == "json":
        row_fields = [{column: getattr(row, column) for column in columns} for row in rows]
        return (json.dumps(head | about | {"rows": row_fields}, indent=2) + "\n").encode()
    by_column = {column: [getattr(row, column) for row in rows] for column in columns}
    return parquet_bytes(by_column, head | about)


def pandas() -> Any:
    """Import pandas, or say which extra brings it."""
    return library("pandas", "frames", "A data frame")


def natural_column(numbers: Sequence[Any]) -> Any:
    """Return integers as a column of pandas in which None is <NA>."""
    return pandas().array(numbers, dtype="Int64")


def frame_of(table: Any, index: str) -> Any:
    """Turn a table of pyarrow into a data frame; integers stay integers where some are missing."""
    library = pandas()
    import pyarrow

    kinds = {pyarrow.int32(): library.Int32Dtype(), pyarrow.int64(): library.Int64Dtype()}
    return table.to_pandas(types_mapper=kinds.get).set_index(index)
