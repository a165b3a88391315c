"""Games with coins on rooted trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from grundy.named.entry import Entry, formula, values_of
from grundy.named.on_graphs.tree_rules import TreeCoins, TreeNimble, TreeStaircase
from grundy.values import Value


def _along_a_path(value: Callable[[int], int]) -> Callable[[], Iterator[tuple[str, Value]]]:
    """Return positions with one coin on a path, by how far it is from the far end."""
    return lambda: ((f"path:12@{place}", value(11 - place)) for place in range(12))


def _stairs() -> Iterator[tuple[str, Value]]:
    for a, b, c in product(range(4), repeat=3):
        yield f"path:4@1:{a},2:{b},3:{c}", a ^ c


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
                    _stairs),
            values_of({"star:4@1:3,2:5,3:6,4:1": 1, "tree:2,3@3:4,7:9,0:6": 9}),
        ],
    ),
)  # fmt: skip
