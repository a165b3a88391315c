"""explain(): why a position is won, lost or drawn, worked out step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from grundy.errors import LimitError
from grundy.games.position import Move, Part, Position
from grundy.games.winning import potential
from grundy.runtime.limits import Limits, Progress, reports
from grundy.strategy.facts import (
    Component,
    MoveFacts,
    can_move_at_all,
    components,
    copies_itself,
    equal_pairs,
    live_components,
    reason,
    too_many_moves,
)
from grundy.strategy.half_turn import half_turn_move, has_half_turn, is_wide, turned_answer
from grundy.strategy.move_answers import MoveDescriber, answers, copied_answer, part_labels
from grundy.strategy.moves import game_name, written
from grundy.strategy.wording import Explanation
from grundy.values import Outcome, Play, add, outcome_of

__all__ = ["Explanation", "explain"]


_MOST_COUNTED = 20_000  # winning moves that are counted
_MOST_MOVES = 1_000  # and that are kept
_MOST_REASONS = 60  # components whose value is given a reason
_MOST_SYMMETRIC = 200  # winning moves among which one that leaves pairs is looked for
_MOST_PICTURES = 4
_LINES_OF_PICTURE = 16


@reports
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
        from grundy.strategy.move_answers import explain_misere

        return explain_misere(position, turn, labels, within)
    if is_wide(position):
        turned = _by_half_turn(position, turn, labels)
        if turned is not None:
            return turned
    values = position.values(limits=within)
    outcome = outcome_of(add(values))
    parts = _components(position, labels)
    describer = MoveDescriber(position, values, labels, within)
    explanation = Explanation(
        position=position,
        play=play,
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


def _by_half_turn(position: Position, turn: int, labels: Sequence[str]) -> Explanation | None:
    """Explain without any value a position that half a turn decides."""
    best = half_turn_move(position)
    if best is None and not has_half_turn(position):
        return None
    describer = MoveDescriber(position, None, labels)
    found, complete = (
        ([], True) if best else answers(position, describer, Position.best_move, turned_answer)
    )
    return Explanation(
        position=position,
        play="normal",
        turn=turn,
        outcome=Outcome.P if best is None else Outcome.N,
        value=0 if best is None else None,
        components=(),
        labels=tuple(labels),
        best=_described(best, describer),
        answers=tuple(found),
        answers_complete=complete,
        mirrors="half turn",
    )


# ---- the components ---------------------------------------------------------------------------


def _components(position: Position, names: Sequence[str]) -> tuple[Component, ...]:
    found = components(position)
    with_reasons = len(found) <= _MOST_REASONS
    pictured = len(position.parts) <= _MOST_PICTURES
    drawn = [picture(part) if pictured else "" for part in position.parts]
    return tuple(
        _component(place, part, label, drawn[place], with_reasons=with_reasons)
        for (place, part), label in zip(found, _labels(found, names), strict=True)
    )


def _component(place: int, part: Part, label: str, drawn: str, *, with_reasons: bool) -> Component:
    ruleset, state = part
    value = ruleset.value(state)
    why, options = reason(part, value) if with_reasons else ("", ())
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


def _labels(found: list[tuple[int, Part]], names: Sequence[str]) -> list[str]:
    """Return the names of parts, and A1, A2, … (A1.1, A1.2, …) for one that falls apart."""
    places = [place for place, _ in found]
    labels = []
    for number, place in enumerate(places):
        label = names[place]
        if places.count(place) > 1:
            dot = "." if label[-1].isdecimal() else ""
            label += f"{dot}{number - places.index(place) + 1}"
        labels.append(label)
    return labels


def _pairs(position: Position, parts: tuple[Component, ...]) -> tuple[tuple[str, str], ...]:
    found = equal_pairs([part for _, part in components(position)])
    return tuple((parts[one].label, parts[other].label) for one, other in found)


# ---- won, drawn, lost -------------------------------------------------------------------------


def _won(explanation: Explanation, describer: MoveDescriber, limits: Limits | None) -> Explanation:
    moves, count = _counted(explanation.position, limits)
    best, mirrors = _symmetric(explanation, moves)
    best = best or explanation.position.best_move(limits=limits)
    return replace(
        explanation,
        moves=tuple(map(describer.describe, moves)),
        move_count=count,
        best=_described(best, describer),
        mirrors=mirrors,
        ends=best is not None and not can_move_at_all(best.option),
    )


def _symmetric(explanation: Explanation, moves: list[Move]) -> tuple[Move | None, str]:
    """Return a winning move after which copying wins, and how; with cycles copying need not end."""
    if explanation.endless:
        return None, ""
    for move in moves[:_MOST_SYMMETRIC]:
        if copies_itself(move.option):
            halves = len(explanation.components) == 1 and len(live_components(move.option)) == 2
            return move, "halves" if halves else "pairs"
    for move in moves[:_MOST_SYMMETRIC]:
        if has_half_turn(move.option):
            return move, "half turn"
    return None, ""


def _counted(position: Position, limits: Limits | None) -> tuple[list[Move], int | None]:
    """Return the first winning moves, and how many there are; None where that is not known."""
    moves: list[Move] = []
    complete = True
    for place, sure, found in position.solve(limits=limits).by_part():
        most = _MOST_COUNTED + 1 - len(moves)
        if too_many_moves(position.parts[place]):
            complete, most = False, int(sure)
        try:
            moves.extend(islice(found, most))
        except LimitError:
            complete = False
    count = len(moves) if complete and len(moves) <= _MOST_COUNTED else None
    return moves[:_MOST_MOVES], count


def _drawn(
    explanation: Explanation, describer: MoveDescriber, limits: Limits | None
) -> Explanation:
    return replace(
        explanation, best=_described(explanation.position.best_move(limits=limits), describer)
    )


def _lost(explanation: Explanation, describer: MoveDescriber, limits: Limits | None) -> Explanation:
    mirrors, copy = "", None
    if not explanation.endless:
        if copies_itself(explanation.position):
            mirrors, copy = "pairs", copied_answer
        elif has_half_turn(explanation.position):
            mirrors, copy = "half turn", turned_answer
    best = partial(Position.best_move, limits=limits)
    found, complete = answers(explanation.position, describer, best, copy)
    return replace(explanation, answers=tuple(found), answers_complete=complete, mirrors=mirrors)


def _described(move: Move | None, describer: MoveDescriber) -> MoveFacts | None:
    return None if move is None else describer.describe(move)
