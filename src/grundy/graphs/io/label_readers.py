"""Read files of labels, each format into the same columns."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grundy.errors import GraphFormatError
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.label_writers import COLUMNS, VERSION, json_text
from grundy.graphs.io.source import Source, require_different, tidy
from grundy.runtime.delivery import arrow, fields_of_any_length
from grundy.runtime.files import require_memory


@dataclass(frozen=True)
class Statement:
    """The columns of a file, before they are understood."""

    source: Source
    cells: dict[str, list[Any]]
    play: str | None = None
    own: GameGraph | None = None
    lines: list[int] | None = None
    joined: bool = True

    def bad(self, row: int, message: str) -> GraphFormatError:
        """Make the error about one vertex, with its line or its name."""
        if self.lines is not None:
            return self.source.error(message, self.lines[row])
        return self.source.error(f'vertex "{tidy(self.cells["vertex"][row])}": {message}')


def require_columns(source: Source, columns: Collection[str]) -> None:
    """Raise `GraphFormatError` when what makes labels is not among the columns."""
    missing = [key for key in ("vertex", "value") if key not in columns]
    if missing:
        raise source.error(
            f"these are no labels: there is no {missing[0]}; the columns are {', '.join(COLUMNS)}."
        )


_PARTS = "part-*.parquet"
_UNPACKED = 8  # times the size of the files, for a copy and the order


def is_in_parts(path: str | os.PathLike[str]) -> bool:
    """Whether there is a folder of labels here."""
    return Path(path).is_dir() and any(Path(path).glob(_PARTS))


def load_parts(path: str | os.PathLike[str]) -> Source:
    """Read a folder of labels as one file of Parquet, sorted by vertex."""
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


@fields_of_any_length()
def _read_csv(source: Source) -> Statement:
    reader = csv.reader(io.StringIO(source.text(), newline=""), strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    try:
        header = next(reader, [])
        require_columns(source, header)
        for key in COLUMNS:
            if header.count(key) > 1:
                raise source.error(f"there are {header.count(key)} columns {key}; keep one.", 1)
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
    return Statement(source, {key: cells[key] for key in COLUMNS if key in cells}, lines=lines)


def _read_parquet(source: Source) -> Statement:
    from grundy.graphs.io.arrays import open_parquet, read_columns

    file = open_parquet(source)
    names = [key for key in COLUMNS if key in file.schema_arrow.names]
    require_columns(source, names)
    table = read_columns(source, file, names)
    cells = {key: table.column(key).to_pylist() for key in names}
    if not all(isinstance(name, (str, int)) for name in cells["vertex"]):
        raise source.error("vertex names have to be integers or text.")
    play = (file.schema_arrow.metadata or {}).get(b"play")
    return Statement(source, cells, play and play.decode(errors="replace"), joined=False)


def _read_json(source: Source) -> Statement:
    content = parse_json(source)
    vertices = content["vertices"]
    names = names_of_json(source, vertices)
    keys = {key for entry in vertices for key in entry}
    if vertices:
        require_columns(source, keys)
    cells: dict[str, list[Any]] = {"vertex": names}
    for key in COLUMNS[1:-1]:
        if key in keys or not vertices:
            cells[key] = [_cell(source, entry, key) for entry in vertices]
    play = content.get("play")
    graph = graph_of_json(source, content, names)
    return Statement(source, cells, None if play is None else str(play), graph, joined=False)


def _cell(source: Source, entry: dict[str, Any], key: str) -> Any:
    # A column that some vertices leave out would be checked at the others only.
    if key not in entry:
        raise source.error(
            f'vertex "{tidy(entry["vertex"])}" has no {key}, and other vertices have one; '
            "state it for all or for none."
        )
    return entry[key]


READERS = {"csv": _read_csv, "json": _read_json, "parquet": _read_parquet}

_BLANK = re.compile(r"[ \t\r\n,:]*")


def read_json_graph(source: Source) -> GameGraph:
    """Read the graph in JSON that `write_labelling` made."""
    content = parse_json(source)
    return graph_of_json(source, content, names_of_json(source, content["vertices"]))


def parse_json(source: Source) -> dict[str, Any]:
    """Parse JSON with the two lists that a graph needs."""
    text = source.text()
    try:
        content = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise source.error(f"this is no JSON: {tidy(error.msg).lower()}.", error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise source.error(f"this is no JSON that can be read: {tidy(error)}.") from None
    if not isinstance(content, dict):
        raise source.error('a graph in JSON is {"vertices": […], "arcs": […]}.')
    for key in ("vertices", "arcs"):
        if not isinstance(content.get(key), list):
            raise source.error(f'a graph in JSON has a list "{key}", which is missing here.')
    version = content.get("format", VERSION)
    if version != VERSION:
        raise source.error(
            f"the file has format {tidy(version)} and this program reads format {VERSION}; "
            "use a later version."
        )
    return content


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON number")


def names_of_json(source: Source, vertices: list[Any]) -> list[Hashable]:
    """Return the vertices' names, text and integers, all different."""
    names: list[Hashable] = []
    for number, entry in enumerate(vertices, 1):
        name = entry.get("vertex") if isinstance(entry, dict) else None
        if not isinstance(name, (str, int)) or isinstance(name, bool):
            raise source.error(
                f'vertex {number}: write {{"vertex": name}} with text or an integer for the name.',
                _line(source, "vertices", number - 1),
            )
        names.append(name)
    # 1 and "1" are different names in JSON.
    require_different([json_text(name) for name in names])
    return names


def graph_of_json(source: Source, content: dict[str, Any], names: list[Hashable]) -> GameGraph:
    """Make the graph of parsed JSON, whose vertices have these names."""
    place = {name: number for number, name in enumerate(names)}
    ends = np.empty((len(content["arcs"]), 2), np.int32)
    for number, arc in enumerate(content["arcs"]):
        if not isinstance(arc, list) or len(arc) != 2:
            raise source.error(
                f"arc {number + 1}: an arc needs two ends, found {tidy(arc)}.",
                _line(source, "arcs", number),
            )
        try:
            ends[number] = place[arc[0]], place[arc[1]]
        except (KeyError, TypeError):
            raise source.error(
                f"arc {number + 1}: an end of {tidy(arc)} is not among the vertices.",
                _line(source, "arcs", number),
            ) from None
    own = None if names == list(range(len(names))) else names
    return GameGraph.from_arrays(ends[:, 0], ends[:, 1], vertex_count=len(names), names=own)


def _line(source: Source, key: str, number: int) -> int:
    """Find the line on which an item of a top-level list starts; read a second time for that."""
    text, decode = source.text(), json.JSONDecoder().raw_decode
    lists = {}
    place = _after_blanks(text, text.index("{") + 1)
    while text[place] != "}":
        name, place = decode(text, place)
        lists[name] = place = _after_blanks(text, place)
        _, place = decode(text, place)
        place = _after_blanks(text, place)
    place = _after_blanks(text, lists[key] + 1)
    for _ in range(number):
        place = _after_blanks(text, decode(text, place)[1])
    return text.count("\n", 0, place) + 1


def _after_blanks(text: str, place: int) -> int:
    match = _BLANK.match(text, place)
    return match.end() if match else place
