"""Read graph6, sparse6 and digraph6: graphs as lines of printable signs, a graph a line.

The first two are undirected, so they are positions of games on graphs, and no digraphs. networkx
reads them; what it would let through, and the number of vertices, is looked at first.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.reading.gml import import_networkx
from grundy.graphs.reading.intake import Source, require_room
from grundy.graphs.reading.names import UNDIRECTED, tidy

_NAMES = {"graph6": "", "sparse6": ":", "digraph6": "&"}
_LEAST, _GREATEST = 63, 126  # the signs of the formats; each stands for six bits
_BITS = 6
_BYTES_A_VERTEX = 500  # of networkx


def read_graph6(source: Source) -> GameGraph:
    """Read a digraph in digraph6; a line in graph6 or sparse6 is refused."""
    (line, text), *more = _all_graphs(source)
    if _kind(text) != "digraph6":
        raise source.error(
            f"{UNDIRECTED}; write digraph6, or an edge list with each move's direction.", line
        )
    if more:
        raise source.error(f"the file holds {1 + len(more):,} graphs; keep one.", more[0][0])
    body = _body(source, line, text, "digraph6")
    count, data = _vertex_count(source, line, body[1:])
    bits = _bits(data)
    _require_length(source, line, len(data), count * count)
    sources, targets = np.divmod(np.flatnonzero(bits[: count * count]), max(count, 1))
    return GameGraph.from_arrays(sources, targets, vertex_count=count)


def parse_graph6(
    source: Source, number: int | None = None
) -> tuple[list[str], list[tuple[str, str]]]:
    """Read an undirected graph in graph6 or sparse6."""
    line, text = _only_graph(source, number)
    kind = _kind(text)
    if kind == "digraph6":
        raise source.error("a line in digraph6 is directed; give graph6 or sparse6.", line)
    body = _body(source, line, text, kind)
    count, data = _vertex_count(source, line, body.removeprefix(":"))
    require_room(source.name, _BYTES_A_VERTEX * count)
    networkx = import_networkx(kind)
    if kind == "graph6":
        _require_length(source, line, len(data), count * (count - 1) // 2)
    read = networkx.from_graph6_bytes if kind == "graph6" else networkx.from_sparse6_bytes
    try:
        graph = read(body.encode())
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(f"this is no {kind}: {tidy(error)}.", line) from None
    return [str(v) for v in range(count)], [(str(u), str(v)) for u, v, *_ in graph.edges()]


def _only_graph(source: Source, number: int | None) -> tuple[int, str]:
    """Return the line of the graph that is asked for, and what stands there."""
    graphs = _all_graphs(source)
    if number is None and len(graphs) > 1:
        raise source.error(
            f"the file holds {len(graphs):,} graphs; say which, such as {source.name}:2 for the "
            "second."
        )
    if (number or 1) > len(graphs):
        raise source.error(f"there is no graph {number}; the file holds {len(graphs):,}.")
    return graphs[(number or 1) - 1]


def _all_graphs(source: Source) -> list[tuple[int, str]]:
    """Return the lines that hold a graph, at least one, each with its number."""
    lines = [(line, text.strip()) for line, text in enumerate(source.text().splitlines(), 1)]
    headings = {"", *(f">>{name}<<" for name in _NAMES)}
    graphs = [(line, text) for line, text in lines if text not in headings]
    if not graphs:
        raise source.error("the file holds no graph; write such as Bw, a triangle in graph6.")
    return graphs


def _kind(text: str) -> str:
    """Say which format a line has, by its heading or its first sign."""
    for name, sign in _NAMES.items():
        if text.startswith(f">>{name}<<") or (sign and text.startswith(sign)):
            return name
    return "graph6"


def _body(source: Source, line: int, text: str, kind: str) -> str:
    """Return a line without its heading, all of whose signs are the format's own."""
    body = text.removeprefix(f">>{kind}<<")
    if not body.startswith(_NAMES[kind]):
        raise source.error(f'a line in {kind} starts with "{_NAMES[kind]}".', line)
    first = len(_NAMES[kind])
    for column, sign in enumerate(body[first:], len(text) - len(body) + first + 1):
        if not _LEAST <= ord(sign) <= _GREATEST:
            raise source.error(
                f'column {column}: "{sign}" is no sign of {kind}; it has ? to ~ only.', line
            )
    return body


def _vertex_count(source: Source, line: int, text: str) -> tuple[int, str]:
    """Read the number of vertices; return it, and what follows it."""
    marks = len(text[:2]) - len(text[:2].lstrip("~"))
    signs = text[marks : marks + (1, 3, 6)[marks]]
    if len(signs) < (1, 3, 6)[marks]:
        raise source.error("the line ends before it has said how many vertices there are.", line)
    count = 0
    for sign in signs:
        count = count << _BITS | ord(sign) - _LEAST
    if count > MAX_VERTICES:
        raise GraphFormatError(
            f"a graph of {count:,} vertices is too large; {MAX_VERTICES:,} are the most.",
            file=source.name, line=line,
        )  # fmt: skip
    return count, text[marks + len(signs) :]


def _require_length(source: Source, line: int, signs: int, bits: int) -> None:
    wanted = -(-bits // _BITS)
    if signs != wanted:
        raise source.error(
            f"{wanted:,} signs belong behind the number of vertices, found {signs:,}.", line
        )


def _bits(data: str) -> npt.NDArray[np.uint8]:
    """Return the bits, uint8[6 * signs], the highest of each sign first."""
    signs = np.frombuffer(data.encode(), np.uint8) - np.uint8(_LEAST)
    return np.unpackbits(signs[:, None], axis=1)[:, 2:].ravel()
