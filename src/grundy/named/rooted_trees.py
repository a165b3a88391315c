"""Rooted trees with coins on their vertices, and what the games on them have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from grundy.errors import PositionError, UnknownNameError
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import MOST_PLACED, MOST_STONES, Cell, Link, Scene, Way, layers
from grundy.games.state_text import naturals, parse_number, shown
from grundy.named.entry import word_error
from grundy.named.families import Edge
from grundy.named.shapes import as_written, coded, edge_name, parse_graph, read_name, write_graph
from grundy.named.undirected import MOST_OF_TREES
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
        lists: list[list[int]] = [[] for _ in self.names]
        for child, parent in enumerate(self.parents[1:], start=1):
            lists[parent].append(child)
        return tuple(map(tuple, lists))

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """How far each vertex is from the root."""
        distances = [0]
        distances.extend(distances[parent] + 1 for parent in self.parents[1:])
        return tuple(distances)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """How many edges the longest way down from each vertex has."""
        return self._from_below(lambda below: max(below, default=-1) + 1)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The mex of the children's numbers, at each vertex."""
        return self._from_below(mex)

    @cached_property
    def exchanged(self) -> tuple[bool | None, ...]:
        """Whether misère play exchanges 0 and 1 of a coin that steps down; None where neither."""
        kinds: list[bool | None] = [True] * len(self.names)
        for vertex in range(len(kinds) - 1, -1, -1):
            below = self.children[vertex]
            values = {(kinds[child], self.steps[child]) for child in below}
            exchanged = sum(kind is True for kind, _ in values)
            small = len(values & {(False, 0), (False, 1)})
            if any(kind is None for kind, _ in values) or (exchanged == small == 1):
                kinds[vertex] = None
            elif below:
                kinds[vertex] = exchanged == 1 and not small
        return tuple(kinds)

    def _from_below(self, combine: Callable[[list[int]], int]) -> tuple[int, ...]:
        values = [0] * len(self.names)
        for vertex in range(len(values) - 1, -1, -1):
            values[vertex] = combine([values[child] for child in self.children[vertex]])
        return tuple(values)

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


def _placed(tree: Tree, counted: Iterable[tuple[Any, Any]]) -> Coins:
    counts = [0] * len(tree.names)
    for name, count in counted:
        if str(name) not in tree.index:
            raise UnknownNameError("vertex", str(name), tree.names)
        (number,) = naturals(count, "coins on a vertex", "3", count=1)
        counts[tree.index[str(name)]] += number
    return Coins(tree, tuple(counts))


Moved = tuple[int, int, int]
"""A move: from which vertex, to which one, how many coins."""


class TreeGame(Ruleset):
    """Coins on the vertices of a rooted tree, whose root is its first vertex."""

    text: str
    takes_graphs = True

    @abstractmethod
    def moved(self, state: Coins) -> Iterator[Moved]:
        """Yield each move."""

    @abstractmethod
    def moved_to(self, state: Coins, value: int) -> Iterator[Moved]:
        """Yield each move that leaves a value."""

    @property
    @abstractmethod
    def formula(self) -> Callable[[Coins], int]:
        """The value, in one walk through the tree."""

    def options(self, state: Coins) -> Iterator[Coins]:
        return (state.moved(*move) for move in self.moved(state))

    def moves(self, state: Coins) -> Iterator[tuple[str, Coins]]:
        return (_named(state, move) for move in self.moved(state))

    def moves_by_formula(self, state: Coins, value: int) -> Iterator[tuple[str, Coins]]:
        """Return the moves to this value, as the game on the tree has them."""
        return (_named(state, move) for move in self.moved_to(state, value))

    def legal(self, state: Any) -> Coins:
        if isinstance(state, Coins):
            return state
        if isinstance(state, str):
            return self.parse(state)
        if not isinstance(state, (tuple, list)) or len(state) != 2:
            raise PositionError(f"Coins on a tree are a tree and its coins; {EXAMPLE}.")
        graph, coins = state
        written = as_written(graph, most=MOST_OF_TREES)
        tree = Tree.of(written.edges, written.vertices)
        if isinstance(coins, (str, bytes)) or not isinstance(coins, Iterable):
            raise PositionError(f"The coins are names of vertices, or numbers by name; {EXAMPLE}.")
        counted = coins.items() if isinstance(coins, Mapping) else ((name, 1) for name in coins)
        return _placed(tree, counted)

    def parse(self, text: str) -> Coins:
        """Read a tree and where its coins are: ``a-b,b-c@a:3,b``."""
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
            vertex = read_name(word, name, column, EXAMPLE)
            if vertex not in tree.index:
                raise word_error(word, column, f'"{shown(vertex, 30)}" is no vertex of this tree')
            count = parse_number(number) if colon else 1
            if count is None:
                raise word_error(
                    word, column + len(name) + 1, f"the number of coins is missing; {EXAMPLE}"
                )
            counted.append((vertex, count))
            column += len(piece) + 1
        return _placed(tree, counted)

    def format(self, state: Coins) -> str:
        tree, counts = state
        edges = [(parent, child) for child, parent in enumerate(tree.parents) if child]
        coins = (
            coded(tree.names[vertex]) + (f":{counts[vertex]}" if counts[vertex] > 1 else "")
            for vertex in state.held
        )
        return f"{write_graph(tree.names, edges)}@{','.join(coins)}"

    def draw(self, state: Coins) -> str:
        tree, counts = state
        lines, waiting = [], [0]
        while waiting:
            vertex = waiting.pop()
            waiting += reversed(tree.children[vertex])
            count = counts[vertex]
            coins = "o" * count if count <= _BESIDE**2 else f"{shown(count)} coins"
            lines.append(
                f"{'  ' * tree.depths[vertex]}{coded(tree.names[vertex])}  {coins}".rstrip()
            )
        return "\n".join(lines)

    def scene(self, state: Coins) -> Scene | None:
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

    def touches(self, state: Coins) -> Iterator[tuple[Way, ...]]:
        for source, target, count in self.moved(state):
            names = [cell.name for cell in _stones(state.tree.names[source], state.counts[source])]
            coins = names[-count:] if len(names) == state.counts[source] else names
            place = state.tree.names[target]
            yield (place, *coins), (*coins, place)


def _named(state: Coins, move: Moved) -> tuple[str, Coins]:
    source, target, count = move
    names = state.tree.names
    how = f"move {count} from {coded(names[source])} to {coded(names[target])}"
    return how, state.moved(source, target, count)


def _stones(name: str, count: int) -> list[Cell]:
    """Return the coins of a vertex around (0, 0); many are one stone with their number."""
    if count > MOST_STONES:
        return [Cell(f"{name} coin heap", 0.9, 0, "stone", shown(count, 24))]
    return [
        Cell(f"{name} coin {coin + 1}", 0.9 + 0.7 * (coin % _BESIDE), -0.7 * (coin // _BESIDE),
             "stone")
        for coin in range(count)
    ]  # fmt: skip
