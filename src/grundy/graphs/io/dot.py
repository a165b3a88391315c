"""Read GraphML, DOT and GML.

Graphviz's reader writes its complaints to the process's standard error, and once it runs out of
its stack it gives back half a graph besides. So standard error is caught while it reads, and any
complaint that tells of a wrong graph is an error.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import tempfile
import threading
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from grundy.errors import GraphFormatError
from grundy.graphs import io as formats
from grundy.graphs.io.source import NamedArcs, Source, require_different, tidy
from grundy.runtime.delivery import library

_ENCODING = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']""")


def parse_graphml(source: Source, *, directed: bool = True) -> NamedArcs:
    """Parse GraphML, whose nodes are named by their ids; data are left out."""
    declared = _ENCODING.match(source.data)
    text = source.text(declared[1].decode() if declared else None)
    for sign in ("<!DOCTYPE", "<!ENTITY"):
        place = text.find(sign)
        if place >= 0:
            raise source.error(
                f"{sign} is not allowed in GraphML; take the document type out.",
                text.count("\n", 0, place) + 1,
            )
    elements = _Elements(source)
    elements.read(text)
    if elements.directed is None:
        raise source.error("this is no GraphML: it holds no graph.")
    stated = 'write edgedefault="{}directed" in <graph>'
    source.require_direction(elements.directed, directed, stated.format(""), stated.format("un"))
    return NamedArcs(list(elements.nodes), elements.arcs())


class _Elements:
    """Looks at every graph, node and edge, and knows its line."""

    def __init__(self, source: Source) -> None:
        from xml.parsers import expat

        self.source = source
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.directed: bool | None = None
        self.nodes: dict[str, int] = {}
        self.edges: list[tuple[str, str, int]] = []

    def read(self, text: str) -> None:
        """Read a whole text."""
        from xml.parsers.expat import ErrorString, ExpatError

        try:
            self.parser.Parse(text, True)
        except ExpatError as error:
            raise self.source.error(
                f"this is no GraphML: {tidy(ErrorString(error.code))}.", error.lineno
            ) from None

    def arcs(self) -> list[tuple[int, int]]:
        """Return the ends of all edges by number."""
        for *ends, line in self.edges:
            for end in ends:
                if end not in self.nodes:
                    raise self.source.error(
                        f'an edge ends at "{tidy(end, limit=60)}", which is no node.', line
                    )
        return [(self.nodes[tail], self.nodes[head]) for tail, head, _ in self.edges]

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Look at one element."""
        kind = tag.rpartition(" ")[2]
        if kind == "graph":
            if self.directed is not None:
                raise self.error("a second graph or one in a node is not read; keep one graph.")
            self.directed = attributes.get("edgedefault") == "directed"
        elif kind == "hyperedge":
            raise self.error("a hyperedge is not read; write edges of two ends.")
        elif kind == "node":
            if "id" not in attributes:
                raise self.error("a node has no id.")
            if attributes["id"] in self.nodes:
                raise self.error(f'a second node has the id "{tidy(attributes["id"])}".')
            self.nodes[attributes["id"]] = len(self.nodes)
        elif kind == "edge":
            if attributes.get("directed", "") == ("false" if self.directed else "true"):
                raise self.error(
                    'this graph has directed and undirected edges; write edgedefault="directed" '
                    "and leave directed= out."
                )
            ends = [attributes[key] for key in ("source", "target") if key in attributes]
            if len(ends) < 2:
                number = f'one ("{tidy(ends[0], limit=60)}")' if ends else "none"
                raise self.error(f"an edge needs two ends, found {number}.")
            self.edges.append((ends[0], ends[1], self.parser.CurrentLineNumber))

    def error(self, message: str) -> GraphFormatError:
        """Make the error about the element that is looked at."""
        return self.source.error(message, self.parser.CurrentLineNumber)


# Graphviz's reader and the process's standard error are there once.
_ONE_AT_A_TIME = threading.Lock()

_FATAL = re.compile(r"^Error: (.*)|^Warning: (syntax ambiguity.*)", re.MULTILINE)
_LINE = re.compile(r" in line (\d+)")
_SKIPPED = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|^#[^\n]*|->|[{}<]', re.DOTALL | re.M)
_ANGLE = re.compile(r"[<>]")
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/|^#[^\n]*", re.DOTALL | re.MULTILINE)


class _DotGraph(NamedTuple):
    """What Graphviz has read; *directed* is None for no graph."""

    complaints: str
    directed: bool | None = None
    names: Sequence[str] = ()
    arcs: Sequence[tuple[int, int]] = ()


def parse_dot(source: Source, *, directed: bool = True) -> NamedArcs:
    """Parse DOT text, a digraph or, where *directed* is False, an undirected graph."""
    text = source.text()
    by_page = formats.dot_by_page
    graph = _by_pygraphviz(text) if by_page is None else _by_json(by_page(text))
    complaint = _FATAL.search(graph.complaints)
    if complaint is not None:
        message = tidy(complaint[1] or complaint[2])
        line = _LINE.search(message)
        raise source.error(
            f"this is no DOT that Graphviz can read: {_LINE.sub('', message)}.",
            int(line[1]) if line else None,
        )
    if graph.directed is None:
        raise source.error("this holds no graph; write digraph { a -> b }.")
    source.require_direction(
        graph.directed, directed,
        "write digraph for graph, and -> for --", "write graph for digraph, and -- for ->",
    )  # fmt: skip
    _require_one_graph(source, text)
    _require_names(source, graph.names)
    return NamedArcs(list(graph.names), list(graph.arcs))


def _by_json(text: str) -> _DotGraph:
    if not text.startswith("{"):
        return _DotGraph(text)
    graph = json.loads(text, object_pairs_hook=_without_attributes)
    first = graph["_subgraph_cnt"]  # subgraphs and vertices have their numbers together
    arcs = sorted(graph.get("edges", []), key=itemgetter("_gvid"))
    return _DotGraph(
        "",
        graph["directed"],
        [node["name"] for node in graph.get("objects", [])[first:]],
        [(arc["tail"] - first, arc["head"] - first) for arc in arcs],
    )


def _without_attributes(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Keep what Graphviz says; attributes of the user are text, and a name comes first."""
    return {
        key: value
        for key, value in reversed(pairs)
        if key == "name" or not isinstance(value, str)
    }  # fmt: skip


