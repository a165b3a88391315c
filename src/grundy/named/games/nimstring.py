"""Nimstring: edges that are strings on coins, Dots and Boxes without scores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain

import numpy as np

from grundy.games.scenes import Way
from grundy.games.values.packed import Packed
from grundy.named.entry import GRAPHS, OURS, Entry, formula, values_of
from grundy.named.games.deletion import DeletionGame
from grundy.named.graph_scenes import edge_name
from grundy.named.shapes import coded
from grundy.named.undirected import MOST_INDEXED, Graph
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
        """The edges that compiled rules were last asked for."""
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
        from grundy.named.kernels import graphs

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
        return Packed(word, graphs.nimstring, graphs.strings_together, self._data,
                      max(len(self._bits), 1), weigh=graphs.count_left)  # fmt: skip


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
)
