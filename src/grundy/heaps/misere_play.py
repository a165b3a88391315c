"""Misère play of heaps: by their quotient, Nim by its exact rule, other games by a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import chain, islice
from operator import xor
from sys import maxsize

import numpy as np
import numpy.typing as npt

from grundy.errors import PositionError
from grundy.games.protocols import NOT_ADDITIVE, HasRuns, Justification
from grundy.games.states import searched
from grundy.heaps.formulas import Option
from grundy.heaps.many_heaps import HeapAnswers
from grundy.heaps.misere_elements import ElementsOfHeaps, plain_code, rows_of
from grundy.heaps.misere_search import Heaps, Positions, misere_value
from grundy.heaps.numbers import HeapRules, is_nim, short
from grundy.heaps.options import SplitCounts, bounded_options
from grundy.misere.records import option_elements
from grundy.runtime.limits import Limits
from grundy.values import Outcome

Marks = npt.NDArray[np.bool_]

_CHUNK = 4_096


class OptionsByElement:
    """The options of heaps of one game."""

    def __init__(self, quotient: ElementsOfHeaps) -> None:
        self._quotient = quotient
        self._ruleset = quotient.ruleset
        self._table = quotient.table
        self._code = plain_code(self._ruleset)
        self._elements: dict[int, npt.NDArray[np.intp]] = {}

    def have(self, heap: int, marks: Marks) -> bool:
        """Return whether an option of a heap has a marked element."""
        alike = heap
        if self._quotient.period is not None:
            period = self._quotient.period.period
            alike -= max(0, (heap - self._quotient.stop) // period + 1) * period
        if alike not in self._elements:
            rows = rows_of(self._ruleset)(alike)
            solution = self._quotient.solution
            self._elements[alike] = option_elements(solution.monoid, solution.phi, rows)
        return bool(marks[self._elements[alike]].any())

    def listed(self, heap: int, marks: Marks) -> Iterator[Option]:
        """Yield each option whose element is marked, once."""
        if self._code is None:
            element = self._quotient.element
            yield from (o for o in bounded_options(self._ruleset, heap) if marks[element(o)])
            return
        if not self.have(heap, marks):
            return
        for amount, digit in enumerate(self._code.digits[: min(heap, self._code.last) + 1]):
            rest = heap - amount
            if digit & 1 and not rest and marks[0]:
                yield ()
            if digit & 2 and rest and marks[self._quotient.phi(rest)]:
                yield (rest,)
            if digit & 4:
                count = self._split_counts(marks).of(rest, 0)
                yield from islice(self._splits(rest, marks), min(count, maxsize))

    def counted(self, heaps: Sequence[int], marks: Marks) -> list[int]:
        """Count the options of each heap whose elements are marked."""
        if self._code is None:
            return [sum(1 for _ in self.listed(heap, marks)) for heap in heaps]
        counts = self._split_counts(marks)
        return [self._count(heap, marks, counts) for heap in heaps]

    def _count(self, heap: int, marks: Marks, counts: SplitCounts) -> int:
        assert self._code is not None  # noqa: S101 - the caller has looked
        total = 0
        for amount, digit in enumerate(self._code.digits[: min(heap, self._code.last) + 1]):
            rest = heap - amount
            total += bool(digit & 1 and not rest and marks[0])
            total += bool(digit & 2 and rest and marks[self._quotient.phi(rest)])
            total += counts.of(rest, 0) if digit & 4 else 0
        return total

    def _split_counts(self, marks: Marks) -> SplitCounts:
        quotient = self._quotient

        def counted(total: int, _: int) -> int:
            half = total // 2
            left, right = quotient.run(1, half), quotient.run(total - half, half)[::-1]
            return int(np.count_nonzero(marks[quotient.table[left, right]]))

        return SplitCounts(counted, quotient.period)

    def _splits(self, total: int, marks: Marks) -> Iterator[Option]:
        first = 1
        while first <= total // 2:
            count = min(_CHUNK, total // 2 - first + 1)
            left = self._quotient.run(first, count)
            right = self._quotient.run(total - first - count + 1, count)[::-1]
            for place in np.flatnonzero(marks[self._table[left, right]]).tolist():
                yield first + place, total - first - place
            first += count


# Heaps that are compared with the least sum of an element, which has fewer.
_COMPARED = 1_000


class MiserePlay(HeapAnswers):
    """Misère play: the value of a single heap is all that there is of values."""

    _ruleset: HeapRules

    def value_of(self, heap: int) -> int:
        """Return the misère value of one heap."""
        return misere_value(self._ruleset, heap)

    def value(self) -> int:
        if sum(map(bool, self._heaps)) > 1:
            raise PositionError(NOT_ADDITIVE)
        return self.value_of(max(self._heaps, default=0))

    def values(self) -> Sequence[int]:
        self.value()
        return [self.value_of(heap) for heap in self._heaps]


class QuotientAnswers(MiserePlay):
    """Answers for heaps that a quotient is proved for; equal ones are looked at once."""

    rule = "misère quotient"

    def __init__(
        self, heaps: Sequence[int], quotient: ElementsOfHeaps, limits: Limits | None = None,
        beside: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(quotient.ruleset, heaps)
        self.quotient, self._limits = quotient, limits
        self._beside = beside  # the element of parts of other games
        self._monoid = quotient.solution.monoid
        self._marks: dict[int, Marks] = {}  # by the element of a heap, see `_winning_marks`

    @property
    def outcome(self) -> Outcome:
        return self.quotient.outcome_of(self.element)

    @property
    def because(self) -> Justification:
        return self._alone._own_because

    def called(self, position: HasRuns) -> str:
        """Return the name of the element of some heaps."""
        quotient = self._alone.quotient
        return quotient.names.of(
            quotient.element(chain.from_iterable(heaps for _, heaps in position.runs))
        )

    @property
    def _own_because(self) -> Justification:
        live = self._sizes[self._elements > 0], self._counts[self._elements > 0].astype(np.intp)
        few = np.repeat(*(array[:_COMPARED] for array in live))[:_COMPARED]
        return self.quotient.names.because(self.element, few.tolist())

    @cached_property
    def _alone(self) -> QuotientAnswers:
        """The answers by the quotient of these heaps alone; what was asked before renames none."""
        known_quotient = self._ruleset.known_quotient
        quotient = known_quotient.alone(max(self._sizes.tolist(), default=0), self._limits)
        if quotient is None or quotient is self.quotient:
            return self
        return QuotientAnswers(self._heaps, quotient)

    @cached_property
    def element(self) -> int:
        """The element of the whole sum."""
        return int(self._monoid.table[self._product(self._copies), self._beside])

    def options(self, heap: int, target: int) -> Iterator[Option]:
        element = self.quotient.phi(heap)
        return self._finder.listed(heap, self._winning_marks(element))

    def count_options(self, target: int) -> list[int]:
        counts = np.zeros(len(self._sizes), object)
        for element in np.unique(self._elements).tolist():
            here = np.flatnonzero(self._elements == element)
            marks = self._winning_marks(element)
            counts[here] = self._finder.counted(self._sizes[here].tolist(), marks)
        return list(map(int, counts))

    def promising_heaps(self, target: int) -> Iterator[int]:
        for heap, element in zip(self._sizes.tolist(), self._elements.tolist(), strict=True):
            if self._finder.have(heap, self._winning_marks(element)):
                yield heap

    def _winning_marks(self, element: int) -> Marks:
        """Mark the elements that an option of a heap of this element has to have."""
        if element not in self._marks:
            copies = self._copies.copy()
            copies[element] -= 1
            rest = self._monoid.table[self._product(copies), self._beside]
            self._marks[element] = self._monoid.p_portion[self._monoid.table[rest]]
        return self._marks[element]

    def _product(self, copies: npt.NDArray[np.int64]) -> int:
        elements = np.flatnonzero(copies).tolist()
        return self._monoid.product(self._monoid.power(x, int(copies[x])) for x in elements)

    @cached_property
    def _elements(self) -> npt.NDArray[np.int64]:
        return self.quotient.elements(self._sizes)

    @cached_property
    def _copies(self) -> npt.NDArray[np.int64]:
        copies = np.zeros(self._monoid.order, np.int64)
        np.add.at(copies, self._elements, self._counts)
        return copies

    @cached_property
    def _finder(self) -> OptionsByElement:
        return OptionsByElement(self.quotient)


# Misère play of heaps: Nim by its exact rule, other games by their quotient or a search.
#
# Who cannot move wins. Misère values do not add, so nothing here takes a nim-sum of them.


_BOUTON = (
    "For Nim there is a rule (Bouton, 1901): play as in normal Nim as long as a heap of 2 or more "
    "will be left; but when the move leaves only heaps of 1, leave an odd number of them."
)


def misere_play(
    ruleset: HeapRules, heaps: Sequence[int], limits: Limits | None = None
) -> HeapAnswers:
    """Return the answers for several heaps when who cannot move wins."""
    if is_nim(ruleset):
        return _MisereNim(ruleset, heaps)
    quotient = ruleset.known_quotient.covering(max(heaps, default=0), limits)
    if quotient is not None:
        return QuotientAnswers(heaps, quotient, limits)
    return _MisereSearch(ruleset, heaps, limits)


class _MisereNim(MiserePlay):
    """Misère Nim: as Nim while a heap of two or more stays; then leave an odd number of ones.

    Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901.
    """

    rule = "misère Nim"

    @property
    def outcome(self) -> Outcome:
        lost = self._total == 0 if self._large else self._ones % 2 == 1
        return Outcome.P if lost else Outcome.N

    @property
    def because(self) -> Justification:
        ones, large = self._ones, self._large
        short_rule = (
            f"By the rule of misère Nim, with {ones} of size 1 and {large} larger: play as in "
            "Nim, but once only ones are left, leave an odd number of them."
        )
        parity = "odd" if ones % 2 else "even"
        here = f"Only heaps of 1 are here, {ones} of them: {parity}, so the players just alternate."
        if large:
            here = (
                f"{large} {'heap has' if large == 1 else 'heaps have'} 2 or more, so normal Nim "
                f"decides: its nim-sum is {short(self._total)}, so the player to move "
                f"{'wins' if self._total else 'loses'}."
            )
        return Justification(short_rule, (_BOUTON,), (here,))

    def options(self, heap: int, target: int) -> Iterator[Option]:
        left = int(heap ^ self._total)
        if not self._large - (heap >= 2):  # only ones stay beside it: leave an odd number of them
            left = 1 - (self._ones - (heap == 1)) % 2
        if left < heap:
            yield (left,) if left else ()

    def promising_heaps(self, target: int) -> Iterator[int]:
        return (heap for heap in self._sizes.tolist() if [*self.options(heap, target)])

    @cached_property
    def _ones(self) -> int:
        return int(self._counts[self._sizes == 1].sum())

    @cached_property
    def _large(self) -> int:
        return int(self._counts[self._sizes >= 2].sum())

    @cached_property
    def _total(self) -> int:
        return reduce(xor, self._sizes[self._counts % 2 == 1].tolist(), 0)


class _MisereSearch(MiserePlay):
    """Any heap game under misère play, by a search of the positions it can reach."""

    searched_whole = True

    def __init__(self, ruleset: HeapRules, heaps: Sequence[int], limits: Limits | None) -> None:
        super().__init__(ruleset, heaps)
        self._positions = Positions(ruleset, limits)

    @cached_property
    def outcome(self) -> Outcome:
        return self._positions.outcome(self._sorted)

    @property
    def because(self) -> Justification:
        return searched(len(self._positions))

    def value_of(self, heap: int) -> int:
        return self._positions.value((heap,))

    def options(self, heap: int, target: int) -> Iterator[Option]:
        rest = list(self._sorted)
        rest.remove(heap)
        for option in dict.fromkeys(self._positions.options(heap)):
            if self._positions.outcome((*rest, *option)) is Outcome.P:
                yield option

    @cached_property
    def _sorted(self) -> Heaps:
        return tuple(np.repeat(self._sizes, self._counts.astype(np.intp, copy=False)).tolist())
