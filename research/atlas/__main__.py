"""`python -m research.atlas`: every octal game of a few digits, as a table."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import click

from grundy.cli.output import print_table, progress_bar
from grundy.errors import GraphFormatError
from grundy.games.state_text import parse_number
from grundy.runtime.delivery import FORMATS, deliver_bytes, encoded, require_folder, require_format
from grundy.runtime.runner import executor_for
from grundy.values import Play
from research.atlas import misere, normal
from research.atlas.misere_page import page as misere_page
from research.atlas.normal_page import page as normal_page
from research.atlas.proofs import read_proofs
from research.atlas.row_reader import read_rows
from research.atlas.sweep_folder import kept_in
from research.lines import ENDINGS, packed_lines
from research.program import start


@click.command
@click.option("--digits", type=click.IntRange(1, 4), default=2, show_default=True,
              help="Codes 0.d1 … of up to so many digits.")  # fmt: skip
@click.option("--play", type=click.Choice(["normal", "misere"]), default="normal",
              show_default=True, help="Values, or misère quotients.")  # fmt: skip
@click.option("--stop", metavar="N", help="At most heaps 0 .. N - 1 of each game, such as 1e6 "
              "or 2^20. [default: 2^17; misère 10^6]")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=60.0,
              show_default=True, help="The most that one game may take.")  # fmt: skip
@click.option("--output", "outputs", multiple=True, metavar="OUT",
              help="Write the table (.csv .parquet .json) or the page (.md).")  # fmt: skip
@click.option("--table", metavar="FILE", help="Take the rows from a .csv that was written before, "
              "and compute nothing.")  # fmt: skip
@click.option("--save", metavar="DIR", help="Keep what is finished in a folder; of misère "
              "quotients also a certificate each.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on from what is in that folder.")
@click.option("--certificates", metavar="OUT", help="Write what proves the solved misère "
              "quotients, a certificate a line: .jsonl.gz")  # fmt: skip
@click.option("--most-heaps", metavar="N", help="Leave out of --certificates the games whose "
              "proof rests on more heaps.")  # fmt: skip
@click.option("--proofs", metavar="DIR", help="Certificates of periods (*.json): these "
              "are verified, and their games not searched.")  # fmt: skip
@click.option("--workers", type=click.IntRange(min=1), help="Processes. [one a core]")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster, such as tcp://host:8786.")
def command(
    digits: int, play: Play, stop: str | None, seconds: float, outputs: tuple[str, ...],
    table: str | None, save: str | None, resume: bool, certificates: str | None,
    most_heaps: str | None, proofs: str | None, workers: int | None, scheduler: str | None,
) -> None:  # fmt: skip
    """Compute every octal game of up to so many digits, and prove what periods there are.

    Codes of the same game are found by their standard forms and by proved periods, and computed
    once. Ctrl-C writes what is done; with --save it can go on later.

    \b
    Examples:
      python -m research.atlas --digits 2 --stop 10000
      python -m research.atlas --digits 3 --save atlas --resume --proofs docs/proofs
      python -m research.atlas --digits 2 --play misere --seconds 5 --save misere-atlas --resume
        --certificates misere-atlas.jsonl.gz
    """
    most = None if most_heaps is None else _heaps(most_heaps, "--most-heaps")
    sweep = _sweep(play, digits, certificates, most)
    heaps = sweep.atlas.USUAL_STOP if stop is None else _heaps(stop, "--stop")
    _require_fitting(play, save, certificates, table, proofs)
    if scheduler is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; leave it out with --scheduler.")
    if most is not None and certificates is None:
        raise click.UsageError("--most-heaps is for --certificates OUT; give that too.")
    for path in outputs:
        require_format(path, (*FORMATS, "md"))
    again = _command(digits, play, heaps, seconds, proofs)
    if table is not None:
        rows = read_rows(table, sweep.row)
        _write(outputs, sweep, rows, heaps, again)
        _print(sweep, rows)
        return
    claims = {} if proofs is None else {"proofs": read_proofs(proofs)}
    done: dict[str, Any] = {}
    # The processes first: they are to start before the thread that draws the bar.
    about = {"sweep": sweep.name, "stop": heaps, "seconds": seconds}
    with kept_in(save, about, resume=resume) as kept, executor_for(scheduler, workers) as executor:
        try:
            with progress_bar():
                sweep.atlas.compute(
                    digits, heaps, done, seconds=seconds, executor=executor, kept=kept,
                    **claims,
                )  # fmt: skip
        finally:  # also what is done when it is interrupted
            rows = sweep.atlas.table(digits, done)
            _write(outputs, sweep, rows, heaps, again)
            if certificates is not None and save is not None:
                proved = misere.certificates_of(save, done, most)
                deliver_bytes(certificates, packed_lines(proved))
    _print(sweep, rows)


class _Sweep(NamedTuple):
    """What differs between the atlases of the two kinds of play."""

    name: str
    atlas: Any  # the module: compute, table, USUAL_STOP
    row: type[Any]
    page: Callable[[str, list[Any], str, int], str]  # of a path, rows, command and stop
    columns: tuple[str, ...]
    title: str


def _sweep(play: Play, digits: int, certificates: str | None, most: int | None) -> _Sweep:
    if play == "misere":
        return _Sweep(
            "octal games under misère play", misere, misere.MisereRow,
            lambda path, rows, again, stop: misere_page(
                rows, command=again, stop=stop, digits=digits, most_heaps=most,
                certificates=certificates and os.path.relpath(certificates, Path(path).parent),
            ),
            ("code", "kind", "first_wild", "order", "p_count", "period", "preperiod", "heaps"),
            "Octal games under misère play",
        )  # fmt: skip
    return _Sweep(
        "octal games, a hash each", normal, normal.Row,
        lambda path, rows, again, stop: normal_page(rows, command=again, stop=stop),
        ("code", "period", "preperiod", "greatest", "rares", "heaps"),
        "Octal games",
    )  # fmt: skip


def _require_fitting(
    play: Play, save: str | None, certificates: str | None, table: str | None, proofs: str | None
) -> None:  # fmt: skip
    """Refuse options that do not go together, and names of files, before any work."""
    if table is not None and save is not None:
        raise click.UsageError("--table computes nothing; leave out --save.")
    if proofs is not None and play == "misere":
        raise click.UsageError("--proofs takes certificates of periods; leave out --play misere.")
    if certificates is None:
        return
    if play == "normal" or (save is None and table is None):
        raise click.UsageError(
            "--certificates needs --play misere and --save DIR, where the certificates are."
        )
    if not certificates.lower().endswith(ENDINGS[0]):
        raise GraphFormatError(
            f"certificates are written as *{ENDINGS[0]}; end the name so.", file=certificates
        )
    require_folder(certificates)


def _heaps(text: str, option: str) -> int:
    number = parse_number(text)
    if number is None or not 64 <= number <= 10**12:
        raise click.UsageError(
            f'{option}: "{text}" is no number of heaps; write 64 or more, such as 1e6 or 2^20.'
        )
    return number


def _command(digits: int, play: Play, stop: int, seconds: float, proofs: str | None) -> str:
    """Return the command that repeats the rows: what changes them, and nothing else."""
    kind = [] if play == "normal" else ["--play", play]
    given = [] if proofs is None else ["--proofs", proofs]
    words = ["--digits", digits, *kind, "--stop", stop, "--seconds", f"{seconds:g}", *given]
    return f"uv run python -m research.atlas {shlex.join(map(str, words))}"


def _write(paths: Iterable[str], sweep: _Sweep, rows: list[Any], stop: int, again: str) -> None:
    for path in paths:
        format = require_format(path, (*FORMATS, "md"))
        about = {"atlas": {"stop": stop}}
        deliver_bytes(
            path, sweep.page(path, rows, again, stop).encode() if format == "md"
            else encoded(sweep.row, rows, about, format=format, command=again),
        )  # fmt: skip


def _print(sweep: _Sweep, rows: list[Any]) -> None:
    games = [row for row in rows if row.equivalent_to is None]
    solved = sum(row.status == "solved" for row in games)
    same = Counter(row.equivalent_to for row in rows)
    print_table(
        [*(name.replace("_", " ") for name in sweep.columns), "codes"],
        [(*(_cell(row, name) for name in sweep.columns), 1 + same[row.code]) for row in games],
        title=f"{sweep.title}: {len(rows)} codes, {len(games)} games, {solved} solved, "
        f"{len(games) - solved} open",
    )


def _cell(row: Any, name: str) -> Any:
    value = getattr(row, name)
    return value if value is not None else "open" if name == "period" else ""


if __name__ == "__main__":
    start("atlas", command)
