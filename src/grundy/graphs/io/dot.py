"""Read GraphML and DOT.

The reader writes its complaints to the process's standard error, and once it runs out of its
stack it gives back half a graph besides. So standard error is caught while it reads, and any
complaint that tells of a wrong graph is an error.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from grundy.errors import GraphFormatError, MissingExtraError
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.networkx_formats import from_networkx, import_networkx
from grundy.graphs.io.source import DIRECTED, UNDIRECTED, Source, natural_if_all, tidy

# Read GraphML with networkx's reader, after a look for what it would let through unsaid.


_ENCODING = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']""")


def read_graphml(source: Source) -> GameGraph:
    """Read GraphML; nodes are named by their ids."""
    return from_networkx(parse_graphml(source))


def parse_graphml(source: Source, *, directed: bool = True) -> Any:
    """Parse GraphML into a networkx MultiDiGraph or MultiGraph, attributes and all."""
    networkx = import_networkx("GraphML")
    declared = _ENCODING.match(source.data)
    text = source.text(declared[1].decode() if declared else None)
    _require_no_entities(source, text)
    elements = _Elements(source)
    elements.check(text)
    if elements.undeclared:
        text = _without_data(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            graph = networkx.parse_graphml(text, node_type=str, force_multigraph=True)
    except Exception as error:  # the library's own errors are of any kind
        if "directed=" in str(error):
            raise source.error(
                'this graph has directed and undirected edges; write edgedefault="directed" '
                "and leave directed= out."
            ) from None
        raise source.error(f"this is no GraphML: {tidy(error)}.") from None
    if graph.is_directed() != directed:
        raise source.error(
            f'{UNDIRECTED}; write edgedefault="directed" in <graph>.'
            if directed
            else f'{DIRECTED}; write edgedefault="undirected" in <graph>.'
        )
    return graph


def _without_data(text: str) -> str:
    """Take out <data>: some programs declare no key for it, and only names and arcs are read."""
    from xml.etree import ElementTree

    root = ElementTree.fromstring(text)  # noqa: S314 - it declares no entities
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag.rpartition("}")[2] == "data"]:
            parent.remove(child)
    return ElementTree.tostring(root, encoding="unicode")


def _require_no_entities(source: Source, text: str) -> None:
    for sign in ("<!DOCTYPE", "<!ENTITY"):
        place = text.find(sign)
        if place >= 0:
            raise source.error(
                f"{sign} is not allowed in GraphML; take the document type out.",
                text.count("\n", 0, place) + 1,
            )


