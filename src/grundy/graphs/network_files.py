"""Read GraphML, GML and Pajek with networkx's readers.

What the library would let through without a word, such as an edge with one end, is looked for
here.
"""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np

from grundy.errors import GraphFormatError, GrundyError, MissingExtraError
from grundy.graphs.graph import GameGraph
from grundy.graphs.intake import Source
from grundy.graphs.naming import natural_if_all, require_different, tidy

_GML_PLACE = re.compile(r" at \((\d+), \d+\)")
_UNDIRECTED = "this graph is undirected and so has no moves"


def read_graphml(source: Source) -> GameGraph:
    """Read GraphML; nodes are named by their ids."""
    return from_networkx(parse_graphml(source))


def parse_graphml(source: Source) -> Any:
    """Parse GraphML into a networkx MultiDiGraph, attributes and all.

    Raises:
        GraphFormatError: If it is no GraphML, is undirected, or declares a document type,
            since the entities in one can grow without bound.
    """
    networkx = _networkx("GraphML")
    from xml.etree.ElementTree import ParseError

    text = source.text()
    for sign in ("<!DOCTYPE", "<!ENTITY"):
        place = text.find(sign)
        if place >= 0:
            raise source.error(
                f"{sign} is not allowed in GraphML; take the document type out.",
                text.count("\n", 0, place) + 1,
            )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            graph = networkx.parse_graphml(text, node_type=_node_id, force_multigraph=True)
    except ParseError as error:
        line, _ = error.position
        reason = re.sub(r": line \d+, column \d+$", "", str(error))
        raise source.error(f"this is no GraphML: {tidy(reason)}.", line) from None
    except GrundyError as error:
        raise source.error(str(error)) from None
    except Exception as error:  # the library's own errors are of any kind
        if "directed=" in str(error):
            raise source.error(
                'this graph has directed and undirected edges; write edgedefault="directed" '
                "and leave directed= out."
            ) from None
        raise source.error(f"this is no GraphML: {tidy(error)}.") from None
    if not graph.is_directed():
        raise source.error(f'{_UNDIRECTED}; write edgedefault="directed" in <graph>.')
    return graph


def read_gml(source: Source) -> GameGraph:
    """Read GML; nodes are named by their labels, or by their ids where they have none."""
    networkx = _networkx("GML")
    # The library takes ASCII with character references only.
    text = source.text().encode("ascii", "xmlcharrefreplace").decode("ascii")
    if not text.strip():
        raise source.error("the file is empty; write graph [ directed 1 ].")
    try:
        graph = _parse_gml(networkx, text)
    except Exception as error:  # the library's own errors are of any kind
        place = _GML_PLACE.search(str(error))
        raise source.error(
            f"this is no GML: {tidy(_GML_PLACE.sub('', str(error)))}.",
            int(place[1]) if place else None,
        ) from None
    if not graph.is_directed():
        raise source.error(f"{_UNDIRECTED}; write directed 1 in graph [ … ].")
    return from_networkx(graph)


def _parse_gml(networkx: Any, text: str) -> Any:
    by, parallel = "label", False
    while True:
        try:
            return networkx.parse_gml(text, label=by)
        except networkx.NetworkXError as error:
            if "has no 'label' attribute" in str(error) and by == "label":
                by = "id"
            elif "is duplicated" in str(error) and "edge #" in str(error) and not parallel:
                parallel = True
                text = re.sub(r"\bgraph\s*\[", "graph [ multigraph 1 ", text, count=1)
            else:
                raise


def read_pajek(source: Source) -> GameGraph:
    """Read Pajek's vertices and arcs; an edge has no direction and is an error."""
    networkx = _networkx("Pajek")
    lines = list(enumerate(source.text().splitlines(), 1))
    lines = [(number, line) for number, line in lines if line.strip() and line[:1] != "%"]
    declared = _check_pajek(source, lines)
    try:
        graph = networkx.parse_pajek([line for _, line in lines])
    except Exception as error:  # the library's own errors are of any kind
        raise source.error(
            f"this is no Pajek file: {tidy(error) or type(error).__name__}."
        ) from None
    named = [name for name, data in graph.nodes(data=True) if "id" in data]
    if len(named) < declared:
        raise source.error("two vertices have the same label; rename one of them.")
    for name, data in graph.nodes(data=True):
        if "id" not in data:
            raise source.error(
                f'an arc names the vertex "{tidy(name)}", but there are {declared} vertices, '
                f"numbered 1 to {declared}."
            )
    return from_networkx(graph)


def _check_pajek(source: Source, lines: list[tuple[int, str]]) -> int:
    """Check what the library passes over: edges, lists, arcs with one end. Count the vertices."""
    section, declared = "", None
    for number, line in lines:
        words = line.split()
        if words[0].startswith("*"):
            section = words[0].lower()
            if section in ("*arcslist", "*edgeslist"):
                raise source.error(f"{words[0]} is not read; write *Arcs, one arc a line.", number)
            if section == "*vertices":
                if len(words) != 2 or not words[1].isdecimal():
                    raise source.error("write the number of vertices, as in *Vertices 3.", number)
                declared = int(words[1])
        elif section == "*edges":
            raise source.error(f"{_UNDIRECTED}; write *Arcs for *Edges.", number)
        elif section == "*arcs" and len(words) < 2:
            raise source.error(f'an arc needs two ends, found one ("{tidy(words[0])}").', number)
        elif section == "":
            raise source.error("a Pajek file starts with *Vertices and their number.", number)
    if declared is None:
        raise source.error("a Pajek file starts with *Vertices and their number, found none.")
    return declared


def _networkx(purpose: str) -> Any:
    try:
        import networkx
    except ImportError:
        raise MissingExtraError("networkx", "formats", f"Reading {purpose}") from None
    return networkx


def _node_id(text: str | None) -> str:
    if text is None:
        raise GraphFormatError("a node has no id, or an edge needs two ends and has one.")
    return str(text)


def from_networkx(graph: Any) -> GameGraph:
    """Turn a parsed graph into a `GameGraph` with names as in text formats."""
    names = [str(name) for name in graph.nodes()]
    require_different(names)
    place = {name: number for number, name in enumerate(graph.nodes())}
    ends = np.array([(place[u], place[v]) for u, v, *_ in graph.edges()], np.int32).reshape(-1, 2)
    return GameGraph.from_arrays(
        ends[:, 0], ends[:, 1], vertex_count=len(names), names=natural_if_all(names)
    )
