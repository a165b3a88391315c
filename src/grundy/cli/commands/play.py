"""`grundy play`: play a position against the computer, or go through a saved play."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Literal

import click
from click.core import ParameterSource

from grundy.cli.game import read_position
from grundy.cli.options import reader, table_option
from grundy.cli.output import print_json
from grundy.errors import GrundyError, PositionError
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.strategy.play.match import Screen
    from grundy.strategy.play.transcript import Transcript
    from grundy.values import Play


@click.command("play")
@click.argument("words", metavar="GAME POSITION...", nargs=-1)
@click.option("--play", type=click.Choice(["normal", "misere"]), default="normal",
              help="Who cannot move loses (normal) or wins (misere).  [normal]")  # fmt: skip
@click.option("--first", type=click.Choice(["human", "computer"]), default="human",
              help="Who moves first.  [human]")  # fmt: skip
@click.option("--level", type=click.Choice(["perfect", "teacher", "random"]), default="perfect",
              help="The computer's; a teacher blunders now and then.  [perfect]")  # fmt: skip
@click.option("--blunder", type=click.FloatRange(0, 1), metavar="RATE",
              help="How often the teacher blunders, 0 to 1.  [0.25]")  # fmt: skip
@click.option("--seed", type=int, metavar="N", help="Let teacher and random do the same again.")
@click.option("--two", is_flag=True, help="Two people play; the computer keeps the rules.")
@click.option("--hints", is_flag=True, help="Mark the winning moves in every list.")
@table_option
@click.option("--save", metavar="OUT", help="Write the play to OUT when it ends, however.")
@click.option("--replay", metavar="FILE", help="Go through a saved play instead.")
@click.option("--json", "as_json", is_flag=True, help="With --replay: answer in JSON.")
def play(
    words: tuple[str, ...],
    play: Play,
    first: Literal["human", "computer"],
    level: Literal["perfect", "teacher", "random"],
    blunder: float | None,
    seed: int | None,
    two: bool,
    hints: bool,
    table: str | None,
    save: str | None,
    replay: str | None,
    as_json: bool,
) -> None:
    """Play a position against the computer.

    GAME POSITION is a game and its states, or a sum: kayles 5 7 + wythoff 8,12. A game of the
    catalogue alone begins at its usual start. Type a move by its number, its name, or the
    position that it leaves; help lists what else can be typed.

    A position that comes for the third time with the same player to move is a draw.

    \b
    Examples:
      grundy play sticks "10 10 10"
      grundy play kayles 5 7 + wythoff 8,12 --first computer --level teacher
      grundy play nim 3 4 5 --save play.json
      grundy play --replay play.json
    """
    from grundy.strategy.play.match import Match, Screen

    _require_sense(replay, as_json, level, two)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    screen = Screen(sys.stdin, sys.stdout)
    if replay is not None:
        _replay(replay, " ".join(words), screen, as_json=as_json)
        return
    game, position = _position(" ".join(words), table)
    from grundy.strategy.play.play import seats
    from grundy.strategy.play.session import Session
    from grundy.strategy.players import player

    rate = 0.25 if blunder is None else blunder
    computer = None if two else player(level, blunder=rate, seed=seed)
    Match(
        Session(position, play), seats(first, computer), screen, game=game, hints=hints, save=save
    ).run()


def _require_sense(replay: str | None, as_json: bool, level: str, two: bool) -> None:
    """Refuse options that would do nothing."""
    context = click.get_current_context()
    given = {
        name
        for name in context.params
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    if as_json and replay is None:
        raise click.UsageError("--json goes with --replay; --save writes a play as JSON.")
    if replay is not None:
        _refuse(given - {"words", "replay", "as_json"}, "with --replay")
    if two:
        _refuse(given & {"first", "level", "blunder", "seed"}, "with --two")
    if level != "teacher":
        _refuse(given & {"blunder"}, "without --level teacher")
    if level == "perfect":
        _refuse(given & {"seed"}, "with the perfect player, who leaves nothing to chance")


def _refuse(names: set[str], where: str) -> None:
    for name in sorted(names):
        raise click.UsageError(f"--{name} does nothing {where}; leave it out.")


def _position(text: str, table: str | None) -> tuple[str, Position]:
    """Read a position, and give the text that names it; a game alone begins at its start."""
    from grundy.named.catalogue import catalogue

    if not text.strip():
        raise click.UsageError(
            'A game is missing; write such as: grundy play sticks "10 10 10". See --help.'
        )
    key = text.strip().lower()
    if key in catalogue:
        entry = catalogue.entry(key)
        text = f"{entry.game} {entry.start}"
    return text, read_position([text], reader(table, [text]))


# ---- a saved play -----------------------------------------------------------------------------


def _replay(file: str, words: str, screen: Screen, *, as_json: bool) -> None:
    from grundy.strategy.play.play import show_replay, steps
    from grundy.strategy.play.transcript import read_transcript

    transcript = read_transcript(file)
    position = _saved_position(file, transcript, words)
    try:
        session = transcript.session(position)
    except PositionError as error:
        raise PositionError(f"{file}: {error}") from None
    if as_json:
        from grundy.answers.games import replayed_answer

        answer = replayed_answer(transcript, steps(session))
        print_json(repeat("play", replay=file, json=True), answer)
    else:
        show_replay(transcript, session, screen)


def _saved_position(file: str, transcript: Transcript, words: str) -> Position:
    """Read the position of a transcript; a Python file runs only when the user names it."""
    if words:
        if words.split() != transcript.game.split():
            raise PositionError(f'{file} is a play of "{transcript.game}", not of "{words}".')
    elif ".py:" in transcript.game:
        raise PositionError(
            f"{file} names a game in a Python file; name it yourself to have it run: "
            f"grundy play {transcript.game} --replay {file}"
        )
    try:
        return read_position([transcript.game])
    except GrundyError as error:
        raise PositionError(f'{file}, "game": {error}') from None
