"""Edges that are cut: Nimstring, and Green Hackenbush by the fusion and colon principles."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, compress
from typing import Any, NamedTuple

import numpy as np

from grundy.games.ruleset import Ruleset
from grundy.games.scenes import MOST_LINES, MOST_PLACED, Cell, Scene, Way, layers
from grundy.games.values.one_value import ByFormula
from grundy.games.values.packed import Packed
from grundy.named.entry import GRAPHS, OURS, Entry, family, formula, values_of
from grundy.named.games.deletion import DeletionGame
from grundy.named.kernels import tables
from grundy.named.shapes import coded, edge_name, links, started, write_graph
from grundy.named.undirected import MOST_INDEXED, MOST_OF_TREES, Graph, ordered
from grundy.runtime.limits import Limits
from grundy.runtime.threads import has_numba


class Nimstring(DeletionGame):
    """Cut a string, that is an edge; who cannot loses. Vertices of one edge are in the ground.

    All others are coins. Who frees a coin of its last string has to cut again, so coins that hang
    by one string are taken at once, which changes no value. But where the string leads to a coin
    of two, the taker could cut its other string and leave both coins to the opponent: what offers
    that is loony, it loses whatever else is on the table, and is left out here.
    """

    text = "nimstring"
    packed_after = 128

    @cached_property
    def _strings(self) -> Strings:
        return Strings()

    def packed(self, state: Graph) -> Packed | None:
        return self._strings.packed(state)

    def moves(self, state: Graph) -> Iterator[tuple[str, Graph]]:
        for one, other, left in self._cuts(state):
            yield f"cut {coded(state.names[one])}-{coded(state.names[other])}", left

    def deletions(self, state: Graph) -> Iterator[tuple[str, int]]:
        """Yield nothing: no move is the deletion of vertices alone."""
        return iter(())

    def options(self, state: Graph) -> Iterator[Graph]:
        return (left for *_, left in self._cuts(state))

    def touches(self, state: Graph) -> Iterator[tuple[Way, ...]]:
        return (((edge_name(state.names, one, other),),) for one, other, _ in self._cuts(state))

    def alive(self, state: Graph) -> bool:
        return len(state.rows) > 1

    def _cuts(self, state: Graph) -> Iterator[tuple[int, int, Graph]]:
        for one, other in state.edges():
            rows = list(state.rows)
            rows[one] ^= 1 << other
            rows[other] ^= 1 << one
            coins = [end for end in (one, other) if state.rows[end].bit_count() == 2]
            if _take(rows, coins):
                vertices = sum(1 << vertex for vertex, row in enumerate(rows) if row)
                yield one, other, Graph(state.names, tuple(rows)).on(vertices)


def _take(rows: list[int], coins: list[int]) -> bool:
    """Take coins that have one string left; return whether that was the only thing to do."""
    hanging = sum(1 << coin for coin in coins)
    for coin in filter(rows.__getitem__, coins):
        holder = rows[coin].bit_length() - 1
        if rows[holder].bit_count() == 2 and rows[holder] & ~hanging:
            return False
        rows[holder] ^= 1 << coin
        rows[coin] = 0
    return True


class Strings:
    """The edges that are the bits of a word, for all that is left of them in a game."""

    def __init__(self) -> None:
        self._bits: dict[tuple[str, str], int] = {}
        self._data = np.zeros(1, np.int64)

    def packed(self, state: Graph) -> Packed | None:
        """Return the edges of a graph as a word; those that are not all known are a new frame."""
        edges = list(state.edges())
        # In plain Python graphs numbered anew are sooner done: far fewer differ.
        if len(edges) > MOST_INDEXED or not has_numba():
            return None
        pairs = [(state.names[one], state.names[other]) for one, other in edges]
        if not all(pair in self._bits for pair in pairs):
            self._bits = {pair: 1 << place for place, pair in enumerate(pairs)}
            held = [sum(1 << place for place, edge in enumerate(edges) if vertex in edge)
                    for vertex in range(len(state.names))]  # fmt: skip
            self._data = np.array([len(edges), *chain.from_iterable(edges), *held], np.int64)
        word = sum(self._bits[pair] for pair in pairs)
        return Packed(word, tables.nimstring, tables.strings_together, self._data,
                      max(len(self._bits), 1), weigh=tables.count_left)  # fmt: skip


Edge = tuple[int, int]


class Picture(NamedTuple):
    """Edges on the ground; parallel edges and loops are allowed."""

    names: tuple[str, ...]
    edges: tuple[Edge, ...]
    ground: int

    @classmethod
    def of(cls, edges: Iterable[tuple[str, str]], ground: str) -> Picture:
        """Build the picture of what is connected to the ground."""
        pairs = list(edges)
        names = ordered({ground, *(name for pair in pairs for name in pair)})
        place = {name: number for number, name in enumerate(names)}
        numbered = (sorted((place[one], place[other])) for one, other in pairs)
        picture = cls(names, tuple(sorted((a, b) for a, b in numbered)), place[ground])
        return picture._standing(picture.edges)

    def cut(self, place: int) -> Picture:
        """Return what is left when one edge is cut."""
        return self._standing(self.edges[:place] + self.edges[place + 1 :])

    def components(self) -> Iterator[Picture]:
        """Yield the parts that have nothing in common but the ground."""
        around = _around(len(self.names), self.edges)
        part_of: dict[int, int] = {}
        parts: list[list[Edge]] = []
        for edge in self.edges:
            top = edge[0] if edge[1] == self.ground else edge[1]
            if top == self.ground:  # a loop on the ground
                yield self._alone([edge])
                continue
            if top not in part_of:
                part_of.update(dict.fromkeys(_reached(around, top, {self.ground}), len(parts)))
                parts.append([])
            parts[part_of[top]].append(edge)
        yield from map(self._alone, parts)

    def _alone(self, edges: list[Edge]) -> Picture:
        """Return the picture of some edges that the ground holds, and of nothing else."""
        vertices = sorted({self.ground, *chain.from_iterable(edges)})
        place = {vertex: number for number, vertex in enumerate(vertices)}
        held = tuple((place[a], place[b]) for a, b in edges)
        return Picture(tuple(self.names[v] for v in vertices), held, place[self.ground])

    def _standing(self, edges: tuple[Edge, ...]) -> Picture:
        """Return the picture of those edges that the ground holds."""
        reached = _reached(_around(len(self.names), edges), self.ground, set())
        if len(reached) == len(self.names):
            return Picture(self.names, edges, self.ground)
        return self._alone([edge for edge in edges if edge[0] in reached])


def hackenbush_value(picture: Picture) -> int:
    """Return the Grundy value by the fusion and colon principles, in linear time.

    Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, ch. 7.
    """
    around, ground = _around(len(picture.names), picture.edges), picture.ground
    # A spanning tree is walked; an edge of it on no cycle is a stalk below its branch.
    when, low, value = {ground: 0}, {ground: 0}, {ground: 0}
    path = [(ground, -1, iter(around[ground]))]
    while path:
        vertex, came_by, rest = path[-1]
        for other, edge in rest:
            if edge == came_by:
                continue
            if other not in when:
                when[other] = low[other] = len(when)
                value[other] = 0
                path.append((other, edge, iter(around[other])))
                break
            low[vertex] = min(low[vertex], when[other])
            # seen from both ends, so counted at the later one; a loop is seen once
            value[vertex] ^= when[other] <= when[vertex]
        else:
            path.pop()
            if path:
                below = path[-1][0]
                low[below] = min(low[below], low[vertex])
                # a bridge is a stalk; an edge of a cycle is fused, and is a loop
                value[below] ^= (
                    value[vertex] + 1 if low[vertex] == when[vertex] else value[vertex] ^ 1
                )
    return value[ground]


class RootedTree:
    """A picture that is a rooted tree: all cuts to a given value are found in one walk."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        above = _around(len(picture.names), picture.edges)
        self._order = [(picture.ground, -1)]
        for vertex, came_by in self._order:
            above[vertex] = [edge for edge in above[vertex] if edge[1] != came_by]
            self._order += above[vertex]
        self._above = above
        self._edges = np.array(picture.edges, np.int64).reshape(-1, 2)

    def cuts(self, target: int) -> Iterator[tuple[int, int]]:
        """Yield each edge (its index and upper end) whose removal leaves a value, in one walk."""
        above, ground = self._above, self._picture.ground
        value = [0] * len(above)
        for vertex, _ in reversed(self._order):
            for branch, _ in above[vertex]:
                value[vertex] ^= value[branch] + 1
        needed = {ground: target}
        for vertex, _ in self._order:
            if vertex in needed:
                for branch, place in above[vertex]:
                    count = value[branch] + 1 ^ value[vertex] ^ needed[vertex]
                    if count:
                        needed[branch] = count - 1
                    else:
                        yield place, branch

    def without(self, branch: int) -> Picture:
        """Return what is left when the edge below a vertex is cut."""
        names, _, ground = self._picture
        fallen = [branch]
        for vertex in fallen:
            fallen += [above for above, _ in self._above[vertex]]
        stands = np.ones(len(names), np.bool_)
        stands[fallen] = False
        place = np.cumsum(stands) - 1
        held = place[self._edges[stands[self._edges].all(axis=1)]]
        rest = compress(names, stands.tolist())
        return Picture(tuple(rest), tuple(map(tuple, held.tolist())), int(place[ground]))


