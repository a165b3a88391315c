"""Undirected vertex geography: a walk that deletes the vertices that it leaves, by matchings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from grundy.errors import PositionError
from grundy.games.indexed import Indexed, numbers, other_board, subsets
from grundy.games.protocols import Theorem
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, Way
from grundy.games.symmetry import bits
from grundy.games.values.packed import Packed
from grundy.named.entry import GRAPHS, Entry, family, values_of
from grundy.named.kernels import tables
from grundy.named.shapes import coded, graph_scene, sketch, started, written_graph
from grundy.named.undirected import Frame, Graph, part_of, words


def left_out(rows: tuple[int, ...]) -> int:
    """Return, as bits, the vertices that at least one maximum matching leaves out.

    Source: J. Edmonds, "Paths, trees, and flowers", 1965.
    """
    mates = _greedy(rows)
    inessential = closed = 0
    for root, mate in enumerate(mates):
        if mate < 0 and mates[root] < 0:
            outer, inner = _Tree(rows, mates, root, closed).grown()
            inessential |= outer
            closed |= outer | inner
    return inessential


def _greedy(rows: tuple[int, ...]) -> list[int]:
    mates, free = [-1] * len(rows), (1 << len(rows)) - 1
    for vertex, row in enumerate(rows):
        if free >> vertex & 1 and row & free:
            other = next(bits(row & free))
            mates[vertex], mates[other] = other, vertex
            free &= ~(1 << vertex | 1 << other)
    return mates


class _Tree:
    """The tree of alternating paths from a vertex without a mate; *closed* is never entered."""

    def __init__(self, rows: tuple[int, ...], mates: list[int], root: int, closed: int) -> None:
        self.rows, self.mates, self.root, self.closed = rows, mates, root, closed
        self.parents = [-1] * len(rows)
        self.bases = list(range(len(rows)))
        self.outer = 1 << root
        self.waiting = [root]

    def grown(self) -> tuple[int, int]:
        """Return its outer and inner vertices; none where a path augmented the mates."""
        inner = 0
        for vertex in self.waiting:
            for other in bits(self.rows[vertex] & ~self.closed):
                if self.bases[vertex] == self.bases[other] or self.mates[vertex] == other:
                    continue
                if self.outer >> other & 1:
                    self._contract(vertex, other)
                elif self.parents[other] < 0:
                    self.parents[other] = vertex
                    if self.mates[other] < 0:
                        self._augment(other)
                        return 0, 0
                    inner |= 1 << other
                    self._reach(self.mates[other])
        return self.outer, inner & ~self.outer

    def _reach(self, vertex: int) -> None:
        self.outer |= 1 << vertex
        self.waiting.append(vertex)

    def _augment(self, end: int) -> None:
        while end >= 0:
            before = self.parents[end]
            following = self.mates[before]
            self.mates[end], self.mates[before] = before, end
            end = following

    def _contract(self, one: int, other: int) -> None:
        """Make one vertex of the odd cycle that an edge between outer vertices closes."""
        base = self._meeting(one, other)
        cycle = self._stem(one, other, base) | self._stem(other, one, base)
        for vertex, old in enumerate(self.bases):
            if cycle >> old & 1:
                self.bases[vertex] = base
                if not self.outer >> vertex & 1:
                    self._reach(vertex)

    def _meeting(self, one: int, other: int) -> int:
        above = 0
        while True:
            one = self.bases[one]
            above |= 1 << one
            if one == self.root or self.mates[one] < 0:
                break
            one = self.parents[self.mates[one]]
        while not above >> (other := self.bases[other]) & 1:
            other = self.parents[self.mates[other]]
        return other

    def _stem(self, vertex: int, child: int, base: int) -> int:
        """Return the bases from a vertex down to the base, whose ways lead through the edge now."""
        cycle = 0
        while self.bases[vertex] != base:
            mate = self.mates[vertex]
            cycle |= 1 << self.bases[vertex] | 1 << self.bases[mate]
            self.parents[vertex] = child
            child, vertex = mate, self.parents[mate]
        return cycle


_PACKED_WALK = 58  # vertices beside the six bits of the token's vertex


class Walk(NamedTuple):
    """A token on a vertex of an undirected graph; the vertices that it has left are deleted."""

    graph: Graph
    at: int


class Geography(Ruleset):
    """Walk along an edge; the vertex that the token leaves is deleted."""

    text = "geography"
    ends = True
    packed_after = 128
    takes_graphs = True

    def options(self, state: Walk) -> Iterator[Walk]:
        graph = state.graph.without(1 << state.at)
        for to in bits(state.graph.rows[state.at]):
            yield Walk(graph, to - (to > state.at))

    def moves(self, state: Walk) -> Iterator[tuple[str, Walk]]:
        for option in self.options(state):
            yield f"walk to {coded(option.graph.names[option.at])}", option

    def components(self, state: Walk) -> Iterator[Walk]:
        reached = state.graph.reached(state.at)
        before = reached & (1 << state.at) - 1
        yield Walk(state.graph.on(reached), before.bit_count())

    def canonical(self, state: Walk) -> Walk:
        """Return the walk with the vertices numbered anew."""
        return Walk(*state.graph.canonical(state.at))

    def legal(self, state: Any) -> Walk:
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
        graph, at = state
        return f"{written_graph(graph)}@{coded(graph.names[at])}"

    def draw(self, state: Walk) -> str:
        return f"{sketch(state.graph)}\nThe token is on {coded(state.graph.names[state.at])}."

    def scene(self, state: Walk) -> Scene | None:
        return graph_scene(*state)

    def touches(self, state: Walk) -> Iterator[tuple[Way, ...]]:
        names, at = state.graph.names, state.at
        return (((names[to], names[at]),) for to in bits(state.graph.rows[at]))

    @property
    def theorem(self) -> Theorem:
        return Theorem(
            "The start is lost when some maximum matching of the graph leaves it out; else a step "
            "along the edge of any maximum matching wins.",
            "A. S. Fraenkel, E. R. Scheinerman and D. Ullman, 1993",
            lambda state: bool(left_out(state.graph.rows) >> state.at & 1),
            self._winning,
        )

    def _winning(self, state: Walk) -> Iterator[tuple[str, Walk]]:
        lost = left_out(state.graph.without(1 << state.at).rows)
        return (move for move in self.moves(state) if lost >> move[1].at & 1)

    @cached_property
    def frame(self) -> Frame:
        """The graph that compiled rules were last asked for."""
        return Frame()

    def packed(self, state: Walk) -> Packed | None:
        if len(state.graph.rows) > _PACKED_WALK:
            return None
        left = self.frame.place(state.graph)
        at = self.frame.graph.names.index(state.graph.names[state.at])
        rows = words(self.frame.graph.rows)
        word = left | at << len(rows)
        return Packed(word, tables.geography, data=rows, parts=tables.walked)

    def indexed(self, state: Walk) -> Indexed | None:
        """Return all sets of vertices, with the token on each vertex: it has to be among them."""
        board = state.graph
        vertices = len(board.rows)
        if vertices > _PACKED_WALK - 2:
            return None

        def word_of(walk: Walk) -> int:
            left = part_of(board, walk.graph)
            if left is None:
                raise other_board()
            return left | board.names.index(walk.graph.names[walk.at]) << vertices

        def state_of(word: int) -> Walk:
            left, at = word & (1 << vertices) - 1, word >> vertices
            return Walk(board.on(left), (left & (1 << at) - 1).bit_count())

        return Indexed(
            Packed(word_of(state), tables.geography, data=words(board.rows), most=vertices),
            subsets(vertices) * numbers(vertices), word_of, state_of,
        )  # fmt: skip


FAMILY = GRAPHS

ENTRIES = (
    Entry(
        key="geography",
        name="Undirected vertex geography",
        rule="Move the token along an edge; the vertex that it leaves is deleted.",
        make=Geography,
        start="petersen@0",
        source="Fraenkel, Scheinerman and Ullman 1993",
        facts=[
            family("From the end of a path there is one walk", "path", range(1, 12), {1: 0, 0: 1}),
            family("A cycle: an even one has a perfect matching", "cycle", range(3, 12),
                   {0: 1, 1: 0}),
            values_of({"petersen@0": 1, "grid:3x3@a1": 0, "grid:3x3@b2": 0, "grid:3x3@a2": 1}),
        ],
    ),
)  # fmt: skip
