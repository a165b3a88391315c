"""Compounds other than the sum: a move is made in all components, in some, or ends those behind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from typing import Any, Literal

from grundy.errors import PositionError
from grundy.games.parts import Part, Run
from grundy.games.position import Move, Position
from grundy.games.protocols import Answers, Theorem
from grundy.games.rulebook import Valuer
from grundy.games.ruleset import WON, NamedMoves
from grundy.games.state_text import require_one_turn, shown
from grundy.games.states import one_of_all_orders, text_with_games
from grundy.games.values.one_value import ByFormula
from grundy.games.winning import potential
from grundy.runtime.limits import Limits, Watch, each_looked_at
from grundy.values import Play, Value, add, as_int_or_none

Positions = tuple[Position, ...]

_MOST_POSITIONS = 100_000  # of a component that are looked at for its longest or shortest play


class Compound(NamedMoves):
    """A game of which a state is several positions."""

    sign: str

    def choices(self, state: Positions) -> Iterator[Sequence[Move | None]]:
        """Yield in each component a move, or None for no move; by default a move in one."""
        for place, position in enumerate(state):
            for move in position.moves():
                yield [move if at == place else None for at in range(len(state))]

    def moves(self, state: Positions) -> Iterator[tuple[str, Any]]:
        for chosen in self.choices(state):
            made = [move for move in chosen if move is not None]
            if made:
                left = self.after(state, chosen)
                over = any(position.is_over for position in left)
                yield " and ".join(move.name for move in made), WON if over else left

    def after(self, state: Positions, chosen: Sequence[Move | None]) -> Positions:
        """Return what is left when these moves have been made."""
        pairs = zip(state, chosen, strict=True)
        return tuple(before if move is None else move.option for before, move in pairs)

    def legal(self, state: Any) -> Positions:
        positions = tuple(state) if isinstance(state, Iterable) else (state,)
        for position in positions:
            if not isinstance(position, Position):
                raise PositionError(
                    f"{self.text} is of positions, such as kayles[5], found {shown(position)}."
                )
        rulesets = (run.ruleset for position in positions for run in position.runs)
        require_one_turn(rulesets, len(positions))
        return positions

    def format(self, state: Positions) -> str:
        return f" {self.sign} ".join(map(text_with_games, state))


class Conjunctive(Compound):
    """A move in every component; the play ends with the first that ends, or with the last."""

    def __init__(self, ends: str) -> None:
        self.text = "conjunctive"
        self.sign = "&" if ends == "first" else "&&"
        self._to_the_last = ends == "last"
        self._lengths: dict[Position, int | None] = {}

    def choices(self, state: Positions) -> Iterator[Sequence[Move | None]]:
        """Yield a move in each component, or in each that has one."""
        none: list[Move | None] = [None] if self._to_the_last else []
        return product(*(list(position.moves()) or none for position in state))

    @property
    def theorem(self) -> Theorem:
        """The remoteness or the suspense of the components."""
        name, which = ("suspense", "greatest") if self._to_the_last else ("remoteness", "least")
        return Theorem(
            f"Lost are the compounds of which the {which} {name} of a component is even.",
            "C. A. B. Smith, 1966; Winning Ways, ch. 9",
            self._is_lost,
        )

    def _is_lost(self, state: Positions) -> bool | None:
        lengths = [self._length(position) for position in state]
        finite = [length for length in lengths if length is not None]
        if len(finite) < len(lengths):
            return None
        return (max if self._to_the_last else min)(finite, default=0) % 2 == 0

    def _length(self, position: Position) -> int | None:
        if position not in self._lengths:
            hurry = (max, min) if self._to_the_last else (min, max)
            self._lengths[position] = _length(position, *hurry)
        return self._lengths[position]


class Selective(Compound):
    """A move in as many components as one likes, at least one."""

    text, sign = "selective", "|"

    def choices(self, state: Positions) -> Iterator[Sequence[Move | None]]:
        """Yield a move or none in each component."""
        return product(*([None, *position.moves()] for position in state))

    @property
    def theorem(self) -> Theorem:
        """The outcomes of the components."""
        return Theorem(
            "Lost are the compounds of which every component is lost.",
            "C. A. B. Smith, 1966; Winning Ways, ch. 10",
            self._is_lost,
        )

    def _is_lost(self, state: Positions) -> bool | None:
        if any(_may_cycle(part) for position in state for part in position.parts):
            return None
        return all(position.outcome().name == "P" for position in state)


class Ordinal(Compound):
    """A move in one component, which takes all behind it away."""

    text, sign = "ordinal", ":"

    def after(self, state: Positions, chosen: Sequence[Move | None]) -> Positions:
        place = next(at for at, move in enumerate(chosen) if move is not None)
        return super().after(state, chosen)[: place + 1]

    @cached_property
    def valuer(self) -> ByFormula[Ordinal]:
        """The colon principle: of the numbers that no option of G has, that of H's value."""
        return ByFormula(self, self._value)

    def _value(self, state: Positions) -> int | None:
        value = state[-1].value() if state else 0
        for position in reversed(state[:-1]):
            if not isinstance(value, int):
                return None
            purpose = f"The value of {shown(position)} below others"
            options = each_looked_at(position.options(), purpose, None, _MOST_POSITIONS)
            option_values = {option.value() for option, _ in options}
            numbers = sorted(one for one in option_values if isinstance(one, int))
            if len(numbers) < len(option_values):
                return None
            for number in numbers:
                value += number <= value
        return value if isinstance(value, int) else None


