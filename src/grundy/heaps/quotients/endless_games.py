"""Games whose misère quotient is proved to be infinite, and from which heap on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.heaps.sealed.rule import read_rule

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

FIRST_HEAPS = {"4!.0": 29}
"""For each rule the first heap with which the quotient is infinite.

Each stands in a certificate of docs/proofs, which a test verifies: docs/results-misere-grundy.md.
"""


def first_endless(ruleset: HeapRuleset) -> int | None:
    """Return the first heap with which a quotient is proved to be infinite, or None.

    >>> from grundy import GrundysGame, TakeAndBreak
    >>> first_endless(GrundysGame()), first_endless(TakeAndBreak("0.77"))
    (29, None)
    """
    for rule, heap in FIRST_HEAPS.items():
        if ruleset.code is not None and ruleset.code == read_rule(rule):
            return heap
    return None
