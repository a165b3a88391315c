"""Why a position is won or lost; plays, puzzles, exercises and calculations: as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, NotRequired, TypedDict

from grundy.answers.forms import JsonValue, Natural, OutcomeName, Player, Winner, filled, json_value
from grundy.named.notation import written
from grundy.strategy.facts import Answer, Component, MoveFacts
from grundy.strategy.puzzles import Puzzle as FoundPuzzle
from grundy.strategy.transcript import Step
from grundy.strategy.transcript import Transcript as Kept
from grundy.strategy.wording import Explanation
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
        list[str],
        "Under misère play, or where no value is found, why it is won or lost, in sentences.",
    ]
    positions_searched: Natural
    potential: Natural | None
    text: str


def explained_answer(explanation: Explanation) -> Explained:
    """Return the facts of an explanation, and its text."""
    winning = explanation.moves if explanation.outcome is Outcome.N else ()
    return filled(
        Explained,
        explanation,
        position=str(explanation.position),
        outcome=str(explanation.outcome),
        value=json_value(explanation.value),
        components=list(map(_component, explanation.components)),
        columns=[{"weight": weight, "ones": ones} for weight, ones in explanation.columns],
        best_move=_move(explanation.best),
        copying=explanation.mirrors,
        winning_move_count=explanation.move_count,
        winning_moves=list(map(_move, winning)),
        answers=list(map(_reply, explanation.answers)),
        because=[*explanation.because.theory, *explanation.because.here],
        positions_searched=explanation.searched,
        text=str(explanation),
    )


def _component(part: Component) -> ComponentAnswer:
    options = [
        {"move": option.move, "position": option.text, "value": json_value(option.value)}
        for option in part.options
    ]
    value, rank = json_value(part.value), part.rank if part.endless else None
    return filled(
        ComponentAnswer, part, position=part.text, value=value, options=options, rank=rank
    )


def _move(move: MoveFacts | None) -> MoveAnswer | None:
    if move is None:
        return None
    before, after = json_value(move.before), json_value(move.after)
    return filled(MoveAnswer, move, move=move.name, before=before, after=after, element=move.called)


def _reply(given: Answer) -> Reply:
    value = json_value(given.total)
    return filled(Reply, given, move=_move(given.move), value=value, answer=_move(given.answer))


class MadeMove(TypedDict):
    """A move of a play."""

    player: Player
    name: str
    leaves: str


class _Play(TypedDict):
    game: str
    play: Play
    players: tuple[str, str]
    result: Literal["player 1 wins", "player 2 wins", "draw", "unfinished"]


class Transcript(_Play):
    """A play that is kept: play --save."""

    version: str
    format: Literal[1]
    kind: Literal["play"]
    moves: list[MadeMove]


_Winner = Annotated[int | None, ("enum", (0, 1, 2, None))]


class ReplayedMove(MadeMove):
    """A move, and who would win with best play before and after it."""

    winner_before: Annotated[_Winner, "0: a draw; null: the search was too long."]
    winner_after: _Winner


class Replayed(_Play):
    """A play gone through again: play --replay --json."""

    moves: list[ReplayedMove]


def replayed_answer(transcript: Kept, moves: Iterable[Step]) -> Replayed:
    """Return a play that was gone through again."""
    return {
        "game": transcript.game,
        "play": transcript.play,
        "players": transcript.players,
        "moves": [
            {
                "player": step.player,
                "name": step.move.name,
                "leaves": str(step.move.option),
                "winner_before": step.before,
                "winner_after": step.after,
            }
            for step in moves
        ],
        "result": transcript.result,
    }


class PuzzleMove(TypedDict):
    """The one move that wins."""

    move: str
    part: Natural
    leaves: str


class Puzzle(TypedDict):
    """A position in which exactly one move wins."""

    position: Annotated[str, "As solve and play read it."]
    seed: Natural
    size: Annotated[int, ("minimum", 3), ("maximum", 100)]
    level: Annotated[int, ("minimum", 1), ("maximum", 5), "By how many moves look good."]
    moves: Annotated[int, ("minimum", 2)]
    tempting: Annotated[Natural, "Moves that do not win and against which at most one answer wins."]
    winning: PuzzleMove


class Puzzles(TypedDict):
    """Positions in which exactly one move wins: puzzle --json."""

    play: Play
    puzzles: list[Puzzle]


def puzzle_answer(puzzle: FoundPuzzle) -> Puzzle:
    """Return a puzzle with its solution."""
    move = puzzle.move
    winning = {"move": move.name, "part": move.part, "leaves": written(move.option)}
    position = written(puzzle.position)
    return filled(Puzzle, puzzle, position=position, moves=puzzle.move_count, winning=winning)


def puzzle_text(one: FoundPuzzle, *, solution: bool) -> Iterator[str]:
    """Yield the position, its pictures, and how many moves win; with the solution, which."""
    yield written(one.position)
    for part in one.position.parts:
        picture = part.ruleset.draw(part.state)
        if picture != str(part):
            yield picture
    yield f"One of {one.move_count} moves wins; level {one.level} of 5, seed {one.seed}."
    if solution:
        yield f"The winning move: {one.move.name}."


# ---- exercises ----------------------------------------------------------------------------------


class MexOf(TypedDict):
    """Numbers whose mex is asked."""

    mex_of: list[Natural]


class MovesTo(TypedDict):
    """A position by the values of its options."""

    moves_to: Annotated[list[Natural], "The values that the moves lead to, one a move."]


class SumOfMovesTo(TypedDict):
    """A sum of such positions."""

    sum_of_moves_to: list[list[Natural]]


class PositionExercise(TypedDict):
    """A position of a game."""

    position: Annotated[str, "As the command line reads it."]
    play: Play


class GraphExercise(TypedDict):
    """A digraph, and where the token is."""

    moves: Annotated[dict[str, list[str]], "The vertices that each vertex has an arc to."]
    start: str


_VALUE = r"^([0-9]+|∞\(([0-9]+(,[0-9]+)*)?\))$"


class Solution(TypedDict):
    """What the answer to an exercise consists of."""

    value: NotRequired[Natural]
    outcome: NotRequired[Literal["P", "N"]]
    winning_moves: NotRequired[
        Annotated[
            Natural | list[str],
            "How many moves win, the positions that they leave, or the vertices.",
        ]
    ]
    values: NotRequired[dict[str, Annotated[str, ("pattern", _VALUE)]]]
    outcomes: NotRequired[dict[str, OutcomeName]]


class Problem(TypedDict):
    """An exercise and its answer."""

    given: Annotated[
        MexOf | MovesTo | SumOfMovesTo | PositionExercise | GraphExercise, "What is asked about."
    ]
    answer: Annotated[Solution, ("minProperties", 1)]
    question: list[str]
    stated: Annotated[str, "The answer in words."]


class Sheet(TypedDict):
    """An exercise sheet: sheet --json."""

    topic: Literal[
        "mex", "nim", "digraph-acyclic", "digraph-cyclic", "kayles", "wythoff", "sums",
        "misere-nim",
    ]  # fmt: skip
    level: Literal[1, 2, 3]
    seed: Natural
    problems: Annotated[list[Problem], ("minItems", 1)]


# ---- nimbers ------------------------------------------------------------------------------------


class Term(TypedDict):
    """A term of a sum, with its value in binary digits."""

    expression: str
    value: Natural
    binary: Annotated[str, ("pattern", "^[01]+$")]


class Calculated(TypedDict):
    """The value of an expression of nimbers: nim --json."""

    expression: str
    value: Natural
    terms: NotRequired[list[Term]]
