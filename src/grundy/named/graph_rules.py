"""The rules of games on undirected graphs: what a move takes away, and what is left."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import PositionError, UnknownNameError
from grundy.games.ruleset import Ruleset
from grundy.games.scene import Scene, Way
from grundy.named.cells import cells_of, letters
from grundy.named.hackenbush import Picture, hackenbush_value
from grundy.named.shapes import Written, coded, parse_graph, write_graph
from grundy.named.undirected import Graph, as_graph, bits, edges_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from grundy.games.packed import Packed

_PACKED_VERTICES = 64
_PACKED_WALK = 58  # vertices beside the six bits of the token's vertex


class Frame:
    """The graph whose vertices are the bits of a word, for all that is left of it in a game."""

    def __init__(self) -> None:
        self.graph = Graph((), ())

    def place(self, state: Graph) -> int:
        """Give a graph as a set of the frame's vertices; what is no part of it is a new frame."""
        number = {name: place for place, name in enumerate(self.graph.names)}
        if all(name in number for name in state.names):
            left = sum(1 << number[name] for name in state.names)
            if self.graph.on(left) == state:
                return left
        self.graph = state
        return state.everything


def words(rows: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Give sets of up to 64 vertices as signed words."""
    import numpy as np

    return np.array(rows, np.uint64).view(np.int64)


class DeletionGame(Ruleset):
    """A game in which a move deletes vertices of an undirected graph, with their edges.

    A state is a `Graph`; ``game[graph]`` takes what `grundy.named.undirected.as_graph` takes,
    and text. Components are the connected components that can be moved in.

    Attributes:
        text: The key of the game.
        kernel: The function of `grundy.named.graph_kernels` that has these rules compiled.
        reaches_all: Whether every connected set of vertices can be what is left.
    """

    # to number graphs anew for more positions takes as long as numba's start
    packed_after = 128
    takes_graphs = True
    text: str
    kernel: str
    reaches_all = False

    @abstractmethod
    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Give each move's name, and the vertices that it deletes as bits."""

    @abstractmethod
    def alive(self, state: Graph) -> bool:
        """Say whether there is a move in a connected graph."""

    def options(self, state: Graph) -> Iterator[Graph]:
        """Give the graphs that one move leaves."""
        return (state.without(gone) for _, gone in self.deletions(state))

    def moves(self, state: Graph) -> Iterator[tuple[str, Graph]]:
        """Give each move once, with the graph that it leaves."""
        return ((name, state.without(gone)) for name, gone in self.deletions(state))

    def components(self, state: Graph) -> Iterator[Graph]:
        """Give the connected components in which there is a move."""
        return filter(self.alive, state.components())

    def canonical(self, state: Graph) -> Graph:
        """Give the graph with its vertices numbered anew."""
        return state.canonical()[0]

    def legal(self, state: Any) -> Graph:
        """Give the graph of networkx, of edges, of a mapping or of text."""
        return parse_graph(state).graph if isinstance(state, str) else as_graph(state)

    def parse(self, text: str) -> Graph:
        """Read a shape or edges; see `grundy.named.shapes.parse_graph`."""
        return parse_graph(text).graph

    def format(self, state: Graph) -> str:
        """Write the edges."""
        return write_graph(state.names, list(state.edges()))

    def draw(self, state: Graph) -> str:
        """Give a board where the names are those of cells, and else each vertex's neighbours."""
        return sketch(state)

    def scene(self, state: Graph) -> Scene | None:
        """Give the graph, each vertex at a place that its name or its neighbours say."""
        from grundy.named.graph_scenes import graph_scene

        return graph_scene(state)

    @cached_property
    def frame(self) -> Frame:
        """The graph that compiled rules were last asked for."""
        return Frame()

    def packed(self, state: Graph) -> Packed | None:
        """Give the compiled rules for a graph of up to 64 vertices."""
        if len(state.rows) > _PACKED_VERTICES:
            return None
        from grundy.games.packed import Packed
        from grundy.named import graph_kernels

        left = self.frame.place(state)
        rows = words(self.frame.graph.rows)
        most = max(_PACKED_VERTICES, sum(1 for _ in self.frame.graph.edges()))
        followers = getattr(graph_kernels, self.kernel)
        if self.reaches_all:
            return Packed(left, followers, data=rows, most=most, on_graph=True)
        return Packed(left, followers, graph_kernels.components, data=rows, most=most)


class Grim(DeletionGame):
    """Delete a vertex that has an edge."""

    text, kernel, reaches_all = "grim", "grim", True

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Give each vertex that is not isolated."""
        for vertex, row in enumerate(state.rows):
            if row:
                yield f"delete {coded(state.names[vertex])}", 1 << vertex

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        """Give the vertex that each move deletes."""
        return (((name,),) for name, row in zip(state.names, state.rows, strict=True) if row)

    def alive(self, state: Graph) -> bool:
        """Say whether there is an edge."""
        return len(state.rows) > 1


class NodeKayles(DeletionGame):
    """Delete a vertex and its neighbours."""

    text, kernel = "node-kayles", "node_kayles"

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Give each vertex with its neighbours."""
        for vertex, row in enumerate(state.rows):
            around = ", ".join(coded(state.names[other]) for other in bits(row))
            with_them = f" with {around}" if around else ""
            yield f"delete {coded(state.names[vertex])}{with_them}", row | 1 << vertex

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        """Give each vertex, then its neighbours."""
        for vertex, row in enumerate(state.rows):
            yield ((state.names[vertex], *(state.names[other] for other in bits(row))),)

    def alive(self, state: Graph) -> bool:
        """Say that any vertex will do."""
        return bool(state.rows)


class ArcKayles(DeletionGame):
    """Delete the two ends of an edge."""

    text, kernel = "arc-kayles", "arc_kayles"

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Give the ends of each edge."""
        for one, other in state.edges():
            names = f"{coded(state.names[one])}-{coded(state.names[other])}"
            yield f"delete {names}", 1 << one | 1 << other

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        """Give each edge, then its ends."""
        from grundy.named.graph_scenes import edge_name

        for one, other in state.edges():
            yield ((edge_name(state.names, one, other), state.names[one], state.names[other]),)

    def alive(self, state: Graph) -> bool:
        """Say whether there is an edge."""
        return len(state.rows) > 1


class Walk(NamedTuple):
    """A token on a vertex of an undirected graph; where it has been is not there any more."""

    graph: Graph
    at: int


class Geography(Ruleset):
    """Walk along an edge; the vertex that the token leaves is deleted.

    A state is a `Walk`. ``game[graph]`` puts the token on the first vertex, and
    ``game[graph, "a"]`` on the vertex a, as does the text ``a-b,b-c@a``.
    """

    text = "geography"
    packed_after = 128
    takes_graphs = True

    def options(self, state: Walk) -> Iterator[Walk]:
        """Give the walks one step on."""
        graph = state.graph.without(1 << state.at)
        for to in bits(state.graph.rows[state.at]):
            yield Walk(graph, to - (to > state.at))

    def moves(self, state: Walk) -> Iterator[tuple[str, Walk]]:
        """Give each step, named by where it leads."""
        for option in self.options(state):
            yield f"walk to {coded(option.graph.names[option.at])}", option

    def components(self, state: Walk) -> Iterator[Walk]:
        """Give what the token can still reach."""
        reached = state.graph.reached(state.at)
        before = reached & (1 << state.at) - 1
        yield Walk(state.graph.on(reached), before.bit_count())

    def canonical(self, state: Walk) -> Walk:
        """Give the walk with the vertices numbered anew."""
        return Walk(*state.graph.canonical(state.at))

    def legal(self, state: Any) -> Walk:
        """Give the walk on a graph, from its first vertex or from the one named with it."""
        if isinstance(state, Walk):
            return state
        graph, start = started(state)
        if not graph.vertices:
            raise PositionError("A walk needs a graph with a vertex to start from.")
        built = graph.graph
        return Walk(built, built.names.index(graph.vertices[0] if start is None else start))

    def parse(self, text: str) -> Walk:
        """Read a graph, and where the token is: ``a-b,b-c@a``."""
        return self.legal(text)

    def format(self, state: Walk) -> str:
        """Write the edges and the token's vertex."""
        graph, at = state
        return f"{write_graph(graph.names, list(graph.edges()))}@{coded(graph.names[at])}"

    def draw(self, state: Walk) -> str:
        """Give a picture of the graph, and say where the token is."""
        return f"{sketch(state.graph)}\nThe token is on {coded(state.graph.names[state.at])}."

    def scene(self, state: Walk) -> Scene | None:
        """Give the graph with the token on its vertex."""
        from grundy.named.graph_scenes import graph_scene

        return graph_scene(*state)

    def touches(self, state: Walk) -> Iterator[tuple[Way, ...]]:
        """Give where the token goes, then where it was."""
        names, at = state.graph.names, state.at
        return (((names[to], names[at]),) for to in bits(state.graph.rows[at]))

    @cached_property
    def frame(self) -> Frame:
        """The graph that compiled rules were last asked for."""
        return Frame()

    def packed(self, state: Walk) -> Packed | None:
        """Give the compiled rules for a graph of up to 58 vertices."""
        if len(state.graph.rows) > _PACKED_WALK:
            return None
        from grundy.games.packed import Packed
        from grundy.named import graph_kernels

        left = self.frame.place(state.graph)
        at = self.frame.graph.names.index(state.graph.names[state.at])
        rows = words(self.frame.graph.rows)
        word = left | at << _PACKED_WALK
        return Packed(word, graph_kernels.geography, data=rows, parts=graph_kernels.walked)


class Hackenbush(Ruleset):
    """Cut an edge; what then does not hang together with the ground falls off.

    A state is a `Picture`: edges, parallel ones and loops too, and the ground. The ground is
    the vertex named ``ground``, or the one marked (``a-b,b-c@a``), or the first one.
    """

    text = "green-hackenbush"
    takes_graphs = True
    formula = staticmethod(hackenbush_value)

    def options(self, state: Picture) -> Iterator[Picture]:
        """Give the pictures that one cut leaves."""
        return (state.cut(place) for place in range(len(state.edges)))

    def moves(self, state: Picture) -> Iterator[tuple[str, Picture]]:
        """Give each cut; the second of two parallel edges is numbered 2."""
        for place, (one, other) in enumerate(state.edges):
            number = state.edges[: place + 1].count((one, other))
            which = f" ({number})" if number > 1 else ""
            names = f"{coded(state.names[one])}-{coded(state.names[other])}"
            yield f"cut {names}{which}", state.cut(place)

    def components(self, state: Picture) -> Iterator[Picture]:
        """Give what stands on the ground side by side."""
        return state.components()

    def legal(self, state: Any) -> Picture:
        """Give the picture of a graph, on its first vertex or on the one named with it."""
        if isinstance(state, Picture):
            return state
        graph, ground = started(state)
        names = graph.vertices or ["ground"]
        if ground is None:
            ground = "ground" if "ground" in names else names[0]
        return Picture.of(graph.edges, ground)

    def parse(self, text: str) -> Picture:
        """Read a graph, and which vertex is the ground: ``a-b,b-c@a``."""
        return self.legal(text)

    def format(self, state: Picture) -> str:
        """Write the edges and the ground."""
        return f"{write_graph(state.names, list(state.edges))}@{coded(state.names[state.ground])}"

    def draw(self, state: Picture) -> str:
        """Give each vertex's neighbours, and say which one is the ground."""
        around: list[list[str]] = [[] for _ in state.names]
        for one, other in state.edges:
            around[one].append(coded(state.names[other]))
            if one != other:
                around[other].append(coded(state.names[one]))
        lines = [
            f"{coded(name)}: {' '.join(near)}"
            for name, near in zip(state.names, around, strict=True)
        ]
        return "\n".join([*lines, f"The ground is {coded(state.names[state.ground])}."])

    def scene(self, state: Picture) -> Scene | None:
        """Give the edges as they stand on the ground."""
        from grundy.named.graph_scenes import picture_scene

        return picture_scene(state)

    def touches(self, state: Picture) -> Iterator[tuple[Way, ...]]:
        """Give each edge, then what falls with it."""
        from grundy.named.graph_scenes import falling

        return (falling(state, place) for place in range(len(state.edges)))


def started(state: Any) -> tuple[Written, str | None]:
    """Take apart a graph, or a pair of a graph and a vertex; give the vertex's name as text."""
    vertex = None
    if isinstance(state, tuple) and len(state) == 2 and not isinstance(state[0], tuple):
        state, vertex = state
    if isinstance(state, str):
        graph = parse_graph(state, marks=True)
    else:
        edges, isolated = edges_of(state)
        met = dict.fromkeys([*isolated, *(name for edge in edges for name in edge)])
        graph = Written(list(met), edges)
    if vertex is None:
        return graph, graph.marked
    if str(vertex) not in graph.vertices:
        raise UnknownNameError("vertex", str(vertex), graph.vertices)
    return graph, str(vertex)


def sketch(graph: Graph) -> str:
    """Draw a graph in plain text.

    >>> print(sketch(parse_graph("grid:2x3").graph.without(1)))
       a   b   c
    1      o---o
           |   |
    2  o---o---o
    >>> print(sketch(parse_graph("a-b,b-c").graph))
    a: b
    b: a c
    c: b
    """
    return _board(graph) or "\n".join(
        f"{coded(name)}: {' '.join(coded(graph.names[other]) for other in bits(row))}".rstrip()
        for name, row in zip(graph.names, graph.rows, strict=True)
    )


def _board(graph: Graph) -> str:
    """Draw cells such as a1 where they stand, if all edges join neighbouring cells; else ""."""
    cells = cells_of(graph)
    if cells is None:
        return ""
    joined = {(cells[one], cells[other]) for one, other in graph.edges()}
    joined |= {(other, one) for one, other in joined}
    there = set(cells)
    columns = range(min(c for c, _ in cells), max(c for c, _ in cells) + 1)
    rows = range(min(r for _, r in cells), max(r for _, r in cells) + 1)
    lines = ["   " + "".join(f"{letters(column):<4}" for column in columns)]
    for row in rows:
        across, down = f"{row:<3}", "   "
        for column in columns:
            across += "o" if (column, row) in there else " "
            across += "---" if ((column, row), (column + 1, row)) in joined else "   "
            down += "|   " if ((column, row), (column, row + 1)) in joined else "    "
        lines += [across, down]
    return "\n".join(line.rstrip() for line in lines[:-1])
