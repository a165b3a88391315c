"""Read GraphML with networkx's reader, after a look for what it would let through unsaid."""

from __future__ import annotations

import re
import warnings
from typing import Any

from grundy.errors import GraphFormatError
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.networkx_formats import from_networkx, import_networkx
from grundy.graphs.io.source import DIRECTED, UNDIRECTED, Source, tidy

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
