"""Read DOT with Graphviz's own reader, as text, and keep names and arcs.

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
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from grundy.errors import MissingExtraError
from grundy.graphs.graph import GameGraph
from grundy.graphs.io.source import DIRECTED, UNDIRECTED, Source, natural_if_all, tidy

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
