"""What a position is made of: its parts, and the components that they fall apart into."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, groupby, islice
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from grundy.display import hook
from grundy.errors import LimitError, RulesetError
from grundy.games.protocols import State
from grundy.games.rulebook import Rulebook
from grundy.games.state_text import named, require_options, shown
from grundy.runtime.limits import Watch

# Parts: what a position is made of, before anybody asks who wins it.

_MOST_COPIED = 64  # components of a sum that are put side by side at once
_MOST_SHOWN = 40  # parts that a line of text has room for


class Part(NamedTuple):
    """One component of a position: a state, and the rules that it follows."""

    ruleset: Rulebook
    state: State

    def __str__(self) -> str:
        return self.ruleset.format(self.state)


class Run(NamedTuple):
    """Neighbouring parts that follow the same rules."""

    ruleset: Rulebook
    states: Sequence[State]


class PartMove(Protocol):
    """What is asked of a move below positions."""

    @property
    def name(self) -> str:
        """The move in words."""

    @property
    def option(self) -> Parts[Any]:
        """The whole position that it leads to."""

    @property
    def part(self) -> int:
        """The index of the part in which it is made."""


Move = TypeVar("Move", bound=PartMove)


class Parts(Generic[Move]):
    """Components side by side, each with its rules: a move is a move in one of them.

    Immutable and hashable. A `Position` is parts of which one can ask who wins.

    Args:
        parts: The components, in their order.
    """

    __slots__ = ("_parts", "_runs", "_summands")

    # Each is made from the other when it is asked for: a million heaps are one array.
    _parts: tuple[Part, ...] | None
    _runs: tuple[Run, ...] | None
    # Of a large sum two positions, until its components are asked for: sum() adds one at a time.
    _summands: tuple[Parts[Move], Parts[Move]] | None

    def __init__(self, parts: Iterable[Part] = ()) -> None:
        self._parts = tuple(parts)
        self._runs = self._summands = None

    @classmethod
    def of_runs(cls, runs: Iterable[Run]) -> Self:
        """Return the sum of runs of states, which keeps them as they are given."""
        made = cls.__new__(cls)
        made._parts, made._runs = None, tuple(run for run in runs if len(run.states))
        made._summands = None
        return made

    def _settle(self) -> None:
        """Put the components of a sum side by side, if that has not been done."""
        if self._summands is None:
            return
        waiting: list[Parts[Move]] = [self]
        leaves: list[Parts[Move]] = []
        while waiting:
            last = waiting.pop()
            if last._summands is None:
                leaves.append(last)
            else:
                waiting += last._summands
        each = [leaf._parts for leaf in reversed(leaves)]
        if None in each:
            self._runs = tuple(run for leaf in reversed(leaves) for run in leaf.runs)
        else:
            self._parts = tuple(part for parts in each for part in parts or ())
        self._summands = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The components, in the order in which they were added."""
        self._settle()
        if self._parts is None:
            self._parts = tuple(Part(rules, state) for rules, some in self.runs for state in some)
        return self._parts

    @property
    def runs(self) -> tuple[Run, ...]:
        """The components by their games: neighbours that follow the same rules together."""
        self._settle()
        if self._runs is None:
            self._runs = tuple(
                Run(ruleset, tuple(part.state for part in some))
                for ruleset, some in groupby(self.parts, lambda part: part.ruleset)
            )
        return self._runs

    def together(self) -> Self:
        """Return the same position, its states kept as they are answered soonest, many at once."""
        return self.of_runs(Run(rules, rules.gathered(states)) for rules, states in self.runs)

    @property
    def part_count(self) -> int:
        """How many components there are."""
        self._settle()
        if self._parts is not None:
            return len(self._parts)
        return sum(len(run.states) for run in self.runs)

    def first_parts(self, most: int) -> list[Part]:
        """Return the first *most* components."""
        self._settle()
        if self._parts is not None:
            return list(self._parts[:most])
        each = (Part(rules, state) for rules, states in self.runs for state in states)
        return list(islice(each, most))

    def part(self, place: int) -> Part:
        """Return the component at *place*, from 0."""
        self._settle()
        if self._parts is not None:
            return self._parts[place]
        ruleset, states, index = self._at(place)
        return Part(ruleset, states[index])

    def __add__(self, other: object) -> Self:
        """Return the sum of two positions: a move is a move in one of them."""
        if not isinstance(other, Parts):
            return NotImplemented
        ours, theirs = self._parts, other._parts
        if ours is not None and theirs is not None and len(ours) + len(theirs) <= _MOST_COPIED:
            return type(self)(ours + theirs)
        made = type(self).__new__(type(self))
        made._parts = made._runs = None
        made._summands = self, other
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Parts):
            return NotImplemented
        return self is other or self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.parts,)

    @property
    def is_over(self) -> bool:
        """Whether a move has won at once, so that the play has ended; see `grundy.WON`."""
        return any(run.ruleset.is_over for run in self.runs)

    def moves(self) -> Iterator[Move]:
        """Yield each legal move once, part by part, as the rules name them."""
        if self.is_over:
            return
        for place, part in enumerate(self.parts):
            for name, option in part.ruleset.moves(part.state):
                yield self.moved(place, name, option)

    def moved(self, place: int, name: str, option: State) -> Move:
        """Return the move of this name that turns the part at *place* into *option*."""
        raise NotImplementedError

    def options(self) -> Iterator[Self]:
        """Yield the positions that one move leads to, each as often as moves lead to it."""
        if self.is_over:
            return
        for place, part in enumerate(self.parts):
            for option in part.ruleset.options(part.state):
                yield self.after(place, option)

    def after(self, place: int, option: State) -> Self:
        """Return what is there when the component at *place* has become *option*, or a sum."""
        self._settle()
        if self._parts is not None:
            placed = _placed(self._parts[place].ruleset, option).parts
            return type(self)((*self._parts[:place], *placed, *self._parts[place + 1 :]))
        ruleset, states, index = self._at(place)
        placed_runs = _placed(ruleset, option).runs
        number = next(n for n, run in enumerate(self.runs) if run.states is states)
        around = Run(ruleset, states[:index]), Run(ruleset, states[index + 1 :])
        left, right = self.runs[:number], self.runs[number + 1 :]
        return self.of_runs((*left, around[0], *placed_runs, around[1], *right))

    def _at(self, place: int) -> tuple[Rulebook, Sequence[State], int]:
        """Return the run that a part is in, and its index there."""
        for ruleset, states in self.runs:
            if place < len(states):
                return ruleset, states, place
            place -= len(states)
        raise IndexError(f"The position has {self.part_count:,} parts.")

    def __str__(self) -> str:
        each = (rules.format(state) for rules, states in self.runs for state in states)
        return " + ".join(each) or "nothing"

    def __repr__(self) -> str:
        parts = self.first_parts(_MOST_SHOWN)
        more = self.part_count - len(parts)
        shown = hook(self, "write")(parts) + ([f"{more:,} more"] if more else [])
        return f"{type(self).__name__}({' + '.join(shown)})"


