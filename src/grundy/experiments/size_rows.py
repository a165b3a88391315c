"""Write the rows of an experiment as CSV, JSON or Parquet, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from grundy.experiments.max_value import MaxValueExperiment, SizeSummary
from grundy.files.delivery import deliver_bytes
from grundy.files.tables import encoded

COLUMNS = tuple(field.name for field in fields(SizeSummary))


def write_rows(
    path: str | os.PathLike[str],
    rows: Sequence[SizeSummary],
    experiment: MaxValueExperiment,
    *,
    format: str,
    command: str,
) -> None:
    """Write one row a size to a file, or to standard output when *path* is "-"."""
    about = {"experiment": as_fields(rows, experiment)["experiment"]}
    deliver_bytes(path, encoded(SizeSummary, rows, about, format=format, command=command))


def as_fields(rows: Sequence[SizeSummary], experiment: MaxValueExperiment) -> dict[str, Any]:
    """Return the experiment and its rows as plain dictionaries and lists, for JSON."""
    given = {key: value for key, value in asdict(experiment).items() if value is not None}
    return {
        "experiment": {"name": "max-value", "density": experiment.density()} | given,
        "rows": [asdict(row) for row in rows],
    }
