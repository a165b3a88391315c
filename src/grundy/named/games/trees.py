"""Games of coins on a rooted tree: down to a child, down anywhere, or some up to the parent."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from grundy.named.entry import Entry, NimHeaps, Tame, formula, values_of
from grundy.named.rooted_trees import Coins, Moved, Tree, TreeGame
from grundy.values import Value


class _EachCoin(TreeGame):
    """A game in which a move takes one coin down; each coin has a value by its vertex."""

    @abstractmethod
    def targets(self, tree: Tree, vertex: int) -> Iterable[int]:
        """Return the vertices that a coin may go to."""

    @abstractmethod
    def worth(self, tree: Tree) -> Sequence[int]:
        """Return the value of one coin on each vertex."""

    def moved(self, state: Coins) -> Iterator[Moved]:
        for vertex in state.held:
            yield from ((vertex, to, 1) for to in self.targets(state.tree, vertex))

    def moved_to(self, state: Coins, value: int) -> Iterator[Moved]:
        worth, change = self.worth(state.tree), self.formula(state) ^ value
        for vertex, to, count in self.moved(state):
            if worth[vertex] ^ worth[to] == change:
                yield vertex, to, count

    def components(self, state: Coins) -> Iterator[Coins]:
        tree = state.tree
        for vertex in state.held:
            if tree.children[vertex]:
                counts = [0] * len(tree.names)
                counts[vertex] = 1
                alone = Coins(tree, tuple(counts))
                yield from (alone for _ in range(state.counts[vertex]))

    @property
    def formula(self) -> Callable[[Coins], int]:
        """The nim-sum over the coins; two on one vertex add up to nothing."""

        def total(state: Coins) -> int:
            nimber = 0
            for value, count in zip(self.worth(state.tree), state.counts, strict=True):
                nimber ^= value * (count % 2)
            return nimber

        return total


class TreeCoins(Tame, _EachCoin):
    """Move one coin from a vertex of a tree to a child of it."""

    text = "tree-coins"
    misere = (
        "Misère: coins on exchanged vertices alone are lost when their nim-sum is 1, with others "
        "when it is 0. Leaves are exchanged, and vertices whose exchanged children have one value "
        "while no other child has 0 or 1; not exchanged are those without an exchanged child, and "
        "those whose exchanged children have both values, or whose others have 0 and 1. Coins "
        "elsewhere are searched."
    )

    def targets(self, tree: Tree, vertex: int) -> Iterable[int]:
        return tree.children[vertex]

    def worth(self, tree: Tree) -> Sequence[int]:
        return tree.steps

    def is_exchanged(self, state: Coins) -> bool | None:
        kinds = {state.tree.exchanged[vertex] for vertex in state.held}
        return None if None in kinds else False not in kinds


class TreeNimble(NimHeaps, _EachCoin):
    """Move one coin from a vertex of a tree to any vertex that hangs below it."""

    text = "tree-nimble"
    heap = "height of a coin"

    def targets(self, tree: Tree, vertex: int) -> Iterable[int]:
        return tree.below(vertex)

    def worth(self, tree: Tree) -> Sequence[int]:
        return tree.heights

    def nim_heaps(self, state: Coins) -> Iterator[int]:
        for vertex in state.held:
            yield from [state.tree.heights[vertex]] * (2 - state.counts[vertex] % 2)


class TreeStaircase(NimHeaps, TreeGame):
    """Move any number of coins from a vertex of a tree to its parent; on the root they stay."""

    text = "tree-staircase"
    heap = "number of coins on a vertex of odd depth"

    def moved(self, state: Coins) -> Iterator[Moved]:
        for vertex in state.held:
            parent = state.tree.parents[vertex]
            if parent >= 0:
                yield from ((vertex, parent, count) for count in range(1, state.counts[vertex] + 1))

    def moved_to(self, state: Coins, value: int) -> Iterator[Moved]:
        change = self.formula(state) ^ value
        for vertex in state.held:
            parent = state.tree.parents[vertex]
            if parent < 0:
                continue
            there, above = state.counts[vertex], state.counts[parent]
            odd = state.tree.depths[vertex] % 2
            count = there - (there ^ change) if odd else (above ^ change) - above
            if 1 <= count <= there:
                yield vertex, parent, count

    def nim_heaps(self, state: Coins) -> Iterator[int]:
        return (count for depth, count in zip(state.tree.depths, state.counts, strict=True)
                if depth % 2)  # fmt: skip


def _along_a_path(value: Callable[[int], int]) -> Callable[[], Iterator[tuple[str, Value]]]:
    """Return positions with one coin on a path, by how far it is from the far end."""
    return lambda: ((f"path:12@{place}", value(11 - place)) for place in range(12))


FAMILY = "Games with coins on rooted trees"

ENTRIES = (
    Entry(
        key="tree-coins",
        name="Coins on a tree",
        rule="Move one coin from a vertex of a rooted tree to a child of it; coins may share a "
        "vertex.",
        make=TreeCoins,
        start="a-b-c,a-d@a,b",
        source="P. M. Grundy, 1939: each coin is a token on a digraph",
        facts=[
            formula("On a path a coin at distance n from the leaf is n modulo 2",
                    _along_a_path(lambda n: n % 2)),
            values_of({"tree:2,3@0": 1, "tree:2,3@0,1": 1, "a-b,a-c-d@a": 2}),
        ],
    ),
    Entry(
        key="tree-nimble",
        name="Nimble on a tree",
        rule="Move one coin from a vertex of a rooted tree to any vertex below it; coins may "
        "share a vertex.",
        make=TreeNimble,
        start="tree:2,2@0,1",
        source="Winning Ways, ch. 15, for the path",
        facts=[
            formula("On a path a coin at distance n from the leaf is a Nim heap of n",
                    _along_a_path(int)),
            values_of({"tree:2,3@0": 3, "tree:2,3@0,1,2": 3, "a-b-c-d,a-e@a,e": 3}),
        ],
    ),
    Entry(
        key="tree-staircase",
        name="Staircase Nim on a tree",
        rule="Move any number of coins from a vertex of a rooted tree to its parent; on the root "
        "they stay.",
        make=TreeStaircase,
        start="a-b-c,a-d@b:2,c:1,d:3",
        source="Winning Ways, ch. 15, for the path; Codeforces 1498F, 2021, for trees",
        facts=[
            formula("On a path it is Staircase Nim: the nim-sum of the coins on odd steps",
                    lambda: ((f"path:4@1:{a},2:{b},3:{c}", a ^ c)
                             for a, b, c in product(range(4), repeat=3))),
            values_of({"star:4@1:3,2:5,3:6,4:1": 1, "tree:2,3@3:4,7:9,0:6": 9}),
        ],
    ),
)  # fmt: skip
