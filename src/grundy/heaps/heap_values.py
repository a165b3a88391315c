"""The values of heaps: by a formula, by computing, or by a period that is proved."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import LimitError
from grundy.games.rulebook import Valuer
from grundy.heaps.formulas import Option
from grundy.heaps.numbers import HeapRules, Within, require_heap, require_natural, short, size_text
from grundy.heaps.periods.period import Period, observe, search_period
from grundy.runtime.limits import Limits, Progress, reporting, reports

if TYPE_CHECKING:
    from grundy.heaps.engines.sequence import Sequence as Values


class HeapValues(ABC):
    """The values of the heaps of one game, as arrays and tables, and what is found among them.

    Attributes:
        text: What the command line takes for this game.
    """

    text: str

    @property
    @abstractmethod
    def sequence(self) -> Values:
        """The values computed so far, and the engine that computes them."""

    def values(
        self, stop: int, progress: Progress | None = None, *, limits: Limits | None = None
    ) -> np.ndarray:
        """Return the Grundy values of heaps 0 .. stop - 1.

        Args:
            stop: The number of heaps. Cost: that of the engine; what is known is kept.
            progress: Called now and then with the number of heaps done.
            limits: How far it may go; its positions are heaps.

        Returns:
            uint8[stop], or wider where a value needs it; read-only.

        Raises:
            ValueError: If *stop* is negative.
            LimitError: If a limit is passed; its partial holds the values known.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").values(8)
        array([0, 1, 2, 3, 1, 4, 3, 2], dtype=uint8)
        """
        stop = require_natural(stop, "stop")
        with reporting(progress):
            if limits is None:
                return self.sequence.values(stop)
            return Within(limits, self.text).values(self.sequence, stop)

    def to_arrow(self, stop: int, *, limits: Limits | None = None) -> Any:
        """Return heaps 0 .. stop - 1 and their values as a pyarrow.Table of "heap" and "value".

        Raises:
            MissingExtraError: If pyarrow is not installed (the extra ``formats``).

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").to_arrow(5).column("value").to_pylist()
        [0, 1, 2, 3, 1]
        """
        from grundy.runtime.delivery import arrow

        pyarrow = arrow(purpose="A table of pyarrow")
        values = self.values(stop, limits=limits)
        return pyarrow.table({"heap": np.arange(len(values)), "value": values})

    def to_pandas(self, stop: int, *, limits: Limits | None = None) -> Any:
        """Return the values of heaps 0 .. stop - 1 as a pandas.Series named "value", by heap.

        Raises:
            MissingExtraError: If pandas is not installed (the extra ``frames``).
        """
        from grundy.runtime.delivery import pandas

        values = self.values(stop, limits=limits)  # pandas takes a second to load
        return pandas().Series(values, name="value").rename_axis("heap")

    def zeros(self, stop: int, *, limits: Limits | None = None) -> np.ndarray:
        """Return the heaps below *stop* with value 0, the P-positions, as int64[…].

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.6").zeros(100).tolist()
        [0, 1, 4, 12, 20, 30, 46, 72, 98]
        """
        return np.flatnonzero(self.values(stop, limits=limits) == 0)

    def records(self, stop: int, *, limits: Limits | None = None) -> list[tuple[int, int]]:
        """Return (heap, value) where the value is greater than all before it.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").records(12)
        [(0, 0), (1, 1), (2, 2), (3, 3), (5, 4), (11, 6)]
        """
        values = self.values(stop, limits=limits)
        greatest, is_new = np.maximum.accumulate(values), np.ones(len(values), np.bool_)
        is_new[1:] = greatest[1:] > greatest[:-1]
        heaps = np.flatnonzero(is_new)
        return list(zip(heaps.tolist(), values[heaps].tolist(), strict=True))

    def frequencies(self, stop: int, *, limits: Limits | None = None) -> dict[int, int]:
        """Return how often each value occurs below *stop*, in the order of the values.

        >>> from grundy import GrundysGame
        >>> GrundysGame().frequencies(10)
        {0: 5, 1: 3, 2: 2}
        """
        values, counts = np.unique(self.values(stop, limits=limits), return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def rares(self, stop: int, *, limits: Limits | None = None) -> list[tuple[int, int]]:
        """Return the rare heaps below *stop* with their values, for games with a sparse space."""
        self.values(stop, limits=limits)
        return self.sequence.rares

    @reports
    def guess_period(self, stop: int, *, limits: Limits | None = None) -> Period | None:
        """Find a period, with or without a saltus, that is only observed; it proves nothing.

        A period counts as observed when it is seen three times and for longer than half as many
        heaps again as come before it: 2 * stop >= 3 * preperiod + 6 * period.

        Args:
            stop: Heaps 0 .. stop - 1 are computed and looked at.
            limits: How far it may go; its positions are heaps.

        Raises:
            LimitError: If a limit is passed.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("4.[3]").guess_period(60)
        Period(preperiod=1, period=4, saltus=4, proved=False)
        """
        return observe(self.values(stop, limits=limits))


_COMPUTED = 20_000  # heaps that `value` computes before it looks for a period
# Heaps in which `value` looks for a period before it gives up: some seconds for each kind.
_SEARCHED_SLOW = 5_000  # in codes with three heaps or more, each takes as many steps as heaps
_SEARCHED = 200_000
_SEARCHED_FAR = 4_000_000  # with few rare heaps, each heap takes less than a microsecond
_FEW_RARES = 128
_MOST_SEARCHED = 1_000_000  # the largest heap whose winning moves are all looked for


class HeapValuer(Valuer[Any]):
    """Finds the value of one heap, of any size; every play ends, as heaps only get smaller."""

    ruleset: HeapRules

    def __init__(self, ruleset: HeapRules) -> None:
        super().__init__(ruleset)
        self._looked_in = 0  # heaps in which a period has been looked for
        self._period: Period | None = None

    def value(self, state: int, *, limits: Limits | None = None) -> int:
        """Return the Grundy value of one heap, of any size."""
        heap, ruleset = require_heap(state), self.ruleset
        if ruleset.formula is not None:
            return ruleset.formula(heap)
        if heap < ruleset.sequence.filled:
            return int(ruleset.sequence.values(heap + 1)[heap])
        within = Within(limits, ruleset.text)
        if heap < _COMPUTED:
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
        self, state: int, value: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield each move from a heap to an option of this value, by the values' structure."""
        from grundy.heaps.numbers import ValueLookup
        from grundy.heaps.options import WinningOptions

        sizes = np.array([state], object if state >= 2**63 else np.int64)
        lookup = ValueLookup(self.ruleset, sizes, limits=limits)
        for option in WinningOptions(self.ruleset, lookup, limits).listed(state, value):
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
            many = "its moves are too many to list here"
            return f"computed from the values of all smaller heaps; {many}."
        small, added = period.reduce(state)
        saltus = f" and saltus {period.saltus}" if added else ""
        more = f" and {short(added)} more" if added else ""
        return (
            f"the values of {self.ruleset.text} repeat from heap {period.preperiod} on with period "
            f"{period.period}{saltus} (proved), so this heap has the value of heap {small}{more}."
        )

    def period(self, within: Within) -> Period | None:
        """Return the period that has been proved, or look for one, once, up to a limit."""
        sequence = self.ruleset.sequence
        for limit in (_SEARCHED_SLOW, _SEARCHED, _SEARCHED_FAR):
            limit = min(limit, within.most)
            if sequence.period is not None or limit > self._search_limit():
                break
            if limit > self._looked_in:
                with within.watched():
                    result = search_period(self.ruleset, limit)
                self._looked_in = limit
                self._period = result or self._period
        if sequence.period is None and self._period is not None:
            sequence.adopt(self._period)
        period: Period | None = sequence.period
        return period

    def _computed(self, heap: int, within: Within) -> int:
        return int(within.values(self.ruleset.sequence, heap + 1)[heap])

    def _search_limit(self) -> int:
        """Return how many heaps are worth a search, as far as what has been computed says."""
        sequence = self.ruleset.sequence
        if sequence.engine == "code":
            return _SEARCHED_SLOW
        return _SEARCHED_FAR if 0 < sequence.rare_count <= _FEW_RARES else _SEARCHED


LARGE = 20_000
"""Heaps above have more moves than anyone goes through."""


def moves_leaving(
    ruleset: HeapRules, heap: int, words: Sequence[str]
) -> Iterator[tuple[str, Option]]:
    """Yield the move that leaves the heaps that are written, if it is one."""
    if all(re.fullmatch("[0-9]{1,4000}", word) for word in words):
        option = tuple(sorted(size for size in map(int, words) if size))
        if sum(option) <= heap and _is_option(ruleset, heap, option):
            yield ruleset.move_names(heap, option)[0], option


def _is_option(ruleset: HeapRules, heap: int, option: Option) -> bool:
    """Check the option by the code, or else search the options of its value."""
    code = ruleset.code
    if code is not None:
        amount = heap - sum(option)
        allowed = code.digit(amount) >> len(option) & 1
        return bool(allowed) and code.constraint_at(amount).allows(option)
    with suppress(LimitError):
        value = reduce(xor, map(ruleset.valuer.value, option), 0)
        moves = islice(ruleset.options_of_value(heap, value), LARGE)
        return any(other == option for _, other in moves)
    return False
