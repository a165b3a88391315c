"""Labels in batches, from whichever engine, to a file or a folder, whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections import Counter, deque
from collections.abc import Iterator
from gzip import GzipFile
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from grundy._version import __version__
from grundy.errors import GraphFormatError
from grundy.files.delivery import packer, require_folder
from grundy.files.tables import arrow
from grundy.files.whole import whole_file, whole_folder
from grundy.graphs.io.columns import COLUMNS, Batch, cells_of, sets_of, write_parquet
from grundy.graphs.io.formats import find_format
from grundy.graphs.io.label_writers import VERSION

FORMATS = ("parquet", "csv")


Counts = Counter[tuple[int, str]]
"""How many vertices have each label, -1 for ∞, with each outcome."""


def require_output(path: str | Path) -> None:
    """Say what is wrong with the name of the output before the work begins."""
    find_format(path, None, FORMATS)
    require_folder(path)
    arrow("large", "Writing labels")


def deliver(batches: Iterator[Batch], path: str | Path | None, play: str) -> Counts:
    """Count the labels, and write them to a file if one is named."""
    counts: Counts = Counter()

    def counted() -> Iterator[Batch]:
        for batch in batches:
            codes = batch.labels.astype(np.int64) * 4 + batch.outcomes
            for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
                counts[int(code) >> 2, "DPN"[int(code) & 3]] += int(count)
            yield batch

    if path is None:
        deque(counted(), 0)
    else:
        _write_batches(counted(), path, play)
    return counts


def _write_batches(batches: Iterator[Batch], path: str | Path, play: str) -> None:
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


# The folder that the labels of all shares go to: whole, or not at all.


_PARTS = "part-*.parquet"


def require_folder_of_labels(output: str) -> None:
    """Raise `GraphFormatError` where a folder of labels cannot be put at *output*."""
    path = Path(output)
    if path.suffix.lower() not in ("", ".parquet", ".pq"):
        raise GraphFormatError(
            "the cluster engine writes a folder of Parquet; name a folder, with .parquet or "
            "without an ending.",
            file=output,
        )
    require_folder(path)
    arrow("large", "Writing labels")
    ours = path.is_dir() and all(entry.match(_PARTS) for entry in path.iterdir())
    if os.path.lexists(path) and not ours:
        raise GraphFormatError(
            "this is there, and no folder of labels, which the cluster engine writes; "
            "name another output.",
            file=output,
        )


@contextlib.contextmanager
def labels_folder(output: str | None) -> Iterator[str | None]:
    """Yield a folder to write to, which stands at *output* when the block ends well."""
    if output is None:
        yield None
        return
    path = Path(output).resolve()
    with whole_folder(path.parent) as temporary:
        fresh = temporary / "labels"
        fresh.mkdir()
        yield str(fresh)
        if path.exists():
            shutil.move(path, temporary / "before")
        fresh.rename(path)
