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
    """Play a position in the terminal.

    Moves are typed by number, by name, or as the position that they leave; ``help`` lists what
    else can be typed. Ctrl-C and the end of the input end the play.

    Args:
        position: Where the play begins.
        play: "normal" (who cannot move loses) or "misere" (who cannot move wins).
        first: Who moves first.
        level: "perfect", "teacher" (blunders now and then) or "random".
        blunder: How often the teacher blunders, from 0 to 1.
        seed: Makes what the teacher and the random player do the same each time.
        two: Two people play; the computer only keeps the rules.
        hints: Mark the winning moves in every list.
        save: A file for the transcript, written when the play ends, however it ends.
        input: Where moves come from; standard input by default.
        output: Where the play is shown; standard output by default.

    Returns:
        The play as far as it came.

    Raises:
        ValueError: If *level*, *first* or *blunder* is none of these.
        OSError: If *save* cannot be written.

    >>> import io
    >>> from grundy import TakeAndBreak
    >>> session = TakeAndBreak("0.77")[2].play(input=io.StringIO("take 2 from 2"))
    0.77 2, normal play: who cannot move loses.
    You move first, as player 1.
    Type a move, or help.
    <BLANKLINE>
      oo  2
    <BLANKLINE>
    You have 2 moves:
       1. take 1 from 2, leaving 1
       2. take 2 from 2, leaving nothing
    > take 2 from 2
    The computer cannot move: you win.
    >>> session.winner
    1
    """
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