def _placed(ruleset: Rulebook, option: State) -> Parts[Any]:
    return option if isinstance(option, Parts) else ruleset.as_position(option)


def canonical_options(ruleset: Rulebook) -> Callable[[State], Iterable[Any]]:
    """Return what gives the options of a state, each in canonical form; a sum stays as it is."""
    options, form = ruleset.options_as_given, ruleset.canonical
    if not ruleset.has_own("canonical"):
        return options
    return lambda state: (one if isinstance(one, Parts) else form(one) for one in options(state))


@contextmanager
def naming_position(position: Parts[Any]) -> Iterator[None]:
    """Name the position whose winning moves are sought in an error of a limit."""
    try:
        yield
    except LimitError as error:
        name = named(*position.parts[0]) if position.part_count == 1 else shown(position)
        if name in str(error) or shown(position) in str(error):
            raise
        sentence = f"The winning moves of {name} are not all found. {error}"
        raise LimitError(sentence, partial=error.partial) from None


# The parts of each game together.


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where the states of one run stand: the first part, their group, the first index there."""

    part: int
    group: int
    index: int
    count: int


def grouped(position: Parts[Any]) -> tuple[list[Stretch], dict[Rulebook, Sequence[State]]]:
    """Group the parts by game, with their places in the position."""
    groups: dict[Rulebook, list[Sequence[State]]] = {}
    counts: dict[Rulebook, int] = {}
    numbers: dict[Rulebook, int] = {}
    stretches: list[Stretch] = []
    part = 0
    for ruleset, states in position.runs:
        number = numbers.setdefault(ruleset, len(numbers))
        index = counts.get(ruleset, 0)
        stretches.append(Stretch(part, number, index, len(states)))
        groups.setdefault(ruleset, []).append(states)
        counts[ruleset] = index + len(states)
        part += len(states)
    joined: dict[Rulebook, Sequence[State]] = {
        ruleset: runs[0] if len(runs) == 1 else tuple(chain.from_iterable(runs))
        for ruleset, runs in groups.items()
    }
    return stretches, joined


# Components: what positions fall apart into, by number, for play that no values add up in.

_LOOK = 4_095  # options between two looks at the limits, less one; a power of two less one

Sum = tuple[int, ...]
"""A multiset of parts by number, ascending, without the parts that cannot be moved."""

OVER_SUM: Sum = (-1,)
"""A play that has ended, with the win of whoever made the last move."""


class Components:
    """Parts by number, so that a sum is a short tuple, and options are worked out once."""

    watch: Watch

    def __init__(self) -> None:
        self._numbers: dict[Part, int | None] = {}
        self._parts: list[Part] = []
        self._options: list[tuple[Sum, ...] | None] = []

    def __getitem__(self, number: int) -> Part:
        """Return the part of a number."""
        return self._parts[number]

    def of(self, parts: tuple[Part, ...]) -> Sum:
        """Return the sum of some parts, each split into its components in canonical form."""
        numbers: list[int] = []
        if any(part.ruleset.is_over for part in parts):
            return OVER_SUM
        for ruleset, state in parts:
            numbers += self._components(ruleset, state)
        return tuple(sorted(numbers))

    def still(self) -> Iterator[Part]:
        """Yield the parts met that cannot be moved, and so have no number."""
        return (part for part, number in self._numbers.items() if number is None)

    def options(self, position: Sum) -> Iterator[Sum]:
        """Yield the options of a sum."""
        before = -1
        for place, number in enumerate(position):
            if number == before:  # one of several equal parts is enough
                continue
            before = number
            rest = position[:place] + position[place + 1 :]
            for option in self.options_of(number):
                if option == OVER_SUM:
                    yield option
                else:
                    yield tuple(sorted(rest + option)) if option else rest

    def options_of(self, number: int) -> tuple[Sum, ...]:
        """Return the options of one part."""
        if number in OVER_SUM:
            raise RulesetError(
                "A move that wins at once ends every sum, and nothing can be said of what is "
                "beside it: there is no misère quotient and no canonical form."
            )
        options = self._options[number]
        if options is None:
            ruleset, state = self._parts[number]
            try:
                positions = map(ruleset.as_position, self._watched(ruleset.options(state)))
                options = tuple(dict.fromkeys(self.of(option.parts) for option in positions))
            except TypeError:
                require_options(ruleset, state)  # says what is wrong with a user's rule
                raise
            self._options[number] = options
        return options

    def _watched(self, options: Iterable[State]) -> Iterator[State]:
        hurried = self.watch.is_hurried
        for count, option in enumerate(options, 1):
            if not count & _LOOK:
                self.watch.look(count)
            elif hurried:
                self.watch.again()  # whether an option can be moved may take long to see
            yield option

    def _components(self, ruleset: Rulebook, state: State) -> Iterator[int]:
        for component in ruleset.components(state):
            part = Part(ruleset, ruleset.canonical(component))
            if part not in self._numbers:
                self._numbers[part] = self._new(part)
            number = self._numbers[part]
            if number is not None:
                yield number

    def _new(self, part: Part) -> int | None:
        """Number a part; one that cannot be moved is no part of the game."""
        try:
            if not any(True for _ in part.ruleset.options(part.state)):
                return None
        except TypeError:
            require_options(part.ruleset, part.state)
            raise
        self._parts.append(part)
        self._options.append(None)
        return len(self._parts) - 1
