"""Misère play of heaps: Nim by its exact rule, other games by their quotient or a search.

Who cannot move wins. Misère values do not add, so nothing here takes a nim-sum of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING

import numpy as np

from grundy.games.answers import searched
from grundy.games.protocols import Justification
from grundy.heaps.formulas import Option
from grundy.heaps.many_heaps import HeapAnswers, MiserePlay
from grundy.heaps.misere_search import MOST_POSITIONS, Heaps, Positions, is_nim, misere_value
from grundy.heaps.numbers import short
from grundy.heaps.quotients.answers import QuotientAnswers
from grundy.misere.records import share
from grundy.running.limits import Limits, Watch
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.heaps.numbers import HeapRules
    from grundy.running.limits import Progress

_BOUTON = (
    "For Nim there is a rule (Bouton, 1901): play as in normal Nim as long as a heap of 2 or more "
    "will be left; but when the move leaves only heaps of 1, leave an odd number of them."
)


def misere_play(
    ruleset: HeapRules,
    heaps: Sequence[int],
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> HeapAnswers:
    """Return the answers for several heaps when who cannot move wins."""
    if is_nim(ruleset):
        return _MisereNim(ruleset, heaps)
    known, part = ruleset.known_quotient, share(limits)
    quotient = known.covering(max(heaps, default=0), part, progress)
    if quotient is not None:
        return QuotientAnswers(ruleset, heaps, quotient, part)
    return _MisereSearch(ruleset, heaps, limits, progress)


class _MisereNim(MiserePlay):
    """Misère Nim: as Nim while a heap of two or more stays; then leave an odd number of ones.

    Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901.
    """

    _ruleset: HeapRules
    rule = "misère Nim"

    @property
    def outcome(self) -> Outcome:
        """Who wins the heaps."""
        lost = self._total == 0 if self._large else self._ones % 2 == 1
        return Outcome.P if lost else Outcome.N

    @property
    def because(self) -> Justification:
        """Say which part of the rule decides."""
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

    def value_of(self, heap: int) -> int:
        """Return the misère value of one heap."""
        return misere_value(self._ruleset, heap)

    def options(self, heap: int, target: int) -> Iterator[Option]:
        """Yield the one option that wins, or none."""
        left = self._winning_size(heap)
        if 0 <= left < heap:
            yield (left,) if left else ()

    def promising_heaps(self, target: int) -> Iterator[int]:
        """Yield the heaps that have a winning option."""
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

    def _winning_size(self, heap: int) -> int:
        """Return what *heap* would have to become, from an N-position."""
        if self._large - (heap >= 2):
            return int(heap ^ self._total)
        # Only ones will be left beside it: leave an odd number of them.
        ones = self._ones - (heap == 1)
        return 1 - ones % 2


class _MisereSearch(MiserePlay):
    """Any heap game under misère play, by a search of the positions it can reach."""

    searched_whole = True

    def __init__(
        self,
        ruleset: HeapRules,
        heaps: Sequence[int],
        limits: Limits | None,
        progress: Progress | None,
    ) -> None:
        super().__init__(ruleset, heaps)
        most = None if limits is None else limits.positions
        watch = Watch(limits, f"Misère play of {ruleset.text}", {}, progress)
        self._positions = Positions(ruleset, MOST_POSITIONS if most is None else most, watch)

    @cached_property
    def outcome(self) -> Outcome:
        """Who wins the heaps."""
        return self._positions.outcome(self._sorted)

    @property
    def because(self) -> Justification:
        """Say that a search decides."""
        return searched(len(self._positions))

    def value_of(self, heap: int) -> int:
        """Return the misère value of one heap."""
        return self._positions.value((heap,))

    def options(self, heap: int, target: int) -> Iterator[Option]:
        """Yield the options that leave a lost position."""
        rest = list(self._sorted)
        rest.remove(heap)
        for option in dict.fromkeys(self._positions.options(heap)):
            if self._positions.outcome((*rest, *option)) is Outcome.P:
                yield option

    @cached_property
    def _sorted(self) -> Heaps:
        return tuple(np.repeat(self._sizes, self._counts.astype(np.intp, copy=False)).tolist())
