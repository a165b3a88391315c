"""What everybody needs about a game, and facts about it that check themselves."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import xor
from typing import Any

from grundy.errors import CodeError
from grundy.games.joint_misere import TameAnswers, is_lost
from grundy.games.protocols import Answers, Theorem
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import each_move, shown
from grundy.games.states import MisereRule
from grundy.games.values.one_value import ByFormula
from grundy.misere.forms import Tame as Kind
from grundy.printable import counted
from grundy.runtime.limits import Limits
from grundy.values import Outcome, Play, Value, format_value

NUMBERS = "Games of a few numbers: coordinates, several heaps at once, bars of chocolate, a clock"
BOARDS = "Games on rows, boards and paper: Sticks, Cram, Sprouts, Brussels Sprouts"
GRAPHS = "Games on undirected graphs"
COINS = "Games with coins: coins that move along a strip, and coins that are turned"


OURS = "found by this program, not published"
"""The source of a regression fact: a value that this program computed, published nowhere."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact; a *closed_form* is a rule for values."""

    statement: str
    check: Callable[[Ruleset], str | None]
    source: str = ""
    long: bool = False
    closed_form: bool = False


def values(*expected: int, start: int = 0, source: str = "") -> Fact:
    """State the values of the heaps or numbers from *start* on."""
    listed = ", ".join(map(str, expected))
    return _compared(
        f"The values from {start} on: {listed}",
        lambda: ((str(number), value) for number, value in enumerate(expected, start)),
        source=source,
    )


def value_of(text: str, expected: Value, *, source: str = "", long: bool = False) -> Fact:
    """State the value of one position, given as text; several parts are separated by spaces."""
    statement = f"The value of {text} is {format_value(expected)}"
    return _compared(statement, lambda: [(text, expected)], source=source, long=long)


def values_of(expected: dict[str, Value], *, source: str = "", long: bool = False) -> Fact:
    """State the values of several positions, each given as text."""
    listed = "; ".join(f"{text}: {format_value(value)}" for text, value in expected.items())
    return _compared(f"Values: {listed}", expected.items, source=source, long=long)


def zeros(*expected: int, stop: int, start: int = 0, source: str = "") -> Fact:
    """State the P-positions among the numbers from *start* up to *stop* - 1."""
    lost = tuple(map(str, expected))
    statement = f"The P-positions from {start} below {stop}: {', '.join(lost)}"
    among = partial(map, str, range(start, stop))
    return p_positions(*lost, among=among, statement=statement, source=source)


def p_positions(
    *expected: str, among: Callable[[], Iterable[str]], statement: str, source: str = ""
) -> Fact:
    """State which positions, of those that *among* gives as text, are P-positions."""

    def check(ruleset: Ruleset) -> str | None:
        actual = [text for text in among() if ruleset.read(text).value() == 0]
        return None if actual == list(expected) else f"they are {actual}"

    return Fact(statement, check, source)


def winning_moves(text: str, *expected: str, source: str = "") -> Fact:
    """State all winning moves of a position, by the positions that they leave, each counted."""

    def check(ruleset: Ruleset) -> str | None:
        actual = [str(move.option) for move in ruleset.read(text).winning_moves()]
        return None if sorted(actual) == sorted(expected) else f"they lead to {actual}"

    listed = " and ".join(expected)
    ways = "The only winning move" if len(expected) == 1 else f"The {len(expected)} winning moves"
    verb = "leads" if len(expected) == 1 else "lead"
    return Fact(f"{ways} from {text} {verb} to {listed}", check, source)


def period(length: int, *, preperiod: int, stop: int, saltus: int = 0, source: str = "") -> Fact:
    """State a proved period of a heap game: the values repeat from *preperiod* on."""

    def check(ruleset: Ruleset) -> str | None:
        actual = ruleset.find_period(stop)  # type: ignore[attr-defined]
        if actual is None:
            return f"no period is proved below {stop}"
        agrees = (actual.period, actual.preperiod, actual.saltus) == (length, preperiod, saltus)
        return None if agrees else f"{actual} is proved"

    rise = f" and saltus {saltus}" if saltus else ""
    return Fact(f"Period {length}{rise} from {preperiod} on, proved", check, source)


Cases = Callable[[], Iterable[tuple[str, Value]]]


def formula(statement: str, cases: Cases, *, source: str = "", long: bool = False) -> Fact:
    """State a rule for the values, with the positions and values on which it is checked."""
    return replace(_compared(statement, cases, source, long=long), closed_form=True)


def _compared(statement: str, cases: Cases, source: str = "", *, long: bool = False) -> Fact:
    def check(ruleset: Ruleset) -> str | None:
        for text, value in cases():
            actual = ruleset.read(text).value()
            if actual != value:
                return f"the value of {text} is {format_value(actual)}, not {format_value(value)}"
        return None

    return Fact(statement, check, source, long)


def family(
    statement: str, shape: str, numbers: range, value: dict[int, int], source: str = ""
) -> Fact:
    """State the values of graphs shape:n by n modulo the length of the table *value*."""
    length = len(value)
    return formula(
        statement, lambda: ((f"{shape}:{n}", value[n % length]) for n in numbers), source=source
    )


def as_heaps(what: str, text: str, code: str, numbers: range) -> Fact:
    """State that *what*, written as *text* with its size n for {}, is a heap of n in a code."""

    def cases() -> Iterable[tuple[str, Value]]:
        from grundy.heaps.rules import TakeAndBreak

        values = TakeAndBreak(code).values(numbers.stop).tolist()
        return ((text.format(n), values[n]) for n in numbers)

    return formula(f"{what} is a heap of n in {code}", cases)


