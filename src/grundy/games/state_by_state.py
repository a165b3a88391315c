"""Normal play of a game state by state: what is known of each, and the values of the others."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Any

from grundy.errors import LimitError
from grundy.games.parts import Parts
from grundy.games.protocols import Answers, State
from grundy.games.rulebook import Rulebook
from grundy.games.state_text import shown
from grundy.games.symmetry import BY_COPYING, is_wide, lost_by_symmetry, turning_move
from grundy.games.values.proofs import combined, least_left
from grundy.nimbers import mex
from grundy.printable import counted
from grundy.runtime.limits import Limits, reporting, thread_time
from grundy.values import LoopyValue, Outcome, Play, Value, add, outcome_of

_MOST_WIDTH = 1_000  # options that are counted to see which state is the largest


def is_known_won(ruleset: Rulebook, state: State) -> bool:
    """Return whether a theorem, or a move to a symmetric board, wins a state of many moves."""
    theorem = ruleset.valuer.theorem
    if theorem is not None and theorem.lost(state) is False:
        return True
    return is_wide(ruleset, state) and turning_move(ruleset, state) is not None


def why(ruleset: Rulebook, state: State) -> str:
    """Describe what decides about a state where its value is not asked for."""
    theorem = ruleset.valuer.theorem
    if theorem is not None and theorem.lost(state) is not None:
        return theorem.cited
    if is_known_lost(ruleset, state):
        return BY_COPYING
    if is_known_won(ruleset, state):
        return "A move leaves a board that looks the same after half a turn, and then copying wins."
    return "By a search of who wins; the value would take longer."


def is_known_lost(ruleset: Rulebook, state: State) -> bool:
    """Return whether a state is lost by a theorem or a symmetry; then its value is 0."""
    theorem = ruleset.valuer.theorem
    if theorem is not None and theorem.lost(state) is not None:
        return bool(theorem.lost(state))
    return ruleset.ground(state) is not None and lost_by_symmetry(ruleset, state)


class StateByState(Answers):
    """Normal play of a game that has nothing special to say of many states at once."""

    def __init__(
        self, ruleset: Rulebook, states: Sequence[State], limits: Limits | None = None
    ) -> None:
        self._ruleset = ruleset
        self._states = states
        self._limits = limits

    @cached_property
    def outcome(self) -> Outcome:
        return self.outcome_beside(0)

    def outcome_beside(self, beside: Value) -> Outcome:
        """Return who wins the states beside parts of this value: the last is asked, not valued."""
        if "_values" in vars(self):
            return outcome_of(add([self._total, beside]))
        left = [state for state in self._states if not is_known_lost(self._ruleset, state)]
        if not left:
            return outcome_of(beside)
        if len(left) == 1 and beside == 0 and is_known_won(self._ruleset, left[0]):
            return Outcome.N
        *others, last = sorted(left, key=self._width) if len(left) > 1 else left
        limits = self._limits
        total = add([beside, *(self._ruleset.value(state, limits=limits) for state in others)])
        if isinstance(total, LoopyValue):
            return outcome_of(add([self._total, beside]))
        return self._ruleset.valuer.outcome(last, total, limits=limits)

    @cached_property
    def width(self) -> int:
        """The moves of the widest state, up to some: it is asked last."""
        return max(map(self._width, self._states), default=0)

    def _width(self, state: State) -> int:
        """Count the options of a state, up to some."""
        return sum(1 for _ in islice(self._ruleset.options(state), _MOST_WIDTH))

    def value(self) -> Value:
        return self._total

    def values(self) -> list[Value]:
        return self._values

    def moves(self, index: int, target: int = 0) -> Iterator[tuple[str, State]]:
        goal = self._goal(index, target)
        if goal is not None:
            state = self._states[index]
            yield from self._ruleset.options_of_value(state, goal, limits=self._limits)

    def count(self, target: int = 0) -> int:
        count = self._ruleset.count_of_value
        goals = [self._goal(index, target) for index in range(len(self._states))]
        return sum(
            count(state, value, limits=self._limits)
            for state, value in zip(self._states, goals, strict=True)
            if value is not None
        )

    def promising(self, target: int = 0) -> Iterator[int]:
        if len(self._states) == 1:
            yield 0
            return
        sure, endless = [], []
        for index, value in enumerate(self._values):
            goal = self._goal(index, target)
            if goal is None:
                continue
            if isinstance(value, LoopyValue) or goal < value:
                sure.append(index)
            elif self._ruleset.may_cycle(self._states[index]):
                endless.append(index)
        yield from chain(sure, endless)

    @cached_property
    def _values(self) -> list[Value]:
        rules, limits = self._ruleset, self._limits
        return [
            0 if is_known_lost(rules, state) else rules.value(state, limits=limits)
            for state in self._states
        ]

    @cached_property
    def _total(self) -> Value:
        return add(self._values)

    def _goal(self, index: int, target: int) -> int | None:
        """Return the value that a state has to get; None where none brings the sum to *target*."""
        if len(self._states) == 1:
            return target
        total, value = self._total, self._values[index]
        if isinstance(total, int) and isinstance(value, int):
            return total ^ value ^ target
        left = add([*self._values[:index], *self._values[index + 1 :], target])
        return left if isinstance(left, int) else None


# What a search that gives up knows: a bound of the value, and the moves that are refuted.

_MOST = 1_000  # moves that are looked at
_SECONDS, _SHARE = 0.05, 0.05  # for that, and of the seconds given


@contextlib.contextmanager
def saying_what_is_known(position: Parts[Any], play: Play, limits: Limits | None) -> Iterator[None]:
    """Append what is known of a position to an error of a limit."""
    try:
        yield
    except LimitError as error:
        given = None if limits is None else limits.seconds
        seconds = _SECONDS if given is None else min(_SECONDS, _SHARE * given)
        with contextlib.suppress(LimitError), reporting(None, Limits(seconds=seconds)):
            known = "" if error.known else " ".join(_sentences(position, play, seconds))
            if known:
                error.add(known)
        raise


def _sentences(position: Parts[Any], play: Play, seconds: float) -> Iterator[str]:
    """Describe which small values are excluded, and which moves are refuted."""
    known: Callable[[Parts[Any]], int] = proved
    if play == "misere" and position.part_count:
        ruleset, state = position.first_parts(1)[0]
        theorem = ruleset.misere_theorem if position.part_count == 1 else None
        if theorem is not None and theorem.lost(state) is False:
            yield "It is proved that the player to move wins."
        known = ruleset.misere_search.proved
    moves, more = _looked_at(position, known, seconds)
    if play == "normal":
        values = {~found for _, found in moves if found < 0}
        least = max(least_left(max(known(position), 0)), mex(values))
        if least:
            yield f"The value is at least {least}, so the player to move wins."
    yield from _of_moves(moves, "its" if position.part_count == 1 else "the sum's", more=more)
    if play == "normal" and any(
        ruleset.valuer.theorem is not None and ruleset.valuer.theorem.lost(state) is None
        for ruleset, state in position.first_parts(_MOST)
    ):
        yield "What is proved of the game (grundy games GAME) says nothing of such positions."


def proved(position: Parts[Any]) -> int:
    """Return what is known of the value of a sum without a search, as `Valuer.proved` has it."""
    return combined(part.ruleset.valuer.proved(part.state) for part in position.parts)


def _of_moves(moves: list[tuple[str, int]], whose: str, *, more: bool) -> Iterator[str]:
    """Return which moves win or are refuted; more of them may be there that were not looked at."""
    count = counted(len(moves), "move")
    its = f"{whose} first" if more else whose
    winning = next((name for name, found in moves if found == -1), "")
    left = [name for name, found in moves if found >= 0 and not found & 1]
    refuted = len(moves) - len(left)
    if winning:
        yield f"A move that wins is {shown(winning)}."
    elif left and not refuted:
        if len(moves) > 1 or not more:
            yield f"None of {its} {count} is refuted."
    elif left:
        are = "is" if refuted == 1 else "are"
        yield f"Of {its} {count} {refuted:,} {are} refuted; one that is not is {shown(left[0])}."
    elif moves and not more:
        yield f"All {its} {count} are refuted: the player to move loses."


def _looked_at(
    position: Parts[Any], known: Callable[[Parts[Any]], int], seconds: float
) -> tuple[list[tuple[str, int]], bool]:
    """Return the moves looked at in a moment, with what is known of each, and whether more are."""
    moves: list[tuple[str, int]] = []
    end = thread_time() + seconds
    with contextlib.suppress(LimitError):  # too many moves to be listed, say
        for move in islice(position.moves(), _MOST + 1):
            if len(moves) == _MOST or thread_time() > end:
                return moves, True
            moves.append((move.name, known(move.option)))
        return moves, False
    return moves, True
