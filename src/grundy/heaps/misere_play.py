"""Misère play of heaps: Nim by its exact rule, any other game by its reachable positions.

Who cannot move wins. Misère values do not add, so nothing here takes a nim-sum of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING

import numpy as np

from grundy.errors import LimitError, PositionError
from grundy.heaps.heap_answers import HeapAnswers
from grundy.heaps.options.by_value import Option, bounded_options
from grundy.nimbers import mex
from grundy.printable import counted
from grundy.running.limits import Limits, Watch
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.progress import Progress

Heaps = tuple[int, ...]
"""A multiset of heaps, ascending, without the heaps that cannot be moved."""

MOST_POSITIONS = 300_000
# Positions of very many heaps are counted by their heaps, for the memory they take.
_HEAPS_A_POSITION = 40
# Heaps of many digits have hundreds of options each, which are kept.
_OPTIONS_A_POSITION = 3
_WORD = 64

_NOT_ADDITIVE = (
    "Misère values do not add, so a sum of several heaps has none to be had from theirs (1 and "
    "2 + 2 in Nim both have misère value 0, and twice each of them has 1 and 0); ask for the "
    "outcome instead."
)


def misere_play(
    ruleset: HeapRuleset,
    heaps: Sequence[int],
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> HeapAnswers:
    """Return the answers for several heaps when who cannot move wins.

    They raise `LimitError` when the search passes a limit; by default 300,000 positions.
    """
    if is_nim(ruleset):
        return _MisereNim(ruleset, heaps)
    return _MisereSearch(ruleset, heaps, limits, progress)


def is_nim(ruleset: HeapRuleset) -> bool:
    """Say whether a heap may be made any smaller heap, and nothing else."""
    return ruleset.code is not None and str(ruleset.code) == "0.[3]"


def misere_value(ruleset: HeapRuleset, heap: int, limit: int = MOST_POSITIONS) -> int:
    """Return the misère Grundy value of a single heap.

    It is the value on the graph of reachable positions in which every position without a move
    gets one move to one new end. The player to move wins exactly when it is not 0. Values of
    several heaps do not add: never take their nim-sum.

    Args:
        ruleset: The game.
        heap: A natural number.
        limit: The most positions that may be reached.

    Raises:
        LimitError: When more are reached; its partial maps the positions known to outcomes.

    >>> from grundy import TakeAndBreak
    >>> [misere_value(TakeAndBreak("0.[3]"), heap) for heap in range(5)]
    [1, 0, 2, 3, 4]
    """
    if is_nim(ruleset):
        return (1, 0)[heap] if heap < 2 else heap
    return Positions(ruleset, limit).value((heap,))


class _MisereNim(HeapAnswers):
    """Misère Nim: as Nim while a heap of two or more stays; then leave an odd number of ones.

    Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901.
    """

    rule = "misère Nim"

    @property
    def outcome(self) -> Outcome:
        """Who wins the heaps."""
        lost = self._total == 0 if self._large else self._ones % 2 == 1
        return Outcome.P if lost else Outcome.N

    def value(self) -> int:
        """Return the misère value of a single heap, beside which only empty ones may stand."""
        if self._ones + self._large > 1:
            raise PositionError(_NOT_ADDITIVE)
        largest = self._sizes.tolist()[-1] if len(self._sizes) else 0
        return (1, 0)[largest] if largest < 2 else largest

    def values(self) -> Sequence[int]:
        """Return the misère value of each heap, where `value` gives one."""
        self.value()
        return [(1, 0)[size] if size < 2 else size for size in self._heaps]

    def options(self, heap: int, target: int) -> Iterator[Option]:
        """Yield the one option that wins, or none."""
        left = self._winning_size(heap)
        if 0 <= left < heap:
            yield (left,) if left else ()

    def count_options(self, target: int) -> list[int]:
        """Count them for each distinct heap."""
        return [int(0 <= self._winning_size(heap) < heap) for heap in self._sizes.tolist()]

    def promising_heaps(self, target: int) -> Iterable[int]:
        """Return the heaps that have a winning option."""
        return (heap for heap in self._sizes.tolist() if 0 <= self._winning_size(heap) < heap)

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


class _MisereSearch(HeapAnswers):
    """Any heap game under misère play, by a search of the positions it can reach."""

    searched_whole = True

    def __init__(
        self,
        ruleset: HeapRuleset,
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

    def value(self) -> int:
        """Return the misère value of a single heap, beside which only empty ones may stand."""
        if sum(map(bool, self._heaps)) > 1:
            raise PositionError(_NOT_ADDITIVE)
        return self._positions.value(self._heaps)

    def values(self) -> Sequence[int]:
        """Return the misère value of each heap, where `value` gives one."""
        self.value()
        return [self._positions.value((size,)) for size in self._heaps]

    def options(self, heap: int, target: int) -> Iterator[Option]:
        """Yield the options that leave a lost position."""
        rest = list(self._sorted)
        rest.remove(heap)
        for option in dict.fromkeys(self._positions.options(heap)):
            if self._positions.outcome((*rest, *option)) is Outcome.P:
                yield option

    def count_options(self, target: int) -> list[int]:
        """Count them one by one for each distinct heap."""
        return [sum(1 for _ in self.options(heap, target)) for heap in self._sizes.tolist()]

    def promising_heaps(self, target: int) -> Iterable[int]:
        """Yield the distinct heaps, ascending."""
        yield from self._sizes.tolist()

    @cached_property
    def _sorted(self) -> Heaps:
        return tuple(np.repeat(self._sizes, self._counts).tolist())


class Positions:
    """Positions of one game under misère play, and what is known of them.

    The searches are iterative, and memoised on the multiset of heaps that can be moved.
    """

    def __init__(self, ruleset: HeapRuleset, limit: int, watch: Watch | None = None) -> None:
        self._ruleset = ruleset
        self._limit = limit
        self._watch = watch
        self._options: dict[int, tuple[Option, ...]] = {}
        self._kept = 0
        self._live: dict[int, bool] = {}
        self._movable: dict[int, tuple[Heaps, ...]] = {}
        self._wins: dict[Heaps, bool] = {}
        self._values: dict[Heaps, int] = {}

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Return the outcome; a position is left at its first winning reply.

        Raises:
            LimitError: At the limit; its partial maps each decided position to its outcome.
        """
        start, wins = self._canonical(heaps), self._wins
        path = [] if start in wins else [(start, self._replies(start))]
        cells = 0
        while path:
            position, replies = path[-1]
            unknown = None
            for reply in replies:
                if reply not in wins:
                    unknown = reply
                    break
                if not wins[reply]:
                    wins[position] = True
                    break
            if unknown is not None:
                cells += len(unknown)
                self._stop_at_limit(len(wins) + len(path), cells)
                path.append((unknown, self._replies(unknown)))
                continue
            # Without a move the next player wins; with losing moves only, the previous one.
            wins.setdefault(position, not position)
            path.pop()
            if path and not wins[position]:
                wins[path.pop()[0]] = True
        return Outcome.N if wins[start] else Outcome.P

    def value(self, heaps: Iterable[int]) -> int:
        """Return the misère Grundy value of the whole position.

        Raises:
            LimitError: At the limit; its partial maps each decided position to its outcome.
        """
        start, values = self._canonical(heaps), self._values
        path: list[tuple[Heaps, set[Heaps], Iterator[Heaps]]] = []
        waiting = start
        cells = 0
        while start not in values:
            if waiting not in values:
                replies = set(self._replies(waiting))
                path.append((waiting, replies, iter(replies)))
                cells += len(waiting)
                self._stop_at_limit(len(values) + len(path), cells)
            position, replies, left = path[-1]
            waiting = next((reply for reply in left if reply not in values), position)
            if waiting == position:
                values[position] = mex(map(values.__getitem__, replies)) if position else 1
                path.pop()
        return values[start]

    def options(self, heap: int) -> tuple[Option, ...]:
        """Return the options of one heap, as the rules generate them."""
        if heap not in self._options:
            try:
                self._options[heap] = tuple(bounded_options(self._ruleset, heap))
            except LimitError as error:
                raise LimitError(str(error), partial=self._known()) from None
            self._kept += len(self._options[heap])
            if self._kept > _OPTIONS_A_POSITION * self._limit:
                raise self._limit_passed(counted(self._kept, "move"))
        return self._options[heap]

    def _canonical(self, heaps: Iterable[int]) -> Heaps:
        # A heap without a move is no part of the game; pairs of equal heaps are, in misère play.
        movable = list(islice(filter(self._can_move, heaps), self._limit + 1))
        self._stop_at_limit(len(movable), 0)  # one position at least for each heap gone
        return tuple(sorted(movable))

    def _can_move(self, heap: int) -> bool:
        # One option is enough to see it; a heap that is never moved need not list them all.
        # A rule on a heap of many digits takes its time for one as for all.
        if heap not in self._live:
            few = heap.bit_length() <= _WORD
            seen = bounded_options(self._ruleset, heap) if few else iter(self.options(heap))
            self._live[heap] = next(seen, None) is not None
        return self._live[heap]

    def _replies(self, position: Heaps) -> Iterator[Heaps]:
        previous = -1
        for place, heap in enumerate(position):
            if heap == previous:
                continue
            previous = heap
            if heap not in self._movable:
                left = dict.fromkeys(map(self._canonical, self.options(heap)))
                self._movable[heap] = tuple(left)
            rest = position[:place] + position[place + 1 :]
            for parts in self._movable[heap]:
                yield tuple(sorted(rest + parts)) if parts else rest

    def _stop_at_limit(self, positions: int, cells: int) -> None:
        if positions > self._limit or cells > _HEAPS_A_POSITION * self._limit:
            raise self._limit_passed(counted(min(positions, self._limit), "position"))
        if self._watch is not None:
            self._watch.look(positions, plain=False)

    def _limit_passed(self, most: str) -> LimitError:
        known = self._known()
        return LimitError(
            f"Misère values do not add, and a search of these heaps meets more than {most}; "
            f"{counted(len(known), 'position')} {'is' if len(known) == 1 else 'are'} decided so "
            "far; raise the limit or give fewer or "
            "smaller heaps.",
            partial=known,
        )

    def _known(self) -> dict[Heaps, Outcome]:
        known = {heaps: Outcome.N if wins else Outcome.P for heaps, wins in self._wins.items()}
        by_value = {heaps: Outcome.N if v else Outcome.P for heaps, v in self._values.items()}
        return known | by_value
