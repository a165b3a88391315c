"""Write the rows of an experiment as CSV, JSON or Parquet, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from grundy.errors import GraphFormatError
from grundy.experiments.max_value import MaxValueExperiment, SizeSummary
from grundy.files.rows import FORMATS as FORMATS
from grundy.files.rows import encoded, write

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
    about = {"experiment": as_fields(rows, experiment)["experiment"]}
    write(path, encoded(SizeSummary, rows, about, format=format, command=command))


def as_fields(rows: Sequence[SizeSummary], experiment: MaxValueExperiment) -> dict[str, Any]:
    """Give the experiment and its rows as plain dictionaries and lists, for JSON."""
    given = {key: value for key, value in asdict(experiment).items() if value is not None}
    return {
        "experiment": {"name": "max-value", "density": experiment.density()} | given,
        "rows": [asdict(row) for row in rows],
    }