class _Elements:
    """Looks at every graph, node and edge, and knows its line."""

    def __init__(self, source: Source) -> None:
        from xml.parsers import expat

        self.source = source
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.graphs = 0
        self._keys: set[str | None] = set()
        self._used: set[str | None] = set()
        self.nodes: set[str] = set()
        self.edges: list[tuple[str, str, int]] = []

    @property
    def undeclared(self) -> bool:
        """Whether some data has a key that is not declared."""
        return not self._used <= self._keys

    def check(self, text: str) -> None:
        """Raise `GraphFormatError` for what networkx would leave out or make up."""
        from xml.parsers.expat import ErrorString, ExpatError

        try:
            self.parser.Parse(text, True)
        except ExpatError as error:
            raise self.source.error(
                f"this is no GraphML: {tidy(ErrorString(error.code))}.", error.lineno
            ) from None
        for *ends, line in self.edges:
            for end in ends:
                if end not in self.nodes:
                    raise self.source.error(
                        f'an edge ends at "{tidy(end, limit=60)}", which is no node.', line
                    )

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Look at one element."""
        kind = tag.rpartition(" ")[2]
        if kind == "graph":
            self.graphs += 1
            if self.graphs > 1:
                raise self.error("a second graph or one in a node is not read; keep one graph.")
        elif kind in ("key", "data"):
            keys = self._keys if kind == "key" else self._used
            keys.add(attributes.get("id" if kind == "key" else "key"))
        elif kind == "node":
            if "id" not in attributes:
                raise self.error("a node has no id.")
            if attributes["id"] in self.nodes:
                raise self.error(f'a second node has the id "{tidy(attributes["id"])}".')
            self.nodes.add(attributes["id"])
        elif kind == "edge":
            ends = [attributes[key] for key in ("source", "target") if key in attributes]
            if len(ends) < 2:
                found = f'one ("{tidy(ends[0], limit=60)}")' if ends else "none"
                raise self.error(f"an edge needs two ends, found {found}.")
            self.edges.append((ends[0], ends[1], self.parser.CurrentLineNumber))

    def error(self, message: str) -> GraphFormatError:
        """Make the error about the element that is looked at."""
        return self.source.error(message, self.parser.CurrentLineNumber)


# Read DOT with Graphviz's own reader, as text, and keep names and arcs.


# Graphviz's reader and the process's standard error are there once.
_ONE_AT_A_TIME = threading.Lock()

_FATAL = re.compile(r"^Error: (.*)|^Warning: (syntax ambiguity.*)", re.MULTILINE)
_LINE = re.compile(r" in line (\d+)")
_SKIPPED = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|^#[^\n]*|->|[{}<]', re.DOTALL | re.M)
_ANGLE = re.compile(r"[<>]")
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/|^#[^\n]*", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class DotGraph:
    """What a DOT file says, as far as it is wanted."""

    names: list[str]
    arcs: list[tuple[int, int]]


def read_dot(source: Source) -> GameGraph:
    """Read DOT; only names and arcs survive."""
    return graph_of(parse_dot(source))


def graph_of(found: DotGraph) -> GameGraph:
    """Turn what was parsed into a `GameGraph`."""
    ends = np.array(found.arcs, np.int32).reshape(-1, 2)
    return GameGraph.from_arrays(
        ends[:, 0], ends[:, 1], vertex_count=len(found.names), names=natural_if_all(found.names)
    )


def parse_dot(source: Source, *, directed: bool = True) -> DotGraph:
    """Parse DOT text, a digraph or, where *directed* is False, an undirected graph."""
    try:
        from pygraphviz import graphviz
    except ImportError:
        raise MissingExtraError("pygraphviz", "formats", "Reading DOT") from None
    text = source.text()
    with _ONE_AT_A_TIME:
        handle, complaints = _read(graphviz, text)
        try:
            complaint = _FATAL.search(complaints)
            if complaint is not None:
                message = tidy(complaint[1] or complaint[2])
                line = _LINE.search(message)
                raise source.error(
                    f"this is no DOT that Graphviz can read: {_LINE.sub('', message)}.",
                    int(line[1]) if line else None,
                )
            if handle is None:
                raise source.error("this holds no graph; write digraph { a -> b }.")
            if bool(graphviz.agisdirected(handle)) != directed:
                raise source.error(
                    f"{UNDIRECTED}; write digraph for graph, and -> for --."
                    if directed
                    else f"{DIRECTED}; write graph for digraph, and -- for ->."
                )
            _require_one_graph(source, text)
            return _extract(graphviz, source, handle)
        finally:
            if handle is not None:
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
        kept = os.dup(2)
    except OSError:  # there is no standard error to keep clean
        kept = -1
    with tempfile.TemporaryFile() as stream:
        os.dup2(stream.fileno(), 2)
        try:
            yield caught
        finally:
            if kept >= 0:
                os.dup2(kept, 2)
                os.close(kept)
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


def _extract(graphviz: Any, source: Source, handle: Any) -> DotGraph:
    # graphviz.agnameof hides names that are empty or start with %.
    name_of = graphviz._graphviz.agnameof
    place: dict[str, int] = {}
    nodes = list(_chain(graphviz.agfstnode, graphviz.agnxtnode, handle))
    for node in nodes:
        name = name_of(node).decode()
        if name.startswith("%"):
            raise source.error(
                "a node's name starts with %, which Graphviz's reader does not keep; rename it."
            )
        if name in place:
            raise source.error(
                f'two nodes are named "{tidy(name)}", one of them as <{tidy(name)}>; rename one.'
            )
        place[name] = len(place)
    arcs = [
        (tail, place[name_of(graphviz.aghead(arc)).decode()])
        for tail, node in enumerate(nodes)
        for arc in _out_arcs(graphviz, handle, node)
    ]
    return DotGraph(list(place), arcs)


def _chain(first: Any, following: Any, handle: Any) -> Iterator[Any]:
    with contextlib.suppress(StopIteration):
        item = first(handle)
        while item is not None:
            yield item
            item = following(handle, item)


def _out_arcs(graphviz: Any, handle: Any, node: Any) -> Iterator[Any]:
    with contextlib.suppress(StopIteration):
        arc = graphviz.agfstout(handle, node)
        while arc is not None:
            yield arc
            arc = graphviz.agnxtout(handle, arc)
