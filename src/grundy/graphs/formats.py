"""Read graphs and labels from files, and write labels: the formats, and how each is found.

Names. In text formats every name is text, unless every name in the file is a natural number in
its usual writing: then the names are integers. In Matrix Market, npz and Parquet with integer
columns the file's own numbers are the names. Vertices are numbered by first appearance.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from grundy.errors import GraphFormatError, GrundyError, LimitError
from grundy.graphs.graph import GameGraph
from grundy.graphs.reading.intake import Source, display_name, load
from grundy.graphs.reading.names import tidy

if TYPE_CHECKING:
    from grundy.graphs.labelling import Labelling
    from grundy.graphs.saved.check import SavedLabelling


@dataclass(frozen=True)
class Format:
    """A file format.

    Attributes:
        name: What ``format=`` calls it.
        endings: File endings that mean it, with the dot.
        reader: "module:function" in `grundy.graphs.reading`.
        memory: About how many bytes of memory reading takes for each byte of the file.
        text: Whether it is text, so that it may be packed with gzip (``.dot.gz``).
        options: Further arguments of the reader.
    """

    name: str
    endings: tuple[str, ...]
    reader: str
    memory: float
    text: bool = True
    options: tuple[tuple[str, Any], ...] = ()


FORMATS = {
    entry.name: entry
    for entry in (
        Format("dot", (".dot", ".gv"), "dot:read_dot", 45),
        Format("graphml", (".graphml",), "graphml:read_graphml", 32),
        Format("gml", (".gml",), "gml:read_gml", 25),
        Format("pajek", (".net", ".paj"), "pajek:read_pajek", 45),
        Format("edgelist", (".edges", ".edgelist", ".el", ".txt"), "lists:read_edge_list", 20),
        Format("csv", (".csv",), "lists:read_edge_list", 20, options=(("kind", "csv"),)),
        Format("tsv", (".tsv",), "lists:read_edge_list", 20, options=(("kind", "tsv"),)),
        Format("adjlist", (".adj", ".adjlist"), "lists:read_adjacency_list", 20),
        Format("mtx", (".mtx",), "matrices:read_matrix_market", 8),
        Format("npz", (".npz",), "matrices:read_npz", 2, text=False),
        Format("parquet", (".parquet", ".pq"), "parquet:read_parquet", 2, text=False),
        Format("json", (".json",), "json_files:read_json_graph", 10),
    )
}
"""What `read_graph` reads."""

LABEL_FORMATS = ("csv", "json", "parquet", "graphml", "dot")
"""What `write_labelling` writes and `read_labelling` reads."""


def read_graph(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
) -> GameGraph:
    r"""Read a digraph from a file.

    DOT, GraphML, GML, Pajek, edge lists, adjacency lists, Matrix Market, npz, Parquet, and the
    JSON of `write_labelling`. Only names and arcs are kept.

    Args:
        path: A path; its ending says the format, and text may be packed (``.gz``). "-" is
            standard input, which needs *format*.
        format: A key of `FORMATS`, where the ending does not say it.

    Returns:
        The graph, parallel arcs and self-loops kept.

    Raises:
        GraphFormatError: If the file cannot be read as a digraph; it names the file, and the
            line where that is known. Also if it would not fit in the memory.
        MissingExtraError: If the format needs a library that is not installed.

    Cost: O(file); see `Format.memory`.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.csv"
    >>> _ = path.write_text("a,b\nb,c\n")
    >>> read_graph(path).followers("a")
    ['b']
    """
    entry = find_format(path, format, tuple(FORMATS))
    source = load(path, memory=entry.memory, zipped=entry.text)
    return read_source(source, entry)


def read_source(source: Source, entry: Format) -> GameGraph:
    """Read a graph from what was loaded; every error names the file."""
    module, _, function = entry.reader.partition(":")
    reader = getattr(import_module(f"grundy.graphs.reading.{module}"), function)
    try:
        graph: GameGraph = reader(source, **dict(entry.options))
    except GraphFormatError as error:
        if error.file is not None:
            raise
        raise source.error(str(error)) from None
    except LimitError as error:
        raise source.error(str(error)) from None
    except GrundyError:
        raise
    except (MemoryError, RecursionError, ValueError, OverflowError) as error:
        raise source.error(
            f"cannot be read as {entry.name}: {tidy(error) or type(error).__name__}."
        ) from None
    return graph


def write_labelling(
    labelling: Labelling,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    command: str | None = None,
    moves: bool = False,
) -> None:
    """Write values, K, outcomes, counters, remoteness and moves to a file.

    Every format carries what `grundy verify` needs; JSON, GraphML and DOT the arcs too. Parquet
    has vertex, value (an integer, null for ∞), K, outcome and counter, sorted by vertex, the
    same from every engine; remoteness and moves are for *moves* to ask for.
    The same labelling gives the same bytes. An interruption leaves no half-written file.

    Args:
        labelling: The labels.
        path: A path; its ending says the format, and ``.gz`` packs text. "-" is standard
            output, which needs *format*.
        format: One of `LABEL_FORMATS`.
        command: What made the labels, kept in JSON, GraphML, DOT and Parquet.
        moves: Whether Parquet is to have remoteness, winning moves and best moves too.

    Raises:
        GraphFormatError: If the format is unknown, or cannot hold a name.
    """
    from grundy.graphs.saved.writers import write

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
        path: A path, or "-" for standard input.
        graph: The digraph that the labels are of; CSV and Parquet need it, and where the file
            holds arcs of its own, this graph is used in their stead.
        format: One of `LABEL_FORMATS`.
        play: "normal" or "misere", where the file does not say it; normal play by default.

    Raises:
        GraphFormatError: If the file cannot be read as labels, or its vertices are not those
            of the graph.
    """
    from grundy.graphs.saved.cells import read_saved

    entry = find_format(path, format, LABEL_FORMATS)
    source = load(path, memory=2 * entry.memory, zipped=entry.text)
    try:
        return read_saved(source, entry.name, graph, play)
    except (GraphFormatError, LimitError) as error:
        if isinstance(error, GraphFormatError) and error.file is not None:
            raise
        raise source.error(str(error)) from None


def find_format(
    path: str | os.PathLike[str], stated: str | None, allowed: tuple[str, ...]
) -> Format:
    """Find the format that is stated, or else that the ending of the path means.

    >>> find_format("game.DOT.gz", None, ("dot",)).name
    'dot'
    """
    name = display_name(path)
    if stated is not None:
        # An ending is a good name of its format too: --input-format edges, or .gv
        ending = f".{stated.lower().removeprefix('.')}"
        for key in allowed:
            if stated.lower() == key or ending in FORMATS[key].endings:
                return FORMATS[key]
        raise GraphFormatError(f'"{stated}" is no format; write {_either(list(allowed))}.')
    if os.fspath(path) == "-":
        raise GraphFormatError(f"write the format: {_either(list(allowed))}.", file=name)
    lowered = name.lower()
    bare = lowered.removesuffix(".gz")
    for key in allowed:
        if bare.endswith(FORMATS[key].endings) and (bare == lowered or FORMATS[key].text):
            return FORMATS[key]
    endings = [ending for key in allowed for ending in FORMATS[key].endings]
    raise GraphFormatError(
        f"the ending says no format; known are {', '.join(endings)}, or state the format.",
        file=name,
    )


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