_OEIS = re.compile(r"\bA\d{6}\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """One named game.

    Attributes:
        key: What the command line takes, in lower case with hyphens.
        name: The game's name for people.
        rule: The rule in one sentence.
        make: Gives the ruleset. A game with parameters takes them here.
        start: A position to start from, as text that the game reads; several parts are
            separated by spaces.
        source: Where the game comes from: author and year, a book, the OEIS number of its values.
        facts: What is known of it; the tests check each.
        parameters: For a game with parameters, how it is written, such as ``moore(2)``; the
            facts and the start are about this one.
        letters: What the rule calls these parameters, in their order.
        also: What else has the values of its heaps, such as a game on a path.
    """

    key: str
    name: str
    rule: str
    make: Callable[..., Ruleset]
    start: str
    source: str
    facts: Sequence[Fact] = ()
    parameters: str = ""
    letters: Sequence[str] = ()
    also: str = ""

    @property
    def game(self) -> str:
        """The text that names this game on the command line, parameters included."""
        return self.parameters or self.key

    @property
    def oeis(self) -> list[str]:
        """The OEIS numbers that the source names."""
        return _OEIS.findall(self.source)


class OfParameters(Ruleset):
    """A game with parameters, all of which its text has: those of one text are equal."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.text == other.text

    def __hash__(self) -> int:
        return hash((type(self), self.text))


Numbers = tuple[int, ...]


class _ByParity(ByFormula["FixedLength"]):
    def reason(self, state: Any) -> str:
        moves = counted(self.ruleset.moves_left(state), "move")
        return f"the play lasts {moves} whatever is played, and of that the value is the parity."

    def count_of_value(self, state: Any, value: int, *, limits: Limits | None = None) -> int:
        return self.ruleset.move_count(state) if value == 1 - self.ruleset.formula(state) else 0


class FixedLength(Ruleset):
    """The valuer of a game whose plays are equally long: the parity of the moves left."""

    evaluator = _ByParity

    @abstractmethod
    def moves_left(self, state: Any) -> int:
        """Return the number of moves until the end, which is the same whatever is played."""

    def move_count(self, state: Any) -> int:
        """Count the moves; all of them win, or none."""
        return sum(1 for _ in each_move(self, state, self.moves(state), None))

    @property
    def formula(self) -> Callable[[Any], int]:
        """The parity of the moves that are left: every option has the other one."""
        return lambda state: self.moves_left(state) % 2

    def answers(
        self, states: Sequence[Any], play: Play = "normal", *, limits: Limits | None = None
    ) -> Answers | None:
        if play != "misere":
            return None
        return _MisereByParity(self, states, limits)


class _MisereByParity(MisereRule):
    def __init__(self, rules: FixedLength, states: Sequence[Any], limits: Limits | None) -> None:
        def winner(some: Iterable[Any]) -> Outcome:
            return Outcome.P if sum(map(rules.moves_left, some)) % 2 else Outcome.N

        said = "Misère: all plays are equally long, so an odd number of moves left is lost."
        super().__init__(rules, states, winner, statement=said, limits=limits)
        self._moves = rules.move_count

    def count(self, target: int = 0) -> int:
        return sum(map(self._moves, self._states)) if self.outcome is Outcome.N else 0


class Tame(Ruleset):
    """A game with a formula, in some states of which misère play exchanges the values 0 and 1.

    All others keep their value, and sums of states are such states again; see docs/theory.md 7.11.
    """

    misere_source = "docs/theory.md 7.11"

    @property
    @abstractmethod
    def misere(self) -> str:
        """Which states are lost under misère play, in a sentence."""

    @abstractmethod
    def is_exchanged(self, state: Any) -> bool | None:
        """Return whether misère play exchanges 0 and 1 in a state; None where neither is proved."""

    def tame(self, states: Sequence[Any]) -> Kind | None:
        """Return what a sum is: firm where a part is not exchanged."""
        exchanged = [self.is_exchanged(state) for state in states]
        if None in exchanged or self.formula is None:
            return None
        return Kind(reduce(xor, map(self.formula, states), 0), not all(exchanged))

    @property
    def misere_theorem(self) -> Theorem:
        def lost(state: Any) -> bool | None:
            found = self.tame((state,))
            return None if found is None else is_lost(found)

        return Theorem(
            self.misere,
            self.misere_source,
            lost,
            lambda state: TameAnswers(self, (state,)).moves(0),
        )

    def answers(
        self, states: Sequence[Any], play: Play = "normal", *, limits: Limits | None = None
    ) -> Answers | None:
        if play == "normal" or self.tame(states) is None:
            return super().answers(states, play, limits=limits)
        return TameAnswers(self, states, limits)


class NimHeaps(Tame):
    """A game that is Nim with some heaps: a move changes one, and may make it any smaller one.

    A heap may grow, too; where all heaps are empty and a move is left, one makes a heap of 1.
    """

    heap: str

    @abstractmethod
    def nim_heaps(self, state: Any) -> Iterable[int]:
        """Return the heaps; of equal ones two may be left out."""

    @property
    def formula(self) -> Callable[[Any], int]:
        """The nim-sum of the heaps."""
        return lambda state: reduce(xor, self.nim_heaps(state), 0)

    misere_source = "C. L. Bouton, 1901; docs/theory.md 7.11"

    @property
    def misere(self) -> str:
        return (
            f"Misère: where no {self.heap} is more than 1, an odd number of ones is lost; "
            "all other states are as in normal play."
        )

    def is_exchanged(self, state: Any) -> bool:
        """Return whether no heap is more than 1."""
        return max(self.nim_heaps(state), default=0) < 2


def word_error(text: str, at: int, problem: str) -> CodeError:
    """Make the error that shows a text and the column of what is wrong in it."""
    return CodeError(
        f"{shown(text.strip())}: column {at + 1}: {problem}.", text=text, column=at + 1
    )
