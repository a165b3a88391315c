"""Read edge lists and adjacency lists: one edge, or one vertex with its followers, a line."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from grundy.files.csv_fields import fields_of_any_length
from grundy.graphs.graph import GameGraph
from grundy.graphs.reading.edge_rows import (
    ARROW,
    BLANKS,
    Columns,
    find_delimiter,
    header_columns,
    require_edge,
    rows_of,
)
from grundy.graphs.reading.fast_lists import read_fast
from grundy.graphs.reading.intake import Source
from grundy.graphs.reading.names import natural_if_all, negative_number, no_vertex_number

# Below this many bytes the csv module is done before pyarrow has loaded.
LARGE = 4_000_000


@fields_of_any_length()
def read_edge_list(source: Source, *, kind: str = "edgelist") -> GameGraph:
    """Read an edge a line: two names, and perhaps a weight, which is left out.

    Between blanks an arrow may stand between the names: ``a -> b``.

    Args:
        source: The file. ``#`` starts a comment at the start of a line or after a blank;
            quotes are as in CSV.
        kind: "csv", "tsv", or "edgelist", in which the first lines decide what separates
            the names: tabs, commas, or blanks.

    Raises:
        GraphFormatError: With the line, if an edge has not two ends, or its weight is no
            number, or all vertices are integers and one is negative.
    """
    if len(source.data) > LARGE:
        graph = read_fast(source, kind)
        if graph is not None:
            return graph
    text = source.text()
    delimiter = find_delimiter(source, text, kind)
    columns: Columns | None = None
    number: dict[str, int] = {}
    tails: list[int] = []
    heads: list[int] = []
    for line, row in rows_of(source, text, delimiter):
        if delimiter == BLANKS and ARROW in row:
            _take_arrow_out(source, line, row)
        if columns is None:
            header = None if delimiter == BLANKS else header_columns(row)
            columns = header or Columns()
            if header is not None:
                continue
        require_edge(source, line, row, columns, delimiter)
        tails.append(number.setdefault(row[columns.tail], len(number)))
        heads.append(number.setdefault(row[columns.head], len(number)))
    _require_no_negative(source, text, delimiter, number, columns)
    return _graph(number, tails, heads)


@fields_of_any_length()
def read_adjacency_list(source: Source) -> GameGraph:
    """Read a vertex and its followers a line; a vertex that stands alone has none there."""
    text = source.text()
    delimiter = find_delimiter(source, text, "adjlist")
    number: dict[str, int] = {}
    tails: list[int] = []
    heads: list[int] = []
    for line, row in rows_of(source, text, delimiter):
        if row[0] == "":
            raise source.error("the line names no vertex; write it before its followers.", line)
        if "" in row:
            raise source.error(f'a follower of "{row[0]}" has no name.', line)
        vertex = number.setdefault(row[0], len(number))
        for follower in row[1:]:
            tails.append(vertex)
            heads.append(number.setdefault(follower, len(number)))
    _require_no_negative(source, text, delimiter, number)
    return _graph(number, tails, heads)


def _graph(number: dict[str, int], tails: list[int], heads: list[int]) -> GameGraph:
    names: list[Hashable] = natural_if_all(list(number))
    return GameGraph.from_arrays(
        np.array(tails, np.int32), np.array(heads, np.int32),
        vertex_count=len(names), names=names,
    )  # fmt: skip


def _require_no_negative(
    source: Source,
    text: str,
    delimiter: str,
    number: dict[str, int],
    columns: Columns | None = None,
) -> None:
    """Raise an error when all vertices are integers and one is negative; look for its line."""
    negative = negative_number(list(number))
    if negative is not None:
        rows = rows_of(source, text, delimiter)
        named = ((line, columns.ends(row) if columns else row) for line, row in rows)
        line = next(line for line, names in named if negative in names)
        raise source.error(no_vertex_number(negative), line)


def _take_arrow_out(source: Source, line: int, row: list[str]) -> None:
    """Make an edge of two names from one with an arrow between them."""
    if len(row) < 3 or row.index(ARROW) != 1:
        raise source.error("an arrow stands between two names, as in a -> b.", line)
    del row[1]
