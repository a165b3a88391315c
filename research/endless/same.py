"""Heaps that are equal to smaller ones beside any game, and the moves of what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grundy.misere.certificate import ensure

Sum = tuple[int, ...]
"""Heaps in descending order."""
Options = Callable[[int], Iterable[Iterable[int]]]
"""The options of a heap: the heaps that each leaves; 0 may fill them up."""


class SameHeaps:
    """Sums of heaps, written with as few kinds of heaps as are claimed to be enough."""

    def __init__(self, same: Sequence[Sum], options: Options) -> None:
        self._same = same
        self._after: dict[int, frozenset[Sum]] = {}
        self._star: int | None = None
        self._is_p: dict[Sum, bool] = {}
        for heap in range(len(same)):
            self._check(heap, frozenset(map(self.reduced, options(heap))))

    def reduced(self, heaps: Iterable[int]) -> Sum:
        """Return an equal sum: each heap in the form that is claimed, and no two heaps *1."""
        found = [part for heap in heaps for part in self._same[heap]]
        if self._star is not None:
            stars = found.count(self._star)
            found = [heap for heap in found if heap != self._star] + [self._star] * (stars % 2)
        return tuple(sorted(found, reverse=True))

    def after(self, sum_: Sum) -> dict[Sum, None]:
        """Return what the moves leave, reduced, each once."""
        found: dict[Sum, None] = {}
        for place, heap in enumerate(sum_):
            if place and sum_[place - 1] == heap:
                continue
            rest = sum_[:place] + sum_[place + 1 :]
            for option in self._after[heap]:
                found[self.reduced((*rest, *option))] = None
        return found

    def _check(self, heap: int, moves: frozenset[Sum]) -> None:
        """Check the claim about a heap, by Conway's theorem on reversible options."""
        form = self._same[heap]
        if form == (heap,):
            self._after[heap] = moves
            if moves == frozenset({()}) and self._star is None:
                self._star = heap  # *1, and *1 + *1 = 0
            return
        known = all(other in self._after for other in form)
        ensure(known and form == self.reduced(form), "same", f"heap {heap} has no such form")
        kept = self.after(form)
        holds = kept.keys() <= moves
        holds &= all(form in self.after(option) for option in moves - kept.keys())
        holds &= bool(kept) or not moves or any(map(self._wins_for_previous, moves))
        ensure(holds, "same", f"heap {heap} is not proved to be {form}")

    def _wins_for_previous(self, sum_: Sum) -> bool:
        """Return whether a sum is a P-position, by looking at all positions below."""
        if sum_ not in self._is_p:
            after = self.after(sum_)
            self._is_p[sum_] = bool(after) and not any(map(self._wins_for_previous, after))
        return self._is_p[sum_]
