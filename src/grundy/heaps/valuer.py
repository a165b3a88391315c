"""How the value of a heap is found: by a formula, by computing, or by a period that is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from grundy.errors import LimitError
from grundy.games.valuers.valuer import Valuer
from grundy.heaps.engines.limited import Within
from grundy.heaps.numbers import require_heap
from grundy.heaps.words import short, size_text

if TYPE_CHECKING:
    from grundy.heaps.periods.period import Period
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.limits import Limits

_COMPUTED = 20_000  # heaps that `value` computes before it looks for a period
# Heaps in which `value` looks for a period before it gives up: some seconds for each kind.
_SEARCHED_SLOW = 5_000  # in codes with three heaps or more, each takes as many steps as heaps
_SEARCHED = 200_000
_SEARCHED_FAR = 4_000_000  # with few rare heaps, each heap takes less than a microsecond
_FEW_RARES = 128
_MOST_SEARCHED = 1_000_000  # the largest heap whose winning moves are all looked for


class HeapValuer(Valuer["HeapRuleset"]):
    """Finds the value of one heap, of any size; every play ends, as heaps only get smaller."""

    def __init__(self, ruleset: HeapRuleset) -> None:
        super().__init__(ruleset)
        self._looked_in = 0  # heaps in which a period has been looked for
        self._found: Period | None = None

    def value(
        self,
        state: int,
        *,
        limits: Limits | None = None,
        progress: Callable[..., None] | None = None,
    ) -> int:
        """Return the Grundy value of one heap, of any size."""
        heap, ruleset = require_heap(state), self.ruleset
        if ruleset.formula is not None:
            return ruleset.formula(heap)
        within = Within(limits, ruleset.text, progress)
        if heap < max(_COMPUTED, ruleset.sequence.filled):
            return self._computed(heap, within)
        period = self.period(within)
        if period is not None:
            return period.value(heap, ruleset.values(period.preperiod + period.period))
        limit = self._search_limit()
        if heap < limit or within.most < limit:
            return self._computed(heap, within)
        raise LimitError(
            f"The value of a heap of {size_text(heap)} in {ruleset.text} is out of reach: no "
            f"period is proved within {limit:,} heaps; grundy solve and grundy values --heap take "
            "--guess for one that is only observed."
        )

    def options_of_value(
        self, state: int, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield each move from a heap to an option of this value, by the values' structure."""
        from grundy.heaps.options.by_value import WinningOptions
        from grundy.heaps.options.lookup import ValueLookup

        sizes = np.array([state], object if state >= 2**63 else np.int64)
        lookup = ValueLookup(self.ruleset, sizes, limits=limits)
        for option in WinningOptions(self.ruleset, lookup, limits).listed(state, wanted):
            for name in self.ruleset.move_names(state, option):
                yield name, option

    def finds_all(self, state: int) -> bool:
        """Return whether all moves to a value are looked for: in small heaps, or by a formula."""
        return state <= _MOST_SEARCHED or self.ruleset.known_options().complete

    def reason(self, state: int) -> str:
        """Return whether the formula, a period or all smaller heaps give the value."""
        formula, period = self.ruleset.formula, self.ruleset.sequence.period
        if formula is not None:
            return f"G(n) is {formula.text} (proved: {formula.source})."
        if period is None or state < period.preperiod + period.period:
            return (
                "computed from the values of all smaller heaps; its moves are too many to list "
                "here."
            )
        small, added = period.reduce(state)
        saltus = f" and saltus {period.saltus}" if added else ""
        more = f" and {short(added)} more" if added else ""
        return (
            f"the values of {self.ruleset.text} repeat from heap {period.preperiod} on with period "
            f"{period.period}{saltus} (proved), so this heap has the value of heap {small}{more}."
        )

    def period(self, within: Within) -> Period | None:
        """Return the period that has been proved, or look for one, once, up to a limit."""
        from grundy.heaps.periods.period import search_period

        sequence = self.ruleset.sequence
        for limit in (_SEARCHED_SLOW, _SEARCHED, _SEARCHED_FAR):
            limit = min(limit, within.most)
            if sequence.period is not None or limit > self._search_limit():
                break
            if limit > self._looked_in:
                found = search_period(self.ruleset, limit, within.progress)
                self._looked_in = limit
                self._found = found or self._found
        if sequence.period is None and self._found is not None:
            sequence.adopt(self._found)
        return sequence.period

    def _computed(self, heap: int, within: Within) -> int:
        return int(within.values(self.ruleset.sequence, heap + 1)[heap])

    def _search_limit(self) -> int:
        """Return how many heaps are worth a search, as far as what has been computed says."""
        sequence = self.ruleset.sequence
        if sequence.engine == "code":
            return _SEARCHED_SLOW
        return _SEARCHED_FAR if 0 < sequence.rare_count <= _FEW_RARES else _SEARCHED
