"""Misère values, genera and outcomes of heaps by a search of all positions that can be reached."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from grundy.errors import LimitError
from grundy.heaps.formulas import Option
from grundy.heaps.numbers import HeapRules, is_nim
from grundy.heaps.options import bounded_options
from grundy.misere.forms import Genus, genus_of
from grundy.nimbers import mex
from grundy.printable import counted
from grundy.runtime.limits import Limits, Watch
from grundy.values import Outcome

Heaps = tuple[int, ...]
"""A multiset of heaps, ascending, without the heaps that cannot be moved."""

Result = TypeVar("Result")
Search = Generator[Heaps, None, Any]
"""Yields positions that it needs first, and returns a result."""

MOST_POSITIONS = 300_000
# Positions of very many heaps are counted by their heaps, for the memory they take.
_HEAPS_A_POSITION = 40
# Heaps of many digits have hundreds of options each, which are kept.
_OPTIONS_A_POSITION = 3
_WORD = 64
_LOOK = 1_023  # options between two looks at the limits, less one
_SEEN = 7  # the same, of positions


def misere_value(ruleset: HeapRules, heap: int) -> int:
    """Return the misère Grundy value of a single heap."""
    if is_nim(ruleset):
        return (1, 0)[heap] if heap < 2 else heap
    return Positions(ruleset).value((heap,))


class Positions:
    """Misère values, genera and outcomes of positions of one game, memoised."""

    def __init__(
        self, ruleset: HeapRules, limits: Limits | None = None, purpose: str = "Misère play"
    ) -> None:
        most = None if limits is None else limits.positions
        self._ruleset = ruleset
        self._limit = MOST_POSITIONS if most is None else most
        self._watch = Watch(limits, f"{purpose} of {ruleset.text}", {})
        self._options: dict[int, tuple[Option, ...]] = {}
        self._option_count = 0
        self._live: dict[int, bool] = {}
        self._movable: dict[int, tuple[Heaps, ...]] = {}
        self._wins: dict[Heaps, bool] = {}
        self._values: dict[Heaps, int] = {}
        self._genera: dict[Heaps, Genus] = {}

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Return the outcome; a position is left at its first winning reply."""
        wins = self._wins

        def wins_of(position: Heaps) -> Search:
            for reply in self._replies(position):
                if reply not in wins:
                    yield reply
                if not wins[reply]:
                    return True
            return not position  # without a move the next player wins

        return Outcome.N if self._evaluate(heaps, wins, wins_of) else Outcome.P

    def value(self, heaps: Iterable[int]) -> int:
        """Return the misère Grundy value of the whole position."""
        return self._folded(heaps, self._values, lambda values: mex(values) if values else 1)

    def genus(self, heaps: Iterable[int]) -> Genus:
        """Return the genus of the whole position."""
        return self._folded(heaps, self._genera, genus_of)

    def _folded(
        self, heaps: Iterable[int], memo: dict[Heaps, Result], of_options: Callable[[Any], Result]
    ) -> Result:
        """Evaluate a position recursively from the results of its options."""

        def of(position: Heaps) -> Search:
            replies = set(self._replies(position))
            for reply in replies:
                if reply not in memo:
                    yield reply
            return of_options({memo[reply] for reply in replies})

        return self._evaluate(heaps, memo, of)

    def _evaluate(
        self, heaps: Iterable[int], memo: dict[Heaps, Result], find: Callable[[Heaps], Search]
    ) -> Result:
        """Evaluate a position with a stack; *find* yields the positions that it needs first."""
        self._watch.keep(memo)
        start, cells = self._canonical(heaps), 0
        path = [] if start in memo else [(start, find(start))]
        while path:
            position, finder = path[-1]
            try:
                reply = next(finder)
            except StopIteration as end:
                memo[position] = end.value
                path.pop()
                continue
            cells += len(reply)
            self._stop_at_limit(len(memo) + len(path), cells)
            path.append((reply, find(reply)))
        return memo[start]

    def __len__(self) -> int:
        """Count the positions that are decided."""
        return len(self._wins.keys() | self._values.keys())

    def options(self, heap: int) -> tuple[Option, ...]:
        """Return the options of one heap, as the rules generate them."""
        if heap not in self._options:
            try:
                self._options[heap] = tuple(self._listed(heap))
            except LimitError as error:
                raise LimitError(str(error), partial=self._outcomes()) from None
            self._option_count += len(self._options[heap])
            if self._option_count > _OPTIONS_A_POSITION * self._limit:
                raise self._limit_passed(counted(self._option_count, "move"))
        return self._options[heap]

    def _listed(self, heap: int) -> Iterator[Option]:
        for count, option in enumerate(bounded_options(self._ruleset, heap), 1):
            if not count & _LOOK:
                self._watch.check_resources(len(self._wins))
            yield option

    def _canonical(self, heaps: Iterable[int]) -> Heaps:
        # A heap without a move is no part of the game; pairs of equal heaps are, in misère play.
        movable = list(islice(filter(self._can_move, heaps), self._limit + 1))
        self._stop_at_limit(len(movable), 0)  # one position at least for each heap gone
        return tuple(sorted(movable))

    def _can_move(self, heap: int) -> bool:
        # One option is enough to see it; a heap that is never moved need not list them all.
        # On a very large heap, generating one option takes as long as generating all.
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
        if positions & _SEEN == _SEEN:
            self._watch.look(positions, plain=False)

    def _limit_passed(self, most: str) -> LimitError:
        memo = self._outcomes()
        decided = f"{counted(len(memo), 'position')} {'is' if len(memo) == 1 else 'are'} decided"
        return LimitError(
            f"Misère values do not add, and a search of these heaps meets more than {most}; "
            f"{decided} so far; raise the limit or give fewer or smaller heaps.",
            partial=memo,
        )

    def _outcomes(self) -> dict[Heaps, Outcome]:
        outcomes = {heaps: Outcome.N if wins else Outcome.P for heaps, wins in self._wins.items()}
        values = {heaps: genus.digits[0] for heaps, genus in self._genera.items()} | self._values
        return outcomes | {heaps: Outcome.N if v else Outcome.P for heaps, v in values.items()}


def genera(
    ruleset: HeapRules, heaps: Iterable[int], limits: Limits | None = None
) -> Iterator[Genus]:
    """Yield the genus of one heap after another, sharing results between them."""
    positions = Positions(ruleset, limits, "The search for genera")
    for heap in heaps:
        yield positions.genus((heap,))
