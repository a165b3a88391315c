"""`grundy table` and `grundy tabulate`: the values of all states, in memory or on disk."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.game import read_ruleset
from grundy.cli.options import chosen_format, format_option, number, play_option, threads_option
from grundy.cli.output import print_json, progress_bar, screen_width, show
from grundy.printable import printable, repeat
from grundy.runtime.delivery import deliver_bytes
from grundy.values import Play

if TYPE_CHECKING:
    from grundy.strategy.table import Table

_FORMATS = ("csv", "json", "txt", "png", "svg", "pdf", "tikz", "tex")
_PICTURES = ("png", "svg", "pdf", "tikz", "tex")
_MOST_CELLS = 4_000_000
_WIDE = 1_000  # signs in a line where there is no terminal


@click.command("table")
@click.argument("game")
@click.argument("ends", nargs=-1, required=True, metavar="END [END]")
@play_option()
@click.option("--outcome", is_flag=True, help="Say who wins (P, N, D) rather than the values.")
@click.option("--output", metavar="OUT",
              help="Write .csv .json .txt, or a picture: .png .svg .pdf .tikz .tex")  # fmt: skip
@format_option(_FORMATS, metavar="NAME")
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="Search at most N positions for one value.  [10000000]")  # fmt: skip
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def table(
    game: str, ends: tuple[str, ...], play: Play, outcome: bool, output: str | None, **given: Any
) -> None:
    """Give the values of all states of a GAME of one number or two, up to END, ends included.

    Rows are the first number, columns the second. A P-position is marked: [0]. With two ENDs a
    game on heaps gives the sums of two heaps.

    Below a table of two numbers stands what is seen in it: a xor of two functions, a function of
    the sum or the difference, Beatty pairs of P-positions, periods in rows. It is only observed.

    \b
    Examples:
      grundy table wythoff 8 12
      grundy table wythoff 8 12 --output wythoff.png
      grundy table kayles 40 --outcome
    """
    chosen = chosen_format(output, given["output_format"], _FORMATS)
    again = repeat("table", game, *ends, play=play, outcome=outcome)
    grid = _table(game, _numbers(ends, chosen), play, given["limit"], outcome=outcome)
    if output is not None:
        _write(grid, output, chosen, again)
    if given["as_json"]:
        from grundy.answers.whole_games import table_json

        click.echo(table_json(grid, again).encode("utf-8", "replace"), nl=False)
    elif output != "-":
        show(_lines(grid, screen_width() or _WIDE))
        seen = grid.patterns()
        show([""] if seen else [])
        show(f"  {pattern}." for pattern in seen)
    if grid.limit is not None:
        raise grid.limit


def _numbers(ends: tuple[str, ...], chosen: str) -> tuple[int, ...]:
    if len(ends) > 2:
        raise click.UsageError("A table has rows and columns; give one END or two.")
    numbers = tuple(number(end) for end in ends)
    cells = 1
    for end in numbers:
        cells *= end + 1
    if cells > _MOST_CELLS:
        raise click.UsageError(
            f"A table has at most {_MOST_CELLS:,} cells; this one would have "
            f"{cells if cells < 10**15 else 10**15:,}{'' if cells < 10**15 else ' or more'}."
        )
    if chosen in ("tikz", "tex"):  # refused before a value is computed
        from grundy.drawing.table import check_latex_size

        check_latex_size(cells)
    return numbers


def _table(
    game: str, ends: tuple[int, ...], play: Play, limit: int | None, *, outcome: bool
) -> Table:
    from grundy.runtime.limits import Limits
    from grundy.strategy.table import value_table

    ruleset = read_ruleset(game)
    limits = None if limit is None else Limits(positions=limit)
    with progress_bar("states"):
        grid = value_table(ruleset, *ends, play=play, outcomes=outcome, limits=limits)
    # The game as it was asked for, and its code where that says more.
    name, text = game.strip().rpartition(":")[2], ruleset.text
    called = name if name.lower() == text.lower() else f"{name} ({text})"
    return replace(grid, game=called)


def _write(table: Table, output: str, chosen: str, again: str) -> None:
    if chosen in _PICTURES:
        from grundy.drawing.table import draw_table

        draw_table(table, output, format=chosen)
        return
    from grundy.answers.whole_games import table_csv, table_json

    if chosen == "csv":
        deliver_bytes(output, table_csv(table))
    else:
        text = "\n".join([*map(printable, _lines(table, None)), ""])
        text = table_json(table, again) if chosen == "json" else text
        deliver_bytes(output, text.encode("utf-8", "replace"))


def _lines(table: Table, width: int | None) -> list[str]:
    from grundy.strategy.table import table_lines

    return table_lines(table, width, printable("∞"), "--output FILE writes them all.")


# ---- on disk ------------------------------------------------------------------------------------


@click.command("tabulate")
@click.argument("game")
@click.argument("position", nargs=-1, required=True)
@click.option("--output", "folder", metavar="DIR", required=True, help="The table's folder.")
@click.option("--resume", is_flag=True, help="Go on with the table in that folder.")
@click.option("--remoteness", is_flag=True, help="Keep how long each play lasts, too.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster, such as tcp://host:8786; "
              "its workers see DIR under the same name.")  # fmt: skip
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def tabulate(
    game: str, position: tuple[str, ...], folder: str, scheduler: str | None, **given: Any
) -> None:
    """Solve all positions of GAME that POSITION bounds, and keep their values in a folder.

    POSITION is a state such as an empty board; the table has it and all that it leads to. One
    byte a position is kept. What is killed goes on from whole blocks with --resume, and ends
    with the same files, whatever the threads or workers. solve, explain, play and serve take
    the folder as --table DIR, and grundy verify checks it.

    \b
    Examples:
      grundy tabulate cram 4x5 --output cram-4x5
      grundy solve cram 4x5 + nim 3 --table cram-4x5
      grundy tabulate northcott "1,3 1,4 rows:5" --remoteness --output northcott
      grundy verify cram-4x5
    """
    from grundy.answers.whole_games import tabulated_answer, tabulated_text
    from grundy.runtime.runner import dask_executor
    from grundy.tabulated.tabulate import tabulate as solve_on_disk

    if scheduler is not None and ".py:" in game:
        raise click.UsageError(
            "The workers of a cluster know games by name; one in a Python file is made here."
        )
    with ExitStack() as stack:
        executor = None if scheduler is None else stack.enter_context(dask_executor(scheduler))
        stack.enter_context(progress_bar("positions"))
        game_table = solve_on_disk(
            read_ruleset(game),
            " ".join(position),
            path=folder,
            called=game if ".py:" in game else None,
            remoteness=given["remoteness"],
            resume=given["resume"],
            executor=executor,
            announce=lambda estimate: click.echo(f"{estimate}.", err=True),
        )
    if given["as_json"]:
        again = repeat("tabulate", game, *position, output=folder, remoteness=given["remoteness"])
        print_json(again, tabulated_answer(game_table))
    else:
        show(tabulated_text(game_table, folder))
