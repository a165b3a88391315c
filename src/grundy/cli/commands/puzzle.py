"""`grundy puzzle` and `grundy sheet`: positions to solve, and sheets of exercises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy.cli.game import read_position, read_ruleset
from grundy.cli.inputs import format_option
from grundy.cli.options import chosen_format, play_option
from grundy.cli.output import print_json, show
from grundy.printable import counted, repeat

if TYPE_CHECKING:
    from grundy.values import Play

# As in grundy.classroom.sheet; that is loaded when a sheet is made.
_TOPICS = (
    "mex", "nim", "digraph-acyclic", "digraph-cyclic", "kayles", "wythoff", "sums", "misere-nim",
)  # fmt: skip
_FORMATS = ("pdf", "html", "tex", "json")


@click.command("puzzle")
@click.argument("game")
@click.argument("position", nargs=-1)
@click.option("--size", type=click.IntRange(3, 100), default=12, show_default=True,
              help="The most moves; the position has more than half as many.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same puzzles.")
@click.option("--count", type=click.IntRange(1, 100), default=1, show_default=True,
              help="How many, with the seeds that follow.")  # fmt: skip
@play_option()
@click.option("--solution", is_flag=True, help="Print the winning move, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def puzzle(
    game: str,
    position: tuple[str, ...],
    size: int,
    seed: int | None,
    count: int,
    play: Play,
    solution: bool,
    as_json: bool,
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
    """
    import random

    from grundy.answers.games import puzzle_answer, puzzle_text
    from grundy.strategy import puzzles

    begun = position or len(game.split()) > 1
    given = read_position([game, *position]) if begun else read_ruleset(game)
    first = random.SystemRandom().randrange(2**31) if seed is None else seed
    found = [puzzles.puzzle(given, size, first + number, play=play) for number in range(count)]
    if as_json:
        again = repeat("puzzle", game, *position, size=size, seed=first, count=count, play=play)
        print_json(again, {"play": play, "puzzles": [puzzle_answer(one) for one in found]})
        return
    for number, one in enumerate(found):
        show([""] if number else [])
        show(puzzle_text(one, solution=solution))


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
    topic: str,
    level: int,
    seed: int | None,
    count: int,
    output: str | None,
    output_format: str | None,
    as_json: bool,
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
    made = exercise_sheet(topic, level=level, seed=seed, count=count)
    if output is not None:
        made.save(output, format=output_format)
        if output != "-" and not as_json:
            problems = counted(len(made.problems), "problem")
            show([f"{output}: {problems}, seed {made.seed}."])
    if as_json:
        click.echo(made.encoded("json"), nl=False)
