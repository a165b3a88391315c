"""Write the rows of an experiment as CSV, JSON or Parquet, whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from grundy._version import __version__
from grundy.errors import GraphFormatError, MissingExtraError
from grundy.experiments.max_value import MaxValueExperiment, SizeSummary
from grundy.files import whole_file

FORMATS = ("csv", "json", "parquet")
COLUMNS = tuple(field.name for field in fields(SizeSummary))


def find_format(path: str | os.PathLike[str], formats: Sequence[str]) -> str:
    """Give the format that a file's ending stands for.

    Asked before the work begins, so that a slip in the name does not cost the results.

    Raises:
        GraphFormatError: If the ending is none of *formats*, or the folder is not there.
    """
    target = Path(path)
    ending = target.suffix.lower().removeprefix(".")
    if ending not in formats:
        known = ", ".join(f".{name}" for name in formats)
        raise GraphFormatError(f"cannot write this kind of file; use {known}.", file=str(path))
    if not target.parent.is_dir():
        raise GraphFormatError(f'there is no folder "{target.parent}".', file=str(path))
    return ending


def write_rows(
    path: str | os.PathLike[str],
    rows: Sequence[SizeSummary],
    experiment: MaxValueExperiment,
    *,
    format: str,
    command: str,
) -> None:
    """Write one row a size to a file, or to standard output when *path* is "-".

    Args:
        path: The file; an older one is replaced once the new one is complete.
        rows: What `max_values` gave.
        experiment: What was drawn; JSON and Parquet carry it.
        format: "csv", "json" or "parquet".
        command: The command that repeats it; JSON and Parquet carry it.

    Raises:
        MissingExtraError: If Parquet is asked for and pyarrow is not there.
    """
    data = _ENCODERS[format](rows, experiment, command)
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    with whole_file(path) as temporary:
        temporary.write_bytes(data)


def as_fields(rows: Sequence[SizeSummary], experiment: MaxValueExperiment) -> dict[str, Any]:
    """Give the experiment and its rows as plain dictionaries and lists, for JSON."""
    given = {key: value for key, value in asdict(experiment).items() if value is not None}
    return {
        "experiment": {"name": "max-value", "density": experiment.density()} | given,
        "rows": [asdict(row) for row in rows],
    }


def _as_csv(rows: Sequence[SizeSummary], experiment: MaxValueExperiment, command: str) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(row, column) for column in COLUMNS] for row in rows)
    return text.getvalue().encode()


def _as_json(rows: Sequence[SizeSummary], experiment: MaxValueExperiment, command: str) -> bytes:
    head = {"version": __version__, "format": 1, "command": command}
    return (json.dumps(head | as_fields(rows, experiment), indent=2) + "\n").encode()


def _as_parquet(rows: Sequence[SizeSummary], experiment: MaxValueExperiment, command: str) -> bytes:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "formats", "Writing Parquet") from None
    head = {"version": __version__, "format": 1, "command": command}
    about = head | {"experiment": as_fields(rows, experiment)["experiment"]}
    table = pyarrow.table({column: [getattr(row, column) for row in rows] for column in COLUMNS})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table.replace_schema_metadata({"grundy": json.dumps(about)}), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data


_ENCODERS = {"csv": _as_csv, "json": _as_json, "parquet": _as_parquet}
