"""Read GML, Pajek and the formats of graph6; networkx reads GML and sparse6."""

from __future__ import annotations

import itertools
import re
import shlex
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import GraphFormatError
from grundy.graphs.graph import MAX_VERTICES, GameGraph
from grundy.graphs.io.source import (
    UNDIRECTED,
    NamedArcs,
    Source,
    require_different,
    require_room,
    tidy,
)
from grundy.runtime.delivery import library

_GML_PLACE = re.compile(r" at \((\d+), \d+\)")
_GML_ITEM = re.compile(r"(node|edge) #(\d+) ")
# Text in quotes and comments may hold anything.
_GML_START = re.compile(r'"[^"]*"|^\s*#[^\n]*|\b(node|edge)\s*\[', re.MULTILINE)


def parse_gml(source: Source, *, directed: bool = True) -> NamedArcs:
    """Parse GML; nodes are named by their labels, or by their ids where they have none."""
    networkx = library("networkx", "formats", "Reading GML")
    # The library takes ASCII with character references only.
    text = source.text().encode("ascii", "xmlcharrefreplace").decode("ascii")
    if not text.strip():
        raise source.error("the file is empty; write graph [ directed 1 ].")
    try:
        graph = _parse_gml(networkx, text)
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(
            f"this is no GML: {tidy(_GML_PLACE.sub('', str(error)))}.", _gml_line(text, str(error))
        ) from None
    source.require_direction(
        graph.is_directed(), directed,
        "write directed 1 in graph [ … ]", "leave directed 1 out of graph [ … ]",
    )  # fmt: skip
    if any("graph" in data for _, data in graph.nodes(data=True)):
        raise source.error("a graph in a node is not read; keep one graph.")
    names = [str(name) for name in graph.nodes()]
    require_different(names)
    place = {name: number for number, name in enumerate(graph.nodes())}
    return NamedArcs(names, [(place[u], place[v]) for u, v, *_ in graph.edges()])


def _gml_line(text: str, message: str) -> int | None:
    """Find the line that a message of networkx is about: it names a place, or counts items."""
    place = _GML_PLACE.search(message)
    if place is not None:
        return int(place[1])
    item = _GML_ITEM.match(message)
    if item is None:
        return None
    starts = (match for match in _GML_START.finditer(text) if match[1] == item[1])
    start = next(itertools.islice(starts, int(item[2]), None), None)
    return None if start is None else text.count("\n", 0, start.start()) + 1


def _parse_gml(networkx: Any, text: str) -> Any:
    by, parallel = "label", False
    while True:
        try:
            graph = networkx.parse_gml(text, label=by)
            return graph if by == "label" else _named_by_labels(networkx, graph)
        except networkx.NetworkXError as error:
            if "has no 'label' attribute" in str(error) and by == "label":
                by = "id"
            elif "is duplicated" in str(error) and "edge #" in str(error) and not parallel:
                parallel = True
                text = re.sub(r"\bgraph\s*\[", "graph [ multigraph 1 ", text, count=1)
            else:
                raise


def _named_by_labels(networkx: Any, graph: Any) -> Any:
    """Name nodes by their labels where they have one, else by their ids."""
    names = {node: data.get("label", node) for node, data in graph.nodes(data=True)}
    require_different([str(name) for name in names.values()])
    return networkx.relabel_nodes(graph, names)


_START = "a Pajek file starts with *Vertices and their number"


def parse_pajek(source: Source) -> NamedArcs:
    """Parse Pajek's vertices and arcs; an edge has no direction and is an error."""
    parser = _PajekParser(source)
    for line, text in enumerate(source.text().splitlines(), 1):
        if text.strip() and text[:1] != "%":
            parser.read(line, text)
    if parser.count is None:
        raise source.error(f"{_START}, found none.")
    return NamedArcs(parser.names(), parser.arcs)


