"""A file of arcs that is looked at, not read: its columns, how many arcs, what names vertices."""

from __future__ import annotations

import csv
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grundy.errors import GraphFormatError, MissingExtraError
from grundy.graphs.formats import find_format
from grundy.graphs.intake import Source
from grundy.graphs.lists import BLANKS, Columns, find_delimiter, header_columns
from grundy.graphs.naming import tidy

KINDS = ("parquet", "csv", "tsv")

_LOOK = 1 << 16
_STDIN = "standard input"


@dataclass(frozen=True, slots=True)
class EdgeFile:
    """What is known of a file, or a folder of Parquet files, before its arcs are read.

    Attributes:
        name: As the user wrote it.
        files: The files, in order; none where only a cluster can reach them.
        kind: "parquet", "csv" or "tsv".
        columns: The names of all columns; made up where a text has no header.
        ends: The columns of the tail and of the head.
        numbered: Whether vertices are named by integers; of a text, as far as was looked.
        arcs: How many arcs; of a text, about.
        greatest: No vertex number is above it, or None when that is not known.
        delimiter: What separates the columns of a text.
        header: Whether the first line of a text names the columns.
    """

    name: str
    files: tuple[Path, ...]
    kind: str
    columns: tuple[str, ...] = ()
    ends: tuple[str, str] = ("source", "target")
    numbered: bool = True
    arcs: int = 0
    greatest: int | None = None
    delimiter: str = ","
    header: bool = False

    @property
    def text(self) -> bool:
        """Whether it is a text; there, only the numbers that occur are vertices."""
        return self.kind != "parquet"

    @property
    def bytes(self) -> int:
        """The size of the files."""
        return sum(file.stat().st_size for file in self.files)

    def fingerprint(self) -> str:
        """Give a hash of the sizes, beginnings and ends of the files: of its footer, in Parquet."""
        digest = hashlib.sha256(self.name.encode() if not self.files else b"")
        for file in self.files:
            size = file.stat().st_size
            digest.update(f"{file.name} {size} ".encode())
            with file.open("rb") as stream:
                digest.update(stream.read(_LOOK))
                stream.seek(max(size - _LOOK, 0))
                digest.update(stream.read())
        return digest.hexdigest()


def look(path: str | os.PathLike[str], format: str | None = None) -> EdgeFile:
    """Look at a file of arcs.

    Args:
        path: Parquet, CSV or TSV; a folder of Parquet files; or an address such as
            ``s3a://…`` or ``hdfs://…`` of Parquet, which Spark alone can reach.
        format: "parquet", "csv" or "tsv", where the ending does not say it.

    Raises:
        GraphFormatError: If it is none of these.
    """
    name = os.fspath(path)
    if name == "-":
        raise GraphFormatError("it goes through memory only; save it to a file.", file=_STDIN)
    if "://" in name:
        return EdgeFile(name, (), "parquet")
    file = Path(path)
    if file.is_dir():
        files = tuple(sorted(file.rglob("*.parquet")))
        if not files:
            raise GraphFormatError("this folder holds no Parquet file.", file=name)
        return _parquet(name, files)
    kind = find_format(path, format, KINDS).name
    if name.lower().endswith(".gz"):
        raise GraphFormatError("a packed file goes through memory only; unpack it.", file=name)
    if not file.is_file():
        raise GraphFormatError("there is no such file.", file=name)
    return _parquet(name, (file,)) if kind == "parquet" else _text(name, file, kind)


def _parquet(name: str, files: tuple[Path, ...]) -> EdgeFile:
    try:
        import pyarrow.parquet as parquet
        import pyarrow.types as types
    except ImportError:
        raise MissingExtraError("pyarrow", "large", "Reading Parquet") from None
    arcs, greatest = 0, []
    schema: Any = None
    for file in files:
        try:
            opened = parquet.ParquetFile(file)
        except Exception as error:  # the library's own errors are of any kind
            raise GraphFormatError(
                f"this is no Parquet file that can be read: {tidy(error)}.", file=str(file)
            ) from None
        schema = opened.schema_arrow if schema is None else schema
        if opened.schema_arrow.names != schema.names:
            raise GraphFormatError("its columns are not those of the first file.", file=str(file))
        arcs += opened.metadata.num_rows
        ends = _ends(name, schema.names)
        greatest += [_greatest(opened.metadata, schema.names.index(end)) for end in ends]
        opened.close()
    kinds = [schema.field(end).type for end in ends]
    kinds = [kind.value_type if types.is_dictionary(kind) else kind for kind in kinds]
    if not all(_is_name(kind) for kind in kinds):
        raise GraphFormatError(
            f"vertices have to be integers or text, found {kinds[0]} and {kinds[1]}.", file=name
        )
    known = all(number is not None for number in greatest)
    return EdgeFile(
        name, files, "parquet", tuple(schema.names), ends,
        numbered=all(types.is_integer(kind) for kind in kinds), arcs=arcs,
        greatest=max((number or 0 for number in greatest), default=0) if known else None,
    )  # fmt: skip


def _ends(name: str, columns: list[str]) -> tuple[str, str]:
    if len(columns) < 2:
        raise GraphFormatError(f"an edge needs two columns, found {len(columns)}.", file=name)
    found = header_columns(columns)
    return (columns[0], columns[1]) if found is None else (columns[found.tail], columns[found.head])


def _is_name(kind: Any) -> bool:
    import pyarrow.types as types

    return bool(types.is_integer(kind) or types.is_string(kind) or types.is_large_string(kind))


def _greatest(metadata: Any, column: int) -> int | None:
    """Give the greatest number of a column as the footer states it."""
    found = 0
    for group in range(metadata.num_row_groups):
        statistics = metadata.row_group(group).column(column).statistics
        if statistics is None or not statistics.has_min_max or not isinstance(statistics.max, int):
            return None
        found = max(found, statistics.max)
    return found


def _text(name: str, file: Path, kind: str) -> EdgeFile:
    with file.open("rb") as stream:
        head = stream.read(_LOOK)
    lines = head if len(head) < _LOOK else head[: head.rfind(b"\n") + 1]
    source = Source(name, lines)
    text = source.text()
    delimiter = find_delimiter(source, text, kind)
    plain = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if delimiter == BLANKS and plain:
        raise source.error("large text files need commas, semicolons or tabs between the names.", 1)
    rows = list(csv.reader(plain, delimiter=delimiter, skipinitialspace=True))
    first = rows[0] if rows else ["", ""]
    header = header_columns(first)
    if header is None and len(first) > Columns().at_most:
        raise source.error(
            f"an edge has two ends and at most a weight, found {len(first)} columns; name them.", 1
        )
    columns = [f"column{place}" for place in range(len(first))] if header is None else first
    ends = _ends(name, columns)
    places = [columns.index(end) for end in ends]
    names = [
        row[place].strip() for row in rows[header is not None :] for place in places[: len(row)]
    ]
    return EdgeFile(
        name, (file,), kind, tuple(columns), ends,
        numbered=all(word.isascii() and word.isdigit() for word in names),
        arcs=round(file.stat().st_size * len(rows) / max(len(lines), 1)),
        delimiter=delimiter, header=header is not None,
    )  # fmt: skip
