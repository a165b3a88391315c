"""A game of one's own: a class with `options(state)`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

from grundy.errors import GrundyError, PositionError
from grundy.games.position import Part, Position
from grundy.games.protocols import Answers, State, Theorem
from grundy.games.rulebook import Rulebook, Valuer
from grundy.games.scenes import Scene, heaps_drawn, heaps_scene
from grundy.games.state_text import read_numbers, written
from grundy.games.states import MisereRule
from grundy.games.values.one_value import ByFormula
from grundy.games.values.solver import Solver
from grundy.runtime.limits import Limits, Progress, reports
from grundy.values import OVER, Outcome, Play, Value

if TYPE_CHECKING:
    from grundy.games.indexed import Indexed
    from grundy.games.joint_misere import JointQuotients
    from grundy.games.values.one_value import MisereSearch
    from grundy.games.values.packed import Packed


class Ruleset(Rulebook):
    """A game: it says which options a state has.

    `options` is all that a game needs. The other methods are hooks; each has a default that is
    right for every game. A state is whatever the rules like, as long as it is hashable and
    never changes. The values found so far belong to the instance.

    Attributes:
        text: The game's name, as the command line and messages show it; by default that of the
            class. Nothing is decided by it.
        takes_graphs: Whether a word of a position is a graph, so that it may name a file of one.
        compiled: Whether the rules of a game of one number are to be compiled, as `game` has it.

    >>> class Countdown(Ruleset):
    ...     def options(self, state):
    ...         return [state - take for take in (1, 2) if take <= state]
    >>> Countdown()[7].value(), Countdown()
    (1, Countdown('Countdown'))
    """

    _named_by_class = True

    def __init_subclass__(cls, **others: Any) -> None:
        super().__init_subclass__(**others)
        if "text" in vars(cls):
            cls._named_by_class = False
        elif cls._named_by_class:
            cls.text = cls.__name__

    def option_text(self, option: State) -> str:
        """Return what a move without a name of its own is called."""
        return str(option) if isinstance(option, Position) else super().option_text(option)

    def read(self, text: str) -> Position:
        """Read a position: states of this game with spaces between them, whose sum is meant.

        A game whose state is written in several words reads them together.

        Raises:
            CodeError, PositionError: As `parse`.
        """
        return sum((self.as_position(self.parse(word)) for word in text.split()), Position())

    def answers(
        self, states: Sequence[State], play: Play = "normal", *, limits: Limits | None = None
    ) -> Answers | None:
        """Return what is known of a sum of these states at once; None for nothing special.

        Without it values are found state by state under normal play and added, and under misère
        play `misere_theorem` says who wins one state; the whole of other sums is searched. A game
        with a proved rule for misère sums gives `grundy.games.states.MisereRule`. What is given
        computes when it is asked.
        """
        theorem = self.misere_theorem if play == "misere" and len(states) == 1 else None
        if theorem is None or not theorem.names_moves(states[0]):
            return None
        return MisereRule.by_theorem(self, states[0], theorem)

    def packed(self, state: State) -> Packed | None:
        """Return a state as 64 bits with compiled rules; None where there are none for it.

        A search that takes long goes on by these; see `grundy.games.values.packed.Packed`.
        """
        return None

    def indexed(self, state: State) -> Indexed | None:
        """Return all states of a bounded part of the game as numbers; None where there is no such.

        The part has the state and all that it leads to: the table of it can be made on disk, by
        `grundy.tabulate`; see `grundy.games.indexed.Indexed`.
        """
        return None

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """What is proved of who wins under normal and misère play."""
        return tuple(filter(None, (self.theorem, self.misere_theorem)))

    # ---- positions --------------------------------------------------------------------------

    def position(self, state: Any) -> Position:
        """The position of one state, which is checked, as in ``ruleset[state]``.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").position(5)
        Position(kayles 5)
        """
        return self[state]

    def as_position(self, state: State) -> Position:
        """The position of a state that these rules gave, unchecked; an option that is one stays."""
        return state if isinstance(state, Position) else Position((Part(self, state),))

    def sum(self, states: Iterable[Any]) -> Position:
        """Return the sum of many states; each is checked.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").sum([5, 7])
        Position(kayles 5 7)
        """
        return Position(part for state in states for part in self[state].parts)

    @reports
    def outcomes(
        self,
        positions: Iterable[Any],
        play: Play = "normal",
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> list[Outcome]:
        """Return who wins each of many positions, in their order.

        Args:
            positions: States of this game; a list stands for the sum of its states, and a
                `Position` for itself.
            play: "normal" or "misere".
            limits: How far the search for each may go.
            progress: Called now and then as ``progress("positions", done, 0)``.

        Raises:
            PositionError: If a state is none of this game.
            LimitError: If a limit is passed.

        Cost: that of `Position.outcome` for each; what is proved is kept. Sums of heaps are
        looked up all at once.

        >>> from grundy import TakeAndBreak
        >>> [str(outcome) for outcome in TakeAndBreak("0.77").outcomes([7, [3, 3], [5, 7]])]
        ['N', 'P', 'N']
        """
        return self._outcomes(list(positions), play, limits)

    def _outcomes(self, positions: list[Any], play: Play, limits: Limits | None) -> list[Outcome]:
        return [self._meant(item).outcome(play, limits=limits) for item in positions]

    def _meant(self, item: Any) -> Position:
        if isinstance(item, Position):
            return item
        return self.sum(item) if isinstance(item, list) else self[item]

    def __getitem__(self, state: Any) -> Position:
        """Return a position; it is checked. Text that is no state is read, as by `parse`."""
        try:
            return self.as_position(self.legal(state))
        except PositionError:
            if isinstance(state, str):
                with suppress(GrundyError):
                    return self.as_position(self.parse(state))
            raise

    # ---- values -----------------------------------------------------------------------------

    evaluator: type[Valuer[Any]] | None = None
    """What finds the values; where it is None the closed form does, or else the search."""

    @cached_property
    def valuer(self) -> Valuer[Any]:
        """The way in which values are found: by the formula where there is one, else by `solver`.

        A game that knows another way gives it here.
        """
        if self.evaluator is not None:
            return self.evaluator(self)
        return self.solver if self.formula is None else ByFormula(self, self.formula)

    @cached_property
    def solver(self) -> Solver:
        """The search of the options, and the values that it has found so far."""
        return Solver(self)

    @cached_property
    def misere_search(self) -> MisereSearch:
        """What is proved of misère play, for sums that begin with a part of this game."""
        from grundy.games.values.one_value import MisereSearch

        return MisereSearch(self)

    @cached_property
    def joint_quotients(self) -> JointQuotients:
        """The joint misère quotient found last, for sums that begin with a part of this game."""
        from grundy.games.joint_misere import JointQuotients

        return JointQuotients()

    @final
    def has_own(self, hook: str) -> bool:
        """Return whether the game has a hook of its own, by its class or by the instance."""
        return hook in vars(self) or getattr(type(self), hook) is not getattr(Ruleset, hook)


class NamedMoves(Ruleset):
    """A game that names its moves: the options are what these lead to."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[tuple[str, State]]:
        """Yield each legal move once, as (name, option)."""

    def options(self, state: State) -> Iterable[State]:
        """Return the states after each move."""
        return (option for _, option in self.moves(state))


