"""Graph: a small undirected graph, the state of the games on graphs; immutable and hashable."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import PositionError
from grundy.games.state_text import shown
from grundy.games.symmetry import bits, refined

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


MOST_VERTICES = 2_000
MOST_OF_TREES = 1_000_000
"""The most vertices for games whose values need one walk through the graph."""
_STARTS = 8  # vertices from which `canonical` tries to number a graph
_DIGITS = re.compile("([0-9]+)")


class Graph(NamedTuple):
    """An undirected graph without loops and parallel edges."""

    names: tuple[str, ...]
    rows: tuple[int, ...]

    @classmethod
    def of(cls, edges: Iterable[tuple[str, str]], vertices: Iterable[str] = ()) -> Graph:
        """Build a graph from pairs of names; *vertices* has at least the isolated ones."""
        pairs = list(edges)
        names = ordered({*vertices, *(name for pair in pairs for name in pair)})
        place = {name: number for number, name in enumerate(names)}
        rows = [0] * len(names)
        for one, other in pairs:
            if one == other:
                raise PositionError(
                    f"The edge {shown(one, 30)}-{shown(other, 30)} joins a vertex to itself; "
                    "leave it out."
                )
            rows[place[one]] |= 1 << place[other]
            rows[place[other]] |= 1 << place[one]
        return cls(names, tuple(rows))

    @property
    def everything(self) -> int:
        """The set of all vertices, as bits."""
        return (1 << len(self.rows)) - 1

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield each edge once as two vertex numbers, the lower one first."""
        for vertex, row in enumerate(self.rows):
            yield from ((vertex, other + vertex + 1) for other in bits(row >> vertex + 1))

    def on(self, vertices: int) -> Graph:
        """Return the graph on some of the vertices, a set of bits, and the edges between them."""
        if vertices == self.everything:
            return self
        left = list(bits(vertices))
        rows = [self.rows[vertex] for vertex in left]
        gone = self.everything & ~vertices
        while gone:
            # squeeze out the highest run of vertices that are gone: start .. stop - 1
            stop = gone.bit_length()
            start = (~gone & (1 << stop) - 1).bit_length()
            below = (1 << start) - 1
            rows = [row & below | row >> stop << start for row in rows]
            gone &= below
        return Graph(tuple([self.names[vertex] for vertex in left]), tuple(rows))

    def without(self, gone: int) -> Graph:
        """Return the graph after some vertices are deleted, with their edges."""
        return self.on(self.everything & ~gone)

    def reached(self, vertex: int) -> int:
        """Return the vertices of one vertex's component, as bits."""
        component = fresh = 1 << vertex
        while fresh:
            around = 0
            for one in bits(fresh):
                around |= self.rows[one]
            fresh = around & ~component
            component |= fresh
        return component

    def components(self) -> Iterator[Graph]:
        """Yield the connected components."""
        left = self.everything
        while left:
            component = self.reached(lowest(left))
            yield self.on(component)
            left &= ~component

    def canonical(self, marked: int | None = None) -> tuple[Graph, int]:
        """Return an isomorphic graph, the same one for many graphs that are alike."""
        return _renumbered(self.rows, marked)


@lru_cache(maxsize=1 << 16)
def _renumbered(rows: tuple[int, ...], marked: int | None) -> tuple[Graph, int]:
    """Return the canonical form of a graph of any names; options often differ in names only."""
    beside = [tuple(bits(row)) for row in rows]
    first = [len(others) + 1 for others in beside]
    if marked is not None:
        first[marked] = 0
    colours = refined(beside, first)
    orders = [_order(start, colours, beside) for start in _starts(colours, marked)]
    least, order = min((_numbered(order, beside), order) for order in orders or [[]])
    names = tuple(map(str, range(len(rows))))
    return Graph(names, least), 0 if marked is None else order.index(marked)


def _starts(colours: list[int], marked: int | None) -> list[int]:
    """Return the vertices of the rarest colour, the marked one where there is one."""
    if marked is not None:
        return [marked]
    classes: dict[int, list[int]] = {}
    for vertex, colour in enumerate(colours):
        classes.setdefault(colour, []).append(vertex)
    rarest = min(classes, key=lambda colour: (len(classes[colour]), colour), default=None)
    return [] if rarest is None else classes[rarest][:_STARTS]


def _order(start: int, colours: list[int], beside: Sequence[Sequence[int]]) -> list[int]:
    """Number the vertices from one on, neighbours first, by colour."""
    order = [start]
    seen = {start}
    for vertex in order:
        fresh = [other for other in beside[vertex] if other not in seen]
        seen.update(fresh)
        order.extend(sorted(fresh, key=colours.__getitem__))
    rest = [vertex for vertex in range(len(beside)) if vertex not in seen]
    return order + sorted(rest, key=colours.__getitem__)


def _numbered(order: list[int], beside: Sequence[Sequence[int]]) -> tuple[int, ...]:
    bit = {vertex: 1 << place for place, vertex in enumerate(order)}
    return tuple([sum([bit[other] for other in beside[vertex]]) for vertex in order])


