"""Games in which a move deletes vertices of an undirected graph."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import PositionError
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, Way
from grundy.named.on_graphs.scenes import sketch, started
from grundy.named.on_graphs.shapes import coded, parse_graph, written_graph
from grundy.named.on_graphs.undirected import (
    MOST_INDEXED,
    Frame,
    Graph,
    as_graph,
    bits,
    part_of,
    words,
)

if TYPE_CHECKING:
    from grundy.games.indexed import Indexed
    from grundy.games.values.packed import Packed


# Games in which a move deletes vertices of an undirected graph: Grim, Node and Arc Kayles.


_PACKED_VERTICES = 64


class DeletionGame(Ruleset):
    """A game in which a move deletes vertices of an undirected graph, with their edges."""

    # to number graphs anew for more positions takes as long as numba's start
    packed_after = 128
    takes_graphs = True
    text: str
    kernel: str
    reaches_all = False

    @abstractmethod
    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Return each move's name, and the vertices that it deletes as bits."""

    @abstractmethod
    def alive(self, state: Graph) -> bool:
        """Return whether there is a move in a connected graph."""

    def options(self, state: Graph) -> Iterator[Graph]:
        """Return the graphs that one move leaves."""
        return (state.without(gone) for _, gone in self.deletions(state))

    def moves(self, state: Graph) -> Iterator[tuple[str, Graph]]:
        """Return each move once, with the graph that it leaves."""
        return ((name, state.without(gone)) for name, gone in self.deletions(state))

    def components(self, state: Graph) -> Iterator[Graph]:
        """Return the connected components in which there is a move."""
        return filter(self.alive, state.components())

    def canonical(self, state: Graph) -> Graph:
        """Return the graph with its vertices numbered anew."""
        return state.canonical()[0]

    def legal(self, state: Any) -> Graph:
        """Return the graph of networkx, of edges, of a mapping or of text."""
        return parse_graph(state).graph if isinstance(state, str) else as_graph(state)

    def parse(self, text: str) -> Graph:
        """Read a shape or edges; see `grundy.named.on_graphs.shapes.parse_graph`."""
        return parse_graph(text).graph

    def format(self, state: Graph) -> str:
        """Write the shape as it was written, or the edges."""
        return written_graph(state)

    def draw(self, state: Graph) -> str:
        """Return a board where the names are those of cells, and else each vertex's neighbours."""
        return sketch(state)

    def scene(self, state: Graph) -> Scene | None:
        """Return the graph, each vertex at a place that its name or its neighbours say."""
        from grundy.named.on_graphs.scenes import graph_scene

        return graph_scene(state)

    @cached_property
    def frame(self) -> Frame:
        """The graph that compiled rules were last asked for."""
        return Frame()

    def packed(self, state: Graph) -> Packed | None:
        """Return the compiled rules for a graph of up to 64 vertices."""
        if len(state.rows) > _PACKED_VERTICES:
            return None
        from grundy.games.values.packed import Packed
        from grundy.named.kernels import graphs as graph_kernels

        left = self.frame.place(state)
        rows = words(self.frame.graph.rows)
        most = max(_PACKED_VERTICES, sum(1 for _ in self.frame.graph.edges()))
        followers = getattr(graph_kernels, self.kernel)
        if self.reaches_all:
            return Packed(left, followers, data=rows, most=most, on_graph=True)
        return Packed(left, followers, graph_kernels.components, data=rows, most=most)

    def indexed(self, state: Graph) -> Indexed | None:
        """Return all sets of vertices of a graph that has up to 62."""
        vertices = len(state.rows)
        if vertices > MOST_INDEXED:
            return None
        from grundy.games.indexed import Indexed, other_board, subsets
        from grundy.games.values.packed import Packed
        from grundy.named.kernels import graphs as graph_kernels

        def word_of(left: Graph) -> int:
            word = part_of(state, left)
            if word is None:
                raise other_board()
            return word

        most = max(vertices, sum(1 for _ in state.edges()), 1)
        followers = getattr(graph_kernels, self.kernel)
        return Indexed(
            Packed(state.everything, followers, data=words(state.rows), most=most),
            subsets(vertices), word_of, state.on, order="shrinks",
        )  # fmt: skip


class Grim(DeletionGame):
    """Delete a vertex that has an edge."""

    text, kernel, reaches_all = "grim", "grim", True

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Yield each vertex that is not isolated."""
        for vertex, row in enumerate(state.rows):
            if row:
                yield f"delete {coded(state.names[vertex])}", 1 << vertex

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        """Return the vertex that each move deletes."""
        return (((name,),) for name, row in zip(state.names, state.rows, strict=True) if row)

    def alive(self, state: Graph) -> bool:
        """Return whether there is an edge."""
        return len(state.rows) > 1


class NodeKayles(DeletionGame):
    """Delete a vertex and its neighbours."""

    text, kernel = "node-kayles", "node_kayles"

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Yield each vertex with its neighbours."""
        for vertex, row in enumerate(state.rows):
            around = ", ".join(coded(state.names[other]) for other in bits(row))
            with_them = f" with {around}" if around else ""
            yield f"delete {coded(state.names[vertex])}{with_them}", row | 1 << vertex

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        """Yield each vertex, then its neighbours."""
        for vertex, row in enumerate(state.rows):
            yield ((state.names[vertex], *(state.names[other] for other in bits(row))),)

    def alive(self, state: Graph) -> bool:
        """Say that any vertex will do."""
        return bool(state.rows)