class _PajekParser:
    """What was read so far, and the section that the next line stands in."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.line = 0
        self.section = ""
        self.count: int | None = None
        self.labels: dict[int, str] = {}
        self.lines: dict[int, int] = {}
        self.arcs: list[tuple[int, int]] = []

    def read(self, line: int, text: str) -> None:
        """Read one line."""
        self.line = line
        words = self.words(text)
        if words[0].startswith("*"):
            self.start_section(words)
        elif self.section == "":
            raise self.error(f"{_START}.")
        elif self.section == "*vertices":
            self.read_vertex(words)
        elif self.section == "*edges":
            raise self.error(f"{UNDIRECTED}; write *Arcs for *Edges.")
        elif self.section == "*arcs":
            self.read_arc(words)

    def words(self, text: str) -> list[str]:
        """Split a line at blanks that are not in quotes."""
        try:
            return shlex.split(text) if '"' in text else text.split()
        except ValueError as error:
            raise self.error(f"{tidy(error).lower()}; check the quotes.") from None

    def start_section(self, words: list[str]) -> None:
        """Read a line such as *Vertices 3."""
        self.section = words[0].lower()
        if self.section in ("*arcslist", "*edgeslist", "*matrix"):
            raise self.error(f"{words[0]} is not read; write *Arcs, one arc a line.")
        if self.section == "*vertices":
            if len(words) != 2 or not (words[1].isascii() and words[1].isdecimal()):
                raise self.error("write the number of vertices, as in *Vertices 3.")
            if self.count is not None:
                raise self.error("a second *Vertices is not read; keep one network a file.")
            # A short file may promise any number of vertices.
            require_room(self.source.name, 200 * int(words[1]))
            self.count = int(words[1])

    def read_vertex(self, words: list[str]) -> None:
        """Read a vertex: its number and perhaps a label; what follows is for drawing."""
        vertex = self.number(words[0], "a vertex has")
        if vertex in self.lines:
            raise self.error(f"the vertex {vertex} stands here again.")
        self.lines[vertex] = self.line
        if len(words) > 1:
            self.labels[vertex] = words[1]

    def read_arc(self, words: list[str]) -> None:
        """Read an arc: two numbers; a weight and more may follow."""
        if len(words) < 2:
            raise self.error(f'an arc needs two ends, found one ("{tidy(words[0])}").')
        tail, head = (self.number(word, "an arc names the vertex") for word in words[:2])
        self.arcs.append((tail - 1, head - 1))

    def number(self, word: str, what: str) -> int:
        """Read a vertex's number."""
        count = self.count or 0
        if word.isascii() and word.isdecimal() and len(word) < 12 and 1 <= int(word) <= count:
            return int(word)
        raise self.error(
            f'{what} "{tidy(word)}", but there are {count} vertices, numbered 1 to {count}.'
        )

    def names(self) -> list[str]:
        """Return the vertices' names, all different."""
        numbers = range(1, (self.count or 0) + 1)
        names = [self.labels.get(vertex, str(vertex)) for vertex in numbers]
        seen: dict[str, int] = {}
        for vertex, name in enumerate(names, 1):
            if seen.setdefault(name, vertex) != vertex:
                self.line = self.lines.get(vertex) or self.lines[seen[name]]
                raise self.error(f'two vertices have the same label "{tidy(name)}"; rename one.')
        return names

    def error(self, message: str) -> GraphFormatError:
        """Make the error about the line that is looked at."""
        return self.source.error(message, self.line)


# Read graph6, sparse6 and digraph6: graphs as lines of printable signs, a graph a line.

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


def parse_graph6(source: Source, number: int | None = None) -> NamedArcs:
    """Read an undirected graph in graph6 or sparse6."""
    line, text = _only_graph(source, number)
    kind = _kind(text)
    if kind == "digraph6":
        raise source.error("a line in digraph6 is directed; give graph6 or sparse6.", line)
    body = _body(source, line, text, kind)
    count, data = _vertex_count(source, line, body.removeprefix(":"))
    require_room(source.name, _BYTES_A_VERTEX * count)
    networkx = library("networkx", "formats", f"Reading {kind}")
    if kind == "graph6":
        _require_length(source, line, len(data), count * (count - 1) // 2)
    read = networkx.from_graph6_bytes if kind == "graph6" else networkx.from_sparse6_bytes
    try:
        graph = read(body.encode())
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(f"this is no {kind}: {tidy(error)}.", line) from None
    return NamedArcs([str(v) for v in range(count)], [(u, v) for u, v, *_ in graph.edges()])


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
    lines = [(line, text.strip()) for line, text in enumerate(source.text().splitlines(), 1)]
    headings = {"", *(f">>{name}<<" for name in _NAMES)}
    graphs = [(line, text) for line, text in lines if text not in headings]
    if not graphs:
        raise source.error("the file holds no graph; write such as Bw, a triangle in graph6.")
    return graphs


def _kind(text: str) -> str:
    """Return which format a line has, by its heading or its first sign."""
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
    length = -(-bits // _BITS)
    if signs != length:
        raise source.error(
            f"{length:,} signs belong behind the number of vertices, found {signs:,}.", line
        )


def _bits(data: str) -> npt.NDArray[np.uint8]:
    """Return the bits, uint8[6 * signs], the highest of each sign first."""
    signs = np.frombuffer(data.encode(), np.uint8) - np.uint8(_LEAST)
    return np.unpackbits(signs[:, None], axis=1)[:, 2:].ravel()