def _may_cycle(part: Part) -> bool:
    """Return whether a play of a component need not end, which is known once its value is."""
    if not part.ruleset.ends:
        part.ruleset.value(part.state)
    return part.ruleset.may_cycle(part.state)


def _length(
    position: Position, won: Callable[[Iterable[int]], int], lost: Callable[[Iterable[int]], int]
) -> int | None:
    """Return the moves of a play when who wins, and who loses, choose so; None with cycles."""
    below: dict[Position, list[Position]] = {}
    first: dict[Hashable, Position] = {}
    waiting = [position]
    watch = Watch(None, f"The length of plays of {shown(text_with_games(position))}", below)
    while waiting:
        watch.look(len(below))
        one = waiting.pop()
        if one not in below:
            options = islice(one.options(), _MOST_POSITIONS)
            below[one] = [one_of_all_orders(option, first) for option in options]
            waiting += below[one]
            if len(below) + len(below[one]) >= _MOST_POSITIONS:
                return None
    lengths: dict[Position, int] = {}
    try:
        for one in TopologicalSorter(below).static_order():
            counts = [lengths[option] for option in below[one]]
            even = [length for length in counts if length % 2 == 0]
            lengths[one] = 1 + (won(even) if even else lost(counts)) if counts else 0
    except CycleError:
        return None
    return lengths[position]


# One game of each kind, so that equal compounds are equal, and keep what was found.
_CONJUNCTIVE = {ends: Conjunctive(ends) for ends in ("first", "last")}
_SELECTIVE, _ORDINAL = Selective(), Ordinal()


def conjunctive(*positions: Position, ends: Literal["first", "last"] = "first") -> Position:
    """Return the compound in which a move is a move in every component.

    Who wins is known from the remoteness of the components, which is how long a play of each
    lasts when the winner hurries and the loser delays; or, to the last end, from their suspense,
    when the winner delays and the loser hurries. Values, misère play and cycles are searched.

    Args:
        positions: The components.
        ends: "first": the play ends when a component has no move. "last": it goes on in those
            that have one.

    Raises:
        PositionError: If a component is no position.

    >>> from grundy import catalogue
    >>> kayles = catalogue["kayles"]
    >>> conjunctive(kayles[5], kayles[7]).outcome(), conjunctive(kayles[2], kayles[3]).value()
    (<Outcome.N: ...>, 2)

    Source: C. A. B. Smith, "Graphs and composite games", 1966; Winning Ways, ch. 9.
    """
    if ends not in _CONJUNCTIVE:
        raise ValueError(f'A compound ends with the "first" or the "last" end, not {ends!r}.')
    return _CONJUNCTIVE[ends][positions]