class ArcKayles(DeletionGame):
    """Delete the two ends of an edge."""

    text, kernel = "arc-kayles", "arc_kayles"

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Yield the ends of each edge."""
        for one, other in state.edges():
            names = f"{coded(state.names[one])}-{coded(state.names[other])}"
            yield f"delete {names}", 1 << one | 1 << other

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        """Yield each edge, then its ends."""
        from grundy.named.on_graphs.scenes import edge_name

        for one, other in state.edges():
            yield ((edge_name(state.names, one, other), state.names[one], state.names[other]),)

    def alive(self, state: Graph) -> bool:
        """Return whether there is an edge."""
        return len(state.rows) > 1


# Undirected vertex geography: a walk that deletes the vertices that it leaves.


_PACKED_WALK = 58  # vertices beside the six bits of the token's vertex


class Walk(NamedTuple):
    """A token on a vertex of an undirected graph; where it has been is not there any more."""

    graph: Graph
    at: int


class Geography(Ruleset):
    """Walk along an edge; the vertex that the token leaves is deleted."""

    text = "geography"
    packed_after = 128
    takes_graphs = True

    def options(self, state: Walk) -> Iterator[Walk]:
        """Yield the walks one step on."""
        graph = state.graph.without(1 << state.at)
        for to in bits(state.graph.rows[state.at]):
            yield Walk(graph, to - (to > state.at))

    def moves(self, state: Walk) -> Iterator[tuple[str, Walk]]:
        """Yield each step, named by where it leads."""
        for option in self.options(state):
            yield f"walk to {coded(option.graph.names[option.at])}", option

    def components(self, state: Walk) -> Iterator[Walk]:
        """Yield what the token can still reach."""
        reached = state.graph.reached(state.at)
        before = reached & (1 << state.at) - 1
        yield Walk(state.graph.on(reached), before.bit_count())

    def canonical(self, state: Walk) -> Walk:
        """Return the walk with the vertices numbered anew."""
        return Walk(*state.graph.canonical(state.at))

    def legal(self, state: Any) -> Walk:
        """Return the walk on a graph, from its first vertex or from the one named with it."""
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
        """Write the shape as it was written, or the edges, and the token's vertex."""
        graph, at = state
        return f"{written_graph(graph)}@{coded(graph.names[at])}"

    def draw(self, state: Walk) -> str:
        """Return a picture of the graph, and say where the token is."""
        return f"{sketch(state.graph)}\nThe token is on {coded(state.graph.names[state.at])}."

    def scene(self, state: Walk) -> Scene | None:
        """Return the graph with the token on its vertex."""
        from grundy.named.on_graphs.scenes import graph_scene

        return graph_scene(*state)

    def touches(self, state: Walk) -> Iterator[tuple[Way, ...]]:
        """Return where the token goes, then where it was."""
        names, at = state.graph.names, state.at
        return (((names[to], names[at]),) for to in bits(state.graph.rows[at]))

    @cached_property
    def frame(self) -> Frame:
        """The graph that compiled rules were last asked for."""
        return Frame()

    def packed(self, state: Walk) -> Packed | None:
        """Return the compiled rules for a graph of up to 58 vertices."""
        if len(state.graph.rows) > _PACKED_WALK:
            return None
        from grundy.games.values.packed import Packed
        from grundy.named.kernels import graphs as graph_kernels

        left = self.frame.place(state.graph)
        at = self.frame.graph.names.index(state.graph.names[state.at])
        rows = words(self.frame.graph.rows)
        word = left | at << len(rows)
        return Packed(word, graph_kernels.geography, data=rows, parts=graph_kernels.walked)

    def indexed(self, state: Walk) -> Indexed | None:
        """Return all sets of vertices, with the token on each vertex: it has to be among them."""
        board = state.graph
        vertices = len(board.rows)
        if vertices > _PACKED_WALK - 2:
            return None
        from grundy.games.indexed import Indexed, numbers, other_board, subsets
        from grundy.games.values.packed import Packed
        from grundy.named.kernels import graphs as graph_kernels

        def word_of(walk: Walk) -> int:
            left = part_of(board, walk.graph)
            if left is None:
                raise other_board()
            return left | board.names.index(walk.graph.names[walk.at]) << vertices

        def state_of(word: int) -> Walk:
            left, at = word & (1 << vertices) - 1, word >> vertices
            return Walk(board.on(left), (left & (1 << at) - 1).bit_count())

        return Indexed(
            Packed(word_of(state), graph_kernels.geography, data=words(board.rows), most=vertices),
            subsets(vertices) * numbers(vertices), word_of, state_of,
        )  # fmt: skip
