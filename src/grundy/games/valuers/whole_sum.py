"""A position as a whole: all that its sum can reach, labelled as one digraph.

Misère play needs it, since misère values do not add; and it tells how long a play can last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grundy.games.answers import Because, searched
from grundy.games.components import Components, Sum
from grundy.games.state_text import shown
from grundy.games.states import reach
from grundy.graphs.labelling import Labelling, label
from grundy.running.limits import Limits, Watch
from grundy.values import Outcome, Value

if TYPE_CHECKING:
    from grundy.games.position import Move, Position
    from grundy.running.progress import Progress
    from grundy.values import Play


class Whole:
    """What a position can reach, and who wins each of it."""

    def __init__(
        self,
        position: Position,
        play: Play,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._sums = Components()
        self._play = play
        self._purpose = f"{'Misère' if play == 'misere' else 'Normal'} play of {shown(position)}"
        self._limits, self._progress = limits, progress
        self._roots: dict[Sum, None] = {}
        self._labelling = self._with([position])

    @property
    def because(self) -> Because:
        """Say that a search decides."""
        return searched(len(self))

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
        """Return a move of a position that can be reached, or None where there is none to make."""
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
        """Return the labelling, with these positions in it."""
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
