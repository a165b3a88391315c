"""Rows of any kind as CSV, JSON or Parquet: one dataclass a row, and what they are about."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from grundy._version import __version__
from grundy.files.table_bytes import csv_bytes, parquet_bytes

FORMATS = ("csv", "json", "parquet")


def encoded(
    kind: type[Any], rows: Sequence[Any], about: dict[str, Any], *, format: str, command: str
) -> bytes:
    """Return the rows as a file."""
    columns = [field.name for field in fields(kind)]
    head = {"version": __version__, "format": 1, "command": command}
    if format == "csv":
        return csv_bytes(columns, ([getattr(row, column) for column in columns] for row in rows))
    if format == "json":
        told = [{column: getattr(row, column) for column in columns} for row in rows]
        return (json.dumps(head | about | {"rows": told}, indent=2) + "\n").encode()
    by_column = {column: [getattr(row, column) for row in rows] for column in columns}
    return parquet_bytes(by_column, head | about)
