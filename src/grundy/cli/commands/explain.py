"""`grundy explain`: who wins a position and why, in words and figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli.options import given_words, reader, table_option, threads_option
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.values import Play


@click.command("explain", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("position", nargs=-1)
@click.option("--play", type=click.Choice(["normal", "misere"]), default="normal")
@click.option("--turn", type=click.IntRange(1, 2), default=1, help="The player to move.  [1]")
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="Look at N positions at most.  [10000000]")  # fmt: skip
@click.option("--html", metavar="OUT", help="Write the explanation as a page to OUT (- is stdout).")
@table_option
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Print the facts and the text as JSON.")
def command(
    game: str,
    position: tuple[str, ...],
    play: Play,
    turn: int,
    limit: int | None,
    html: str | None,
    table: str | None,
    as_json: bool,
) -> None:
    """Say who wins a POSITION of GAME, and why: the steps, the move, the answers.

    GAME is a game of the catalogue (grundy games lists them), a take-and-break code, a set
    ({1,2,3}), a digraph file, or file.py:name. POSITION are its states; + begins another game,
    and - reads the words from standard input.

    \b
    Examples:
      grundy explain "{1,2,3}" 3 8 2 --turn 2
      grundy explain kayles 5 7 + officers 9
      grundy explain nim 1 1 2 --play misere
      grundy explain examples/loopy.dot a
    """
    from grundy.answers.positions import explained_answer
    from grundy.cli.game import read_position
    from grundy.cli.output import print_json, printable, progress_bar, screen_width
    from grundy.running.limits import Limits
    from grundy.strategy.explain.explain import explain

    words = given_words("explain", game, position)
    asked = read_position(words, reader(table, words))
    with progress_bar("positions") as report:
        explanation = explain(
            asked,
            play,
            turn=turn,
            limits=None if limit is None else Limits(positions=limit),
            progress=report,
        )
    if html is not None:
        page = _PAGE.format(body=explanation._repr_html_())
        if html == "-":
            click.echo(page)
        else:
            Path(html).write_text(page, encoding="utf-8")
    if as_json:
        print_json(
            repeat("explain", *words, play=play, turn=turn, table=table),
            explained_answer(explanation),
        )
    elif html is None:
        for line in explanation.as_text(screen_width()).split("\n"):
            click.echo(printable(line))


_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Explanation</title>
<style>
body {{ font-family: sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
td, th {{ padding: 0 0.6rem; }}
</style>
{body}
</html>
"""
