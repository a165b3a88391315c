"""What every heap game can do: options by its rule, and values, zeros and periods from them.

The games themselves are in take_and_break.py, subtraction.py, moves.py and function_game.py.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from grundy.errors import CodeError, LimitError, PositionError
from grundy.games.naturals import heaps_drawn
from grundy.games.number_text import parse_number
from grundy.games.ruleset import Ruleset
from grundy.games.scenes.boards import MOST_STONES, heap_scene, heaps_scene
from grundy.games.scenes.scene import Scene, Way
from grundy.games.state_text import shown as shown_text
from grundy.heaps.codes import Code
from grundy.heaps.engines.limited import Within
from grundy.heaps.formulas.formula import Formula

if TYPE_CHECKING:
    from grundy.games.position import Play, Position
    from grundy.heaps.answers import HeapAnswers
    from grundy.heaps.engines.sequence import Sequence as Values
    from grundy.heaps.many import Heaps
    from grundy.heaps.periods.period import Period
    from grundy.running.limits import Limits
    from grundy.running.progress import Progress

_COMPUTED = 20_000  # heaps that `value` computes before it looks for a period
# Heaps in which `value` looks for a period before it gives up: some seconds for each kind.
_SEARCHED_SLOW = 5_000  # in codes with three heaps or more, each takes as many steps as heaps
_SEARCHED = 200_000
_SEARCHED_FAR = 4_000_000  # with few rare heaps, each heap takes less than a microsecond
_FEW_RARES = 128


class HeapRuleset(Ruleset):
    """A game on heaps: a move turns one heap into a few smaller ones.

    A subclass says what the options are; the rest follows. The values computed so far belong
    to the instance.

    Attributes:
        text: What the command line takes for this game, in canonical form.
    """

    text: str
    _sought = 0  # heaps in which a period has been looked for
    _searched: Period | None = None

    @abstractmethod
    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: its non-empty heaps in order, () for nothing left."""

    def moves(self, heap: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield each legal move once, in words: "take 1 from 5 and split the rest into 1 and 3".

        Raises:
            LimitError: If the options are too many to list.
        """
        from grundy.heaps.options.by_value import bounded_options

        for option in bounded_options(self, heap):
            yield self.move_name(heap, option), option

    def move_name(self, heap: int, option: tuple[int, ...]) -> str:
        """Say in words what the move from a heap to an option does."""
        which, taken = short(heap), heap - sum(option)
        parts = " and ".join(map(short, option))
        if len(option) > 1:
            if not taken:
                return f"split {which} into {parts}"
            return f"take {short(taken)} from {which} and split the rest into {parts}"
        return f"take {short(taken)} from {which}"

    def legal(self, state: Any) -> int | tuple[int, ...]:
        """Return one heap as an int, or several, whose sum is meant, as a tuple."""
        if isinstance(state, (tuple, list)):
            return tuple(_heap(heap) for heap in state)
        return _heap(state)

    def parse(self, text: str) -> int:
        """Read one heap, such as 17, 1e6 or 10^200."""
        heap = parse_number(text)
        if heap is None:
            message = (
                f'"{shown_text(text.strip(), 40)}" is no heap; write such as 17, 1e6 or 10^200.'
            )
            raise CodeError(message, text=text, column=len(text) - len(text.lstrip()) + 1)
        return heap

    def format(self, state: int | tuple[int, ...]) -> str:
        """Write a heap in digits, and several with + between them."""
        return str(state) if isinstance(state, int) else " + ".join(map(str, state))

    def draw(self, state: int | tuple[int, ...]) -> str:
        """Draw a heap as a row of tokens, and several in lines."""
        return heaps_drawn(state if isinstance(state, tuple) else (state,))

    def scene(self, state: int | tuple[int, ...]) -> Scene:
        """Return the stones of a heap, or of several below each other."""
        if isinstance(state, tuple):
            return heaps_scene(state)
        return heap_scene(state, with_cuts=self.code is not None and self.code.digit(0) > 0)

    def touches(self, state: int) -> Iterator[tuple[Way, ...]]:
        """Return the stones that each move takes; from a row that may fall apart, at either end."""
        from grundy.heaps.options.touches import WHOLE, ways

        if state > MOST_STONES:
            return repeat(WHOLE)
        is_row = self.code is not None and self.code.breaks
        return (ways(state, option, is_row=is_row) for _, option in self.moves(state))

    def as_position(self, state: int | tuple[int, ...]) -> Position:
        """The position of one heap, or the sum of several, unchecked."""
        from grundy.games.position import Part, Position

        heaps = state if isinstance(state, tuple) else (state,)
        return Position(tuple(Part(self, heap) for heap in heaps))

    def options_of_value(
        self, heap: int, wanted: int, *, limits: Limits | None = None
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Each move from a heap to an option of this value, found by the values' structure."""
        from grundy.heaps.options.by_value import WinningOptions
        from grundy.heaps.options.lookup import ValueLookup

        sizes = np.array([heap], object if heap >= 2**63 else np.int64)
        lookup = ValueLookup(self, sizes, limits=limits)
        for option in WinningOptions(self, lookup, limits).listed(heap, wanted):
            yield self.move_name(heap, option), option

    def rank(self, state: int) -> int:
        """Return 0: heaps only get smaller, so every play ends."""
        return 0

    def answers(
        self,
        states: Sequence[int],
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> HeapAnswers:
        """Return what is known of several heaps at once, equal ones together."""
        from grundy.heaps.answers import NormalPlay
        from grundy.heaps.misere import misere_play

        if play == "misere":
            return misere_play(self, states, limits, progress)
        return NormalPlay(self, states, limits, progress)

    def gathered(self, states: Sequence[int]) -> Heaps:
        """Return many heaps as one array."""
        from grundy.heaps.many import Heaps

        return Heaps.of(states)

    def sum(self, states: Iterable[int]) -> Position:
        """Return the sum of many heaps, which are kept as one array.

        Args:
            states: Natural numbers of any size, as an iterable or an array of integers, which
                is copied; their order is kept, and 0 is an empty heap.

        Raises:
            PositionError: If a heap is negative or no integer.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").sum(range(1_000_000)).value()
        10
        """
        from grundy.games.position import Position, Run
        from grundy.heaps.many import Heaps

        return Position.of_runs([Run(self, Heaps.of(states))])

    def may_cycle(self, state: int) -> bool:
        """Return False: heaps only get smaller."""
        return False

    @property
    def code(self) -> Code | None:
        """The take-and-break code of this game, or None when it has none."""
        return None

    @property
    def formula(self) -> Formula | None:
        """A proved closed form of the values, or None when none is known here."""
        return None

    @cached_property
    def sequence(self) -> Values:
        """The values computed so far, and the engine that computes them."""
        from grundy.heaps.engines.sequence import Sequence as Values

        return Values(self)

    def values(self, stop: int, progress: Callable[..., None] | None = None) -> np.ndarray:
        """Return the Grundy values of heaps 0 .. stop - 1.

        Args:
            stop: The number of heaps. Cost: that of the engine; what is known is kept.
            progress: Called now and then with the number of heaps done.

        Returns:
            uint8[stop], or wider where a value needs it; read-only.

        Raises:
            ValueError: If *stop* is negative.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").values(8)
        array([0, 1, 2, 3, 1, 4, 3, 2], dtype=uint8)
        """
        return self.sequence.values(_natural(stop, "stop"), progress)

    def value(
        self,
        heap: int,
        *,
        limits: Limits | None = None,
        progress: Callable[..., None] | None = None,
    ) -> int:
        """Return the Grundy value of one heap, of any size.

        By a formula when there is one; else computed when the heap is small, and else by a
        period that has been proved or is found in some seconds: among the first 200,000 heaps,
        4,000,000 where few heaps are rare, 5,000 for codes with three heaps or more.

        Raises:
            PositionError: If *heap* is not a natural number.
            LimitError: If the heap is too large and no period is found.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").value(10**200)
        1
        """
        heap = _heap(heap)
        if self.formula is not None:
            return self.formula(heap)
        report = Within(limits, self.text, progress)
        if heap < max(_COMPUTED, self.sequence.filled):
            return int(self.values(report.stop(self.sequence, heap), report.progress)[heap])
        period = self._known_period(report)
        if period is not None:
            return period.value(heap, self.values(period.preperiod + period.period))
        limit = self._search_limit()
        if heap < limit:
            return int(self.values(report.stop(self.sequence, heap), report.progress)[heap])
        if report.most < limit:
            report.stop(self.sequence, heap)
        raise LimitError(
            f"The value of a heap of {_size(heap)} in {self.text} is out of reach: no period is "
            f"proved within {limit:,} heaps; values(stop) computes as far as you wait."
        )

    def zeros(self, stop: int) -> np.ndarray:
        """Return the heaps below *stop* with value 0, the P-positions, as int64[…].

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.6").zeros(100).tolist()
        [0, 1, 4, 12, 20, 30, 46, 72, 98]
        """
        return np.flatnonzero(self.values(stop) == 0)

    def records(self, stop: int) -> list[tuple[int, int]]:
        """Return (heap, value) where the value is greater than all before it.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").records(12)
        [(0, 0), (1, 1), (2, 2), (3, 3), (5, 4), (11, 6)]
        """
        values = self.values(stop)
        if not len(values):
            return []
        greatest = np.maximum.accumulate(values)
        heaps = [0, *(np.flatnonzero(greatest[1:] > greatest[:-1]) + 1).tolist()]
        return [(heap, int(values[heap])) for heap in heaps]

    def frequencies(self, stop: int) -> dict[int, int]:
        """Return how often each value occurs below *stop*, in the order of the values.

        >>> from grundy import GrundysGame
        >>> GrundysGame().frequencies(10)
        {0: 5, 1: 3, 2: 2}
        """
        found, counts = np.unique(self.values(stop), return_counts=True)
        return dict(zip(found.tolist(), counts.tolist(), strict=True))

    def rares(self, stop: int) -> Any:
        """Return the rare heaps below *stop* with their values, for games with a sparse space."""
        self.values(stop)
        return self.sequence.rares

    def find_period(
        self, stop: int | None = None, *, limits: Limits | None = None
    ) -> Period | None:
        """The proved period of the values, or None; see `heaps.periods.period.find_period`.

        Args:
            stop: Heaps below this are computed. Without it more and more are, as far as `value`
                looks for a period by itself.
            limits: How far the search may go; its positions are heaps.

        Raises:
            LimitError: If a limit is passed.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").find_period()
        Period(preperiod=71, period=12, saltus=0, proved=True)
        """
        from grundy.heaps.periods.period import find_period

        report = Within(limits, self.text)
        if stop is None:
            return self._known_period(report)
        if _natural(stop, "stop"):
            report.stop(self.sequence, stop - 1)
        found = find_period(self, stop, report.progress)
        if found is not None:
            self.sequence.adopt(found)
        return found

    def guess_period(self, stop: int) -> Period | None:
        """Find a period that is only observed; see `grundy.heaps.periods.period.guess_period`."""
        from grundy.heaps.periods.period import guess_period

        return guess_period(self, _natural(stop, "stop"))

    def _known_period(self, report: Within) -> Period | None:
        """Return the period that has been proved, or look for one, once, up to a limit."""
        from grundy.heaps.periods.period import search_period

        for limit in (_SEARCHED_SLOW, _SEARCHED, _SEARCHED_FAR):
            limit = min(limit, report.most)
            if self.sequence.period is not None or limit > self._search_limit():
                break
            if limit > self._sought:
                found = search_period(self, limit, report.progress)
                self._sought = limit
                if found is not None:
                    self._searched = found
        if self.sequence.period is None and self._searched is not None:
            self.sequence.adopt(self._searched)
        return self.sequence.period

    def _search_limit(self) -> int:
        """Return how many heaps are worth a search, as far as what has been computed says."""
        if self.sequence.engine == "code":
            return _SEARCHED_SLOW
        return _SEARCHED_FAR if 0 < self.sequence.rare_count <= _FEW_RARES else _SEARCHED

    def _repr_html_(self) -> str:
        """Show the first values in a notebook, as many as take no time."""
        from grundy.drawing.strip import sequence_html

        return sequence_html(self)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key()))

    def _key(self) -> object:
        """Return what two games of one class have in common when they are the same game."""
        return id(self)