def selective(*positions: Position) -> Position:
    """Return the compound in which a move is a move in any number of components, at least one.

    Without cycles it is lost when every component is; values, misère play and cycles are searched.

    Args:
        positions: The components.

    Raises:
        PositionError: If a component is no position.

    >>> from grundy import catalogue
    >>> nim = catalogue["nim"]
    >>> selective(nim[3], nim[3]).outcome(), selective(nim[0], nim[0]).outcome()
    (<Outcome.N: ...>, <Outcome.P: ...>)

    Source: C. A. B. Smith, "Graphs and composite games", 1966; Winning Ways, ch. 10.
    """
    return _SELECTIVE[positions]


def ordinal(*positions: Position) -> Position:
    """Return the ordinal sum G : H, in which a move in G takes H away, and one in H leaves G.

    Its value is known from the options of G and the value of H; of more components each takes
    away those after it.

    Args:
        positions: The components, from the ground up.

    Raises:
        PositionError: If a component is no position.

    >>> from grundy import catalogue
    >>> kayles, nim = catalogue["kayles"], catalogue["nim"]
    >>> ordinal(nim[2], nim[3]).value(), ordinal(kayles[5], nim[1]).value()
    (5, 5)

    Source: Winning Ways, ch. 7, the colon principle.
    """
    return _ORDINAL[positions]


# Many equal positions at once: k times a position, as one part of which a state is k and it.

Copies = tuple[int, Position]

_MOST_PARTS = 10_000  # of so many a sum is kept part by part


class ByParity(Valuer["Multiple"]):
    """Equal positions cancel two and two."""

    def value(self, state: Copies, *, limits: Limits | None = None) -> Value:
        times, position = state
        return add([position.value(limits=limits)] * (2 + times % 2))

    def rank(self, state: Copies) -> int:
        times, position = state
        return times * potential(position)

    def may_cycle(self, state: Copies) -> bool:
        return any(map(_may_cycle, state[1].parts))


class Multiple(NamedMoves):
    """So many copies of a position; a move is made in one of them."""

    text = "multiple"
    evaluator = ByParity

    def moves(self, state: Copies) -> Iterator[tuple[str, Position]]:
        times, position = state
        rest = multiplied(position, times - 1)
        for move in position.moves():
            yield move.name, move.option + rest

    def answers(
        self, states: Sequence[Copies], play: Play = "normal", *, limits: Limits | None = None
    ) -> Answers | None:
        """Return what a misère rule says of few of them; None without one."""
        from grundy.games.joint_misere import of_copies

        known = of_copies({self: states}, limits) if play == "misere" else []
        return next(iter(known), None)

    def as_copies(self, state: Copies) -> tuple[int, Position, Position]:
        times, position = state
        return times, position, multiplied(position, times - 1)

    def format(self, state: Copies) -> str:
        times, position = state
        return f"{times:,} × ({text_with_games(position)})"


_MULTIPLE = Multiple()


def multiplied(position: Position, times: Any) -> Position:
    """Return the sum of so many copies of a position: part by part, or of very many as one part."""
    number = as_int_or_none(times)
    if number is None or number < 0:
        raise PositionError(f"A position is taken a natural number of times, found {times!r}.")
    require_one_turn((run.ruleset for run in position.runs), number)
    if position.part_count == 1 and position.parts[0].ruleset is _MULTIPLE:
        more, position = position.parts[0].state
        number *= more
    if number > 2 and number * position.part_count > _MOST_PARTS:
        return _MULTIPLE.as_position((number, position))
    return Position.of_runs(
        Run(ruleset, tuple(states)) for ruleset, states in position.runs * number
    )