Around = list[list[tuple[int, int]]]
"""For each vertex the other end of each of its edges, and the edge's place; a loop stands once."""


def _around(vertices: int, edges: Iterable[Edge]) -> Around:
    around: Around = [[] for _ in range(vertices)]
    for place, (one, other) in enumerate(edges):
        around[one].append((other, place))
        if one != other:
            around[other].append((one, place))
    return around


def _reached(around: Around, start: int, barred: set[int]) -> set[int]:
    reached, fresh = {start}, [start]
    while fresh:
        for other, _ in around[fresh.pop()]:
            if other not in reached and other not in barred:
                reached.add(other)
                fresh.append(other)
    return reached


class ByPrinciples(ByFormula["Hackenbush"]):
    """The closed form; the cuts of a tree that leave a value are found in one walk."""

    def options_of_value(
        self, state: Picture, value: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, Picture]]:
        if len(state.edges) >= len(state.names):
            return super().options_of_value(state, value, limits=limits)
        tree = RootedTree(state)
        return ((_name_of_cut(state, at), tree.without(top)) for at, top in tree.cuts(value))

    def count_of_value(self, state: Picture, value: int, *, limits: Limits | None = None) -> int:
        if len(state.edges) >= len(state.names):
            return super().count_of_value(state, value, limits=limits)
        return sum(1 for _ in RootedTree(state).cuts(value))


