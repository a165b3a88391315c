"""A file of arcs that is looked at, not read, and the folder that a long labelling goes on from."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from grundy.errors import GraphFormatError, GrundyError
from grundy.graphs.io import arrays
from grundy.graphs.io.edge_blocks import BlockReader, Shape, find_shape
from grundy.graphs.io.edge_rows import BLANKS, header_columns, named_columns
from grundy.graphs.io.source import Source, find_format, no_vertex_number, tidy
from grundy.runtime.delivery import fields_of_any_length, is_packed, library
from grundy.runtime.files import byte_size, free_memory
from grundy.runtime.folders import KeptFolder

# A folder that keeps what a long labelling needs to go on: one task, one run at a time.


class Folder(KeptFolder):
    """A folder with the state of one labelling; see `grundy.runtime.folders`."""

    strays: ClassVar[tuple[str, ...]] = (
        "names.parquet", "numbered.parquet", "spill",
        "predecessors.*", "followers.*", "out_degrees.npy", "rows-*.npz", "share-*.npz",
    )  # fmt: skip


# A file of arcs that is looked at, not read: its columns, how many arcs, what names vertices.

KINDS = ("parquet", "csv", "tsv")

_LOOK = 1 << 16
_STDIN = "standard input"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class EdgeFile:
    """What is known of a file, or a folder of Parquet files, before its arcs are read."""

    name: str
    files: tuple[Path, ...]
    kind: str
    columns: tuple[str, ...] = ()
    ends: tuple[str, str] = ("source", "target")
    numbered: bool = True
    arcs: int = 0
    greatest: int | None = None
    shape: Shape = field(default_factory=Shape)
    wanted_header: bool | None = None
    wanted_columns: tuple[str, str] | None = None
    packed: bool = False

    @property
    def text(self) -> bool:
        """Whether it is a text; there, only the numbers that occur are vertices."""
        return self.kind != "parquet"

    @property
    def bytes(self) -> int:
        """The size of the files."""
        return sum(file.stat().st_size for file in self.files)

    def fingerprint(self) -> str:
        """A hash of the sizes, beginnings and ends of the files: of its footer, in Parquet."""
        digest = hashlib.sha256()
        for file in self.files:
            size = file.stat().st_size
            digest.update(f"{file.name} {size} ".encode())
            with file.open("rb") as stream:
                digest.update(stream.read(_LOOK))
                stream.seek(max(size - _LOOK, 0))
                digest.update(stream.read())
        return digest.hexdigest()


def look(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    header: bool | None = None,
    columns: tuple[str, str] | None = None,
) -> EdgeFile:
    """Look at a file of arcs."""
    name = os.fspath(path)
    if name == "-":
        raise GraphFormatError("it goes through memory only; save it to a file.", file=_STDIN)
    if "://" in name:
        raise GraphFormatError("this is an address; copy or mount the file here.", file=name)
    file = Path(path)
    if file.is_dir():
        files = tuple(sorted(file.rglob("*.parquet")))
        if not files:
            raise GraphFormatError("this folder holds no Parquet file.", file=name)
        return _parquet(name, files, columns)
    kind = find_format(path, format, KINDS, reading=True).name
    if not file.is_file():
        raise GraphFormatError("there is no such file.", file=name)
    if kind == "parquet":
        return _parquet(name, (file,), columns)
    return _text(name, file, kind, header, columns)


def _parquet(name: str, files: tuple[Path, ...], request: tuple[str, str] | None) -> EdgeFile:
    columns, kinds, arcs, greatest = _footer(files[0])
    ends = _ends(name, columns, request)
    found = [greatest[end] for end in ends]
    for file in files[1:]:
        others, types, count, number = _footer(file)
        if others != columns:
            raise GraphFormatError("its columns are not those of the first file.", file=str(file))
        for end in ends:
            if types[end] != kinds[end]:
                raise GraphFormatError(
                    f'its column "{end}" holds {types[end]}, but {kinds[end]} in {files[0].name}; '
                    "write one kind of names in all files.",
                    file=str(file),
                )
        arcs += count
        found += [number[end] for end in ends]
    if any(columns.count(end) > 1 for end in ends):
        raise GraphFormatError(f'several columns are named "{ends[0]}" or "{ends[1]}".', file=name)
    if not all(kinds[end] in arrays.KINDS for end in ends):
        both = " and ".join(kinds[end] for end in ends)
        raise GraphFormatError(f"vertices have to be integers or text, found {both}.", file=name)
    return EdgeFile(
        name, files, "parquet", columns, ends,
        numbered=all(kinds[end] == "integers" for end in ends), arcs=arcs,
        greatest=None if None in found else max(filter(None, found), default=0),
        wanted_columns=request,
    )  # fmt: skip


def _footer(file: Path) -> tuple[tuple[str, ...], dict[str, str], int, dict[str, int | None]]:
    """The columns of a Parquet file, the kind of each, the rows, and the greatest numbers."""
    parquet = library("pyarrow.parquet", "large", "Reading Parquet")
    try:
        opened = parquet.ParquetFile(file)
    except Exception as error:  # the library's own errors are of any kind
        raise GraphFormatError(
            f"this is no Parquet file that can be read: {tidy(error)}.", file=str(file)
        ) from None
    with opened:
        schema, metadata = opened.schema_arrow, opened.metadata
        kinds = {column.name: arrays.kind_of(column.type) for column in schema}
        greatest = {
            name: _greatest(metadata, place) if kinds[name] == "integers" else None
            for place, name in enumerate(schema.names)
        }
        return tuple(schema.names), kinds, metadata.num_rows, greatest


def _ends(name: str, columns: tuple[str, ...], request: tuple[str, str] | None) -> tuple[str, str]:
    if len(columns) < 2:
        raise GraphFormatError(f"an edge needs two columns, found {len(columns)}.", file=name)
    ends = header_columns(list(columns))
    if request is not None:
        ends = named_columns(Source(name, b""), list(columns), request)
    return (columns[0], columns[1]) if ends is None else (columns[ends.tail], columns[ends.head])


def _greatest(metadata: Any, column: int) -> int | None:
    """Return the greatest number of a column as the footer states it."""
    greatest = 0
    for group in range(metadata.num_row_groups):
        statistics = metadata.row_group(group).column(column).statistics
        if statistics is None or not statistics.has_min_max or not isinstance(statistics.max, int):
            return None
        greatest = max(greatest, statistics.max)
    return greatest


def _text(
    name: str, file: Path, kind: str, header: bool | None, request: tuple[str, str] | None
) -> EdgeFile:
    with file.open("rb") as stream:
        head = stream.read(_LOOK)
    known = EdgeFile(name, (file,), kind, wanted_header=header, wanted_columns=request)
    if is_packed(head):
        return replace(known, packed=True)
    if head[:2] in _UTF16:
        raise GraphFormatError("a large text has to be UTF-8; save it anew.", file=name)
    lines = head if len(head) < _LOOK else head[: head.rfind(b"\n") + 1]
    source = Source(name, lines)
    text = source.text()
    shape, rows = find_shape(source, text, kind, header, request, whole=lines is head)
    if shape.delimiter == BLANKS and rows:
        raise source.error("large text files need commas, semicolons or tabs between the names.", 1)
    if shape.width > shape.layout.at_most:
        raise source.error(
            f"an edge has two ends and at most a weight, found {shape.width} columns; name them.", 1
        )
    names = [end for _, row in rows[shape.header :] for end in shape.layout.ends(row)]
    numbered = all(word.isascii() and word.isdigit() for word in names)
    arcs = round(file.stat().st_size * len(rows) / max(len(lines), 1))
    return replace(known, numbered=numbered, arcs=arcs, shape=shape)


def ends_of_text(file: EdgeFile) -> Iterator[Any]:
    """Stream the ends of the arcs of a text as arrow batches of text, columns s and d."""
    library("pyarrow", "large", "Reading a large text")  # before the work begins
    with fields_of_any_length(), file.files[0].open("rb") as stream:
        yield from BlockReader(file.name, file.shape, stream).batches()


def negative_in(file: EdgeFile) -> GraphFormatError:
    """Return the error for the first negative number of a text in which all names are integers."""
    with fields_of_any_length(), file.files[0].open("rb") as stream:
        for line, row in BlockReader(file.name, file.shape, stream).rows():
            for end in file.shape.layout.ends(row):
                if end.startswith("-"):
                    return Source(file.name, b"").error(no_vertex_number(end), line)
    return GraphFormatError("a negative number is no vertex number.", file=file.name)


# Which engine a file of arcs needs, from sizes alone, and why in one line.

ENGINES = ("memory", "disk", "cluster")

# Bytes of memory, measured: reading and labelling an arc of Parquet, a byte of text, a vertex.
_ARC, _TEXT, _VERTEX = 80, 20, 40
VERTEX = 60  # bytes, measured: what a vertex takes whose arcs lie in files
_UNKNOWN = 4_000_000_000  # where the system does not say how much is free


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine, and why it."""

    engine: str
    why: str


