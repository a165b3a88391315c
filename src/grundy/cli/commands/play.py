"""`grundy play`, `puzzle`, `sheet`: plays against the computer, positions to solve, exercises."""

from __future__ import annotations

import io
import sys
from datetime import date
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from grundy.cli.game import read_position, read_ruleset
from grundy.cli.options import chosen_format, format_option, play_option, reader, table_option
from grundy.cli.output import print_json, show
from grundy.errors import GrundyError, PositionError
from grundy.games.state_text import shown
from grundy.printable import counted, repeat
from grundy.values import Play

if TYPE_CHECKING:
    from grundy.games.position import Position
    from grundy.strategy.transcript import Screen, Transcript


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
@click.option(
    "--save", metavar="OUT", help="Save the play to OUT when it ends, even if interrupted."
)
@click.option("--replay", metavar="FILE", help="Go through a saved play instead.")
@click.option("--json", "as_json", is_flag=True, help="With --replay: answer in JSON.")
def play(
    words: tuple[str, ...], blunder: float | None, two: bool, replay: str | None, **given: Any
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
    from grundy.strategy.play import Match
    from grundy.strategy.transcript import Screen

    _require_sense(replay, given["as_json"], given["level"], two)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    screen = Screen(sys.stdin, sys.stdout)
    if replay is not None:
        _replay(replay, " ".join(words), screen, as_json=given["as_json"])
        return
    game, position = _position(" ".join(words), given["table"])
    from grundy.strategy.play import seats
    from grundy.strategy.session import Session, player

    rate = 0.25 if blunder is None else blunder
    computer = None if two else player(given["level"], blunder=rate, seed=given["seed"])
    session, players = Session(position, given["play"]), seats(given["first"], computer)
    Match(session, players, screen, game=game, hints=given["hints"], save=given["save"]).run()


def _require_sense(replay: str | None, as_json: bool, level: str, two: bool) -> None:
    """Reject options without effect."""
    options = _explicit_options()
    if as_json and replay is None:
        raise click.UsageError("--json goes with --replay; --save writes a play as JSON.")
    if replay is not None:
        _refuse(options - {"words", "replay", "as_json"}, "with --replay")
    if two:
        _refuse(options & {"first", "level", "blunder", "seed"}, "with --two")
    if level != "teacher":
        _refuse(options & {"blunder"}, "without --level teacher")
    if level == "perfect":
        _refuse(options & {"seed"}, "with the perfect player, who leaves nothing to chance")


def _explicit_options() -> set[str]:
    """Return the names of the parameters that the command line has."""
    context = click.get_current_context()
    return {
        name
        for name in context.params
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }


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
    from grundy.strategy.transcript import read_transcript, show_replay, steps

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


# `grundy puzzle` and `grundy sheet`: positions to solve, and sheets of exercises.

# As in grundy.classroom.sheet; that is loaded when a sheet is made.
_TOPICS = (
    "mex", "nim", "digraph-acyclic", "digraph-cyclic", "kayles", "wythoff", "sums", "misere-nim",
)  # fmt: skip
_FORMATS = ("pdf", "html", "tex", "json")


@click.command("puzzle")
@click.argument("game", required=False)
@click.argument("position", nargs=-1)
@click.option("--size", type=click.IntRange(3, 100), default=12, show_default=True,
              help="The most moves; the position has more than half as many.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same puzzles.")
@click.option("--count", type=click.IntRange(1, 100), default=1, show_default=True,
              help="How many, with the seeds that follow.")  # fmt: skip
@click.option("--day", metavar="DATE",
              help="The puzzle that everybody has on a day: today, or 2026-11-26.")  # fmt: skip
@play_option()
@click.option("--solution", is_flag=True, help="Print the winning move, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def puzzle(
    game: str | None, position: tuple[str, ...], day: str | None, play: Play, **given: Any
) -> None:
    """Draw positions of GAME in which exactly one move wins.

    GAME is a game of the catalogue, a code or a set; with POSITION, as for solve, plays begin
    there. The level from 1 to 5 says how many other moves look good: at most one answer wins
    against them.

    \b
    Examples:
      grundy puzzle nim --seed 1
      grundy puzzle kayles --size 20 --solution
      grundy puzzle nim 4 8 17 + kayles 5 --seed 2
      grundy puzzle --day today
    """
    import random

    from grundy.answers.games import puzzle_answer, puzzle_text
    from grundy.strategy import puzzles

    if day is not None:
        if game is not None:
            raise click.UsageError("--day has a game of its own; leave the game out.")
        _refuse(_explicit_options() & {"size", "seed", "count", "play"}, "with --day")
        when = date.today() if day == "today" else _day(day)
        picks = [puzzles.puzzle_of_the_day(when)]
        again = repeat("puzzle", day=when.isoformat())
    elif game is None:
        raise click.UsageError("A game is missing; write: grundy puzzle nim, or --day today.")
    else:
        begun = position or len(game.split()) > 1
        source = read_position([game, *position]) if begun else read_ruleset(game)
        size, seed, count = given["size"], given["seed"], given["count"]
        first = random.SystemRandom().randrange(2**31) if seed is None else seed
        picks = [puzzles.puzzle(source, size, first + number, play=play) for number in range(count)]
        again = repeat("puzzle", game, *position, size=size, seed=first, count=count, play=play)
    if given["as_json"]:
        print_json(again, {"play": play, "puzzles": [puzzle_answer(one) for one in picks]})
        return
    for number, one in enumerate(picks):
        show([""] if number else [])
        show(puzzle_text(one, solution=given["solution"]))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise click.UsageError(
            f"A day is today or such as 2026-11-26, found {shown(text)}."
        ) from None


@click.command("sheet")
@click.argument("topic", type=click.Choice(_TOPICS))
@click.option("--level", type=click.IntRange(1, 3), default=1, show_default=True,
              help="1 is for beginners, 3 takes paper.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same sheet.")
@click.option("--count", type=click.IntRange(1, 40), default=6, show_default=True,
              help="How many problems.")  # fmt: skip
@click.option("--output", metavar="OUT", help="Write a file: .pdf .html .tex .json")
@format_option(_FORMATS, metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="Print problems and answers as JSON.")
def sheet(
    topic: str, output: str | None, output_format: str | None, as_json: bool, **given: Any
) -> None:
    """Make an exercise sheet on TOPIC: a page of problems, and a page of solutions with reasons.

    TOPIC is mex, nim, digraph-acyclic, digraph-cyclic, kayles, wythoff, sums or misere-nim.
    The answers of a problem are settled: all winning moves are asked for. The sheet goes to the
    file of --output, or with --json to standard output.

    \b
    Examples:
      grundy sheet nim --seed 1 --output nim.html
      grundy sheet digraph-cyclic --level 2 --seed 7 --output sheet.pdf
      grundy sheet sums --level 3 --count 10 --output sheet.tex
    """
    from grundy.classroom.sheet import exercise_sheet

    if output is None and not as_json:
        raise click.UsageError(
            "Name a file with --output OUT (.pdf .html .tex .json), or print the sheet with --json."
        )
    if output == "-" and output_format is None:
        raise click.UsageError(f"--output - needs --format: {', '.join(_FORMATS)}.")
    chosen_format(output, output_format, _FORMATS)
    made = exercise_sheet(topic, **given)
    if output is not None:
        made.save(output, format=output_format)
        if output != "-" and not as_json:
            problems = counted(len(made.problems), "problem")
            show([f"{output}: {problems}, seed {made.seed}."])
    if as_json:
        click.echo(made.encoded("json"), nl=False)
