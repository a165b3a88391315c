"""Games in which a move deletes vertices of an undirected graph: Grim, Node and Arc Kayles."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.games.ruleset import Ruleset
from grundy.games.scenes.scene import Scene, Way
from grundy.named.on_graphs.frames import MOST_INDEXED, Frame, part_of, words
from grundy.named.on_graphs.shapes import parse_graph, written_graph
from grundy.named.on_graphs.sketches import sketch
from grundy.named.on_graphs.undirected import Graph, as_graph, bits
from grundy.named.on_graphs.vertex_words import coded

if TYPE_CHECKING:
    from grundy.games.indexed.indexed import Indexed
    from grundy.games.valuers.packed import Packed

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
        from grundy.games.valuers.packed import Packed
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
        from grundy.games.indexed.indexed import Indexed, other_board
        from grundy.games.indexed.ranking import subsets
        from grundy.games.valuers.packed import Packed
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
