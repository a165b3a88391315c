"""Undirected vertex geography: a walk that deletes the vertices that it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.errors import PositionError
from grundy.games.ruleset import Ruleset
from grundy.games.scenes.scene import Scene, Way
from grundy.named.on_graphs.frames import Frame, words
from grundy.named.on_graphs.shapes import write_graph
from grundy.named.on_graphs.sketches import sketch, started
from grundy.named.on_graphs.undirected import Graph, bits
from grundy.named.on_graphs.vertex_words import coded

if TYPE_CHECKING:
    from grundy.games.valuers.packed import Packed

_PACKED_WALK = 58  # vertices beside the six bits of the token's vertex


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
        """Write the edges and the token's vertex."""
        graph, at = state
        return f"{write_graph(graph.names, list(graph.edges()))}@{coded(graph.names[at])}"

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
        from grundy.games.valuers.packed import Packed
        from grundy.named.kernels import graphs as graph_kernels

        left = self.frame.place(state.graph)
        at = self.frame.graph.names.index(state.graph.names[state.at])
        rows = words(self.frame.graph.rows)
        word = left | at << _PACKED_WALK
        return Packed(word, graph_kernels.geography, data=rows, parts=graph_kernels.walked)
