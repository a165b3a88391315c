"""play: a position against the computer, at the terminal. `Position.play` leads here."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Literal, TextIO

from grundy.games.position import Position
from grundy.strategy.play.match import Match
from grundy.strategy.play.screen import Screen
from grundy.strategy.play.session import Session
from grundy.strategy.play.transcript import game_text
from grundy.strategy.players import Player, player

if TYPE_CHECKING:
    from grundy.strategy.players import Level
    from grundy.values import Play


def play(
    position: Position,
    play: Play = "normal",
    *,
    first: Literal["human", "computer"] = "human",
    level: Level = "perfect",
    blunder: float = 0.25,
    seed: int | None = None,
    two: bool = False,
    hints: bool = False,
    save: str | os.PathLike[str] | None = None,
    input: TextIO | None = None,  # noqa: A002 - the streams by the names that everybody knows
    output: TextIO | None = None,
) -> Session:
    """Play a position in the terminal."""
    players = seats(first, None if two else player(level, blunder=blunder, seed=seed))
    screen = Screen(sys.stdin if input is None else input, output or sys.stdout)
    match = Match(
        Session(position, play),
        players,
        screen,
        game=game_text(position),
        hints=hints,
        save=save,
    )
    try:
        return match.run()
    except KeyboardInterrupt:
        screen.say("The play stops here.")
        return match.session


def seats(first: str, computer: Player | None) -> tuple[Player | None, Player | None]:
    """Seat a person and the computer, the one who begins first."""
    if first not in ("human", "computer"):
        raise ValueError(f"first is human or computer, found {first!r}.")
    return (None, computer) if first == "human" else (computer, None)
