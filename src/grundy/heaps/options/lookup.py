"""The value of any heap of one game: from an array while heaps are small, else one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.engines.limited import Within

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress

# Up to here an array of all values is cheaper than asking heap by heap.
_MOST_IN_ARRAY = 10_000_000
# A formula answers one heap at once, so that only a crowd of small heaps is worth an array.
_ROOM_BESIDE_FORMULA = 1_024

Numbers = npt.NDArray[Any]
"""int64, or Python's integers (dtype object) where one of them needs more than 63 bits."""


class ValueLookup:
    """Grundy values of single heaps, for positions with the heaps given."""

    def __init__(
        self,
        ruleset: HeapRuleset,
        sizes: Numbers,
        progress: Progress | None = None,
        *,
        limits: Limits | None = None,
    ) -> None:
        self._ruleset = ruleset
        formula = ruleset.formula
        self._one: Callable[[int], int] = (
            partial(ruleset.valuer.value, limits=limits) if formula is None else formula.value
        )
        small = sizes[: int(np.searchsorted(sizes, _MOST_IN_ARRAY, side="right"))]
        most = int(small[-1]) if len(small) else 0
        if formula is not None and most > 4 * len(small) + _ROOM_BESIDE_FORMULA:
            most = 0
        within = Within(limits, ruleset.text, progress)
        if formula is None:
            within.require(ruleset.sequence, most + 1)
        self.array = ruleset.values(most + 1, within.progress)

    def __getitem__(self, heap: int) -> int:
        if heap < len(self.array):
            return int(self.array[heap])
        return int(self._one(heap))

    def of_options(self, options: list[tuple[int, ...]]) -> Numbers:
        """Return the values of options whose parts are all in the array, in their order."""
        widest = max(map(len, options))
        if widest == 1 and () not in options:
            return self.array[np.array(options, np.int64)[:, 0]].astype(np.int64)
        total: Numbers = np.zeros(len(options), np.int64)
        for place in range(widest):
            # A part that is not there is an empty heap, of the value 0.
            parts = (option[place] if place < len(option) else 0 for option in options)
            total ^= self.array[np.fromiter(parts, np.int64, len(options))].astype(np.int64)
        return total

    def of_all(self, sizes: Numbers) -> Numbers:
        """Return the values of many heaps, ascending, in their order."""
        if not len(sizes) or sizes.max() < len(self.array):
            return self.array[sizes.astype(np.int64)].astype(np.int64)
        known = int(np.searchsorted(sizes, len(self.array)))
        small = self.array[sizes[:known].astype(np.int64)].tolist()
        # The first one looks for a period, if there is none yet; then the others have it.
        first = list(map(self._one, sizes[known : known + 1].tolist()))
        rest = sizes[known + 1 :]
        by_period = self._by_period(rest)
        more = list(map(self._one, rest.tolist())) if by_period is None else by_period.tolist()
        return as_numbers([*small, *first, *more])

    def _by_period(self, heaps: Numbers) -> Numbers | None:
        """Return the values of heaps beyond the array by a proved period; None where none is."""
        ruleset = self._ruleset
        if ruleset.formula is not None or heaps.dtype == object or not len(heaps):
            return None
        period = ruleset.sequence.period
        if period is None or period.saltus or heaps[0] < period.preperiod:
            return None
        values = ruleset.values(period.preperiod + period.period)
        found: Numbers = values[period.preperiod + (heaps - period.preperiod) % period.period]
        return found


def as_numbers(numbers: list[int]) -> Numbers:
    """Return natural numbers as int64, or as Python's integers when one is too large for that."""
    if not numbers or max(numbers) < 2**63:
        return np.array(numbers, np.int64)
    return np.array(numbers, object)
