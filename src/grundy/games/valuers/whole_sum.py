"""A position as a whole: all that its sum can reach, labelled as one digraph.

Misère play needs it, since misère values do not add; and it tells how long a play can last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grundy.games.parts import Part
from grundy.games.rule_errors import require_options
from grundy.games.state_text import shown
from grundy.games.states import reach
from grundy.graphs.labelling import Labelling, label
from grundy.running.limits import Limits, Watch
from grundy.values import Outcome, Value

if TYPE_CHECKING:
    from grundy.games.position import Move, Position
    from grundy.games.ruleset import Ruleset, State
    from grundy.running.progress import Progress
    from grundy.values import Play

_LOOK = 4_095  # options between two looks at the limits, less one; a power of two less one

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
        self._play = play
        self._purpose = f"{'Misère' if play == 'misere' else 'Normal'} play of {shown(position)}"
        self._limits, self._progress = limits, progress
        self._roots: dict[Sum, None] = {}
        self._labelling = self._with([position])

    def outcome(self, position: Position) -> Outcome:
        """Say who wins a position that can be reached."""
        return self._known(position).outcome(self._sums.of(position.parts))

    def value(self, position: Position) -> Value:
        """Return the value of a position that can be reached."""
        return self._known(position)[self._sums.of(position.parts)]

    def remoteness(self, position: Position) -> int | None:
        """Return the moves until the end when the winner hurries and the loser delays."""
        return self._known(position).remoteness(self._sums.of(position.parts))

    def best_move(self, position: Position) -> Move | None:
        """Return a move of a position that can be reached, or None where there is none to make.

        The quickest win, the slowest loss, or a move that keeps a draw. Under misère play who
        cannot move has won.
        """
        moves = list(position.moves())
        self._known(position, *(move.option for move in moves))
        outcome = self.outcome(position)
        remote = [self.remoteness(move.option) or 0 for move in moves]
        if outcome is Outcome.P:
            return moves[remote.index(max(remote))] if moves else None
        kept = Outcome.P if outcome is Outcome.N else Outcome.D
        best = [n for n, move in enumerate(moves) if self.outcome(move.option) is kept]
        return moves[min(best, key=remote.__getitem__)] if best else None

    def winning_moves(self, position: Position) -> Iterator[Move]:
        """Yield the winning moves of a position that can be reached."""
        moves = list(position.moves())
        self._known(position, *(move.option for move in moves))
        if self.outcome(position) is Outcome.N:
            yield from (move for move in moves if self.outcome(move.option) is Outcome.P)

    def _known(self, *positions: Position) -> Labelling:
        """Return the labelling, with these positions in it.

        A canonical form need not be the same for all states that are alike, so an option of a
        state may be another one than that of its canonical form.
        """
        graph = self._labelling.graph
        if any(self._sums.of(position.parts) not in graph for position in positions):
            self._labelling = self._with(positions)
        return self._labelling

    def _with(self, positions: Iterable[Position]) -> Labelling:
        self._roots |= dict.fromkeys(self._sums.of(position.parts) for position in positions)
        watch = self._sums.watch = Watch(self._limits, self._purpose, {}, self._progress)
        return label(reach(self._roots, self._sums.options, watch), play=self._play)

    def __len__(self) -> int:
        """Count the positions; those that differ in the order of their parts are one."""
        return len(self._labelling)


class _Sums:
    """Parts by number, so that a sum is a short tuple, and options are worked out once.

    Attributes:
        watch: Watches the search that asks: one part may have any number of options.
    """

    watch: Watch

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
                positions = map(ruleset.as_position, self._watched(ruleset.options(state)))
                found = tuple(dict.fromkeys(self.of(option.parts) for option in positions))
            except TypeError:
                require_options(ruleset, state)  # says what is wrong with a user's rule
                raise
            self._options[number] = found
        return found

    def _watched(self, options: Iterable[State]) -> Iterator[State]:
        for count, option in enumerate(options, 1):
            if not count & _LOOK:
                self.watch.look(count)
            yield option

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
        try:
            if not any(True for _ in part.ruleset.options(part.state)):
                return None
        except TypeError:
            require_options(part.ruleset, part.state)
            raise
        self._parts.append(part)
        self._options.append(None)
        return len(self._parts) - 1