class Hackenbush(Ruleset):
    """Cut an edge; what is then not connected to the ground falls off."""

    text = "green-hackenbush"
    ends = True
    takes_graphs = True
    formula = staticmethod(hackenbush_value)
    evaluator = ByPrinciples

    def options(self, state: Picture) -> Iterator[Picture]:
        return (state.cut(place) for place in range(len(state.edges)))

    def moves(self, state: Picture) -> Iterator[tuple[str, Picture]]:
        return ((_name_of_cut(state, at), state.cut(at)) for at in range(len(state.edges)))

    def components(self, state: Picture) -> Iterator[Picture]:
        return state.components()

    def legal(self, state: Any) -> Picture:
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
        return f"{write_graph(state.names, list(state.edges))}@{coded(state.names[state.ground])}"

    def draw(self, state: Picture) -> str:
        around = _around(len(state.names), state.edges)
        lines = [
            f"{coded(name)}: {' '.join(coded(state.names[other]) for other, _ in near)}"
            for name, near in zip(state.names, around, strict=True)
        ]
        return "\n".join([*lines, f"The ground is {coded(state.names[state.ground])}."])

    def scene(self, state: Picture) -> Scene | None:
        if len(state.names) > MOST_PLACED or len(state.edges) > MOST_LINES:
            return None
        around = _around(len(state.names), state.edges)
        points = layers([[other for other, _ in near] for near in around], state.ground)
        cells = (
            Cell(name, x, y, "ground" if vertex == state.ground else "vertex", name)
            for vertex, (name, (x, y)) in enumerate(zip(state.names, points, strict=True))
        )
        return Scene(tuple(cells), tuple(links(state.names, state.edges)))

    def touches(self, state: Picture) -> Iterator[tuple[Way, ...]]:
        for place in range(len(state.edges)):
            left = set(state.cut(place).names)
            edges = list(links(state.names, state.edges))
            cut = edges.pop(place).name
            fallen = (link.name for link in edges if not {link.source, link.target} <= left)
            yield ((cut, *fallen, *(name for name in state.names if name not in left)),)


def _name_of_cut(state: Picture, place: int) -> str:
    edge = state.edges[place]
    first = bisect_left(state.edges, edge)  # edges are in order: parallel ones side by side
    which = f" ({place - first + 1})" if place > first else ""
    names = "-".join(coded(state.names[end]) for end in edge)
    return f"cut {names}{which}"


FAMILY = GRAPHS

ENTRIES = (
    Entry(
        key="nimstring",
        name="Nimstring",
        rule="Cut a string, an edge; who frees a coin of its last string cuts again, and who "
        "cannot loses. Cuts that offer two coins lose, and are left out. Vertices of one edge are "
        "in the ground, all others are coins.",
        make=Nimstring,
        start="boxes:2x3",
        source="E. R. Berlekamp; Winning Ways, ch. 16: Dots and Boxes without scores",
        facts=[
            formula(
                "A chain of one or two coins has the value 1, a longer one 0, as has a ring",
                lambda: (
                    [("path:3", 1), ("path:4", 1)]
                    + [(f"path:{n}", 0) for n in range(5, 12)]
                    + [(f"cycle:{n}", 0) for n in range(4, 10)]
                ),
                source="Winning Ways, ch. 16",
            ),
            values_of(
                {"boxes:1x1": 1, "boxes:1x2": 1, "boxes:2x2": 0, "boxes:2x3": 1}, source=OURS
            ),
        ],
    ),
    Entry(
        key="green-hackenbush",
        name="Green Hackenbush",
        rule="Cut an edge; what is no longer connected to the ground falls off.",
        make=Hackenbush,
        start="g-a-b-g,b-c-d,c-e,g-x-y-z@g",
        source="Winning Ways, ch. 7",
        facts=[
            formula("A stalk of n edges is a heap of n in Nim",
                    lambda: ((f"path:{n + 1}", n) for n in range(9))),
            family("A cycle of n edges is n loops by fusion, so n modulo 2", "cycle", range(3, 9),
                   {0: 0, 1: 1}),
            family("Edges side by side: n modulo 2", "star", range(9), {0: 0, 1: 1}),
            values_of({"g-a-b,a-c-d@g": 4, "g-a-b,a-c,g-d@g": 0}, source="the colon principle"),
        ],
    ),
)  # fmt: skip
