"""Games of heaps whose moves are terms of arithmetic: leave n - 1, n - 2^i, n//2, …."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

from grundy.heaps.formulas import Formula
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import one_heap
from grundy.heaps.terms import Progression, parse_terms


class Leave(HeapRuleset):
    """Turn a heap of n into a smaller one that a term gives.

    Where an automaton is found that gives all values by the digits of n, and its check succeeds,
    they have a formula and heaps have any size; see `grundy.heaps.proved_forms`.

    Args:
        terms: Each is n-c, n-ki, n-(ki+c), n-k^i or n-c*k^i for i = 0, 1, 2, …, n//k and
            ceil(n/k), which are n/k rounded down and up, or n/k, where k has to divide n.

    Raises:
        RulesetError: If a term is none of these.

    >>> Leave("n-1", "n//2").values(10).tolist()
    [0, 1, 0, 2, 1, 2, 0, 1, 0, 2]
    >>> Leave("n-3^i", "n-5").value(10**200)
    0
    """

    turns = True

    def __init__(self, *terms: str) -> None:
        words = tuple(str(term).replace(" ", "").lower() for term in terms)
        self._terms = parse_terms(words)
        self.text = f"leave({','.join(dict.fromkeys(words))})"
        amounts = (term.amounts for term in self._terms)
        endless = any(isinstance(some, Progression) and some.last is None for some in amounts)
        self.largest_listed = 2_000_000 if endless else math.inf

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: () or one smaller heap."""
        if heap > self.largest_listed:
            from grundy.heaps.options import too_many_options

            raise too_many_options(heap)
        return map(one_heap, sorted({rest for term in self._terms for rest in term.rests(heap)}))

    @cached_property
    def formula(self) -> Formula | None:
        """What the digits of the heap say, if an automaton proves it."""
        from grundy.heaps.proved_forms import formula_by_digits

        return formula_by_digits(self.text)

    def _key(self) -> object:
        return self.text

    def __repr__(self) -> str:
        return f"Leave({self.text.removeprefix('leave')[1:-1]})"
