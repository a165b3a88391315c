"""Is every sum of some heaps judged rightly by its element? The first wrong one, or the proof.

A sum X has the element Φ(X) and the winning set W(X) = {y : some option times y is in the
P-portion}; W(X + h) follows from those of X and h. It is judged rightly when Φ(X) is in the
P-portion just if 1 is not in W(X). Winning sets only grow along with those they are made of, so
of the sums of one element only those with minimal sets are followed: docs/theory.md 7.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.misere.forms import Bits, Marks, Monoid, packed
from grundy.misere.records import Bounds, Record
from grundy.runtime.threads import Control

Sum = tuple[int, ...]
"""Heaps in descending order."""

_FIRST_NODES = 32
_SMALL = 4_000  # elements times kinds of heaps: milliseconds


@dataclass(frozen=True, slots=True, eq=False)
class Invariant:
    """The minimal winning sets of all sums: what proves that none is judged wrongly."""

    elements: npt.NDArray[np.int32]
    wins: Bits

    @classmethod
    def of_nothing(cls) -> Invariant:
        """Return what proves the quotient of a game without a move."""
        return cls(np.zeros(1, np.int32), np.zeros((1, 1), np.uint64))

    def has_inside(self, element: int, wins: Marks) -> bool:
        """Return whether a sum with a move has this element and all its winning set in *wins*."""
        rows = self.wins[self.elements == element]
        beyond = (rows & ~packed(wins)).any(axis=1)
        return bool((~beyond & rows.any(axis=1)).any())


def judge(
    monoid: Monoid, kinds: Sequence[Record], bounds: Bounds, proved: Invariant | None = None
) -> Sum | Invariant:
    """Return the first sum of some kinds of heaps that is judged wrongly, or the proof without one.

    They are added to nothing, or to the sums whose minimal winning sets are *proved*: a set that
    holds another one has no wrong sum that the other has not.
    """
    search = _Search(monoid, kinds, bounds, proved or Invariant.of_nothing())
    wrong = search.run()
    wrong_sums = [wrong] if wrong is not None else []
    wrong_sums += search.moves_from_p_to_p(min(wrong_sums, default=None))
    return min(wrong_sums) if wrong_sums else search.invariant()


class _Search:
    """The arrays of the compiled search, made longer when they are full."""

    def __init__(
        self, monoid: Monoid, kinds: Sequence[Record], bounds: Bounds, proved: Invariant
    ) -> None:
        from grundy.misere.kernels import outcomes

        self._kernels = outcomes
        self._monoid, self._kinds, self._bounds = monoid, kinds, bounds
        self._item_elements = np.array([kind.element for kind in kinds], np.int32)
        self._item_wins = packed(np.array([kind.wins for kind in kinds]))
        count, words = proved.wins.shape
        size = 2 * max(count, _FIRST_NODES)
        self._wins = np.zeros((size, self._item_wins.shape[1]), np.uint64)
        self._elements, self._items, self._parents, self._links = (
            np.zeros(size, np.int32) for _ in range(4)
        )
        self._stack, self._cursors = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self._heads = np.full(monoid.order, -1, np.int32)
        self._state = np.zeros(outcomes.SLOTS, np.int64)
        self._wins[:count, :words], self._elements[:count] = proved.wins, proved.elements
        self._items[:count], self._parents[:count] = len(kinds) - 1, -1
        self._stack[:count] = range(count)
        for node, element in enumerate(proved.elements.tolist()):
            self._links[node], self._heads[element] = self._heads[element], node
        self._state[outcomes.COUNT], self._state[outcomes.DEPTH] = count, count - 1

    def run(self) -> Sum | None:
        """Return the first sum without a move to P that is not in P, or None."""
        small = self._monoid.order * len(self._kinds) < _SMALL
        ended = self._bounds.watched(self._follow, small=small)
        if ended != self._kernels.WRONG:
            return None
        node = int(self._stack[self._state[self._kernels.DEPTH]])
        return (*self._sum(node), self._kinds[self._state[self._kernels.ITEM]].heap)

    def _follow(self, control: Control) -> int:
        while True:
            ended = int(self._kernels.search(
                self._monoid.table, self._monoid.p_portion, self._item_elements, self._item_wins,
                self._elements, self._wins, self._items, self._parents, self._links, self._heads,
                self._stack, self._cursors, self._state, control,
            ))  # fmt: skip
            if ended != self._kernels.FULL:
                return ended
            self._lengthen()

    def _lengthen(self) -> None:
        self._bounds.require(0, 2 * (self._wins.nbytes + 6 * self._elements.nbytes))
        for name in ("_wins", "_elements", "_items", "_parents", "_links", "_stack", "_cursors"):
            array = getattr(self, name)
            setattr(self, name, np.concatenate([array, np.zeros_like(array)]))

    def moves_from_p_to_p(self, before: Sum | None) -> list[Sum]:
        """Return sums in P with a move to P, one for each element met and each kind of heap."""
        count = int(self._state[self._kernels.COUNT])
        elements, nodes = np.unique(self._elements[:count], return_index=True)
        after = self._monoid.table[np.ix_(elements, self._item_elements)]
        wins = np.array([kind.wins for kind in self._kinds])[:, elements].T
        wrong_sums: list[Sum] = []
        for row, item in np.argwhere(self._monoid.p_portion[after] & wins).tolist():
            start = self._sum(int(nodes[row]))
            heap = self._kinds[item].heap
            wrong = tuple(sorted((*start, heap), reverse=True))
            if before is None or wrong < before:
                before = wrong
                wrong_sums.append(wrong)
        return wrong_sums

    def invariant(self) -> Invariant:
        """Return the minimal sets."""
        nodes: list[int] = []
        for head in self._heads.tolist():
            node = head
            while node >= 0:
                nodes.append(node)
                node = int(self._links[node])
        return Invariant(self._elements[nodes], self._wins[nodes])

    def _sum(self, node: int) -> Sum:
        heaps: list[int] = []
        while self._parents[node] >= 0:
            heaps.append(self._kinds[self._items[node]].heap)
            node = int(self._parents[node])
        return tuple(reversed(heaps))
