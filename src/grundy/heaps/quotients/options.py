"""The options of a heap that have certain elements: listed and counted, for heaps of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from sys import maxsize
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from grundy.heaps.options.by_value import Option, bounded_options
from grundy.heaps.quotients.rows import plain_code, rows_of
from grundy.misere.records import option_elements

if TYPE_CHECKING:
    from grundy.heaps.quotients.quotient import MisereQuotient

Marks = npt.NDArray[np.bool_]

_CHUNK = 4_096


class OptionsByElement:
    """The options of heaps of one game."""

    def __init__(self, quotient: MisereQuotient) -> None:
        self._quotient = quotient
        self._ruleset = quotient.ruleset
        self._table = quotient.table
        self._code = plain_code(self._ruleset)
        self._elements: dict[int, npt.NDArray[np.intp]] = {}

    def have(self, heap: int, wanted: Marks) -> bool:
        """Return whether an option of a heap has a wanted element."""
        alike = heap
        if self._quotient.period is not None:
            period = self._quotient.period.period
            alike -= max(0, (heap - self._quotient.stop) // period + 1) * period
        if alike not in self._elements:
            rows = rows_of(self._ruleset)(alike)
            self._elements[alike] = option_elements(
                self._quotient.solution.monoid, self._quotient.solution.phi, rows
            )
        return bool(wanted[self._elements[alike]].any())

    def listed(self, heap: int, wanted: Marks) -> Iterator[Option]:
        """Yield each option whose element is wanted, once."""
        if self._code is None:
            element = self._quotient.element
            yield from (o for o in bounded_options(self._ruleset, heap) if wanted[element(o)])
            return
        if not self.have(heap, wanted):
            return
        for taken, digit in enumerate(self._code.digits[: min(heap, self._code.last) + 1]):
            rest = heap - taken
            if digit & 1 and not rest and wanted[0]:
                yield ()
            if digit & 2 and rest and wanted[self._quotient.phi(rest)]:
                yield (rest,)
            if digit & 4:
                count = _SplitCounts(self._quotient, wanted).of(rest)
                yield from islice(self._splits(rest, wanted), min(count, maxsize))

    def counted(self, heaps: Sequence[int], wanted: Marks) -> list[int]:
        """Count the options of each heap whose elements are wanted."""
        if self._code is None:
            return [sum(1 for _ in self.listed(heap, wanted)) for heap in heaps]
        counts = _SplitCounts(self._quotient, wanted)
        return [self._count(heap, wanted, counts) for heap in heaps]

    def _count(self, heap: int, wanted: Marks, counts: _SplitCounts) -> int:
        assert self._code is not None  # noqa: S101 - the caller has looked
        found = 0
        for taken, digit in enumerate(self._code.digits[: min(heap, self._code.last) + 1]):
            rest = heap - taken
            found += bool(digit & 1 and not rest and wanted[0])
            found += bool(digit & 2 and rest and wanted[self._quotient.phi(rest)])
            found += counts.of(rest) if digit & 4 else 0
        return found

    def _splits(self, total: int, wanted: Marks) -> Iterator[Option]:
        first = 1
        while first <= total // 2:
            count = min(_CHUNK, total // 2 - first + 1)
            left = self._quotient.run(first, count)
            right = self._quotient.run(total - first - count + 1, count)[::-1]
            for place in np.flatnonzero(wanted[self._table[left, right]]).tolist():
                yield first + place, total - first - place
            first += count


class _SplitCounts:
    """How many splits of a number into two heaps have a wanted element."""

    def __init__(self, quotient: MisereQuotient, wanted: Marks) -> None:
        self._quotient, self._wanted = quotient, wanted
        self._known: dict[int, int] = {}

    def of(self, total: int) -> int:
        """Count the splits of *total*, each once."""
        period = self._quotient.period
        if period is None:
            return self._counted(total)
        base, step = 2 * period.preperiod + 2, 2 * period.period
        if total < base + step:
            return self._counted(total)
        turns, rest = divmod(total - base, step)
        small = base + rest
        return self._counted(small) + turns * (self._counted(small + step) - self._counted(small))

    def _counted(self, total: int) -> int:
        if total not in self._known:
            half = total // 2
            left = self._quotient.run(1, half)
            right = self._quotient.run(total - half, half)[::-1]
            marks = self._wanted[self._quotient.table[left, right]]
            self._known[total] = int(np.count_nonzero(marks))
        return self._known[total]