class NamedGraph(Graph):
    """A graph that was written as a shape, such as path:15; else it is that graph."""

    shape: str

    @classmethod
    def called(cls, graph: Graph, shape: str) -> NamedGraph:
        """Return the graph, which keeps how it was written until a move changes it."""
        copy = cls(*graph)
        copy.shape = shape
        return copy


def edges_of(data: Any, most: int = MOST_VERTICES) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the edges and vertices of a networkx graph, a mapping or pairs, named by text."""
    if isinstance(data, Graph):
        return [(data.names[a], data.names[b]) for a, b in data.edges()], list(data.names)
    edges, vertices = _raw(data)
    text: dict[Hashable, str] = {}
    try:
        for name in [*vertices, *(name for pair in edges for name in pair)]:
            text.setdefault(name, str(name))
    except TypeError:
        raise PositionError(
            f"A vertex name has to be hashable, found {shown(name)}; write a tuple."
        ) from None
    _require_names(text, most)
    return [(text[a], text[b]) for a, b in edges], [text[name] for name in vertices]


def _raw(data: Any) -> tuple[list[tuple[Hashable, Hashable]], list[Hashable]]:
    if hasattr(data, "is_directed"):
        if data.is_directed():
            raise PositionError(
                "A directed graph is no position of this game, whose edges have no direction; "
                "give an undirected one, for instance graph.to_undirected()."
            )
        return [(edge[0], edge[1]) for edge in data.edges()], list(data.nodes())
    if isinstance(data, Mapping):
        # A neighbour is listed from both ends, or from one.
        pairs = {frozenset((a, b)): (a, b) for a in data for b in data[a]}
        return list(pairs.values()), list(data)
    if isinstance(data, (str, bytes)) or not isinstance(data, Iterable):
        raise PositionError(
            f"An object of type {type(data).__name__} is no undirected graph; give a networkx "
            "graph, pairs of names, or a mapping of vertices to neighbours."
        )
    return [_pair(edge) for edge in data], []


def _pair(edge: Any) -> tuple[Hashable, Hashable]:
    if isinstance(edge, (tuple, list)) and len(edge) == 2:
        return edge[0], edge[1]
    raise PositionError(f"An edge is a pair of names, found {shown(edge)}.")


def _require_names(text: Mapping[Hashable, str], most: int) -> None:
    if len(text) > most:
        raise PositionError(
            f"A graph of {len(text):,} vertices is too large for a game on a graph; "
            f"{most:,} are the most."
        )
    first: dict[str, Hashable] = {}
    for name, written in text.items():
        if not written:
            raise PositionError("A vertex has an empty name; give it one.")
        if first.setdefault(written, name) is not name:
            raise PositionError(
                f'Two vertices are called "{shown(written, 40)}" as text; rename one of them.'
            )


def ordered(names: Iterable[str]) -> tuple[str, ...]:
    """Sort names in their natural order."""
    return tuple(sorted(names, key=_natural))


def _natural(name: str) -> tuple[list[tuple[int, int, str]], str]:
    pieces = _DIGITS.split(name)
    digits = [(0, int(piece[:300]), "") if place % 2 else (1, 0, piece)
              for place, piece in enumerate(pieces) if piece]  # fmt: skip
    return digits, name


def lowest(word: int) -> int:
    """Return the place of the lowest one bit."""
    return (word & -word).bit_length() - 1


MOST_INDEXED = 62
"""Vertices of a graph of which all sets are numbered."""


class Frame:
    """A graph whose vertices number the bits of a word; positions of one game are its subsets."""

    def __init__(self) -> None:
        self.graph = Graph((), ())

    def place(self, state: Graph) -> int:
        """Return a graph as a set of the frame's vertices; what is no part of it is a new frame."""
        left = part_of(self.graph, state)
        if left is not None:
            return left
        self.graph = state
        return state.everything


def part_of(graph: Graph, state: Graph) -> int | None:
    """Return the vertices of a graph that are left, as bits; None for what is no part of it."""
    number = {name: place for place, name in enumerate(graph.names)}
    if all(name in number for name in state.names):
        left = sum(1 << number[name] for name in state.names)
        if graph.on(left) == state:
            return left
    return None


def words(rows: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Return sets of up to 64 vertices as signed words."""
    import numpy as np

    return np.array(rows, np.uint64).view(np.int64)


_CELL = re.compile("([a-z]{1,2})([1-9][0-9]?)")


def cells_of(graph: Graph, *, beside: bool = True) -> list[tuple[int, int]] | None:
    """Return (column, row) of each vertex, from 1, if edges join only cells *beside* each other."""
    matches = [_CELL.fullmatch(name) for name in graph.names]
    cells = [(_number(match[1]), int(match[2])) for match in matches if match]
    if len(cells) < len(matches) or not cells:
        return None
    apart = (
        abs(cells[one][0] - cells[other][0]) + abs(cells[one][1] - cells[other][1])
        for one, other in graph.edges()
    )
    return cells if not beside or all(distance == 1 for distance in apart) else None


def _number(text: str) -> int:
    number = 0
    for letter in text:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number
