"""`grundy puzzle`: positions in which exactly one move wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.strategy.puzzles import Puzzle
    from grundy.values import Play

_MOST = 100


@click.command("puzzle")
@click.argument("game")
@click.argument("position", nargs=-1)
@click.option("--size", type=click.IntRange(3, 100), default=12, show_default=True,
              help="The most moves; the position has more than half as many.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same puzzles.")
@click.option("--count", type=click.IntRange(1, _MOST), default=1, show_default=True,
              help="How many, with the seeds that follow.")  # fmt: skip
@click.option("--play", type=click.Choice(["normal", "misere"]), default="normal")
@click.option("--solution", is_flag=True, help="Print the winning move, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(
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

    from grundy.cli.game import read_position, read_ruleset
    from grundy.strategy.puzzles import puzzle

    begun = position or len(game.split()) > 1
    given = read_position([game, *position]) if begun else read_ruleset(game)
    first = random.SystemRandom().randrange(2**31) if seed is None else seed
    found = [puzzle(given, size, first + number, play=play) for number in range(count)]
    if as_json:
        from grundy.answers.games import puzzle_answer
        from grundy.cli.output import print_json

        again = repeat("puzzle", game, *position, size=size, seed=first, count=count, play=play)
        print_json(again, {"play": play, "puzzles": [puzzle_answer(one) for one in found]})
        return
    for number, one in enumerate(found):
        if number:
            click.echo()
        _print(one, solution=solution)


def _print(one: Puzzle, *, solution: bool) -> None:
    from grundy.named.notation import written

    click.echo(written(one.position))
    for part in one.position.parts:
        picture = part.ruleset.draw(part.state)
        if picture != str(part):
            click.echo(picture)
    click.echo(f"One of {one.move_count} moves wins; level {one.level} of 5, seed {one.seed}.")
    if solution:
        click.echo(f"The winning move: {one.move.name}.")
