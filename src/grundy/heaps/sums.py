"""Several heaps of one game at once: who wins, the nim-sum, and every winning move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import index, xor
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import numpy as np

from grundy import markup
from grundy.errors import LimitError, PositionError
from grundy.heaps.options.by_value import MOST_OPTIONS, Option, WinningOptions
from grundy.heaps.options.lookup import Numbers, ValueLookup, as_numbers
from grundy.nimbers.natural import shown
from grundy.running.limits import Limits
from grundy.values import Outcome, outcome_of

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.running.progress import Progress

Play = Literal["normal", "misere"]


class HeapMove(NamedTuple):
    """One move: the heap at *heap_index* (from 0) has size *heap* and is replaced by *option*.

    >>> HeapMove(2, 17, (12,))
    HeapMove(heap_index=2, heap=17, option=(12,))
    """

    heap_index: int
    heap: int
    option: Option


def solve_heaps(
    ruleset: HeapRuleset,
    heaps: Iterable[int],
    play: Play = "normal",
    *,
    limit: int | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> HeapSum:
    """Say who wins from several heaps of one game, and by which moves.

    Args:
        ruleset: The game that all heaps follow.
        heaps: Natural numbers of any size, as an iterable or an array of integers; their order
            is kept, and 0 is an empty heap.
        play: "normal", who cannot move loses; or "misere", who cannot move wins.
        limit: The most positions, short for `Limits`; a misère search reaches 300,000 by default.
        limits: How far the search may go; under normal play a heap whose value is computed is a
            position.
        progress: Called now and then while it goes on.

    Returns:
        The answer; the winning moves are looked for when they are asked for.

    Raises:
        PositionError: If a heap is negative or no integer.
        LimitError: If a value is out of reach, or a misère search reaches too many positions.

    Cost: normal play, the values of the distinct heaps, then O(heaps). Misère Nim O(heaps); any
    other game O(reachable positions * moves) under misère play, where values do not add.

    >>> from grundy import TakeAndBreak
    >>> answer = solve_heaps(TakeAndBreak("0.[3]"), [4, 8, 17])
    >>> answer.value, answer.outcome, list(answer.winning_moves())
    (29, <Outcome.N: ...>, [HeapMove(heap_index=2, heap=17, option=(12,))])
    >>> solve_heaps(TakeAndBreak("0.[3]"), [1, 1, 1], play="misere").outcome
    <Outcome.P: ...>

    Source: C. L. Bouton 1901; R. P. Sprague 1935; P. M. Grundy 1939.
    """
    if play not in ("normal", "misere"):
        raise ValueError(f'play is "normal" or "misere", not {play!r}.')
    if limit is not None:
        limits = replace(limits or Limits(), positions=limit)
    if limits is not None:
        limits = limits.for_one_question()
    given = _as_heaps(heaps)
    sizes, group, counts = np.unique(given, return_inverse=True, return_counts=True)
    if play == "normal":
        return HeapSum(
            ruleset,
            given,
            play,
            group,
            sizes,
            _NormalPlay(ruleset, sizes, counts, progress, limits),
        )
    from grundy.heaps.misere import misere_play

    answers = misere_play(ruleset, sizes, counts, limits, progress)
    return HeapSum(ruleset, given, play, group, sizes, answers)


class Answers(Protocol):
    """What one kind of play knows about a position; a heap is named by its size."""

    outcome: Outcome

    def value(self) -> int:
        """Give the value of the whole position, or raise `PositionError`."""

    def heap_values(self) -> Numbers:
        """Give the value of each distinct heap, or raise `PositionError`."""

    def winning_options(self, heap: int) -> Iterator[Option]:
        """Give each option of one heap of this size that wins, once."""

    def count_winning_options(self) -> list[int]:
        """Count `winning_options` for each distinct heap."""

    def promising(self) -> Iterable[int]:
        """Give the distinct heaps in the order in which to look for one winning move."""


@dataclass(frozen=True, eq=False, repr=False)
class HeapSum:
    """Who wins from several heaps, and how.

    Attributes:
        ruleset: The game that all heaps follow.
        heaps: The heaps in the order given; int64[n], or Python's integers (dtype object) when
            one needs more than 63 bits.
        play: "normal" or "misere".
    """

    ruleset: HeapRuleset
    heaps: Numbers
    play: Play
    _group: Numbers
    _sizes: Numbers
    _answers: Answers

    @property
    def outcome(self) -> Outcome:
        """Who wins: `Outcome.N`, the player to move, or `Outcome.P`, the other one."""
        return self._answers.outcome

    @property
    def value(self) -> int:
        """The Grundy value of the position: the nim-sum of the heaps' values.

        Raises:
            PositionError: For several heaps under misère play, whose values do not add: heaps
                of *1* and of *2 + 2* both have misère value 0, yet twice the first has 1 and
                twice the second has 0. A single heap has a misère value.
        """
        return self._answers.value()

    @property
    def values(self) -> Numbers:
        """The value of each heap, int64[n] or dtype object, in the order of `heaps`.

        Raises:
            PositionError: For several heaps under misère play, as `value` says.
        """
        return self._answers.heap_values()[self._group]

    def winning_moves(self) -> Iterator[HeapMove]:
        """Give every winning move, by heap and as they are found; none from a P-position.

        A move is named once however the rules describe it; the same option of two equal heaps
        is two moves.

        Raises:
            LimitError: At the end, when a heap has too many options to look at.
        """
        kept: dict[int, list[Option]] = {}
        often = len(self._sizes) < len(self.heaps)
        stopped: LimitError | None = None
        for place, heap in enumerate(self.heaps.tolist() if self._can_win() else ()):
            try:
                # A list that might be cut short by the limit is not kept.
                keep = often and heap <= MOST_OPTIONS
                if keep and heap not in kept:
                    kept[heap] = list(self._options(heap))
                for option in kept[heap] if keep else self._options(heap):
                    yield HeapMove(place, heap, option)
            except LimitError as error:
                stopped = stopped or error
                if self.play == "misere":
                    break  # the limit is one for the whole search
        if stopped is not None:
            raise stopped

    @cached_property
    def winning_move_count(self) -> int:
        """How many moves `winning_moves` gives, without listing them.

        Raises:
            LimitError: When a heap has too many options to look at.
        """
        if not self._can_win():
            return 0
        here = np.bincount(self._group, minlength=len(self._sizes)).tolist()
        found = self._answers.count_winning_options()
        return sum(heaps * options for heaps, options in zip(here, found, strict=True))

    def winning_move(self) -> HeapMove | None:
        """Give one winning move, without looking for the others; None where there is none.

        Raises:
            LimitError: When none is found among the options that can be looked at.
        """
        if not self._can_win():
            return None
        stopped: LimitError | None = None
        for heap in self._answers.promising():
            try:
                option = next(self._options(heap), None)
            except LimitError as error:
                stopped = error
                continue
            if option is not None:
                place = int(np.flatnonzero(self.heaps == heap)[0])
                return HeapMove(place, heap, option)
        if stopped is not None:
            raise stopped
        return None

    def after(self, move: HeapMove) -> list[int]:
        """Give the heaps after a move; the option stands in the place of its heap."""
        left: list[int] = self.heaps.tolist()
        left[move.heap_index : move.heap_index + 1] = move.option
        return left

    def __repr__(self) -> str:
        count = len(self.heaps)
        noun = "heap" if count == 1 else "heaps"
        return f"HeapSum({self.ruleset.text}, {count} {noun}, {self.play} play: {self.outcome})"

    def _repr_html_(self) -> str:
        """Show the heaps in a notebook, with their values where these add."""
        told = f"{self.ruleset.text}, {self.play} play: {self.outcome}, {self.outcome.value}"
        heaps = self.heaps.tolist()
        if self.play == "misere":
            return f"<div>{markup.paragraph(told)}{markup.table(['heap'], zip(heaps))}</div>"
        values = self.values.tolist()
        width = max((value.bit_length() for value in (*values, self.value)), default=0) or 1
        rows = [
            *(_row(heap, value, width) for heap, value in zip(heaps, values, strict=True)),
            _row("sum", self.value, width),
        ]
        shown = markup.table(["heap", "value", "in binary"], rows)
        return f"<div>{markup.paragraph(told)}{shown}</div>"

    def _can_win(self) -> bool:
        return self.outcome is Outcome.N

    def _options(self, heap: int) -> Iterator[Option]:
        return self._answers.winning_options(heap)


def _row(heap: object, value: int, width: int) -> tuple[object, int, str]:
    return heap, value, f"{value:0{width}b}"


class _NormalPlay:
    """Normal play: the values of the heaps add by the nim-sum."""

    def __init__(
        self,
        ruleset: HeapRuleset,
        sizes: Numbers,
        counts: Numbers,
        progress: Progress | None = None,
        limits: Limits | None = None,
    ) -> None:
        lookup = ValueLookup(ruleset, sizes, progress, limits=limits)
        self._sizes = sizes
        self._values = lookup.of_all(sizes)
        # Equal heaps cancel in pairs.
        self._total = reduce(xor, self._values[counts % 2 == 1].tolist(), 0)
        self._finder = WinningOptions(ruleset, lookup, limits)
        self.outcome = outcome_of(self._total)

    def value(self) -> int:
        return self._total

    def heap_values(self) -> Numbers:
        return self._values

    def winning_options(self, heap: int) -> Iterator[Option]:
        return self._finder.listed(heap, self._value_of(heap) ^ self._total)

    def count_winning_options(self) -> list[int]:
        wanted = as_numbers([value ^ self._total for value in self._values.tolist()])
        return self._finder.counted(self._sizes, wanted)

    def promising(self) -> Iterable[int]:
        # The mex rule promises an option of every smaller value; of a greater one it does not.
        pairs = list(zip(self._sizes.tolist(), self._values.tolist(), strict=True))
        yield from (heap for heap, value in pairs if value ^ self._total < value)

    def _value_of(self, heap: int) -> int:
        return int(self._values[np.searchsorted(self._sizes, heap)])


def _as_heaps(heaps: Iterable[int]) -> Numbers:
    """Give heaps as an array, each one checked."""
    if isinstance(heaps, np.ndarray) and heaps.ndim == 1 and np.issubdtype(heaps.dtype, np.integer):
        if len(heaps) and heaps.min() < 0:
            place = int(np.flatnonzero(heaps < 0)[0])
            raise _bad_heap(place, int(heaps[place]))
        if not len(heaps) or heaps.max() < 2**63:
            return heaps.astype(np.int64)
    numbers = []
    for place, heap in enumerate(heaps):
        if type(heap) is not int:
            try:
                if isinstance(heap, bool):
                    raise TypeError
                heap = index(heap)
            except TypeError:
                raise _bad_heap(place, heap) from None
        if heap < 0:
            raise _bad_heap(place, heap)
        numbers.append(heap)
    return as_numbers(numbers)


def _bad_heap(place: int, heap: object) -> PositionError:
    return PositionError(f"Heap {place + 1} is {shown(heap)}; a heap is a natural number.")
