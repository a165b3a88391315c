"""Who wins each of many sums of heaps of one game, all at once, in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from grundy.heaps.code_options import Numbers, ValueLookup
from grundy.heaps.many_heaps import as_heaps
from grundy.heaps.misere_search import is_nim
from grundy.heaps.numbers import HeapRules
from grundy.runtime.limits import Limits


@dataclass(frozen=True)
class _Sums:
    """Many sums, one behind the other.

    Attributes:
        sizes: The distinct heaps, ascending.
        places: Of each heap of each sum, its place in `sizes`.
        lengths: How many heaps each sum has.
    """

    sizes: Numbers
    places: npt.NDArray[np.intp]
    lengths: npt.NDArray[np.int64]

    @classmethod
    def of(cls, sums: Sequence[Sequence[int]]) -> _Sums:
        sizes, places = np.unique(as_heaps(chain.from_iterable(sums)), return_inverse=True)
        return cls(sizes, places, np.fromiter(map(len, sums), np.int64, len(sums)))

    def folded(self, operation: np.ufunc, values: Numbers) -> Numbers:
        """Reduce the values of each sum's heaps by a ufunc; 0 for an empty sum."""
        some = np.flatnonzero(self.lengths)
        totals: Numbers = np.zeros(len(self.lengths), values.dtype)
        if len(some):
            starts = (self.lengths.cumsum() - self.lengths)[some]
            totals[some] = operation.reduceat(values[self.places], starts)
        return totals

    def products(self, table: npt.NDArray[np.int32], elements: Numbers) -> Numbers:
        """Multiply the elements of each sum, neighbours first; the identity for no heap."""
        lengths, factors = self.lengths, elements[self.places]
        while lengths.max(initial=0) > 1:
            starts = np.repeat(lengths.cumsum() - lengths, lengths)
            first = np.flatnonzero((np.arange(len(factors)) - starts) % 2 == 0)
            ends = starts[first] + np.repeat(lengths, (lengths + 1) // 2)
            paired = first + 1 < ends
            left = factors[first]
            left[paired] = table[left[paired], factors[first[paired] + 1]]
            factors, lengths = left, (lengths + 1) // 2
        results = np.zeros(len(lengths), np.int64)
        results[lengths > 0] = factors
        return results


def nim_sums(
    ruleset: HeapRules, sums: Sequence[Sequence[int]], limits: Limits | None = None
) -> list[int]:
    """Return the value of each of many sums of heaps: every distinct heap is looked up once."""
    batch = _Sums.of(sums)
    values = ValueLookup(ruleset, batch.sizes, limits=limits).of_all(batch.sizes)
    totals: list[int] = batch.folded(np.bitwise_xor, values).tolist()
    return totals


def misere_losses(
    ruleset: HeapRules, sums: Sequence[Sequence[int]], limits: Limits | None = None
) -> list[bool] | None:
    """Return whether the mover loses each of many sums under misère play; None without a rule."""
    batch = _Sums.of(sums)
    lost: list[bool]
    if is_nim(ruleset):
        large = batch.folded(np.maximum, batch.sizes) >= 2
        total = batch.folded(np.bitwise_xor, batch.sizes)
        lost = np.where(large, total == 0, total == 1).tolist()
        return lost
    quotient = ruleset.known_quotient.covering(max(batch.sizes.tolist(), default=0), limits)
    if quotient is None:
        return None
    elements = quotient.elements(batch.sizes)
    monoid = quotient.solution.monoid
    lost = monoid.p_portion[batch.products(monoid.table, elements)].tolist()
    return lost
