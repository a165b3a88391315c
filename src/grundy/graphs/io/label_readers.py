"""Read files of labels, each format into the same columns."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grundy.errors import GraphFormatError
from grundy.files.tables import fields_of_any_length
from grundy.files.whole import require_memory
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.json_files import graph_of_json, names_of_json, parse_json
from grundy.graphs.io.label_writers import COLUMNS
from grundy.graphs.io.source import Source, tidy

# What a file of labels states, before it is understood.


@dataclass(frozen=True)
class Statement:
    """The columns of a file, before they are understood."""

    cells: dict[str, list[Any]]
    play: str | None = None
    own: GameGraph | None = None
    lines: list[int] | None = None
    joined: bool = True


def bad_row(source: Source, stated: Statement, row: int, message: str) -> GraphFormatError:
    """Make the error about one vertex, with its line or its name."""
    if stated.lines is not None:
        return source.error(message, stated.lines[row])
    return source.error(f'vertex "{tidy(stated.cells["vertex"][row])}": {message}')


def require_columns(source: Source, found: Iterable[str]) -> None:
    """Raise `GraphFormatError` when what makes labels is not among the columns."""
    known = set(found)
    missing = [key for key in ("vertex", "value") if key not in known]
    if missing:
        raise source.error(
            f"these are no labels: there is no {missing[0]}; the columns are {', '.join(COLUMNS)}."
        )


# Labels in a folder of Parquet, a part from each worker, read as the one file that they are.


_PARTS = "part-*.parquet"
_UNPACKED = 8  # times the size of the files, for a copy and the order


def is_in_parts(path: str | os.PathLike[str]) -> bool:
    """Whether there is a folder of labels here."""
    return Path(path).is_dir() and any(Path(path).glob(_PARTS))


def load_parts(path: str | os.PathLike[str]) -> Source:
    """Read a folder of labels as one file of Parquet, sorted by vertex."""
    from grundy.files.tables import arrow

    pyarrow = arrow("formats", "Reading Parquet")
    import pyarrow.parquet as parquet

    parts = sorted(Path(path).glob(_PARTS))
    size = sum(part.stat().st_size for part in parts)
    require_memory(_UNPACKED * size, "Reading these labels")
    try:
        whole = pyarrow.concat_tables([parquet.ParquetFile(part).read() for part in parts])
        stream = io.BytesIO()
        parquet.write_table(whole.sort_by(whole.schema.names[0]), stream)
    except pyarrow.ArrowException as error:
        raise GraphFormatError(f"cannot be read: {tidy(error)}.", file=os.fspath(path)) from None
    return Source(os.fspath(path), stream.getvalue())


# Read files of labels, each format into the same columns.


@fields_of_any_length()
def _read_csv(source: Source) -> Statement:
    reader = csv.reader(io.StringIO(source.text(), newline=""), strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    try:
        header = next(reader, [])
        require_columns(source, header)
        _require_each_once(source, header)
        for row in reader:
            if not row:
                continue
            if len(row) != len(header):
                raise source.error(
                    f"a row needs {len(header)} cells, found {len(row)}.", reader.line_num
                )
            rows.append(row)
            lines.append(reader.line_num)
    except csv.Error as error:
        raise source.error(f"{tidy(error)}; check the quotes.", reader.line_num) from None
    cells = {key: [row[place] for row in rows] for place, key in enumerate(header)}
    return Statement({key: cells[key] for key in COLUMNS if key in cells}, lines=lines)


def _require_each_once(source: Source, header: list[str]) -> None:
    for key in COLUMNS:
        if header.count(key) > 1:
            raise source.error(f"there are {header.count(key)} columns {key}; keep one.", 1)


def _read_parquet(source: Source) -> Statement:
    from grundy.graphs.io.arrays import open_parquet, read_columns

    file = open_parquet(source)
    names = [key for key in COLUMNS if key in file.schema_arrow.names]
    require_columns(source, names)
    table = read_columns(source, file, names)
    cells = {key: table.column(key).to_pylist() for key in names}
    if not all(isinstance(name, (str, int)) for name in cells["vertex"]):
        raise source.error("vertex names have to be integers or text.")
    return Statement(cells, _play_of(file.schema_arrow.metadata or {}), joined=False)


def _play_of(metadata: dict[bytes, bytes]) -> str | None:
    """Find the play in the metadata of a schema."""
    return metadata[b"play"].decode(errors="replace") if b"play" in metadata else None


def _text_or_none(found: object) -> str | None:
    return None if found is None else str(found)


def _read_json(source: Source) -> Statement:
    content = parse_json(source)
    vertices = content["vertices"]
    names = names_of_json(source, vertices)
    found = {key for entry in vertices for key in entry}
    if vertices:
        require_columns(source, found)
    cells: dict[str, list[Any]] = {"vertex": names}
    for key in COLUMNS[1:-1]:
        if key in found or not vertices:
            cells[key] = [_cell(source, entry, key) for entry in vertices]
    play = _text_or_none(content.get("play"))
    return Statement(cells, play, graph_of_json(source, content, names), joined=False)


def _cell(source: Source, entry: dict[str, Any], key: str) -> Any:
    # A column that some vertices leave out would be checked at the others only.
    if key not in entry:
        raise source.error(
            f'vertex "{tidy(entry["vertex"])}" has no {key}, and other vertices have one; '
            "state it for all or for none."
        )
    return entry[key]


READERS = {"csv": _read_csv, "json": _read_json, "parquet": _read_parquet}
