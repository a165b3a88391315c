"""What a table says of one number, of a state, or of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import PositionError
from grundy.tabulated.kernels import reading
from grundy.values import LoopyValue, Value

if TYPE_CHECKING:
    from grundy.games.ruleset import State
    from grundy.tabulated.mapped import Mapped
    from grundy.tabulated.plan import Plan
    from grundy.tabulated.rules import Rules


class Entries:
    """A table's entries, read where they are mapped, and checked by the hashes of their pages."""

    def __init__(
        self, rules: Rules, plan: Plan, mapped: Mapped, pieces: dict[str, dict[str, Any]]
    ) -> None:
        self.rules, self.plan, self._mapped = rules, plan, mapped
        self._pages = mapped.pages(pieces)

    @property
    def cyclic(self) -> bool:
        """Whether a play may come back."""
        return self.plan.cyclic

    def number_of(self, state: State) -> int:
        """Return the number of a state."""
        number = self.rules.indexed.number_of(state)
        if self._entry(number) == _NO_STATE:
            raise PositionError(f"{self.rules.said(number)} is no state of the table.")
        return number

    def value(self, number: int) -> Value:
        """Return the value of a number; the finite values of an ∞'s options are looked up."""
        entry = self._entry(number)
        if entry >= 0:
            return entry
        entries = (self._entry(option) for option in self.rules.options(number) or ())
        return LoopyValue(frozenset(each for each in entries if each >= 0))

    def rank(self, number: int) -> int:
        """Return a natural number that orders states by value, stage and counter; 0 for ∞."""
        entry = self._entry(number)
        if not self.cyclic or entry < 0:
            return 0
        block, inside = self._place(number)
        stage = self.plan.tiers[block]
        counter = int(self._checked("counters", block, inside, inside + 1)[0])
        return (entry * (max(self.plan.tiers) + 1) + stage) << 32 | counter

    def remoteness(self, number: int) -> int | None:
        """Return the moves that a play lasts; None for a draw."""
        block, inside = self._place(number)
        found = int(self._checked("remoteness", block, inside, inside + 1)[0])
        return None if found == reading.DRAWN else found

    def histogram(self) -> Counter[int]:
        """Count the entries: values, -1 for ∞; numbers that stand for no state are left out."""
        found: Counter[int] = Counter()
        for block in range(len(self.plan.tiers)):
            for piece in self._blocks_values(block):
                top = np.iinfo(piece.dtype).max
                counts = np.bincount(piece)
                for entry in np.flatnonzero(counts).tolist():
                    if entry != top:
                        found[-1 if entry == top - 1 else entry] += int(counts[entry])
        return found

    def numbers_of(self, entry: int) -> Iterator[int]:
        """Yield the numbers whose value is *entry*."""
        for block in range(len(self.plan.tiers)):
            first, _ = self.plan.bounds(block)
            for piece in self._blocks_values(block):
                for inside in np.flatnonzero(piece == entry).tolist():
                    yield first + inside
                first += len(piece)

    def many(self, numbers: np.ndarray) -> np.ndarray:
        """Return the entries of many numbers: int64[n], -1 for ∞, -2 where there is no state."""
        numbers = np.asarray(numbers, np.int64)
        found = np.zeros(len(numbers), np.int64)
        blocks = numbers >> self.plan.shift
        for block in np.unique(blocks).tolist():
            inside = numbers[blocks == block] - (block << self.plan.shift)
            self._pages["values", block].check_each(inside)
        reading.look_up(numbers, *self._mapped.table, found)
        return found

    def _entry(self, number: int) -> int:
        block, inside = self._place(number)
        self._checked("values", block, inside, inside + 1)
        return int(reading.looked_up(number, *self._mapped.table))

    def _checked(self, kind: str, block: int, first: int, stop: int) -> np.ndarray:
        """Return some entries of a block, whose pages are whole."""
        self._pages[kind, block].check(first, stop)
        return self._mapped.array(kind, block)[first:stop]

    def _blocks_values(self, block: int) -> Iterator[np.ndarray]:
        first, stop = self.plan.bounds(block)
        for start in range(0, stop - first, _PIECE):
            yield self._checked("values", block, start, min(start + _PIECE, stop - first))

    def _place(self, number: int) -> tuple[int, int]:
        block = number >> self.plan.shift
        return block, number - (block << self.plan.shift)


_NO_STATE = -2
_PIECE = 1 << 22
