"""`python -m research.atlas`: every octal game of a few digits, as a table."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from grundy.values import Play
from research.atlas.sweep_folder import Kept
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
@click.option("--output", metavar="OUT", help="Write the table: .parquet .csv .json")
@click.option("--csv", "csv_output", metavar="OUT", help="Write the table as CSV too.")
@click.option("--page", metavar="OUT", help="Write a page in Markdown.")
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON rather than a table.")
def command(
    digits: int,
    play: Play,
    stop: str | None,
    seconds: float,
    output: str | None,
    csv_output: str | None,
    page: str | None,
    save: str | None,
    resume: bool,
    certificates: str | None,
    most_heaps: str | None,
    proofs: str | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Compute every octal game of up to so many digits, and prove what periods there are.

    Codes of the same game are found by their standard forms and by proved periods, and computed
    once. Ctrl-C writes what is done; with --save it can go on later.

    \b
    Examples:
      python -m research.atlas --digits 2 --stop 10000
      python -m research.atlas --digits 3 --stop 2^20 --save atlas --output atlas.parquet
      python -m research.atlas --digits 3 --save atlas --resume --scheduler tcp://host:8786
      python -m research.atlas --digits 3 --save atlas --resume --proofs docs/proofs
      python -m research.atlas --digits 2 --play misere --seconds 5 --save misere-atlas
      python -m research.atlas --digits 2 --play misere --seconds 5 --save misere-atlas --resume
        --certificates misere-atlas.jsonl.gz
    """
    from grundy.cli.output import progress_bar
    from grundy.running.cluster import executor_for

    most = None if most_heaps is None else _heaps(most_heaps, "--most-heaps")
    sweep = _sweep(play, digits, _seen_from(page, certificates), most)
    heaps = sweep.atlas.USUAL_STOP if stop is None else _heaps(stop, "--stop")
    if resume and save is None:
        raise click.UsageError("--resume needs --save DIR, the folder to go on from.")
    if scheduler is not None and workers is not None:
        raise click.UsageError("--workers is for this machine; leave it out with --scheduler.")
    if proofs is not None and play == "misere":
        raise click.UsageError("--proofs takes certificates of periods; leave out --play misere.")
    if certificates is not None and (play == "normal" or save is None):
        raise click.UsageError(
            "--certificates needs --play misere and --save DIR, where the certificates are."
        )
    if most is not None and certificates is None:
        raise click.UsageError("--most-heaps is for --certificates OUT; give that too.")
    given = ((output, None), (csv_output, "csv"), (page, "page"))
    formats = [(path, _format(path, kind)) for path, kind in given if path is not None]
    _require_lines(certificates)
    again = _command(digits, play, heaps, seconds, proofs)
    claims = _claims(proofs)
    done: dict[str, Any] = {}
    # The processes first: they are to start before the thread that draws the bar.
    with (
        _kept(save, sweep, heaps, seconds, resume) as kept,
        executor_for(scheduler, workers) as executor,
    ):
        try:
            with progress_bar() as report:
                sweep.atlas.compute(
                    digits, heaps, done, seconds=seconds, executor=executor, kept=kept,
                    progress=report, **claims,
                )  # fmt: skip
        finally:  # also what is done when it is interrupted
            rows = sweep.atlas.table(digits, done)
            for path, kind in formats:
                _write(path, kind, sweep, rows, done, heaps, again)
            _write_certificates(certificates, save, done, most)
    _print(sweep, rows, heaps, again, as_json=as_json)


class _Sweep(NamedTuple):
    """What differs between the atlases of the two kinds of play."""

    name: str
    atlas: Any  # the module: compute, table, USUAL_STOP
    row: type[Any]
    page: Callable[[list[Any], dict[str, Any], str, int], str]
    columns: tuple[str, ...]
    title: str


