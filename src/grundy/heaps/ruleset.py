"""What every heap game can do: options by its rule, and values, zeros and periods from them.

The games themselves are in `rules/`; each says there what is special about it.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.display import hook
from grundy.errors import CodeError
from grundy.games.position import Part, Position, Run
from grundy.games.rulebook import Rulebook
from grundy.games.ruleset import Ruleset
from grundy.games.scenes import Scene, Way, heaps_drawn, heaps_scene
from grundy.games.state_text import parse_number
from grundy.games.state_text import shown as shown_text
from grundy.heaps import options as heap_options
from grundy.heaps.codes import Code
from grundy.heaps.formulas import Formula, KnownOptions
from grundy.heaps.heap_values import LARGE, HeapValuer, HeapValues, moves_leaving
from grundy.heaps.numbers import (
    CROSSES,
    Numbers,
    Within,
    look_of,
    require_heap,
    require_natural,
    short,
    squares_of,
    ways_of,
    words_of_move,
)
from grundy.heaps.periods.period import Period, Theorem, find_period, theorem_of
from grundy.misere.forms import Tame
from grundy.runtime.limits import Limits, Progress, reports
from grundy.values import Outcome, Play, outcome_of

if TYPE_CHECKING:
    from grundy.heaps.engines.engine import Engine
    from grundy.heaps.engines.sequence import Sequence as Values
    from grundy.heaps.many_heaps import HeapAnswers, Heaps
    from grundy.heaps.misere_quotient import CodeLine, KnownQuotient, MisereQuotient
    from grundy.misere.forms import Genus


class HeapRuleset(HeapValues, Ruleset):
    """A game on heaps: a move turns one heap into a few smaller ones.

    A subclass says what the options are; the rest follows. The values computed so far belong
    to the instance.

    Attributes:
        text: What the command line takes for this game, in canonical form.
        turns: Whether the rule says what a heap is turned into, not what is taken from it.
        largest_listed: The largest heap whose options are listed within about a second; those
            that need longer list them all before the first.
    """

    text: str
    turns: bool = False
    largest_listed: float = math.inf

    @abstractmethod
    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Return each option of a heap once: its non-empty heaps in order, () for nothing left."""

    def rests(self, heap: int) -> Numbers | None:
        """Return the options ascending as an array, where each is one heap or 0; None elsewhere."""
        return None

    def moves(self, heap: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield each legal move once, in words: "take 1 from 5 and split the rest into 1 and 3".

        A cross of Treblecross is a move for each square where it may be.

        Raises:
            LimitError: If the options are too many to list.
        """
        for option in heap_options.bounded_options(self, heap):
            for name in self.move_names(heap, option):
                yield name, option

    @property
    def is_by_place(self) -> bool:
        """Whether moves at different places of a row count each, though they leave the same."""
        return self.text == CROSSES

    def move_names(self, heap: int, option: tuple[int, ...]) -> tuple[str, ...]:
        """The names of the moves from a heap to an option: one, or one for each place."""
        name = words_of_move(heap, option, short(heap))
        if not self.is_by_place:
            return (name,)
        return tuple(f"square {square}: {name}" for square in squares_of(heap, option))

    def lists_moves(self, state: int) -> bool:
        """Return whether the options of a heap can be listed in reasonable time."""
        return state <= self.largest_listed

    def moves_to(self, state: int, words: Sequence[str]) -> Iterable[tuple[str, tuple[int, ...]]]:
        """Return the one move from a large heap that leaves these heaps, if there is one."""
        return moves_leaving(self, state, words) if state > LARGE else self.moves(state)

    def legal(self, state: Any) -> int | tuple[int, ...]:
        """Return one heap as an int, or several, whose sum is meant, as a tuple."""
        if isinstance(state, (tuple, list)):
            return tuple(require_heap(heap) for heap in state)
        return require_heap(state)

    def parse(self, text: str) -> int:
        """Read one heap, such as 17, 1e6 or 10^200."""
        heap = parse_number(text)
        if heap is None:
            column, such = len(text) - len(text.lstrip()) + 1, "write such as 17, 1e6 or 10^200"
            message = f'"{shown_text(text.strip(), 40)}" is no heap; {such}.'
            raise CodeError(message, text=text, column=column)
        return heap

    def format(self, state: int | tuple[int, ...]) -> str:
        """Write a heap in digits, and several with + between them."""
        return str(state) if isinstance(state, int) else " + ".join(map(str, state))

    def draw(self, state: int | tuple[int, ...]) -> str:
        """Draw a heap as a row of tokens, and several in lines."""
        return heaps_drawn(state if isinstance(state, tuple) else (state,))

    def scene(self, state: int | tuple[int, ...]) -> Scene:
        """Return the stones of a heap, or of several below each other; of a row its pins."""
        if isinstance(state, tuple):
            return heaps_scene(state)
        return look_of(self, state)

    def touches(self, state: int) -> Iterator[tuple[Way, ...]]:
        """Return the stones that each move takes; from a row that may fall apart, at either end."""
        return ways_of(self, state)

    def as_position(self, state: int | tuple[int, ...]) -> Position:
        """The position of one heap, or the sum of several, unchecked."""
        heaps = state if isinstance(state, tuple) else (state,)
        return Position(tuple(Part(self, heap) for heap in heaps))

    def answers(
        self, states: Sequence[int], play: Play = "normal", *, limits: Limits | None = None
    ) -> HeapAnswers | None:
        """Return what is known of several heaps at once; nothing special of one with a theorem."""
        if play == "misere":
            from grundy.heaps.misere_play import misere_play

            return misere_play(self, states, limits)
        if len(states) == 1 and self.theorem is not None:
            return None
        from grundy.heaps.many_heaps import NormalPlay

        return NormalPlay(self, states, limits)

    def tame(self, states: Sequence[int]) -> Tame | None:
        """Return what heaps of Nim are; what others are, their quotient says."""
        from grundy.heaps.numbers import is_nim

        if not is_nim(self):
            return None
        return Tame(reduce(xor, states, 0), max(states, default=0) > 1)

    def gathered(self, states: Sequence[int]) -> Heaps:
        """Return many heaps as one array."""
        from grundy.heaps.many_heaps import Heaps

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
        from grundy.heaps.many_heaps import Heaps

        return Position.of_runs([Run(self, Heaps.of(states))])

    def _outcomes(self, positions: list[Any], play: Play, limits: Limits | None) -> list[Outcome]:
        if all(type(one) is list for one in positions):
            if play == "normal":
                return list(map(outcome_of, self.nim_sums(positions, limits=limits)))
            from grundy.heaps.many_heaps import misere_losses

            if (lost := misere_losses(self, positions, limits)) is not None:
                return [Outcome.P if one else Outcome.N for one in lost]
        return super()._outcomes(positions, play, limits)

    def nim_sums(self, sums: Sequence[Sequence[int]], *, limits: Limits | None = None) -> list[int]:
        """Return the value of each of many sums of heaps.

        Args:
            sums: Lists of natural numbers of any size.
            limits: How far the values may go.

        Raises:
            PositionError: If a heap is negative or no integer.
            LimitError: If a limit is passed.

        Cost: a look-up for each distinct heap, and one step for each heap.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").nim_sums([[3, 3], [5, 7], []])
        [0, 6, 0]
        """
        from grundy.heaps.many_heaps import nim_sums

        return nim_sums(self, sums, limits)

    @property
    def code(self) -> Code | None:
        """The take-and-break code of this game, or None when it has none."""
        return None

    @property
    def formula(self) -> Formula | None:
        """A proved closed form of the values, or None when none is known here."""
        return None

    @property
    def period_theorem(self) -> Theorem | None:
        """The theorem that proves periods of the values, or None where none is known here."""
        return None if self.code is None else theorem_of(self.code)

    def known_options(self) -> KnownOptions:
        """Return what is known of the options that have a given value, without looking at all.

        >>> from grundy import TakeAndBreak
        >>> list(TakeAndBreak("0.[3]").known_options().options(10**200, 7))
        [(7,)]
        """
        if self.formula is not None and self.formula.options is not None:
            return self.formula.options
        return heap_options.options_by_period(self)

    def make_engine(self) -> Engine:
        """Make what computes the values: by the formula for whole arrays, else by the rule."""
        from grundy.heaps.engines.engine import FormulaEngine

        if self.formula is not None and self.formula.array is not None:
            return FormulaEngine(self.formula.array)
        return self.rule_engine()

    def rule_engine(self) -> Engine:
        """Make what computes the values by the rule: the code, or else the options one by one."""
        if self.code is None:
            from grundy.heaps.engines.codes import DefinitionEngine

            return DefinitionEngine(self.options)
        from grundy.heaps.engines.codes import engine_of

        return engine_of(self.code)

    @cached_property
    def valuer(self) -> HeapValuer:
        """How the value of one heap is found."""
        return HeapValuer(self)

    @cached_property
    def sequence(self) -> Values:
        """The values computed so far, and the engine that computes them."""
        from grundy.heaps.engines.sequence import Sequence as Values

        return Values(self)

    @reports
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
        within = Within(limits, self.text)
        if stop is None:
            return self.valuer.period(within)
        within.require(self.sequence, require_natural(stop, "stop"))
        with within.watched():
            period = find_period(self, stop)
        if period is not None:
            self.sequence.adopt(period)
        return period

    @reports
    def misere_quotient(
        self, stop: int = 200, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> MisereQuotient:
        """Return the misère quotient of heaps 0 .. stop - 1, or of all where a period is proved.

        Args:
            stop: How many heaps, where fewer prove no period.
            limits: How far to go; its positions are the elements of a candidate.
            progress: Called now and then as ``progress("heaps", done, stop)``.

        Raises:
            LimitError: If a limit is passed; ``partial`` is the quotient of the heaps done.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").misere_quotient().order
        40
        """
        from grundy.heaps.misere_quotient import find_quotient

        quotient = find_quotient(self, require_natural(stop, "stop"), limits=limits)
        self.known_quotient.adopt(quotient)
        return quotient

    @cached_property
    def known_quotient(self) -> KnownQuotient:
        """The largest misère quotient found so far, for answers under misère play."""
        from grundy.heaps.misere_quotient import KnownQuotient

        return KnownQuotient(self)

    @property
    def heap_line(self) -> CodeLine | None:
        """The heaps for a joint misère quotient, where a theorem on periods holds."""
        from grundy.heaps.misere_quotient import line_of

        return line_of(self)

    def sealed_rule(self) -> str:
        """Return the rule as a certificate holds it, a code or a set; a function has none.

        >>> from grundy import GrundysGame
        >>> GrundysGame().sealed_rule()
        '4!.0'
        """
        from grundy.heaps.periods.certificate import rule_of

        return rule_of(self)

    @reports
    def genus(self, heap: int, *, limits: Limits | None = None) -> Genus:
        """Return the genus of a heap: its value, and its misère values beside copies of ``*2``.

        Args:
            heap: A natural number.
            limits: How far to go, of the positions that can be reached; by default 300,000.

        Raises:
            LimitError: If a limit is passed.

        >>> from grundy import TakeAndBreak
        >>> print(TakeAndBreak("0.77").genus(5))
        4^146
        """
        from grundy.heaps.misere_search import genera

        return next(genera(self, [require_heap(heap)], limits))

    def _repr_html_(self) -> str:
        html: str = hook(self, "html")(self)
        return html

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key()))

    def _key(self) -> object:
        """Return what two games of one class have in common when they are the same game."""
        return id(self)


def as_heap_game(ruleset: Rulebook) -> HeapRuleset | None:
    """Return a game as one of heaps, where it is one; None for any other."""
    return ruleset if isinstance(ruleset, HeapRuleset) else None
