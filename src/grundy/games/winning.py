"""One good move: it wins where a win is there, and the play surely ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any

from grundy.errors import LimitError
from grundy.games.parts import Move, Parts
from grundy.games.protocols import State
from grundy.games.state_by_state import is_known_lost, proved
from grundy.games.state_text import shown
from grundy.games.states import SumGraph
from grundy.games.sums import SolvedParts
from grundy.games.symmetry import turning_move
from grundy.runtime.limits import Limits, Watch
from grundy.values import Outcome, Play

if TYPE_CHECKING:
    from grundy.games.rulebook import Rulebook

_MOST_LISTED = 2_000  # positions that are worth looking at to make a loss last long
_MOST_MOVES = 200  # a position with more moves reaches more than that in no time


def best_move(position: Parts[Move], play: Play, limits: Limits | None = None) -> Move | None:
    """Return one move that keeps what the position promises; None where there is no move."""
    solved = SolvedParts(position, play, limits)
    outcome = solved.outcome
    if outcome is Outcome.P:
        return _longest(position, play, limits)
    if play == "misere":
        return _best_in_misere(position, limits)
    if outcome is Outcome.N and solved.unpaired is not None:
        return _in_rest(position, solved.rest, solved.unpaired, limits)
    if outcome is Outcome.N and solved.wins_at_once:
        return next(move for move in position.moves() if move.option.is_over)
    if outcome is Outcome.N:
        return (
            _proved(position, limits)
            or _by_outcomes(position, limits)
            or _of_least_potential(position, limits)
        )
    return _drawing(position, play, limits)


def _in_rest(
    position: Parts[Move], rest: Parts[Move], places: list[int], limits: Limits | None
) -> Move:
    """Return a winning move among the parts that no equal one cancels, as a move of the whole."""
    best = best_move(rest, "normal", limits)
    assert best is not None  # noqa: S101 - the rest is won, as the whole is
    end = best.part + 1 + best.option.part_count - rest.part_count
    left = type(position)(best.option.parts[best.part : end])
    return position.moved(places[best.part], best.name, left)


def potential(position: Parts[Any]) -> int:
    """Return Φ, the sum of the ranks of the parts; a part of value ∞ counts 0."""
    return sum(part.ruleset.rank(part.state) for part in position.parts)


def _proved(position: Parts[Move], limits: Limits | None) -> Move | None:
    """Return the move of one part to what was proved to be lost first; None without proofs.

    What is lost rests on what was proved before it: so from move to move the numbers of the
    proofs fall, and the play ends.
    """
    if position.part_count != 1:
        return None
    ((ruleset, state),) = position.parts
    move = _theorem_move(position, limits)
    if move is not None or not ruleset.valuer.asks_less:
        return move
    number = ruleset.valuer.proofs_below(state)
    if number is None:
        return None
    ruleset.valuer.outcome(state, limits=limits)
    best = _first_proved(ruleset, state, number, limits)
    if best is None:  # a theorem has said who wins, and no move
        ruleset.valuer.prove_move(state, limits=limits)
        best = _first_proved(ruleset, state, number, limits)
    if best is None:
        return None
    name, option = best
    return position.moved(0, ruleset.option_text(option) if name is None else name, option)


def _first_proved(
    ruleset: Rulebook, state: State, number: Callable[[State], int | None], limits: Limits | None
) -> tuple[str | None, State] | None:
    """Return the option that was proved to be lost first, and its name, if it has one."""
    best: tuple[int, str | None, State] | None = None
    each: Iterable[tuple[str | None, State]] = zip(repeat(None), ruleset.options(state))
    moves = ruleset.moves(state) if ruleset.has_own("moves") else each
    watch = None
    if limits is not None:
        purpose = f"The best move from {ruleset.text} {shown(ruleset.format(state))}"
        watch = Watch(limits, purpose, {})
    for name, option in moves:
        if watch is not None:
            watch.check_resources(0)  # proofs are read, no position is searched
        proof = None if isinstance(option, Parts) else number(option)
        if proof is not None and (best is None or proof < best[0]):
            best = proof, name, option
    return None if best is None else best[1:]


def _theorem_move(position: Parts[Move], limits: Limits | None) -> Move | None:
    """Return a winning move by a theorem or a symmetry, where no value is there soon; or None."""
    solved = SolvedParts(position, limits=limits)
    asks_less = any(run.ruleset.valuer.asks_less for run in position.runs)
    if solved.lists_by_theorem:
        return solved.winning_move()
    values_serve = not (asks_less or solved.decided_at_once)
    if not solved.needs_no_search or (values_serve and solved.value_soon() is not None):
        return None
    if position.part_count == 1 and (turned := turning_move(*position.parts[0])) is not None:
        return position.moved(0, *turned)
    watch = Watch(limits, f"The search for a move of {shown(str(position))} to copy from", {})
    for move in islice(position.moves(), _MOST_LISTED):
        if all(is_known_lost(*part) for part in move.option.parts):
            return move
        watch.check_resources(0)
    return None


def _by_outcomes(position: Parts[Move], limits: Limits | None) -> Move | None:
    """Return the first move seen to win, one proved before any; None where values serve better.

    Where plays end, any winning move will do, and no value is needed.
    """
    if not all(run.ruleset.ends and run.ruleset.valuer.asks_outcome for run in position.runs):
        return None
    moves = list(islice(position.moves(), _MOST_LISTED + 1))
    watch = Watch(limits, f"The search for a move of {shown(position)}", {})
    for move in moves:
        watch.check_resources(0)
        if proved(move.option) == ~0:
            return move
    if len(moves) > _MOST_LISTED:
        return None
    lost = (
        move for move in moves if SolvedParts(move.option, "normal", limits).outcome is Outcome.P
    )
    return next(lost, None)


def _of_least_potential(position: Parts[Move], limits: Limits | None) -> Move:
    """Return the first winning move with the least Φ, among those that can be found."""
    best: Move | None = None
    least = 0
    stopped: LimitError | None = None
    # Where a move is sure to be found first, for the others may look at many in vain.
    by_part = SolvedParts(position, "normal", limits).by_part()
    for place, sure, moves in sorted(by_part, key=lambda candidate: not candidate[1]):
        ruleset, state = position.parts[place]
        endless = ruleset.may_cycle(state)
        if not sure and not endless:
            continue  # no proof needs such a move
        try:
            for move in moves:
                candidate = potential(move.option)
                if best is None or candidate < least:
                    best, least = move, candidate
                if not least or not endless:
                    break  # the ranks of a part without cycles are all the same
        except LimitError as error:
            stopped = error
        if best is not None and not least:
            break
    if best is None:
        assert stopped is not None  # noqa: S101 - an N-position has a winning move
        raise stopped
    return best


def _drawing(position: Parts[Move], play: Play, limits: Limits | None) -> Move:
    moves = position.moves()
    return next(
        move for move in moves if SolvedParts(move.option, play, limits).outcome is Outcome.D
    )


def _longest(position: Parts[Move], play: Play, limits: Limits | None) -> Move | None:
    """Return a move of a lost position: the one that resists longest, where that can be seen."""
    moves: list[Move] = []
    try:
        moves += islice(position.moves(), _MOST_MOVES + 1)
        if len(moves) < 2 or len(moves) > _MOST_MOVES:
            return moves[0] if moves else None
        return SumGraph(position, play, _few(limits)).best_move(position)
    except LimitError:
        if not moves:
            raise
        return moves[0]


def _few(limits: Limits | None) -> Limits:
    """Return the limits with no more positions than a loss is worth."""
    bounds = limits or Limits()
    most = _MOST_LISTED if bounds.positions is None else min(bounds.positions, _MOST_LISTED)
    return replace(bounds, positions=most)


def _best_in_misere(position: Parts[Move], limits: Limits | None) -> Move | None:
    """Return the move of the quickest win, or one that keeps a draw; None where none is needed."""
    solved = SolvedParts(position, "misere", limits)
    if solved.is_answered and solved.outcome is Outcome.D:
        return _drawing(position, "misere", limits)
    if solved.is_answered:
        return next(solved.winning_moves(), None)  # who cannot move has won
    from grundy.games.values.one_value import SearchedSum

    search = SearchedSum(position, "misere", limits)
    search.outcome(position)  # where a theorem has said it, no move has been proved
    return search.best_move(position)
