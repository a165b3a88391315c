"""`grundy tabulate`: all positions of a game, solved on disk."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from grundy.cli.options import threads_option
from grundy.printable import repeat

if TYPE_CHECKING:
    from grundy.tabulated.game_table import GameTable
    from grundy.tabulated.tabulate import Estimate

_VALUES_SHOWN = 40


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
def command(
    game: str,
    position: tuple[str, ...],
    folder: str,
    resume: bool,
    remoteness: bool,
    scheduler: str | None,
    as_json: bool,
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
    from grundy.cli.game import read_ruleset
    from grundy.cli.output import progress_bar
    from grundy.running.cluster import dask_executor
    from grundy.tabulated.tabulate import tabulate

    if scheduler is not None and ".py:" in game:
        raise click.UsageError(
            "The workers of a cluster know games by name; one in a Python file is made here."
        )
    with ExitStack() as stack:
        executor = None if scheduler is None else stack.enter_context(dask_executor(scheduler))
        report = stack.enter_context(progress_bar("positions"))
        table = tabulate(
            read_ruleset(game),
            " ".join(position),
            path=folder,
            called=game if ".py:" in game else None,
            remoteness=remoteness,
            resume=resume,
            executor=executor,
            progress=report,
            announce=_announce,
        )
    if as_json:
        from grundy.answers.games import tabulated_answer
        from grundy.cli.output import print_json

        again = repeat("tabulate", game, *position, output=folder, remoteness=remoteness)
        print_json(again, tabulated_answer(table))
    else:
        _print(table, folder)


def _announce(estimate: Estimate) -> None:
    click.echo(f"{estimate}.", err=True)


def _print(table: GameTable, folder: str) -> None:
    from grundy.cli.output import infinity, print_table, printable
    from grundy.files.whole import byte_size
    from grundy.printable import counted
    from grundy.values import format_value

    start = table.start
    value = format_value(table.value(start)).replace("∞", infinity())
    click.echo(printable(f"{table.rules.ruleset.text} {start}: {value}"))
    counts = table.histogram()
    rows = [
        (infinity() if value < 0 else value, f"{count:,}")
        for value, count in list(counts.items())[:_VALUES_SHOWN]
    ]
    print_table(["value", "positions"], rows)
    if len(counts) > _VALUES_SHOWN:
        click.echo(f"and {counted(len(counts) - _VALUES_SHOWN, 'more value')}")
    click.echo(
        f"{counted(table.count(), 'position')}, {byte_size(table.bytes)} in {printable(folder)}; "
        f"sha256 {table.sha256}"
    )
