"""Why a position is won or lost: the answer of `grundy explain` as data."""

from __future__ import annotations

from typing import Annotated, TypedDict

from grundy.answers.forms import JsonValue, Natural, OutcomeName, Player, Winner, json_value
from grundy.strategy.explain.facts import Answer, Component, MoveFacts
from grundy.strategy.explain.wording import Explanation
from grundy.values import Outcome, Play


class OptionAnswer(TypedDict):
    """An option of a component, and its value."""

    move: str
    position: str
    value: JsonValue | None


class ComponentAnswer(TypedDict):
    """A component of a position, and the reason for its value."""

    label: str
    part: Natural
    game: str
    position: str
    value: JsonValue | None
    reason: str
    options: list[OptionAnswer]
    rank: Natural | None


class Column(TypedDict):
    """A power of two, and the components whose values have it."""

    weight: Natural
    ones: list[str]


class MoveAnswer(TypedDict):
    """A move, and the values of its component before and after it."""

    component: str
    part: Natural
    move: str
    before: JsonValue | None
    after: JsonValue | None
    leaves: str
    element: Annotated[str, "What a misère quotient calls the position that it leaves; else empty."]


class Reply(TypedDict):
    """Moves of the loser that are alike, and the answer to them."""

    move: MoveAnswer
    count: Natural
    value: JsonValue | None
    answer: MoveAnswer | None
    copies: bool


class Explained(TypedDict):
    """Why a position is won or lost: explain --json."""

    position: str
    play: Play
    turn: Player
    outcome: OutcomeName
    winner: Winner
    value: JsonValue | None
    components: list[ComponentAnswer]
    columns: list[Column]
    pairs: list[list[str]]
    best_move: MoveAnswer | None
    copying: str
    winning_move_count: Natural | None
    winning_moves: list[MoveAnswer]
    answers: list[Reply]
    answers_complete: bool
    rule: str
    because: Annotated[
        list[str], "Under misère play, why the position is won or lost, in sentences."
    ]
    positions_searched: Natural
    potential: Natural | None
    text: str


def explained_answer(explanation: Explanation) -> Explained:
    """Return the facts of an explanation, and its text."""
    best = explanation.best
    return {
        "position": str(explanation.position),
        "play": explanation.play,
        "turn": explanation.turn,
        "outcome": str(explanation.outcome),
        "winner": explanation.winner,
        "value": json_value(explanation.value),
        "components": [_component(part) for part in explanation.components],
        "columns": [{"weight": weight, "ones": list(ones)} for weight, ones in explanation.columns],
        "pairs": [list(pair) for pair in explanation.pairs],
        "best_move": None if best is None else _move(best),
        "copying": explanation.mirrors,
        "winning_move_count": explanation.move_count,
        "winning_moves": [_move(move) for move in explanation.moves]
        if explanation.outcome is Outcome.N
        else [],
        "answers": [_reply(answer) for answer in explanation.answers],
        "answers_complete": explanation.answers_complete,
        "rule": explanation.rule,
        "because": [*explanation.because.theory, *explanation.because.here],
        "positions_searched": explanation.searched,
        "potential": explanation.potential,
        "text": str(explanation),
    }


def _component(part: Component) -> ComponentAnswer:
    return {
        "label": part.label,
        "part": part.part,
        "game": part.game,
        "position": part.text,
        "value": json_value(part.value),
        "reason": part.reason,
        "options": [
            {"move": option.move, "position": option.text, "value": json_value(option.value)}
            for option in part.options
        ],
        "rank": part.rank if part.endless else None,
    }


def _move(move: MoveFacts) -> MoveAnswer:
    return {
        "component": move.component,
        "part": move.part,
        "move": move.name,
        "before": json_value(move.before),
        "after": json_value(move.after),
        "leaves": move.leaves,
        "element": move.called,
    }


def _reply(answer: Answer) -> Reply:
    return {
        "move": _move(answer.move),
        "count": answer.count,
        "value": json_value(answer.total),
        "answer": None if answer.answer is None else _move(answer.answer),
        "copies": answer.copies,
    }
