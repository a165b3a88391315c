"""One graph for all that is left of it in a game: the bits of a word are its vertices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.named.on_graphs.undirected import Graph

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


MOST_INDEXED = 62
"""Vertices of a graph of which all sets are numbered."""


class Frame:
    """The graph whose vertices are the bits of a word, for all that is left of it in a game."""

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
