"""Read GML with networkx's reader, and turn networkx's graphs into ours."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np

from grundy.errors import MissingExtraError
from grundy.graphs.graph import GameGraph
from grundy.graphs.reading.intake import Source
from grundy.graphs.reading.names import (
    DIRECTED,
    UNDIRECTED,
    natural_if_all,
    require_different,
    tidy,
)

_GML_PLACE = re.compile(r" at \((\d+), \d+\)")
_GML_ITEM = re.compile(r"(node|edge) #(\d+) ")
# Text in quotes and comments may hold anything.
_GML_START = re.compile(r'"[^"]*"|^\s*#[^\n]*|\b(node|edge)\s*\[', re.MULTILINE)


def read_gml(source: Source) -> GameGraph:
    """Read GML; nodes are named by their labels, or by their ids where they have none."""
    return from_networkx(parse_gml(source))


def parse_gml(source: Source, *, directed: bool = True) -> Any:
    """Parse GML into a graph of networkx."""
    networkx = import_networkx("GML")
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
    if graph.is_directed() != directed:
        raise source.error(
            f"{UNDIRECTED}; write directed 1 in graph [ … ]."
            if directed
            else f"{DIRECTED}; leave directed 1 out of graph [ … ]."
        )
    if any("graph" in data for _, data in graph.nodes(data=True)):
        raise source.error("a graph in a node is not read; keep one graph.")
    return graph


def _gml_line(text: str, message: str) -> int | None:
    """Find the line that a message of networkx is about: it names a place, or counts items."""
    place = _GML_PLACE.search(message)
    if place is not None:
        return int(place[1])
    item = _GML_ITEM.match(message)
    if item is None:
        return None
    starts = (found for found in _GML_START.finditer(text) if found[1] == item[1])
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


def import_networkx(purpose: str) -> Any:
    """Import networkx, or say which extra brings it."""
    try:
        import networkx
    except ImportError:
        raise MissingExtraError("networkx", "formats", f"Reading {purpose}") from None
    return networkx


def from_networkx(graph: Any) -> GameGraph:
    """Turn a parsed graph into a `GameGraph` with names as in text formats."""
    names = [str(name) for name in graph.nodes()]
    require_different(names)
    place = {name: number for number, name in enumerate(graph.nodes())}
    ends = np.array([(place[u], place[v]) for u, v, *_ in graph.edges()], np.int32).reshape(-1, 2)
    return GameGraph.from_arrays(
        ends[:, 0], ends[:, 1], vertex_count=len(names), names=natural_if_all(names)
    )