def short(number: int) -> str:
    """Write a number of any size on a few columns."""
    if number.bit_length() < 100:
        return str(number)
    if number & (number - 1) == 0:
        return f"2^{number.bit_length() - 1}"
    text = str(number)
    return f"{text[:8]}…{text[-8:]} ({len(text)} digits)"


def whole(number: SupportsIndex) -> int | None:
    """Return an int for an int or NumPy integer, and None for anything else, such as True."""
    if isinstance(number, (bool, np.bool_)):
        return None
    try:
        return operator.index(number)
    except TypeError:
        return None


def _heap(heap: SupportsIndex) -> int:
    number = whole(heap)
    if number is None or number < 0:
        raise PositionError(f"A heap is a natural number, found {_size(heap)}.")
    return number


def _natural(number: SupportsIndex, name: str) -> int:
    found = whole(number)
    if found is None or found < 0:
        raise ValueError(f"{name} is a natural number, found {_size(number)}.")
    return found


def _size(number: object) -> str:
    """Show a number, also one with more digits than Python prints."""
    if isinstance(number, int) and not -(10**30) < number < 10**30:
        return f"about 2^{number.bit_length() - 1}" if number > 0 else "a negative number"
    shown = repr(number)
    return shown if len(shown) <= 60 else shown[:60] + "…"
