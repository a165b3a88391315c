"""Nimstring: Dots and Boxes without scores, on any graph of strings and coins."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.games.scenes import Way
from grundy.named.entry import GRAPHS, OURS, Entry, formula, values_of
from grundy.named.games.deletion import DeletionGame
from grundy.named.graph_scenes import edge_name
from grundy.named.shapes import coded
from grundy.named.undirected import Graph


class Nimstring(DeletionGame):
    """Cut a string, that is an edge; who cannot loses. Vertices of one edge are in the ground.

    All others are coins. Who frees a coin of its last string has to cut again, so coins that hang
    by one string are taken at once, which changes no value. But where the string leads to a coin
    of two, the taker could cut its other string and leave both coins to the opponent: what offers
    that is loony, it loses whatever else is on the table, and is left out here.
    """

    text = "nimstring"

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
                kept = sum(1 << vertex for vertex, row in enumerate(rows) if row)
                yield one, other, Graph(state.names, tuple(rows)).on(kept)


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


FAMILY = GRAPHS

ENTRIES = (
    Entry(
        key="nimstring",
        name="Nimstring",
        rule="Cut a string, an edge; who frees a coin of its last string cuts again, and who "
        "cannot loses. Vertices of one edge are in the ground, all others are coins.",
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