# WON: an option that wins at once, whoever makes the move, under either play.


class OfNumbers(Ruleset):
    """A game whose state is a tuple of natural numbers, drawn as heaps."""

    @abstractmethod
    def legal(self, state: Any) -> tuple[int, ...]:
        """Return the numbers as a tuple."""

    def parse(self, text: str) -> tuple[int, ...]:
        """Read the numbers, with commas between them."""
        return self.legal(read_numbers(text))

    def format(self, state: tuple[int, ...]) -> str:
        return written(state)

    def draw(self, state: tuple[int, ...]) -> str:
        return heaps_drawn(state)

    def scene(self, state: tuple[int, ...]) -> Scene | None:
        return heaps_scene(state)


class Ended(Valuer["Won"]):
    """The one value of a play that has ended."""

    def value(self, state: State, *, limits: Limits | None = None) -> Value:
        return OVER


class Won(Ruleset):
    """What is left when a move has won at once."""

    text = "won"
    is_over = True
    evaluator = Ended

    def options(self, state: State) -> Iterator[State]:
        return iter(())

    def format(self, state: State) -> str:
        return "won"


WON: Position = Won().as_position("won")
"""An option of a rule: who moves to it wins at once, whatever else is on the table.

A state with this option is won by the player to move, in every sum, so its value is no number but
*loony*; moves to such a state lose, and count for no value. Other states have their Grundy
values, which add up as ever. Under misère play, too, the move to it wins.

>>> from grundy import game
>>> @game
... def fives(number):
...     \"\"\"Take 1 or 2 tokens; who leaves a multiple of 5 wins at once.\"\"\"
...     for left in (number - 1, number - 2):
...         if left >= 0:
...             yield left if left % 5 else WON
>>> [fives[number].value() for number in (7, 8, 9, 10, 12)]
[loony, 0, 1, 2, loony]
>>> fives[7].best_move().name, (fives[8] + fives[8]).outcome()
('won', <Outcome.P: ...>)

Source: Winning Ways, ch. 12, on entailing moves and loony values.
"""