def choose(
    file: EdgeFile, engine: str = "auto", *, memory: int | None = None, scheduler: str | None = None
) -> Choice:
    """Choose the engine that labels a file soonest in the memory that is there."""
    if engine not in ("auto", *ENGINES):
        raise ValueError(f'Unknown engine "{engine}"; choose auto, memory, disk or cluster.')
    _require_scheduler(engine, scheduler)
    if file.packed and (engine not in ("auto", "memory") or scheduler is not None):
        raise GraphFormatError(
            "a packed file goes through memory only; unpack it, or use --engine memory.",
            file=file.name,
        )
    if file.packed:
        return Choice("memory", "the file is packed")
    if engine != "auto":
        return Choice(engine, "as asked")
    if scheduler is not None:
        return Choice("cluster", "a scheduler is named")
    return _by_size(file, memory if memory is not None else free_memory() or _UNKNOWN)


def _require_scheduler(engine: str, scheduler: str | None) -> None:
    if engine == "cluster" and scheduler is None:
        raise ValueError("The engine cluster needs a scheduler; name its address.")
    if scheduler is not None and engine not in ("auto", "cluster"):
        raise ValueError(
            f"A scheduler is for the engine cluster; leave it out, or choose cluster, not {engine}."
        )


def _by_size(file: EdgeFile, budget: int) -> Choice:
    vertices = file.arcs if file.greatest is None else file.greatest + 1
    arcs = _TEXT * file.bytes if file.text else _ARC * file.arcs
    needed = arcs + _VERTEX * vertices
    about = f"{'about ' if file.text else ''}{file.arcs:,} arcs would take {byte_size(needed)}"
    room = f"{byte_size(budget)} of memory"
    if needed <= budget:
        return Choice("memory", f"{about} of {room}")
    fit = ", and the vertices alone fit" if VERTEX * vertices <= budget // 2 else ""
    return Choice("disk", f"{about}, more than {room}{fit}")


def parse_bytes(text: str) -> int:
    """Read a number of bytes as people write it."""
    units = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "B": 1}
    upper = text.strip().upper()
    unit = next((unit for unit in units if upper.endswith(unit)), "")
    number = upper.removesuffix(unit).strip()
    if not number.replace(".", "", 1).isdecimal() or not number.isascii() or float(number) <= 0:
        raise GrundyError(f'"{text}" is no size of memory; write 2GB or 500MB.')
    return int(float(number) * units.get(unit, 1))
