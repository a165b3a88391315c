"""Requests about games from the page, and their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grundy.games.scenes import Scene, Way
from grundy.values import Play
from grundy.web.graph_answers import Letter

# What the page asks about games: the requests of `grundy.web.game_tasks`.


Text = Annotated[str, Meta(max_length=20_000)]
Typed = Annotated[str, Meta(min_length=1, max_length=20_000)]


class ShowPosition(Struct, forbid_unknown_fields=True):
    """A position such as ``kayles 5 7 + wythoff 8,12``; no text for one where nothing is left."""

    position: Text


class JudgePosition(Struct, forbid_unknown_fields=True):
    """A position, and whether its moves are judged too."""

    position: Text
    play: Play = "normal"
    moves: bool = False


class FindMove(Struct, forbid_unknown_fields=True):
    """A move as a person types it: its number, its name, or what it leaves."""

    position: Text
    typed: Typed


class ReplayMoves(Struct, forbid_unknown_fields=True):
    """A play: where it began, and each move as for game/move."""

    position: Text
    moves: Annotated[list[Typed], Meta(max_length=500)]


class ChooseMove(Struct, forbid_unknown_fields=True):
    """The computer is to move: how well it plays, and how often the teacher blunders."""

    position: Text
    play: Play = "normal"
    level: Literal["perfect", "teacher", "random"] = "perfect"
    blunder: Annotated[float, Meta(ge=0, le=1)] = 0.25
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None


class DrawPuzzle(Struct, forbid_unknown_fields=True):
    """A game such as ``kayles``, or a position of it; the most moves; a seed for the same again."""

    game: Typed
    size: Annotated[int, Meta(ge=3, le=60)] = 12
    play: Play = "normal"
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None


class ExplainPosition(Struct, forbid_unknown_fields=True):
    """A position, and which player is to move."""

    position: Text
    play: Play = "normal"
    turn: Annotated[int, Meta(ge=1, le=2)] = 1


# The answers; the OpenAPI description is made from these types.


class NamedGame(Struct):
    """A game of the catalogue: its start as the text of a position, and how one is written."""

    key: str
    name: str
    rule: str
    start: str
    source: str
    how_to_write: str


class Family(Struct):
    """Games that are alike."""

    name: str
    games: list[NamedGame]


class Games(Struct):
    """All named games."""

    families: list[Family]


class GamePart(Struct):
    """One part of a position.

    The game's name and rule are of the catalogue; the rule is empty for other games. The picture
    is plain text; the scene is null where the picture has to do.
    """

    game: str
    rule: str
    text: str
    picture: str
    scene: Scene | None


class GameMove(Struct):
    """A legal move: its name, the part that it is made in, and the position that it leaves.

    Each way names the cells and links of the part's scene that the move changes, the one that
    stands for the move first.
    """

    name: str
    part: int
    to: str
    ways: list[Way] = []


class GamePosition(Struct):
    """A position: its text, which is read again, its parts and its moves.

    There may be more moves than are listed (complete is false); the play is over when there is
    none.
    """

    text: str
    parts: list[GamePart]
    moves: list[GameMove]
    complete: bool


class Judged(Struct):
    """Who wins, as far as it was found.

    The outcome and the values are null, and an outcome in leads is empty, where that takes too
    long; then message says so. A value is text: a number or ∞(K). Misère play has no values.

    The remoteness is the number of moves until the end when the winner hurries and the loser
    delays; null for a draw, and where the position reaches too many to be looked at at once. Lasts
    is that of what each move leaves, in the order of leads.
    """

    outcome: Letter | None
    value: str | None
    values: list[str]
    leads: list[Annotated[str, Meta(pattern="^[PND]?$")]]
    message: str
    remoteness: int | None = None
    lasts: list[int | None] = []


class Chosen(GameMove):
    """The computer's move; not sure when it could not find out who wins, and took any."""

    sure: bool = True


class PuzzleAnswer(Struct):
    """A position in which exactly one of the moves wins; the level is from 1 to 5.

    Tempting are the other moves against which at most one answer wins.
    """

    position: str
    level: int
    moves: int
    tempting: int
    seed: int
    winning: GameMove


class Block(Struct):
    """A sentence, a picture in plain text, or a table; its right columns are numbers."""

    kind: Literal["text", "picture", "table"]
    text: str = ""
    header: list[str] = []
    rows: list[list[str]] = []
    right: list[bool] = []
    total: bool = False


class TitledBlocks(Struct):
    """A part of an explanation."""

    title: str
    blocks: list[Block]


class ValuedPart(Struct):
    """A component in the explanation: its label, the part that it is in, its value as text.

    The scene is null where the picture has to do; the reason says how the value is found.
    """

    label: str
    part: int
    text: str
    value: str
    reason: str
    scene: Scene | None


class Explained(Struct):
    """Why a position is won, lost or drawn, and the move to play, if any.

    The components are those of normal play, few enough to be drawn; afters says for each move
    that game/position lists the value that it leaves of its part, empty where that takes long.
    """

    text: str
    outcome: Letter
    sections: list[TitledBlocks]
    best: GameMove | None
    components: list[ValuedPart] = []
    afters: list[str] = []


class Replayed(Struct):
    """The moves of a play, each with the position that it leaves."""

    start: str
    moves: list[GameMove]
