"""The rules of Green Hackenbush."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, Way
from grundy.games.values.one_value import ByFormula, Valuer
from grundy.named.on_graphs.hackenbush import Picture, RootedTree, hackenbush_value
from grundy.named.on_graphs.scenes import started
from grundy.named.on_graphs.shapes import coded, write_graph
from grundy.named.on_graphs.undirected import MOST_OF_TREES

if TYPE_CHECKING:
    from grundy.running.limits import Limits


class Hackenbush(Ruleset):
    """Cut an edge; what is then not connected to the ground falls off."""

    text = "green-hackenbush"
    takes_graphs = True
    formula = staticmethod(hackenbush_value)

    def options(self, state: Picture) -> Iterator[Picture]:
        """Return the pictures that one cut leaves."""
        return (state.cut(place) for place in range(len(state.edges)))

    def moves(self, state: Picture) -> Iterator[tuple[str, Picture]]:
        """Return each cut; the second of two parallel edges is numbered 2."""
        return ((_name_of_cut(state, at), state.cut(at)) for at in range(len(state.edges)))

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """The principles of colon and fusion, and on a tree the cuts that they give."""
        return ByPrinciples(self, hackenbush_value)

    def components(self, state: Picture) -> Iterator[Picture]:
        """Return what stands on the ground side by side."""
        return state.components()

    def legal(self, state: Any) -> Picture:
        """Return the picture of a graph, on its first vertex or on the one named with it."""
        if isinstance(state, Picture):
            return state
        graph, ground = started(state, MOST_OF_TREES)
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
        """Return each vertex's neighbours, and say which one is the ground."""
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
        """Return the edges as they stand on the ground."""
        from grundy.named.on_graphs.scenes import picture_scene

        return picture_scene(state)

    def touches(self, state: Picture) -> Iterator[tuple[Way, ...]]:
        """Return each edge, then what falls with it."""
        from grundy.named.on_graphs.scenes import falling

        return (falling(state, place) for place in range(len(state.edges)))


class ByPrinciples(ByFormula[Hackenbush]):
    """The closed form; the cuts of a tree that leave a value are found in one walk."""

    def options_of_value(
        self, state: Picture, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, Picture]]:
        """Return the cuts that leave a value: of a tree in linear time, else one by one."""
        if len(state.edges) >= len(state.names):
            return super().options_of_value(state, wanted, limits=limits)
        tree = RootedTree(state)
        return ((_name_of_cut(state, at), tree.without(top)) for at, top in tree.cuts(wanted))

    def count_of_value(self, state: Picture, wanted: int, *, limits: Limits | None = None) -> int:
        """Count these cuts; of a tree without cutting, which takes as long as the tree is large."""
        if len(state.edges) >= len(state.names):
            return super().count_of_value(state, wanted, limits=limits)
        return sum(1 for _ in RootedTree(state).cuts(wanted))


def _name_of_cut(state: Picture, place: int) -> str:
    edge = state.edges[place]
    first = bisect_left(state.edges, edge)  # edges are in order: parallel ones side by side
    which = f" ({place - first + 1})" if place > first else ""
    names = "-".join(coded(state.names[end]) for end in edge)
    return f"cut {names}{which}"
