"""Why a position of the page is won or lost, step by step."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from grundy.answers.forms import filled
from grundy.errors import LimitError, PositionError
from grundy.games.position import Move, Position
from grundy.games.scenes import Scene
from grundy.games.symmetry import components
from grundy.runtime.limits import Limits
from grundy.strategy.moves import Picture, Table, exact_move, placed
from grundy.strategy.wording import Explanation
from grundy.values import Outcome, Play, Value
from grundy.web import game_tasks, settings
from grundy.web.judge_tasks import UNKNOWN, of_each_move
from grundy.web.records import Answer, Letter, Request

_SECONDS_FOR_VALUES = 2.0
_SECONDS_OF_A_SHEET, _SECONDS_FOR_ANSWERS = 1.0, 0.3
_MOST_DRAWN = 12  # components of an explanation that come with their boards
Label = Annotated[str, ("minLength", 1), ("maxLength", 8)]
Labels = Annotated[list[Label], ("maxItems", game_tasks.MOST_PARTS)]

_COPYING = {
    "halves": "there are two equal halves: a move in one is answered by the same in the other.",
    "pairs": "all comes in equal pairs: a move is answered by the same in the other of the pair.",
    "half turn": "all looks the same after half a turn: a move is answered by the same, turned.",
    "mirror": "all is symmetric: a move is answered by its image.",
}


class ExplainPosition(Request):
    """A position, who is to move, the names of its parts (else A, B, …), seconds for it."""

    position: game_tasks.Text
    play: Play = "normal"
    turn: Annotated[int, ("minimum", 1), ("maximum", 2)] = 1
    labels: Labels = field(default_factory=list)
    seconds: Annotated[float, ("minimum", 0), ("maximum", 6)] = 6.0


class Block(Answer):
    """A sentence, a picture in plain text, or a table; its right columns are numbers."""

    kind: Literal["text", "picture", "table"]
    text: str = ""
    header: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    total: bool = False


class TitledBlocks(Answer):
    """A part of an explanation."""

    title: str
    blocks: list[Block]


class ValuedPart(Answer):
    """A component in the explanation: its label, the part that it is in, its value as text.

    The scene is null where the picture has to do; the reason says how the value is found.
    """

    label: str
    part: int
    text: str
    value: str
    reason: str
    scene: Scene | None


class Explained(Answer):
    """Why a position is won, lost or drawn, and the move to play, if any.

    The components are those of normal play, few enough to be drawn; afters says for each move
    that game/position lists the value that it leaves of its part, empty where that takes long.
    Where it is enough to copy moves, copying says how, in a sentence.
    """

    text: str
    outcome: Letter
    sections: list[TitledBlocks]
    best: game_tasks.GameMove | None
    components: list[ValuedPart] = field(default_factory=list)
    afters: list[str] = field(default_factory=list)
    copying: str = ""


def explain(request: ExplainPosition) -> Explained:
    """Explain why a position is won, lost or drawn, step by step, and what to play."""
    from grundy.strategy.explain import explain

    position = game_tasks.read_position(request.position)
    if request.labels and len(request.labels) != position.part_count:
        raise PositionError(f"{position.part_count} parts need as many labels.")
    limits = settings.limits(request.seconds)
    # First, for where a search of values has begun, who wins is not asked for by itself any more.
    answered = _by_answers(position, request) if request.seconds <= _SECONDS_OF_A_SHEET else None
    try:
        explanation = explain(
            position, request.play, turn=request.turn, labels=request.labels, limits=limits
        )
        if explanation.value is None:  # perhaps there was no time for it
            settings.defer_to_searcher()
    except LimitError:
        settings.defer_to_searcher()
        if answered is None:
            raise LimitError(UNKNOWN) from None
        return answered
    named = explanation.best
    best = None if named is None else exact_move(position, named.name, named.leaves)
    return Explained(
        text=str(explanation),
        outcome=str(explanation.outcome),
        sections=[
            TitledBlocks(one.title, list(map(_block, one.blocks))) for one in explanation.sections()
        ],
        best=None if best is None else game_tasks.with_ways(position, best),
        components=_valued(position, explanation) if request.play == "normal" else [],
        afters=_afters(position) if request.play == "normal" else [],
        copying=_copying(explanation),
    )


def _by_answers(position: Position, request: ExplainPosition) -> Explained | None:
    """Explain one board by an answer to each move, if these are found at once."""
    limits = settings.limits(_SECONDS_FOR_ANSWERS).for_one_question()

    def winning(position: Position) -> Move:
        moves = (move for move, _ in game_tasks.listed_moves(position))
        return next(
            move for move in moves if move.option.outcome(request.play, limits=limits) is Outcome.P
        )

    try:
        outcome = position.outcome(request.play, limits=limits)
        best = winning(position) if outcome is Outcome.N else None
        lost = position if best is None else best.option
        rows = [[move.name, winning(move.option).name] for move, _ in game_tasks.listed_moves(lost)]
    except (LimitError, StopIteration):
        return None
    if outcome is Outcome.D or position.part_count > 1:
        return None
    each = "loses: each move" if best is None else f"wins by {best.name}: each move after it"
    value = " The value is 0." if best is None and request.play == "normal" else ""
    text = (
        f"Player {request.turn}, who is to move, {each} has an answer that leaves a lost position "
        f"again.{value}"
    )
    blocks = [Block("text", text), Block("table", header=["move", "answer"], rows=rows)]
    answer = None if best is None else game_tasks.with_ways(position, best)
    return Explained(text, str(outcome), [TitledBlocks("Who wins", blocks)], answer)


def _copying(explanation: Explanation) -> str:
    if not explanation.mirrors:
        return ""
    left = "After the good move" if explanation.best else "Here"
    return f"{left} {_COPYING[explanation.mirrors]}"


def _valued(position: Position, explanation: Explanation) -> list[ValuedPart]:
    """Return the components with their boards, where they are few and each is known as a part."""
    parts = [part for _, part in components(position)]
    count = len(explanation.components)
    if not 0 < count <= _MOST_DRAWN or len(parts) != count:
        return []
    return [
        filled(ValuedPart, one, value=str(one.value), scene=part.ruleset.scene(part.state))
        for one, part in zip(explanation.components, parts, strict=True)
    ]


def _afters(position: Position) -> list[str]:
    """Return for each listed move the value of what it leaves of its part."""

    def value(move: Move, limits: Limits) -> Value:
        return Position(placed(position, move)).value(limits=limits)

    return of_each_move(position, _SECONDS_FOR_VALUES, value)[0]


def _block(block: str | Table | Picture) -> Block:
    if isinstance(block, str):
        return Block("text", text=block)
    if isinstance(block, Picture):
        return Block("picture", text=block.text)
    return Block(
        "table",
        header=[name.strip() for name in block.header] if any(block.header) else [],
        rows=[list(row) for row in block.rows],
        right=[name.endswith(" ") for name in block.header],
        total=block.total,
    )
