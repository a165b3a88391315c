"""`grundy atlas`: every octal game of a few digits, as a table."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from grundy.experiments.atlas import GameResult, Row
    from grundy.experiments.sweep_folder import Kept


@click.command("atlas")
@click.option("--digits", type=click.IntRange(1, 4), default=2, show_default=True,
              help="Codes 0.d1 … of up to so many digits.")  # fmt: skip
@click.option("--stop", metavar="N", default="2^17", show_default=True,
              help="At most heaps 0 .. N - 1 of each game, such as 1e6 or 2^20.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=60.0,
              show_default=True, help="The most that one game may take.")  # fmt: skip
@click.option("--output", metavar="OUT", help="Write the table: .parquet .csv .json")
@click.option("--csv", "csv_output", metavar="OUT", help="Write the table as CSV too.")
@click.option("--page", metavar="OUT", help="Write a page in Markdown.")
@click.option("--save", metavar="DIR", help="Keep what is finished in a folder.")
@click.option("--resume", is_flag=True, help="Go on from what is in that folder.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes. [one a core]")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster, such as tcp://host:8786.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON rather than a table.")
def command(
    digits: int,
    stop: str,
    seconds: float,
    output: str | None,
    csv_output: str | None,
    page: str | None,
    save: str | None,
    resume: bool,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Compute every octal game of up to so many digits, and prove what periods there are.

    Codes of the same game are found by their standard forms and by proved periods, and computed
    once. Ctrl-C writes what is done; with --save it can go on later.

    \b
    Examples:
      grundy atlas --digits 2 --stop 10000
      grundy atlas --digits 3 --stop 2^20 --save atlas --output atlas.parquet --page atlas.md
      grundy atlas --digits 3 --save atlas --resume --scheduler tcp://host:8786
    """
    from grundy.cli.output import progress_bar
    from grundy.experiments import atlas
    from grundy.experiments.cluster import executor_for

    heaps = _heaps(stop)
    if resume and save is None:
        raise click.UsageError("--resume needs --save DIR, the folder to go on from.")
    if scheduler is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; leave it out with --scheduler.")
    given = ((output, None), (csv_output, "csv"), (page, "page"))
    formats = [(path, _format(path, kind)) for path, kind in given if path is not None]
    again = _command(digits, heaps, seconds)
    done: dict[str, GameResult] = {}
    # The processes first: they are to start before the thread that draws the bar.
    with _kept(save, heaps, seconds, resume) as kept, executor_for(scheduler, workers) as executor:
        try:
            with progress_bar() as report:
                atlas.compute(
                    digits, heaps, done, seconds=seconds, executor=executor, kept=kept,
                    progress=report,
                )  # fmt: skip
        finally:  # also what is done when it is interrupted
            rows = atlas.table(digits, done)
            for path, kind in formats:
                _write(path, kind, rows, done, heaps, again)
    _print(rows, heaps, again, as_json=as_json)


def _heaps(text: str) -> int:
    from grundy.games.number_text import parse_number

    number = parse_number(text)
    if number is None or not 64 <= number <= 10**12:
        raise click.UsageError(
            f'--stop: "{text}" is no number of heaps; write one of 64 or more, such as 1e6 or 2^20.'
        )
    return number


def _format(path: str, kind: str | None) -> str:
    from grundy.files import rows
    from grundy.files.endings import require_format

    if kind == "page":
        require_format(path, ("md",))
        return kind
    return require_format(path, rows.FORMATS if kind is None else (kind,))


@contextlib.contextmanager
def _kept(folder: str | None, stop: int, seconds: float, resume: bool) -> Iterator[Kept | None]:
    if folder is None:
        yield None
        return
    from grundy.experiments.sweep_folder import Kept

    about = {"sweep": "octal games", "stop": stop, "seconds": seconds}
    with Kept(folder, about, resume=resume) as kept:
        yield kept


def _command(digits: int, stop: int, seconds: float) -> str:
    """Return the command that repeats the rows: what changes them, and nothing else."""
    words = ["--digits", digits, "--stop", stop, "--seconds", f"{seconds:g}"]
    return f"grundy atlas {shlex.join(map(str, words))}"


def _write(
    path: str, kind: str, rows: list[Row], done: dict[str, GameResult], stop: int, again: str
) -> None:
    from grundy.files.delivery import deliver_bytes
    from grundy.files.rows import encoded

    if kind == "page":
        from grundy.experiments.atlas import look_alikes
        from grundy.experiments.atlas_page import page

        text = page(rows, command=again, stop=stop, look_alikes=look_alikes(done.values()))
        deliver_bytes(path, text.encode())
        return
    from grundy.experiments.atlas import Row

    about: dict[str, Any] = {"atlas": {"stop": stop}}
    deliver_bytes(path, encoded(Row, rows, about, format=kind, command=again))


def _print(rows: list[Row], stop: int, again: str, *, as_json: bool) -> None:
    from dataclasses import asdict

    from grundy.cli.output import print_json, print_table

    if as_json:
        print_json(again, {"atlas": {"stop": stop}, "rows": [asdict(row) for row in rows]})
        return
    games = [row for row in rows if row.equivalent_to is None]
    solved = sum(row.status == "solved" for row in games)
    print_table(
        ["code", "period", "preperiod", "greatest", "rares", "heaps", "codes"],
        [
            (
                row.code,
                "open" if row.period is None else row.period,
                "" if row.preperiod is None else row.preperiod,
                row.greatest,
                "" if row.rares is None else row.rares,
                row.heaps,
                1 + sum(other.equivalent_to == row.code for other in rows),
            )
            for row in games
        ],
        title=f"Octal games: {len(rows)} codes, {len(games)} games, {solved} solved, "
        f"{len(games) - solved} open",
    )
