"""Answers for a sum of states of one game: from each state alone, or by a rule for misère play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from grundy.errors import PositionError
from grundy.games.protocols import Answers, Justification
from grundy.values import LoopyValue, Outcome, Value, add, outcome_of

if TYPE_CHECKING:
    from grundy.games.protocols import State
    from grundy.games.rulebook import Rulebook
    from grundy.running.limits import Limits, Progress

NOT_ADDITIVE = (
    "Misère values do not add, so a sum of several components has none to be had from theirs "
    "(1 and 2 + 2 in Nim both have misère value 0, and twice each of them has 1 and 0); ask for "
    "the outcome instead."
)


def searched(positions: int) -> Justification:
    """Say that a search of so many positions decides."""
    count = f"{positions:,} position{'' if positions == 1 else 's'}"
    return Justification(
        f"By a search of {count}, as no misère quotient is in reach: misère values do not add.",
        (f"What decides is a search, as no misère quotient is in reach: {count} can be reached.",),
    )


class StateByState(Answers):
    """Normal play of a game that has nothing special to say of many states at once."""

    def __init__(
        self,
        ruleset: Rulebook,
        states: Sequence[State],
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._ruleset = ruleset
        self._states = states
        self._limits = limits
        self._progress = progress

    @property
    def outcome(self) -> Outcome:
        """Who wins the sum."""
        return outcome_of(self.value())

    def value(self) -> Value:
        """Return the nim-sum of the values."""
        return self._total

    def values(self) -> list[Value]:
        """Return the value of each state, as its ruleset finds it."""
        return self._values

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        """Yield the moves of one state to the value that is needed there."""
        wanted = self._wanted(index, target)
        if wanted is not None:
            state = self._states[index]
            yield from self._ruleset.options_of_value(state, wanted, limits=self._limits)

    def count(self, target: int = 0) -> int:
        """Count the moves, without listing them where the game can."""
        count = self._ruleset.valuer.count_of_value
        wanted = [self._wanted(index, target) for index in range(len(self._states))]
        return sum(
            count(state, value, limits=self._limits)
            for state, value in zip(self._states, wanted, strict=True)
            if value is not None
        )

    def promising(self, target: int = 0) -> Iterator[int]:
        """Yield first the states that surely have a move, then those with cycles."""
        sure, endless = [], []
        for index, value in enumerate(self._values):
            wanted = self._wanted(index, target)
            if wanted is None:
                continue
            if isinstance(value, LoopyValue) or wanted < value:
                sure.append(index)
            elif self._ruleset.may_cycle(self._states[index]):
                endless.append(index)
        yield from chain(sure, endless)

    @cached_property
    def _values(self) -> list[Value]:
        value, limits, progress = self._ruleset.value, self._limits, self._progress
        return [value(state, limits=limits, progress=progress) for state in self._states]

    @cached_property
    def _total(self) -> Value:
        return add(self._values)

    def _wanted(self, index: int, target: int) -> int | None:
        """Return the value that a state has to get; None where none brings the sum to *target*."""
        total, value = self._total, self._values[index]
        if isinstance(total, int) and isinstance(value, int):
            return total ^ value ^ target
        left = add([*self._values[:index], *self._values[index + 1 :], target])
        return left if isinstance(left, int) else None


class MisereRule(Answers):
    """Misère play of a game in which a proved rule says who wins a sum."""

    def __init__(
        self,
        ruleset: Rulebook,
        states: Sequence[State],
        winner: Callable[[tuple[State, ...]], Outcome],
    ) -> None:
        self.rule = ruleset.text
        self._ruleset = ruleset
        self._states = tuple(states)
        self._winner = winner

    @property
    def outcome(self) -> Outcome:
        """Who wins the sum, by the rule."""
        return self._winner(self._states)

    def value(self) -> Value:
        """Refuse: a rule says who wins, and no value."""
        raise PositionError(NOT_ADDITIVE)

    def values(self) -> Sequence[Value]:
        """Refuse, as `value`."""
        raise PositionError(NOT_ADDITIVE)

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        """Yield the moves of one state after which the other player loses."""
        before, after = self._states[:index], self._states[index + 1 :]
        for name, option in self._ruleset.moves(self._states[index]):
            left = (part.state for part in self._ruleset.as_position(option).parts)
            if self._winner((*before, *left, *after)) is Outcome.P:
                yield name, option

    def count(self, target: int = 0) -> int:
        """Count the winning moves one by one."""
        return sum(1 for index in self.promising() for _ in self.moves(index))

    def promising(self, target: int = 0) -> Iterable[int]:
        """Return the states in their order."""
        return range(len(self._states))
