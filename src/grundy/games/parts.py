"""Parts: what a position is made of, before anybody asks who wins it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State

_MOST_COPIED = 64  # components of a sum that are put side by side at once
_MOST_SHOWN = 40  # parts that a line of text has room for


class Part(NamedTuple):
    """One component of a position: a state, and the rules that it follows."""

    ruleset: Ruleset
    state: State

    def __str__(self) -> str:
        return self.ruleset.format(self.state)


class Run(NamedTuple):
    """Neighbouring parts that follow the same rules."""

    ruleset: Ruleset
    states: Sequence[State]


class Parts:
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
    _summands: tuple[Parts, Parts] | None

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
        waiting: list[Parts] = [self]
        leaves: list[Parts] = []
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
        """Return the same position with its states kept as they are answered soonest, many at once.

        Values of heaps are then computed for all up to the greatest, as
        `grundy.heaps.ruleset.HeapRuleset.sum` says.
        """
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

    def options(self) -> Iterator[Self]:
        """Yield the positions that one move leads to, each as often as moves lead to it."""
        for place, part in enumerate(self.parts):
            for option in part.ruleset.options(part.state):
                yield self.after(place, option)

    def after(self, place: int, option: State) -> Self:
        """Return what is there when the component at *place* has become *option*."""
        self._settle()
        if self._parts is not None:
            placed = self._parts[place].ruleset.as_position(option).parts
            return type(self)((*self._parts[:place], *placed, *self._parts[place + 1 :]))
        ruleset, states, index = self._at(place)
        placed_runs = ruleset.as_position(option).runs
        number = next(n for n, run in enumerate(self.runs) if run.states is states)
        around = Run(ruleset, states[:index]), Run(ruleset, states[index + 1 :])
        left, right = self.runs[:number], self.runs[number + 1 :]
        return self.of_runs((*left, around[0], *placed_runs, around[1], *right))

    def _at(self, place: int) -> tuple[Ruleset, Sequence[State], int]:
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
        from grundy.named.written import written_parts

        parts = self.first_parts(_MOST_SHOWN)
        more = self.part_count - len(parts)
        shown = written_parts(parts) + ([f"{more:,} more"] if more else [])
        return f"{type(self).__name__}({' + '.join(shown)})"
