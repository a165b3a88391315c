"""Read graphs and labels from files, and write labels.

Names. In text formats every name is text, unless every name in the file is a natural number in
its usual writing: then the names are integers. In Matrix Market, npz and Parquet with integer
columns the file's own numbers are the names. Vertices are numbered by first appearance.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grundy.errors import GraphFormatError, LimitError
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.formats import FORMATS, find_format, read_source
from grundy.graphs.io.source import display_name, load

if TYPE_CHECKING:
    from grundy.graphs.io.saved_labelling import SavedLabelling
    from grundy.graphs.labelling import Labelling


LABEL_FORMATS = ("csv", "json", "parquet", "graphml", "dot")
"""What `write_labelling` writes."""

READ_FORMATS = ("csv", "json", "parquet")
"""What `read_labelling` reads."""


def read_graph(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    header: bool | None = None,
    columns: tuple[str, str] | None = None,
) -> GameGraph:
    r"""Read a digraph from a file.

    DOT, GraphML, GML, Pajek, edge lists, adjacency lists, Matrix Market, npz, Parquet, digraph6,
    and the JSON of `write_labelling`. Only names and arcs are kept.

    Args:
        path: A path; its ending says the format, and text may be packed (``.gz``, ``.bz2``).
            "-" is standard input, which needs *format*.
        format: A key of `FORMATS`, where the ending does not say it; "judge" is the form of
            contests, counts before arcs.
        header: Whether the first row of CSV, TSV or an edge list names its columns. By
            default it does where its names are usual ones, where it has words above numbers,
            and where its words occur in no other row (a warning says so).
        columns: The columns of tail and head in CSV, TSV, an edge list or Parquet, by name or
            by number from 1.

    Returns:
        The graph, parallel arcs and self-loops kept.

    Raises:
        GraphFormatError: If the file cannot be read as a digraph; it names the file, and the
            line where that is known. Also if it would not fit in the memory.
        MissingExtraError: If the format needs a library that is not installed.

    Cost: O(file); see `grundy.graphs.io.formats.Format`.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.csv"
    >>> _ = path.write_text("a,b\nb,c\n")
    >>> read_graph(path).followers("a")
    ['b']
    """
    entry = find_format(path, format, tuple(FORMATS), reading=True)
    wanted: dict[str, object] = {}
    if header is not None:
        wanted["header"] = header
    if columns is not None:
        wanted["columns"] = columns
    kinds = ("edgelist", "csv", "tsv") + (("parquet",) if header is None else ())
    if wanted and entry.name not in kinds:
        raise GraphFormatError(
            f"{' and '.join(wanted)}: only {', '.join(kinds)} have that, not {entry.name}.",
            file=display_name(path),
        )
    source = load(path, memory=entry.memory, zipped=entry.text)
    return read_source(source, entry, **wanted)


def write_labelling(
    labelling: Labelling,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    command: str | None = None,
    moves: bool = False,
) -> None:
    """Write values, K, outcomes, counters, remoteness and moves to a file."""
    from grundy.graphs.io.label_writers import write

    entry = find_format(path, format, LABEL_FORMATS)
    packed = entry.text and os.fspath(path).lower().endswith(".gz")
    write(labelling, path, entry.name, command=command, packed=packed, moves=moves)


def read_labelling(
    path: str | os.PathLike[str],
    *,
    graph: GameGraph | None = None,
    format: str | None = None,
    play: str | None = None,
) -> SavedLabelling:
    """Read what `write_labelling` wrote; ``.verify()`` on it checks it against the graph.

    Args:
        path: A path, or "-" for standard input; of Parquet also the folder that a cluster wrote.
        graph: The digraph that the labels are of; CSV and Parquet need it, and where the file
            holds arcs of its own, this graph is used in their stead.
        format: One of `READ_FORMATS`.
        play: "normal" or "misere", where the file does not say it; normal play by default.

    Raises:
        GraphFormatError: If the file cannot be read as labels, or its vertices are not those
            of the graph.
    """
    from grundy.graphs.io.label_readers import is_in_parts, load_parts
    from grundy.graphs.io.saved_labelling import read_saved

    parts = format is None and is_in_parts(path)
    entry = find_format(path, "parquet" if parts else format, READ_FORMATS, reading=True)
    if entry.name == "parquet" and is_in_parts(path):
        source = load_parts(path)
    else:
        source = load(path, memory=2 * entry.memory, zipped=entry.text)
    try:
        return read_saved(source, entry.name, graph, play)
    except (GraphFormatError, LimitError) as error:
        if isinstance(error, GraphFormatError) and error.file is not None:
            raise
        raise source.error(str(error)) from None