def _sweep(play: Play, digits: int, certificates: str | None, most: int | None) -> _Sweep:
    if play == "misere":
        from research.atlas import misere as misere_atlas
        from research.atlas.misere_page import page as misere_page

        return _Sweep(
            "octal games under misère play", misere_atlas, misere_atlas.MisereRow,
            lambda rows, done, again, stop: misere_page(
                rows, command=again, stop=stop, certificates=certificates, most_heaps=most,
                left=len(misere_atlas.games(digits)) - len(done),
            ),
            ("code", "kind", "first_wild", "order", "p_count", "period", "preperiod", "heaps"),
            "Octal games under misère play",
        )  # fmt: skip
    from research.atlas import normal as atlas
    from research.atlas.normal_page import page

    return _Sweep(
        "octal games", atlas, atlas.Row,
        lambda rows, done, again, stop: page(
            rows, command=again, stop=stop, look_alikes=atlas.look_alikes(done.values())
        ),
        ("code", "period", "preperiod", "greatest", "rares", "heaps"),
        "Octal games",
    )  # fmt: skip


def _heaps(text: str, option: str) -> int:
    from grundy.games.number_text import parse_number

    number = parse_number(text)
    if number is None or not 64 <= number <= 10**12:
        raise click.UsageError(
            f'{option}: "{text}" is no number of heaps; write one of 64 or more, such as 1e6 or '
            "2^20."
        )
    return number


def _format(path: str, kind: str | None) -> str:
    from grundy.files import row_files as rows
    from grundy.files.endings import require_format

    if kind == "page":
        require_format(path, ("md",))
        return kind
    return require_format(path, rows.FORMATS if kind is None else (kind,))


def _require_lines(certificates: str | None) -> None:
    """Refuse the name of a file that cannot be written as certificates, before any work."""
    from grundy.errors import GraphFormatError
    from grundy.files.endings import require_folder
    from research.lines import ENDINGS

    if certificates is None:
        return
    if not certificates.lower().endswith(ENDINGS[0]):
        raise GraphFormatError(
            f"certificates are written as *{ENDINGS[0]}; end the name so.", file=certificates
        )
    require_folder(certificates)


def _seen_from(page: str | None, certificates: str | None) -> str | None:
    """Return the file of the certificates as the page links it."""
    if page is None or certificates is None:
        return None
    return Path(os.path.relpath(certificates, Path(page).parent)).as_posix()


@contextlib.contextmanager
def _kept(
    folder: str | None, sweep: _Sweep, stop: int, seconds: float, resume: bool
) -> Iterator[Kept | None]:
    if folder is None:
        yield None
        return
    about = {"sweep": sweep.name, "stop": stop, "seconds": seconds}
    with Kept(folder, about, resume=resume) as kept:
        yield kept


def _claims(folder: str | None) -> dict[str, Any]:
    """Return what `compute` takes besides: the certificates of a folder, if there is one."""
    if folder is None:
        return {}
    from research.atlas.proofs import read_proofs

    return {"proofs": read_proofs(folder)}


def _command(digits: int, play: Play, stop: int, seconds: float, proofs: str | None) -> str:
    """Return the command that repeats the rows: what changes them, and nothing else."""
    kind = [] if play == "normal" else ["--play", play]
    given = [] if proofs is None else ["--proofs", proofs]
    words = ["--digits", digits, *kind, "--stop", stop, "--seconds", f"{seconds:g}", *given]
    return f"uv run python -m research.atlas {shlex.join(map(str, words))}"


def _write(
    path: str,
    kind: str,
    sweep: _Sweep,
    rows: list[Any],
    done: dict[str, Any],
    stop: int,
    again: str,
) -> None:
    from grundy.files.delivery import deliver_bytes
    from grundy.files.row_files import encoded

    if kind == "page":
        deliver_bytes(path, sweep.page(rows, done, again, stop).encode())
        return
    about: dict[str, Any] = {"atlas": {"stop": stop}}
    deliver_bytes(path, encoded(sweep.row, rows, about, format=kind, command=again))


def _write_certificates(
    path: str | None, folder: str | None, done: dict[str, Any], most: int | None
) -> None:
    if path is None or folder is None:
        return
    from grundy.files.delivery import deliver_bytes
    from research.atlas.misere_certificates import certificates_of
    from research.lines import packed_lines

    deliver_bytes(path, packed_lines(certificates_of(folder, done, most)))


def _print(sweep: _Sweep, rows: list[Any], stop: int, again: str, *, as_json: bool) -> None:
    from dataclasses import asdict

    from grundy.cli.output import print_json, print_table

    if as_json:
        print_json(again, {"atlas": {"stop": stop}, "rows": [asdict(row) for row in rows]})
        return
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
    if value is None:
        return "open" if name == "period" else ""
    return value


if __name__ == "__main__":
    start("atlas", command)
