"""Read files of labels, each format into the same columns."""

from __future__ import annotations

import csv
import io
from typing import Any

from grundy.files.csv_fields import fields_of_any_length
from grundy.graphs.reading.intake import Source
from grundy.graphs.reading.json_files import graph_of_json, names_of_json, parse_json
from grundy.graphs.reading.names import tidy
from grundy.graphs.saved.statement import Statement, require_columns
from grundy.graphs.saved.writers import COLUMNS


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
    from grundy.graphs.reading.parquet import open_parquet, read_columns

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


def _read_graphml(source: Source) -> Statement:
    from grundy.graphs.reading.gml import from_networkx
    from grundy.graphs.reading.graphml import parse_graphml

    graph = parse_graphml(source)
    # A key with a default is stated even where every vertex leaves it out.
    found = {key for _, data in graph.nodes(data=True) for key in data}
    found |= set(graph.graph["node_default"])
    if graph.number_of_nodes():
        require_columns(source, ["vertex", *found])
    cells: dict[str, list[Any]] = {"vertex": list(graph.nodes())}
    for key in COLUMNS[1:-1]:
        if key in found or not graph.number_of_nodes():
            cells[key] = [str(data.get(key, "")) for _, data in graph.nodes(data=True)]
    return Statement(cells, _text_or_none(graph.graph.get("play")), from_networkx(graph))


def _read_dot(source: Source) -> Statement:
    from grundy.graphs.reading.dot import graph_of, parse_dot

    found = parse_dot(source, node_attributes=COLUMNS[1:-1], graph_attributes=["play"])
    cells: dict[str, list[Any]] = {"vertex": list(found.names)}
    for key, column in found.node_attributes.items():
        cells[key] = list(column)
    if found.names:
        require_columns(source, list(cells))
    # Graphviz does not tell an attribute that is empty from one that is not there.
    return Statement(cells, found.graph_attributes["play"] or None, graph_of(found))


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


READERS = {
    "csv": _read_csv,
    "json": _read_json,
    "parquet": _read_parquet,
    "graphml": _read_graphml,
    "dot": _read_dot,
}
