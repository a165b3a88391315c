"""One good move: it wins where a win is there, and the play surely ends."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from grundy.games.position import Move, Position
from grundy.values import Outcome

if TYPE_CHECKING:
    from grundy.games.position import Play

_COMPARED = 10_000  # winning moves among which the one with the least rank is chosen


def best_move(position: Position, play: Play) -> Move | None:
    """Give one move that keeps what the position promises; None where there is no move.

    Among the options of value 0 the one with the least Φ, the sum of the ranks of its parts:
    Φ falls between the winner's positions, so the play ends (THEORY 2.3). Ranks of parts
    without cycles count 0: such a part is moved in finitely often anyway.
    """
    if play == "misere":
        return _best_in_misere(position)
    outcome = position.outcome()
    if outcome is Outcome.N:
        return min(islice(position.each_winning_move(), _COMPARED), key=potential)
    if outcome is Outcome.D:
        return next(move for move in position.moves() if move.option.outcome() is Outcome.D)
    return next(position.moves(), None)


def potential(move: Move) -> int:
    """Give Φ of the position that a move leads to; a part of value ∞ counts 0."""
    return sum(part.ruleset.rank(part.state) for part in move.option.parts)


def _best_in_misere(position: Position) -> Move | None:
    from grundy.games.misere import _key, labelled

    labelling = labelled(position)
    moves = list(position.moves())
    if not moves:
        return None
    outcome = labelling.outcome(_key(position))

    def remoteness(move: Move) -> int:
        return labelling.remoteness(_key(move.option)) or 0

    if outcome is Outcome.P:
        return max(moves, key=remoteness)
    kept = Outcome.P if outcome is Outcome.N else Outcome.D
    return min(
        (move for move in moves if labelling.outcome(_key(move.option)) is kept), key=remoteness
    )
