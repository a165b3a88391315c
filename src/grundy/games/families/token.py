"""A token on a digraph: the vertices are the states, the arcs the moves."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.errors import UnknownNameError
from grundy.games.ruleset import Ruleset
from grundy.games.scenes.scene import Cell, Link, Scene
from grundy.games.valuers.by_labelling import ByLabelling

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.graphs.graph import GameGraph
    from grundy.graphs.labelling import Labelling


class Token(Ruleset):
    """The game of one token on a digraph; `token` makes one."""

    def __init__(self, graph: GameGraph, text: str = "token") -> None:
        self.graph = graph
        self.text = text

    def options(self, state: Hashable) -> Iterator[Hashable]:
        """Yield each follower of a vertex once, by vertex number."""
        yield from dict.fromkeys(self.graph.followers(state))

    def moves(self, state: Hashable) -> Iterator[tuple[str, Hashable]]:
        """Return each move once; a move is named by the vertex that it leads to."""
        return ((str(option), option) for option in self.options(state))

    def legal(self, state: Any) -> Hashable:
        """Return a vertex by its name."""
        return self.graph.names[self.graph.index(state)]

    def parse(self, text: str) -> Hashable:
        """Find a vertex by its name as text."""
        found = self._by_text.get(text.strip())
        if found is None:
            raise UnknownNameError("vertex", text.strip(), self._by_text)
        return self.graph.names[found]

    def read(self, text: str) -> Position:
        """Read vertices with spaces between them; one whose name has spaces stands alone."""
        if text.strip() in self._by_text:
            return self.as_position(self.parse(text))
        return super().read(text)

    def format(self, state: Hashable) -> str:
        """Write a vertex by its name."""
        return str(state)

    def scene(self, state: Hashable) -> Scene | None:
        """Return the digraph with the token on its vertex; None for a large one."""
        from grundy.games.scenes.layouts import MOST_LINES, MOST_PLACED

        if self.graph.vertex_count > MOST_PLACED or self.graph.arc_count > MOST_LINES:
            return None
        return Scene(
            tuple(
                Cell(name, x, y, "token" if number == self.graph.index(state) else "vertex", name)
                for number, (name, (x, y)) in enumerate(self._places)
            ),
            self._links,
        )

    @cached_property
    def _places(self) -> list[tuple[str, tuple[float, float]]]:
        from grundy.games.scenes.layouts import place

        sources, targets = self.graph.arcs()
        neighbours: list[list[int]] = [[] for _ in self.graph.names]
        for source, target in zip(sources.tolist(), targets.tolist(), strict=True):
            neighbours[source].append(target)
            neighbours[target].append(source)
        return list(zip(map(str, self.graph.names), place(neighbours), strict=True))

    @cached_property
    def _links(self) -> tuple[Link, ...]:
        names = self.graph.names
        sources, targets = self.graph.arcs()
        arcs = dict.fromkeys(zip(sources.tolist(), targets.tolist(), strict=True))
        return tuple(
            Link(f"{names[a]} → {names[b]}", str(names[a]), str(names[b]), directed=True)
            for a, b in arcs
        )

    @cached_property
    def valuer(self) -> ByLabelling:
        """A labelling of the whole digraph."""
        return ByLabelling(self)

    @property
    def labelling(self) -> Labelling:
        """The values of all vertices."""
        return self.valuer.labelling

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {str(name): number for number, name in enumerate(self.graph.names)}

    def __repr__(self) -> str:
        return f"token({self.graph!r})"


def token(graph: object) -> Token:
    """Return the game of a token on a digraph, so that a vertex is a position.

    Args:
        graph: What `grundy.label` takes: a `GameGraph`, edges, a mapping, a networkx digraph, …

    Raises:
        GraphFormatError: If it is no digraph.

    >>> game = token({"a": ["b"], "b": ["a", "t"], "t": []})
    >>> game["a"].value(), (game["a"] + game["b"]).outcome()
    (0, <Outcome.N: ...>)
    >>> loop = token([("x", "y"), ("y", "x")])
    >>> loop["x"].value(), loop["x"].outcome()
    (∞(), <Outcome.D: ...>)
    """
    from grundy.graphs.convert import as_graph

    return Token(as_graph(graph))
