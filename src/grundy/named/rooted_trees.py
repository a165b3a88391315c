"""Rooted trees with coins on their vertices: the state of the games of coins on a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from grundy.errors import PositionError, UnknownNameError
from grundy.games.scenes import MOST_PLACED, MOST_STONES, Cell, Link, Scene, Way, layers
from grundy.games.state_text import naturals, parse_number, shown
from grundy.named.families import Edge
from grundy.named.graph_scenes import edge_name
from grundy.named.shapes import coded, parse_graph, read_name, word_error, write_graph
from grundy.named.undirected import MOST_OF_TREES, edges_of
from grundy.nimbers import mex

EXAMPLE = "write such as a-b,a-c@b:3,c"
_APART = 1.3  # neighbours stand this much further from each other than in other graphs
_BESIDE = 3  # coins in a line


class Tree:
    """A rooted tree; equal to every other one with the same names and the same parents."""

    def __init__(self, names: tuple[str, ...], parents: tuple[int, ...]) -> None:
        self.names = names
        self.parents = parents
        self._hash = hash((names, parents))

    @classmethod
    def of(cls, edges: Iterable[Edge], vertices: Iterable[str]) -> Tree:
        """Build the tree whose root is the first vertex."""
        pairs, around = list(edges), {name: list[str]() for name in vertices}
        for one, other in pairs:
            around[one].append(other)
            around[other].append(one)
        if not around:
            raise PositionError(f"A tree has a vertex at least; {EXAMPLE}.")
        root = next(iter(around))
        place, parents = {root: 0}, [-1]
        for name in (order := [root]):
            for other in around[name]:
                if other not in place:
                    parents.append(place[name])
                    place[other] = len(order)
                    order.append(other)
        if len(order) < len(around):
            stray = next(name for name in around if name not in place)
            raise PositionError(
                f'"{shown(stray, 30)}" is not connected with "{shown(root, 30)}"; a tree is '
                "in one piece."
            )
        if len(pairs) >= len(order):
            raise PositionError(
                f"A tree of {len(order):,} vertices has {len(order) - 1:,} edges and no cycle; "
                f"found {len(pairs):,} edges."
            )
        return cls(tuple(order), tuple(parents))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        same = self._hash == other._hash
        return self is other or (same and self.parents == other.parents
                                 and self.names == other.names)  # fmt: skip

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The number of each name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of each vertex."""
        found: list[list[int]] = [[] for _ in self.names]
        for child, parent in enumerate(self.parents[1:], start=1):
            found[parent].append(child)
        return tuple(map(tuple, found))

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """How far each vertex is from the root."""
        found = [0]
        found.extend(found[parent] + 1 for parent in self.parents[1:])
        return tuple(found)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """How many edges the longest way down from each vertex has."""
        return self._from_below(lambda below: max(below, default=-1) + 1)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The mex of the children's numbers, at each vertex."""
        return self._from_below(mex)

    def _from_below(self, combine: Callable[[list[int]], int]) -> tuple[int, ...]:
        found = [0] * len(self.names)
        for vertex in range(len(found) - 1, -1, -1):
            found[vertex] = combine([found[child] for child in self.children[vertex]])
        return tuple(found)

    def below(self, vertex: int) -> Iterator[int]:
        """Yield every vertex that hangs below one, the nearest first."""
        waiting = list(self.children[vertex])
        for other in waiting:
            yield other
            waiting += self.children[other]


class Coins(NamedTuple):
    """Coins on a tree."""

    tree: Tree
    counts: tuple[int, ...]

    def moved(self, source: int, target: int, count: int = 1) -> Coins:
        """Return what is there when some coins of a vertex have gone to another."""
        counts = list(self.counts)
        counts[source] -= count
        counts[target] += count
        return Coins(self.tree, tuple(counts))

    @property
    def held(self) -> list[int]:
        """The vertices with coins."""
        return [vertex for vertex, count in enumerate(self.counts) if count]


def coins_on(state: Any) -> Coins:
    """Return coins for a pair of a tree and coins, as Python's user has them, or for text."""
    if isinstance(state, Coins):
        return state
    if isinstance(state, str):
        return parse_coins(state)
    if not isinstance(state, (tuple, list)) or len(state) != 2:
        raise PositionError(f"Coins on a tree are a tree and its coins; {EXAMPLE}.")
    graph, given = state
    if isinstance(graph, str):
        written = parse_graph(graph, most=MOST_OF_TREES)
        edges, vertices = written.edges, written.vertices
    else:
        edges, isolated = edges_of(graph, MOST_OF_TREES)
        vertices = list(dict.fromkeys([*isolated, *(name for edge in edges for name in edge)]))
    tree = Tree.of(edges, vertices)
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise PositionError(f"The coins are names of vertices, or numbers by name; {EXAMPLE}.")
    counted = given.items() if isinstance(given, Mapping) else ((name, 1) for name in given)
    return _placed(tree, counted)


