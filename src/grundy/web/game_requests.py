"""What the page asks about games: the requests of `grundy.web.game_tasks`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grundy.values import Play

Text = Annotated[str, Meta(max_length=20_000)]
Typed = Annotated[str, Meta(min_length=1, max_length=20_000)]


class ListGames(Struct, forbid_unknown_fields=True):
    """Nothing has to be said to be given all games."""


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
