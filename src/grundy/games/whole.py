"""A position as a whole: all that its sum can reach, labelled as one digraph.

Misère play needs it, since misère values do not add; and it tells how long a play can last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.games.limits import Limits, Watch
from grundy.games.position import Move, Part, Play, Position
from grundy.games.states import reach
from grundy.graphs.labelling import label
from grundy.values import Outcome, Value

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset, State
    from grundy.graphs.progress import Progress

Sum = tuple[int, ...]
"""A multiset of parts by number, ascending, without the parts that cannot be moved."""


class Whole:
    """What a position can reach, and who wins each of it.

    Raises:
        LimitError: If there is more than the limits allow.

    >>> from grundy import TakeAndBreak
    >>> nim = TakeAndBreak("0.[3]")
    >>> whole = Whole(nim[1] + nim[2], "misere")
    >>> len(whole), whole.outcome(nim[1] + nim[2]), whole.outcome(nim[1])
    (5, <Outcome.N: ...>, <Outcome.P: ...>)
    """

    def __init__(
        self,
        position: Position,
        play: Play,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._sums = _Sums()
        kind = "Misère" if play == "misere" else "Normal"
        watch = Watch(limits, f"{kind} play of {position}", {}, progress)
        graph = reach([self._sums.of(position.parts)], self._sums.options, watch)
        self._labelling = label(graph, play=play)

    def outcome(self, position: Position) -> Outcome:
        """Say who wins a position that can be reached."""
        return self._labelling.outcome(self._sums.of(position.parts))

    def value(self, position: Position) -> Value:
        """Give the value of a position that can be reached."""
        return self._labelling[self._sums.of(position.parts)]

    def remoteness(self, position: Position) -> int | None:
        """Give the moves until the end when the winner hurries and the loser delays."""
        return self._labelling.remoteness(self._sums.of(position.parts))

    def __contains__(self, position: Position) -> bool:
        """Say whether a position can be reached."""
        return self._sums.of(position.parts) in self._labelling

    def best_move(self, position: Position) -> Move | None:
        """Give a move of a position that can be reached, or None where there is none to make.

        The quickest win, the slowest loss, or a move that keeps a draw. Under misère play who
        cannot move has won.
        """
        outcome, moves = self.outcome(position), list(position.moves())
        remote = [self.remoteness(move.option) or 0 for move in moves]
        if outcome is Outcome.P:
            return moves[remote.index(max(remote))] if moves else None
        kept = Outcome.P if outcome is Outcome.N else Outcome.D
        best = [n for n, move in enumerate(moves) if self.outcome(move.option) is kept]
        return moves[min(best, key=remote.__getitem__)] if best else None

    def __len__(self) -> int:
        """Count the positions; those that differ in the order of their parts are one."""
        return len(self._labelling)


class _Sums:
    """Parts by number, so that a sum is a short tuple, and options are worked out once."""

    def __init__(self) -> None:
        self._numbers: dict[Part, int | None] = {}
        self._parts: list[Part] = []
        self._options: list[tuple[Sum, ...] | None] = []

    def of(self, parts: tuple[Part, ...]) -> Sum:
        numbers: list[int] = []
        for ruleset, state in parts:
            numbers += self._components(ruleset, state)
        return tuple(sorted(numbers))

    def options(self, position: Sum) -> Iterator[Sum]:
        before = -1
        for place, number in enumerate(position):
            if number == before:  # one of several equal parts is enough
                continue
            before = number
            rest = position[:place] + position[place + 1 :]
            for option in self._options_of(number):
                yield tuple(sorted(rest + option)) if option else rest

    def _options_of(self, number: int) -> tuple[Sum, ...]:
        found = self._options[number]
        if found is None:
            ruleset, state = self._parts[number]
            try:
                positions = map(ruleset.position, ruleset.options(state))
                found = tuple(dict.fromkeys(self.of(option.parts) for option in positions))
            except TypeError:
                ruleset.solver.require_options(state)  # says what is wrong with a user's rule
                raise
            self._options[number] = found
        return found

    def _components(self, ruleset: Ruleset, state: State) -> Iterator[int]:
        for component in ruleset.components(state):
            part = Part(ruleset, ruleset.canonical(component))
            if part not in self._numbers:
                self._numbers[part] = self._new(part)
            number = self._numbers[part]
            if number is not None:
                yield number

    def _new(self, part: Part) -> int | None:
        """Number a part; one that cannot be moved is no part of the game."""
        if not any(True for _ in part.ruleset.options(part.state)):
            return None
        self._parts.append(part)
        self._options.append(None)
        return len(self._parts) - 1