def _by_pygraphviz(text: str) -> _DotGraph:
    graphviz = library("pygraphviz.graphviz", "formats", "Reading DOT")
    with _ONE_AT_A_TIME:
        handle, complaints = _read(graphviz, text)
        if handle is None:
            return _DotGraph(complaints)
        try:
            return _DotGraph(
                complaints, bool(graphviz.agisdirected(handle)), *_ends(graphviz, handle)
            )
        finally:
            graphviz.agclose(handle)


def _read(graphviz: Any, text: str) -> tuple[Any, str]:
    with tempfile.TemporaryFile() as stream, _standard_error_caught() as caught:
        stream.write(text.encode())
        stream.seek(0)
        os.close(os.dup(stream.fileno()))  # without a free descriptor the reader would crash
        try:
            handle = graphviz.agread(stream, None)
        except ValueError:
            handle = None
            _close_copies(stream.fileno())
    return handle, "".join(caught)


def _close_copies(descriptor: int) -> None:
    """Close what pygraphviz leaves open when reading fails: a copy of the descriptor."""
    with contextlib.suppress(OSError):
        ours = os.fstat(descriptor)
        for copy in map(int, os.listdir("/dev/fd")):
            with contextlib.suppress(OSError):
                if copy != descriptor and os.path.samestat(ours, os.fstat(copy)):
                    os.close(copy)


@contextlib.contextmanager
def _standard_error_caught() -> Iterator[list[str]]:
    caught: list[str] = []
    try:
        backup = os.dup(2)
    except OSError:  # there is no standard error to keep clean
        backup = -1
    with tempfile.TemporaryFile() as stream:
        os.dup2(stream.fileno(), 2)
        try:
            yield caught
        finally:
            if backup >= 0:
                os.dup2(backup, 2)
                os.close(backup)
            else:
                os.close(2)
            stream.seek(0)
            caught.append(stream.read(1 << 16).decode(errors="replace"))


def _require_one_graph(source: Source, text: str) -> None:
    """Raise an error when something follows the graph; Graphviz's reader would not look."""
    depth, place = 0, 0
    while (token := _SKIPPED.search(text, place)) is not None:
        place = token.end()
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if depth == 0:
                break
        elif token[0] == "<":
            place = _after_html(text, place)
    rest = _COMMENTS.sub("", text[place:]).strip()
    if rest:
        raise source.error(
            f'"{tidy(rest, limit=40)}" follows the end of the graph; keep one graph a file.',
            text.count("\n", 0, text.index(rest[:1], place)) + 1,
        )


def _after_html(text: str, place: int) -> int:
    depth = 1
    while depth and (angle := _ANGLE.search(text, place)) is not None:
        depth += 1 if angle[0] == "<" else -1
        place = angle.end()
    return place


def _require_names(source: Source, names: Sequence[str]) -> None:
    seen = set()
    for name in names:
        if name.startswith("%"):
            raise source.error(
                "a node's name starts with %, which Graphviz's reader does not keep; rename it."
            )
        if name in seen:
            raise source.error(
                f'two nodes are named "{tidy(name)}", one of them as <{tidy(name)}>; rename one.'
            )
        seen.add(name)


def _ends(graphviz: Any, handle: Any) -> tuple[list[str], list[tuple[int, int]]]:
    # graphviz.agnameof hides names that are empty or start with %.
    name_of = graphviz._graphviz.agnameof
    nodes = list(_chain(graphviz.agfstnode, graphviz.agnxtnode, handle))
    names = [name_of(node).decode() for node in nodes]
    place = {name: number for number, name in enumerate(names)}
    arcs = [
        (tail, place[name_of(graphviz.aghead(arc)).decode()])
        for tail, node in enumerate(nodes)
        for arc in _chain(graphviz.agfstout, graphviz.agnxtout, handle, node)
    ]
    return names, arcs


def _chain(first: Any, following: Any, *of: Any) -> Iterator[Any]:
    """Yield what Graphviz links: the nodes of a graph, or the arcs out of a node."""
    with contextlib.suppress(StopIteration):
        item = first(*of)
        while item is not None:
            yield item
            item = following(of[0], item)


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
