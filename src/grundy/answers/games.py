"""Games at work as data: tables, plays, puzzles, exercises and calculations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NotRequired, TypedDict

from grundy.answers.forms import Natural, OutcomeName, Player, Positive, Sha256
from grundy.answers.proofs import CheckedSearch, CheckedTable
from grundy.errors import VerificationError
from grundy.named.notation import written
from grundy.strategy.play.play import Step
from grundy.strategy.play.transcript import Transcript as Kept
from grundy.strategy.puzzles import Puzzle as FoundPuzzle
from grundy.tabulated.game_table import GameTable
from grundy.tabulated.proofs import Proved
from grundy.values import Play, format_value

# ---- tables -------------------------------------------------------------------------------------

Cell = Annotated[
    Natural | Annotated[str, ("pattern", r"^(P|N|D|∞\([0-9,]*\)|\?)$")] | None,
    "A value or an outcome; null where no state is.",
]


class _Table(TypedDict):
    game: str
    play: Play
    counts: dict[OutcomeName, Natural]


class Row(_Table):
    """one number."""

    numbers: list[Natural]
    cells: list[Cell]


class Pattern(TypedDict):
    """What is seen in the cells."""

    sentence: str
    about: Annotated[str, "G(a, b), the set of P-positions, or a row."]
    text: Annotated[str, "What it looks like."]
    tested: Annotated[str, "The cells that it was tested on."]


class Square(_Table):
    """two numbers."""

    rows: list[Natural]
    columns: list[Natural]
    patterns: Annotated[list[Pattern], "What is seen in the cells; nothing of it is proved."]
    cells: list[list[Cell]]


Table = Annotated[
    Row | Square,
    "The values of a game of one or two numbers: table --json, and tables in JSON files",
]


class Tabulated(TypedDict):
    """A whole game on disk: tabulate --json."""

    game: str
    start: Annotated[str, "The state that bounds the table."]
    value: Annotated[str, "The value of that state."]
    positions: Annotated[Natural, "How many states there are."]
    values: Annotated[
        dict[Annotated[str, ("pattern", "^[0-9]+$")], Positive],
        "How many states have each finite value.",
    ]
    infinite: Annotated[Natural, "How many have none."]
    blocks: Positive
    bytes: Natural
    sha256: Annotated[Sha256, "One hash for all files."]


def tabulated_answer(table: GameTable) -> Tabulated:
    """Return how large a table is, and how often it has each value."""
    counts = table.histogram()
    return {
        "game": table.rules.ruleset.text,
        "start": table.start,
        "value": format_value(table.value(table.start)),
        "positions": table.count(),
        "values": {str(value): count for value, count in counts.items() if value >= 0},
        "infinite": counts.get(-1, 0),
        "blocks": len(table.plan.tiers),
        "bytes": table.bytes,
        "sha256": table.sha256,
    }


def checked_table(table: GameTable, checked: str, error: VerificationError | None) -> CheckedTable:
    """Return whether a table holds, and what was checked of it."""
    return {
        "table": f"{table.rules.ruleset.text} {table.start}",
        "positions": table.plan.count,
        "holds": error is None,
        "checked": checked,
        "message": None if error is None else str(error),
    }


def checked_search(proved: Proved) -> CheckedSearch:
    """Return what the kept table of a search proves."""
    return {
        "proof": proved.game,
        "components": proved.components,
        "values": proved.values,
        "holds": True,
        "message": None,
    }


def failed_search(folder: str, error: VerificationError) -> CheckedSearch:
    """Return why the kept table of a search does not hold."""
    return {"proof": folder, "components": 0, "values": {}, "holds": False, "message": str(error)}


# ---- plays and puzzles --------------------------------------------------------------------------


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


def puzzle_answer(found: FoundPuzzle) -> Puzzle:
    """Return a puzzle with its solution."""
    return {
        "position": written(found.position),
        "seed": found.seed,
        "size": found.size,
        "level": found.level,
        "moves": found.move_count,
        "tempting": found.tempting,
        "winning": {
            "move": found.move.name,
            "part": found.move.part,
            "leaves": written(found.move.option),
        },
    }


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
