"""Which heaps of a game are tame, fickle or firm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.heaps.quotients.rows import rows_of
from grundy.misere.tame import Tame, classify, tame_sum

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset


def tame_heaps(ruleset: HeapRuleset, stop: int) -> list[Tame]:
    """Return what the heaps 0, 1, … below *stop* are, up to the first wild one.

    >>> from grundy import TakeAndBreak
    >>> len(tame_heaps(TakeAndBreak("0.77"), 10))  # the first wild row of Kayles is 5
    5
    """
    rows = rows_of(ruleset)
    known: list[Tame] = []
    for heap in range(stop):
        found = classify({tame_sum(known[part] for part in row) for row in rows(heap).tolist()})
        if found is None:
            break
        known.append(found)
    return known
