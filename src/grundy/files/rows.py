"""Rows of any kind as CSV, JSON or Parquet: one dataclass a row, and what they are about."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from grundy._version import __version__
from grundy.errors import MissingExtraError
from grundy.files.whole import whole_file

FORMATS = ("csv", "json", "parquet")


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, whole or not at all; "-" is standard output."""
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    with whole_file(path) as temporary:
        temporary.write_bytes(data)


def encoded(
    kind: type[Any], rows: Sequence[Any], about: dict[str, Any], *, format: str, command: str
) -> bytes:
    """Give the rows as a file.

    Args:
        kind: The dataclass of the rows; its fields are the columns.
        rows: One instance a row.
        about: What was asked; JSON and Parquet carry it.
        format: One of `FORMATS`.
        command: The command that repeats it; JSON and Parquet carry it.

    Raises:
        MissingExtraError: If Parquet is asked for and pyarrow is not there.
    """
    columns = [field.name for field in fields(kind)]
    head = {"version": __version__, "format": 1, "command": command}
    if format == "csv":
        return _csv(columns, rows)
    if format == "json":
        told = [{column: getattr(row, column) for column in columns} for row in rows]
        return (json.dumps(head | about | {"rows": told}, indent=2) + "\n").encode()
    return _parquet(columns, rows, head | about)


def _csv(columns: Sequence[str], rows: Sequence[Any]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([getattr(row, column) for column in columns] for row in rows)
    return text.getvalue().encode()


def _parquet(columns: Sequence[str], rows: Sequence[Any], head: dict[str, Any]) -> bytes:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "formats", "Writing Parquet") from None
    table = pyarrow.table({column: [getattr(row, column) for row in rows] for column in columns})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table.replace_schema_metadata({"grundy": json.dumps(head)}), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data
