"""play: a position against the computer, at the terminal; or a saved play, move by move."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Literal, TextIO

from grundy.errors import LimitError
from grundy.games.position import Move, Position
from grundy.strategy.match import Match, Screen
from grundy.strategy.session import (
    Level,
    Player,
    Session,
    ending,
    move_text,
    picture,
    player,
    rule_of_end,
    sentence,
    standing,
)
from grundy.strategy.transcript import Transcript, game_text
from grundy.values import Play

_NAMES = ("player 1", "player 2")


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a play, and who wins with best play before and after it."""

    player: int
    move: Move
    before: int | None
    after: int | None

    @property
    def turning(self) -> bool:
        """Whether the win changed hands, or was given away, or a draw was lost."""
        return None not in (self.before, self.after) and self.before != self.after


def steps(session: Session) -> list[Step]:
    """Return the moves of a play with who wins around each."""
    begun = Session(session.start, session.play)
    known = [_standing(begun)]
    found = []
    for move in session.moves:
        player = begun.player
        begun = begun.after(move)
        known.append(_standing(begun))
        found.append(Step(player, move, known[-2], known[-1]))
    return found


def show_replay(transcript: Transcript, session: Session, screen: Screen) -> None:
    """Show a saved play; where a person sits, wait after each move."""
    first, second = transcript.players
    screen.say(f"{transcript.game}, {rule_of_end(session.play)}.")
    screen.say(f"Player 1: {first}. Player 2: {second}.")
    screen.say()
    screen.say(picture(session.start))
    screen.say()
    found = steps(session)
    position = session.start
    for number, step in enumerate(found, start=1):
        if screen.has_person and screen.ask("Enter for the next move, q to stop: ") in (None, "q"):
            return
        screen.say(
            f"{number:>3}. {sentence(_NAMES[step.player - 1])}: {move_text(step.move, position)}"
        )
        position = step.move.option
        if step.turning:
            screen.say(f"     {_turning(step)}")
        screen.say()
        screen.say(picture(position))
        screen.say()
    screen.say(ending(session, _NAMES))
    screen.say(_summary(found))


def _turning(step: Step) -> str:
    before = (
        "It was a draw with best play" if step.before == 0 else f"Player {step.before} had the win"
    )
    after = "now it is a draw" if step.after == 0 else f"now player {step.after} has it"
    return f"{before}; {after}."


def _summary(found: list[Step]) -> str:
    places = [str(number) for number, step in enumerate(found, start=1) if step.turning]
    if not places:
        return "The win never changed hands."
    moves = "move" if len(places) == 1 else "moves"
    return f"The win changed hands at {moves} {', '.join(places)}."


def _standing(session: Session) -> int | None:
    try:
        return standing(session.position, session.player, session.play)
    except LimitError:
        return None


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
        Session(position, play), players, screen, game=game_text(position), hints=hints, save=save
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
