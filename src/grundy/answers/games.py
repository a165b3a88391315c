"""Named games as data: their sheets, tables, plays, puzzles and exercises, and what is known."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from grundy.answers.forms import (
    JsonValue,
    Natural,
    OeisNumber,
    OutcomeName,
    Player,
    Positive,
    Sha256,
)
from grundy.values import Play

# ---- the catalogue ------------------------------------------------------------------------------


class NamedGame(TypedDict):
    """A game of the catalogue."""

    family: str
    key: str
    game: str
    name: str
    rule: str
    start: str
    source: str


class Games(TypedDict):
    """The named games: games --json."""

    games: list[NamedGame]


class SmallPosition(TypedDict):
    """A small position, and its value."""

    position: str
    value: JsonValue


class Fact(TypedDict):
    """A published fact."""

    fact: str
    source: str


class Game(NamedGame):
    """All about one named game: games NAME --json."""

    how_to_write: str
    picture: str
    moves: list[str]
    move_count: Natural
    value: JsonValue | None
    small_positions: list[SmallPosition]
    facts: list[Fact]
    same_as: str | None
    links: list[str]


# ---- what is known of a heap game ---------------------------------------------------------------


class _Statement(TypedDict):
    sentence: str
    about: str
    text: str
    start: Natural


class Finding(_Statement):
    """A formula for the values from one heap on, proved or observed."""

    stop: Natural | None
    proof: str | None


class Failure(_Statement):
    """A guess, and the first heap for which it does not hold."""

    heap: Natural
    said: Natural
    value: Natural


class DescribedPeriod(TypedDict):
    """A period."""

    preperiod: Natural
    period: Positive
    saltus: Natural
    proved: bool


class KnownGame(TypedDict):
    """A game with a name or a number of the OEIS."""

    name: str
    game: str
    oeis: OeisNumber | None
    source: str


class SameValues(TypedDict):
    """A known game with the same values, shifted."""

    sentence: str
    known: KnownGame
    shift: int
    stop: Natural
    proof: str | None


class Described(TypedDict):
    """What is known of a heap game's values: describe --json."""

    game: str
    stop: Natural
    proved: Finding | None
    period: DescribedPeriod | None
    conjectures: list[Finding]
    failed: list[Failure]
    same_as: list[SameValues]


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


class ReplayedMove(MadeMove):
    """A move, and who would win with best play before and after it."""

    winner_before: Annotated[Literal[0, 1, 2, None], "0: a draw; null: the search was too long."]
    winner_after: Literal[0, 1, 2, None]


class Replayed(_Play):
    """A play gone through again: play --replay --json."""

    moves: list[ReplayedMove]


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
