"""Small tables as the bytes of a CSV or Parquet file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grundy.errors import MissingExtraError


def csv_bytes(header: Sequence[object], rows: Iterable[Iterable[object]]) -> bytes:
    r"""Write a header and rows as CSV, its lines ended by a line feed."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8", "replace")


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


def arrow(extra: str = "formats", purpose: str = "Writing Parquet") -> Any:
    """Import pyarrow, or say which extra brings it."""
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("pyarrow", extra, purpose) from None
    return pyarrow