def parse_coins(text: str) -> Coins:
    """Read a tree, and behind @ where its coins are: ``tree:2,3@7,8:4`` has 4 coins on 8."""
    word = text.strip()
    body, at, listed = word.partition("@")
    if not at:
        raise word_error(word, len(body), f"the coins are missing here; {EXAMPLE}")
    written = parse_graph(body, most=MOST_OF_TREES)
    tree = Tree.of(written.edges, written.vertices)
    counted = []
    column = len(body) + 1
    for piece in listed.split(",") if listed else ():
        name, colon, number = piece.partition(":")
        found = read_name(word, name, column, EXAMPLE)
        if found not in tree.index:
            raise word_error(word, column, f'"{shown(found, 30)}" is no vertex of this tree')
        count = parse_number(number) if colon else 1
        if count is None:
            raise word_error(
                word, column + len(name) + 1, f"the number of coins is missing; {EXAMPLE}"
            )
        counted.append((found, count))
        column += len(piece) + 1
    return _placed(tree, counted)


def write_coins(state: Coins) -> str:
    """Write a tree and its coins so that `parse_coins` reads them."""
    tree, counts = state
    edges = [(parent, child) for child, parent in enumerate(tree.parents) if child]
    coins = (
        coded(tree.names[vertex]) + (f":{counts[vertex]}" if counts[vertex] > 1 else "")
        for vertex in state.held
    )
    return f"{write_graph(tree.names, edges)}@{','.join(coins)}"


def _placed(tree: Tree, counted: Iterable[tuple[Any, Any]]) -> Coins:
    counts = [0] * len(tree.names)
    for name, count in counted:
        if str(name) not in tree.index:
            raise UnknownNameError("vertex", str(name), tree.names)
        (number,) = naturals(count, "coins on a vertex", "3", count=1)
        counts[tree.index[str(name)]] += number
    return Coins(tree, tuple(counts))


def draw_coins(state: Coins) -> str:
    """Return the tree in plain text, each vertex under its parent, with its coins."""
    tree, counts = state
    lines, waiting = [], [0]
    while waiting:
        vertex = waiting.pop()
        waiting += reversed(tree.children[vertex])
        count = counts[vertex]
        coins = "o" * count if count <= _BESIDE**2 else f"{shown(count)} coins"
        lines.append(f"{'  ' * tree.depths[vertex]}{coded(tree.names[vertex])}  {coins}".rstrip())
    return "\n".join(lines)


def coins_scene(state: Coins) -> Scene | None:
    """Return the tree above its root, with the coins in threes beside each vertex."""
    tree, counts = state
    if len(tree.names) > MOST_PLACED:
        return None
    around = [list(near) for near in tree.children]
    for child, parent in enumerate(tree.parents[1:], start=1):
        around[child].append(parent)
    stones = [_stones(tree.names[vertex], counts[vertex]) for vertex in range(len(counts))]
    tall = max((-cell.y for some in stones for cell in some), default=0.0)
    cells: list[Cell] = []
    for vertex, (x, y) in enumerate(layers(around, 0)):
        wide, deep = 2 * _APART * x, y * (1 + tall)
        cells.append(Cell(tree.names[vertex], wide, deep, "vertex", tree.names[vertex]))
        cells += (Cell(c.name, wide + c.x, deep + c.y, c.kind, c.text) for c in stones[vertex])
    links = (
        Link(edge_name(tree.names, parent, child), tree.names[parent], tree.names[child])
        for child, parent in enumerate(tree.parents)
        if child
    )
    return Scene(tuple(cells), tuple(links))


def coins_taken(state: Coins, vertex: int, count: int) -> Way:
    """Name the coins that go from a vertex, as `coins_scene` does."""
    there = state.counts[vertex]
    names = [cell.name for cell in _stones(state.tree.names[vertex], there)]
    return tuple(names[-count:] if len(names) == there else names)


def _stones(name: str, count: int) -> list[Cell]:
    """Return the coins of a vertex around (0, 0); many are one stone with their number."""
    if count > MOST_STONES:
        return [Cell(f"{name} coin heap", 0.9, 0, "stone", shown(count, 24))]
    return [
        Cell(f"{name} coin {coin + 1}", 0.9 + 0.7 * (coin % _BESIDE), -0.7 * (coin // _BESIDE),
             "stone")
        for coin in range(count)
    ]  # fmt: skip
