"""The rows of an atlas, read back from its CSV file."""

from __future__ import annotations

import csv
import os
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from grundy.errors import GraphFormatError

Row = TypeVar("Row")


def read_rows(path: str | os.PathLike[str], kind: type[Row]) -> list[Row]:
    """Return the rows of a file as the dataclass that they were written from."""
    types = get_type_hints(kind)
    names = [part.name for part in fields(kind)]  # type: ignore[arg-type]
    with Path(path).open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != names:
            columns = f"this is no table of the atlas; its columns have to be {','.join(names)}."
            raise GraphFormatError(columns, file=os.fspath(path), line=1)
        rows = []
        for row in reader:
            try:
                rows.append(kind(**{name: _value(row[name], types[name]) for name in names}))
            except (TypeError, ValueError):
                raise GraphFormatError(
                    "this is no row of the atlas: a number or a column is missing.",
                    file=os.fspath(path), line=reader.line_num,
                ) from None  # fmt: skip
        return rows


def _value(text: str, kind: object) -> Any:
    if not text and "None" in str(kind):
        return None
    return text if "str" in str(kind) else float(text) if kind is float else int(text)
