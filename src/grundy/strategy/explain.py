"""explain(): why a position is won, lost or drawn, worked out step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TypeVar

from grundy.errors import LimitError
from grundy.games import symmetry
from grundy.games.position import Move, Part, Position, Solved
from grundy.games.states import SumGraph
from grundy.games.winning import potential
from grundy.runtime.limits import Limits, Progress, one_question, reports, thread_time
from grundy.strategy.facts import (
    Answer,
    Best,
    Component,
    MoveDescriber,
    answers,
    live_components,
    part_labels,
    reason,
    too_many_moves,
)
from grundy.strategy.moves import game_name, written
from grundy.strategy.wording import Explanation
from grundy.values import Outcome, Play, add, outcome_of

__all__ = ["Explanation", "explain"]

Found = TypeVar("Found")

_MOST_COUNTED = 20_000  # winning moves that are counted
_MOST_MOVES = 1_000  # and that are kept
_MOST_REASONS = 60  # components whose value is given a reason
_MOST_SYMMETRIC = 200  # winning moves among which one that leaves pairs is looked for
_MOST_PICTURES = 4
_LINES_OF_PICTURE = 16


@reports
@one_question()
def explain(
    position: Position,
    play: Play = "normal",
    *,
    turn: int = 1,
    labels: Sequence[str] = (),
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Explanation:
    """Return who wins a position, and why; the parts are called by their labels, A, B and so on."""
    if turn not in (1, 2):
        raise ValueError(f"turn is 1 or 2, the player to move, found {turn!r}.")
    within = None if limits is None else limits.for_one_question()
    labels = labels or part_labels(position)
    if len(labels) != len(position.parts):
        raise ValueError(f"{len(position.parts)} parts need as many labels, found {len(labels)}.")
    if play == "misere":
        return explain_misere(position, turn, labels, within)
    solved = position.solve(limits=within)
    is_known = solved.needs_no_search
    if solved.decided_at_once or solved.value_soon() is None:
        return _without_values(solved, turn, labels, within)
    if within is not None and any(run.ruleset.valuer.asks_less for run in position.runs):
        is_known = solved.outcome is not None  # and where it is not in reach, no value is
    try:
        beside = BESIDE.for_one_question() if is_known and within is None else within
        return _by_values(position, turn, labels, beside)
    except LimitError:
        if not is_known and within is None:
            raise
        return _without_values(solved, turn, labels, within)


def _by_values(
    position: Position, turn: int, labels: Sequence[str], within: Limits | None
) -> Explanation:
    values = position.values(limits=within)
    outcome = outcome_of(add(values))
    parts = _components(position, labels, within)
    describer = MoveDescriber(position, values, labels, within)
    explanation = Explanation(
        position=position,
        play="normal",
        turn=turn,
        outcome=outcome,
        value=add(values),
        components=parts,
        labels=tuple(labels),
        move_count=0,
        pairs=_pairs(position, parts),
        potential=potential(position) if any(part.endless for part in parts) else 0,
    )
    if outcome is Outcome.N:
        return _won(explanation, describer, within)
    if outcome is Outcome.D:
        return _drawn(explanation, describer, within)
    return _lost(explanation, describer, within)


def _without_values(
    solved: Solved, turn: int, labels: Sequence[str], within: Limits | None
) -> Explanation:
    """Return who wins and a move, where only these are known."""
    position = solved.position
    moves: list[Move] = []
    count = None
    with suppress(LimitError):
        if solved.outcome is Outcome.N and solved.lists_soon:
            moves += islice(solved.winning_moves(), _MOST_MOVES + 1)
            count = len(moves) if len(moves) <= _MOST_MOVES else None
        elif solved.outcome is Outcome.N:
            moves += filter(None, [position.best_move(limits=within or BESIDE)])
    describer = MoveDescriber(position, None, labels)
    shown = tuple(map(describer.describe, moves[:_MOST_MOVES]))
    explanation = Explanation(
        position=position,
        play="normal",
        turn=turn,
        outcome=solved.outcome,
        value=None,
        components=(),
        labels=tuple(labels),
        moves=shown,
        move_count=count,
        best=shown[0] if shown else None,
        rule="a proof",
        because=solved.because,
        mirrors=symmetry.symmetry_of(moves[0].option) if moves else "",
    )
    mirrors = symmetry.symmetry_of(position) if solved.outcome is Outcome.P else ""
    if not mirrors:
        return explanation
    best = partial(Position.best_move, limits=within or BESIDE)
    replies, complete = answers(position, describer, best, partial(symmetry.copying_move, position))
    return replace(explanation, answers=tuple(replies), answers_complete=complete, mirrors=mirrors)


# ---- the components ---------------------------------------------------------------------------


def _components(
    position: Position, names: Sequence[str], limits: Limits | None
) -> tuple[Component, ...]:
    parts = symmetry.components(position)
    with_reasons = len(parts) <= _MOST_REASONS
    pictured = len(position.parts) <= _MOST_PICTURES
    drawn = [picture(part) if pictured else "" for part in position.parts]
    return tuple(
        _component(place, part, label, drawn[place], limits, with_reasons=with_reasons)
        for (place, part), label in zip(parts, _labels(parts, names), strict=True)
    )


def _component(
    place: int, part: Part, label: str, drawn: str, limits: Limits | None, *, with_reasons: bool
) -> Component:
    ruleset, state = part
    value = ruleset.value(state)
    why, options = reason(part, value, limits) if with_reasons else ("", ())
    endless = ruleset.may_cycle(state)
    return Component(
        label=label,
        part=place,
        game=game_name(ruleset),
        text=written(part),
        value=value,
        reason=why,
        options=options,
        picture=drawn,
        endless=endless,
        rank=ruleset.rank(state) if endless else 0,
    )


def picture(part: Part) -> str:
    """Return the picture of a part where it says more than its text."""
    drawn = part.ruleset.draw(part.state)
    lines = drawn.splitlines()
    return drawn if 1 < len(lines) <= _LINES_OF_PICTURE else ""


def _labels(parts: list[tuple[int, Part]], names: Sequence[str]) -> list[str]:
    """Return the names of parts, and A1, A2, … (A1.1, A1.2, …) for one that falls apart."""
    places = [place for place, _ in parts]
    labels = []
    for number, place in enumerate(places):
        label = names[place]
        if places.count(place) > 1:
            dot = "." if label[-1].isdecimal() else ""
            label += f"{dot}{number - places.index(place) + 1}"
        labels.append(label)
    return labels


def _pairs(position: Position, parts: tuple[Component, ...]) -> tuple[tuple[str, str], ...]:
    pairs = symmetry.equal_pairs([part for _, part in symmetry.components(position)])
    return tuple((parts[one].label, parts[other].label) for one, other in pairs)


# ---- won, drawn, lost -------------------------------------------------------------------------


def _won(explanation: Explanation, describer: MoveDescriber, limits: Limits | None) -> Explanation:
    moves, count = _counted(explanation.position, limits)
    best, mirrors = _symmetric(explanation, moves)
    best = best or explanation.position.best_move(limits=limits)
    return replace(
        explanation,
        moves=tuple(map(describer.describe, moves)),
        move_count=count,
        best=describer.described(best),
        mirrors=mirrors,
        ends=best is not None and not symmetry.can_move_at_all(best.option),
    )


def _symmetric(explanation: Explanation, moves: list[Move]) -> tuple[Move | None, str]:
    """Return a winning move after which copying wins, and how; with cycles copying need not end."""
    if explanation.endless:
        return None, ""
    kinds: dict[str, Move] = {}
    for move in moves[:_MOST_SYMMETRIC]:
        kind = symmetry.symmetry_of(move.option)
        if kind == "pairs":
            halves = len(explanation.components) == 1 and len(live_components(move.option)) == 2
            return move, "halves" if halves else "pairs"
        kinds.setdefault(kind, move)
    kind = next((kind for kind in ("half turn", "mirror") if kind in kinds), "")
    return kinds.get(kind) if kind else None, kind


def _counted(position: Position, limits: Limits | None) -> tuple[list[Move], int | None]:
    """Return the first winning moves, and how many there are; None where that is not known."""
    moves: list[Move] = []
    complete = True
    for place, sure, part_moves in position.solve(limits=limits).by_part():
        most = _MOST_COUNTED + 1 - len(moves)
        if too_many_moves(position.parts[place]):
            complete, most = False, int(sure)
        try:
            moves.extend(islice(part_moves, most))
        except LimitError:
            complete = False
    count = len(moves) if complete and len(moves) <= _MOST_COUNTED else None
    return moves[:_MOST_MOVES], count


def _drawn(
    explanation: Explanation, describer: MoveDescriber, limits: Limits | None
) -> Explanation:
    best = explanation.position.best_move(limits=limits)
    return replace(explanation, best=describer.described(best))


def _lost(explanation: Explanation, describer: MoveDescriber, limits: Limits | None) -> Explanation:
    position = explanation.position
    mirrors = "" if explanation.endless else symmetry.symmetry_of(position)
    copy = partial(symmetry.copying_move, position) if mirrors else None
    best = partial(Position.best_move, limits=limits)
    replies, complete = answers(position, describer, best, copy)
    return replace(explanation, answers=tuple(replies), answers_complete=complete, mirrors=mirrors)


FEW = Limits(positions=20_000, seconds=1, _clock=thread_time)  # beside a theorem
BESIDE = Limits(seconds=5)  # for values, and for a move, where who wins is known without them


def explain_misere(
    position: Position, turn: int, labels: Sequence[str], limits: Limits | None
) -> Explanation:
    """Return who wins when who cannot move wins, and why; see `strategy.explain.explain`."""
    solved = position.solve("misere", limits=limits)
    known = solved.outcome is not None and solved.needs_no_search
    within = BESIDE if known and limits is None else limits
    few = FEW.beside(limits) if known else limits
    whole = None if solved.rule else _if_soon(partial(SumGraph, position, "misere", few))
    because = whole.because if whole and not known else solved.because
    best_move: Best = partial(Position.best_move, play="misere", limits=within)
    moves: list[Move] = []
    best: Move | None = None
    replies: list[Answer] = []
    complete = True
    describer = MoveDescriber(position, None, labels, called=solved.called)
    if whole is not None:
        best_move = whole.best_move
    with suppress(LimitError):
        if solved.outcome is Outcome.P:
            replies, complete = answers(position, describer, best_move)
        else:
            best = best_move(position)
    if whole is not None or solved.rule:
        winning = solved.winning_moves() if whole is None else whole.winning_moves(position)
        moves += islice(winning, _MOST_MOVES + 1)
        count = len(moves) if len(moves) <= _MOST_MOVES else None
        if count is None and solved.rule:
            count = _if_soon(solved.winning_move_count)
    else:
        moves, count = [best] if best else [], None
    return Explanation(
        position=position,
        play="misere",
        turn=turn,
        outcome=solved.outcome,
        value=None,
        components=_bare_components(position, labels),
        labels=tuple(labels),
        moves=tuple(map(describer.describe, moves[:_MOST_MOVES])),
        move_count=count,
        best=describer.described(best),
        answers=tuple(replies),
        answers_complete=complete,
        rule=solved.rule,
        because=because,
        searched=len(whole) if whole else 0,
        normal_outcome=_if_soon(partial(position.outcome, limits=limits)),
    )


def _if_soon(ask: Callable[[], Found]) -> Found | None:
    """Return an answer; None where a limit ends the search for it."""
    try:
        return ask()
    except LimitError:
        return None


def _bare_components(position: Position, labels: Sequence[str]) -> tuple[Component, ...]:
    return tuple(
        Component(labels[place], place, game_name(part.ruleset), written(part), value=None)
        for place, part in enumerate(position.parts)
    )
