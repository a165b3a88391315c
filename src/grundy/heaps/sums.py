"""Several heaps of one game at once: who wins, the nim-sum, and every winning move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from grundy import markup
from grundy.errors import LimitError
from grundy.heaps.many import Heaps
from grundy.heaps.options.by_value import Option
from grundy.heaps.options.lookup import Numbers, as_numbers
from grundy.running.limits import Limits
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.heaps.answers import HeapAnswers
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
    given = Heaps.of(heaps)
    answers = ruleset.answers(given, play, limits=limits, progress=progress)
    answers.outcome  # noqa: B018 - what is out of reach is said at once
    return HeapSum(ruleset, given.array, play, answers)


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
    _answers: HeapAnswers

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
        return int(self._answers.value())  # type: ignore[arg-type]

    @property
    def values(self) -> Numbers:
        """The value of each heap, int64[n] or dtype object, in the order of `heaps`.

        Raises:
            PositionError: For several heaps under misère play, as `value` says.
        """
        return as_numbers(
            [int(value) for value in self._answers.values()]  # type: ignore[arg-type]
        )

    def winning_moves(self) -> Iterator[HeapMove]:
        """Give every winning move, by heap and as they are found; none from a P-position.

        A move is named once however the rules describe it; the same option of two equal heaps
        is two moves.

        Raises:
            LimitError: At the end, when a heap has too many options to look at.
        """
        stopped: LimitError | None = None
        for place, heap in enumerate(self.heaps.tolist() if self._can_win() else ()):
            try:
                for _, option in self._answers.moves(place):
                    yield HeapMove(place, heap, option)
            except LimitError as error:
                stopped = stopped or error
                if self._answers.searched_whole:
                    break
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
        return self._answers.count()

    def winning_move(self) -> HeapMove | None:
        """Give one winning move, without looking for the others; None where there is none.

        Raises:
            LimitError: When none is found among the options that can be looked at.
        """
        if not self._can_win():
            return None
        stopped: LimitError | None = None
        for place in self._answers.promising():
            try:
                found = next(self._answers.moves(place), None)
            except LimitError as error:
                stopped = error
                continue
            if found is not None:
                return HeapMove(place, int(self.heaps[place]), found[1])
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


def _row(heap: object, value: int, width: int) -> tuple[object, int, str]:
    return heap, value, f"{value:0{width}b}"
