"""Do the elements of a monoid say who wins the sums of some parts? Theorem 1 on a closed set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grundy.misere.certificate import Claim, ensure, products
from research.endless.same import Options, Sum

Marks = npt.NDArray[np.bool_]
Elements = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Part:
    """The sums of a company, once, and any number of the heaps up to a largest."""

    company: Sum
    largest: int


class Outcomes:
    """A commutative monoid, and the element and the winning set of each heap."""

    def __init__(self, claim: Claim, options: Options) -> None:
        self.table = products(claim).astype(np.intp)
        self.phi = claim.phi.tolist()
        self.is_p = np.zeros(claim.order, bool)
        self.is_p[claim.p_portion] = True
        ensure(not self.is_p[0], "outcomes", "who cannot move wins, so 1 is no P-position")
        self._options = [[tuple(row) for row in options(heap)] for heap in range(len(self.phi))]
        for heap, rows in enumerate(self._options):
            smaller = all(part < heap for row in rows for part in row)
            ensure(smaller, "heaps", f"heap {heap} has an option that is no smaller")
            at_rest = bool(rows) or self.phi[heap] == 0
            ensure(at_rest, "phi", f"heap {heap} has no move, and its element is not 1")
        self.wins = [self._wins(rows) for rows in self._options]

    def element(self, heaps: Sum) -> int:
        """Return the element of a sum."""
        found = 0
        for heap in heaps:
            found = int(self.table[found, self.phi[heap]])
        return found

    def moves(self, company: Sum) -> list[tuple[Sum, Sum]]:
        """Return (the heaps that stay, those that take the place of one) for each move."""
        found = []
        for place, heap in enumerate(company):
            rest = company[:place] + company[place + 1 :]
            found += [(rest, option) for option in self._options[heap]]
        return found

    def check(self, parts: Sequence[Part]) -> None:
        """Raise `VerificationError` unless the outcomes of all sums of the parts are these."""
        for part in parts:
            self.require_inside(part, parts)
            self._check_p(part)
            self._check_n(part)

    def require_inside(self, part: Part, parts: Sequence[Part]) -> None:
        """Check that the moves in the company of a part lead to these parts."""
        fits = max((*part.company, part.largest)) < len(self.phi)
        ensure(fits, "parts", "a part has a heap without an element")
        for rest, option in self.moves(part.company):
            inside = any(_holds(other, rest + option, part.largest) for other in parts)
            ensure(inside, "parts", "a move leads to a sum of no part")

    def _wins(self, rows: list[Sum]) -> Marks:
        left = np.unique(np.array([self.element(row) for row in rows], np.intp))
        return np.asarray(self.is_p[self.table[left]].any(axis=0))

    def _free(self, part: Part) -> list[int]:
        """Return the least heap of each kind that is there in any number, and has a move."""
        kinds = {
            (self.phi[heap], self.wins[heap].tobytes()): heap
            for heap in range(part.largest, -1, -1)
            if self._options[heap]
        }
        return list(kinds.values())

    def _reached(self, company: Sum, free: list[int]) -> Elements:
        """Return the elements of a company with any number of some heaps."""
        found = [self.element(company)]
        met = set(found)
        for element in found:
            for heap in free:
                other = int(self.table[element, self.phi[heap]])
                if other not in met:
                    met.add(other)
                    found.append(other)
        return np.array(found, np.intp)

    def _check_p(self, part: Part) -> None:
        """Check that no P-position of a part has a move to a P-position."""
        free = self._free(part)
        moved = [(heap, part.company) for heap in free]
        for place, heap in enumerate(part.company):
            moved.append((heap, part.company[:place] + part.company[place + 1 :]))
        for heap, others in moved:
            rest = self._reached(others, free)
            stays = self.is_p[self.table[rest, self.phi[heap]]] & self.wins[heap][rest]
            ensure(not stays.any(), "outcomes", "a P-position has a move to a P-position")

    def _check_n(self, part: Part) -> None:
        """Check that every N-position of a part that has a move has one to a P-position."""
        element, wins = 0, np.zeros(len(self.is_p), bool)
        for heap in part.company:
            element, wins = self._with(element, wins, heap)
        self._require_move(element, wins, at_rest=not part.company)
        minimal: dict[int, list[Marks]] = {element: [wins]}
        waiting = [(element, wins)]
        free = self._free(part)
        while waiting:
            element, wins = waiting.pop()
            for heap in free:
                after, grown = self._with(element, wins, heap)
                self._require_move(after, grown, at_rest=False)
                known = minimal.setdefault(after, [])
                if any(not (old & ~grown).any() for old in known):
                    continue
                minimal[after] = [old for old in known if (grown & ~old).any()] + [grown]
                waiting.append((after, grown))

    def _with(self, element: int, wins: Marks, heap: int) -> tuple[int, Marks]:
        """Return the element and the winning set of a sum with one heap more."""
        added = self.phi[heap]
        grown = wins[self.table[added]] | self.wins[heap][self.table[element]]
        return int(self.table[element, added]), grown

    def _require_move(self, element: int, wins: Marks, *, at_rest: bool) -> None:
        holds = at_rest or self.is_p[element] or wins[0]
        ensure(bool(holds), "outcomes", "an N-position has no move to a P-position")


def _holds(part: Part, heaps: Sum, largest: int) -> bool:
    """Return whether sums of some heaps, with any of those up to *largest*, are in a part."""
    left = list(heaps)
    for heap in part.company:
        if heap not in left:
            return False
        left.remove(heap)
    return max((*left, largest)) <= part.largest
