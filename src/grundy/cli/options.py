"""Options and arguments that several commands share, and what is required of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.errors import FolderError
from grundy.games.state_text import parse_number, shown

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset
    from grundy.heaps.engines.sequence import Store
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.tabulated.game_table import GameTable
    from grundy.web.settings import Settings

# Large natural numbers as people write them: 1e8, 1_000_000, 10^8, 10**6.


def number(text: str) -> int:
    """Read a natural number for click, which adds the name of the option to an error."""
    value = parse_number(text)
    if value is None:
        raise click.BadParameter(
            f'"{shown(text, 40)}" is no natural number of at most 4,000 digits; write 1000, '
            "1_000_000, 1e8 or 10^8."
        )
    return value


def with_options(
    options: Sequence[Callable[[Any], Any]], command: Callable[..., Any]
) -> Callable[..., Any]:
    """Give a command several options, in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def play_option(meaning: str = "") -> Callable[[Any], Any]:
    """Give a command the option --play."""
    kinds = click.Choice(["normal", "misere"])
    return click.option("--play", type=kinds, default="normal", help=meaning)


def _limit(context: click.Context, parameter: click.Parameter, count: int | None) -> None:
    if count is not None:
        from grundy.runtime.threads import limited

        context.with_resource(limited(count))


threads_option = click.option(
    "--threads", type=click.IntRange(1), metavar="N", callback=_limit, expose_value=False,
    help="Cores to use.  [default: all]",
)  # fmt: skip
"""Gives a command the option: what it calls uses at most so many cores."""

tables_option = click.option(
    "--table", "tables", multiple=True, metavar="DIR",
    help="Answer from a table of grundy tabulate; several are allowed.",
)  # fmt: skip
"""Gives a command the option, as the argument *tables*."""


def settings_with(tables: tuple[str, ...], book: Path | None = None) -> Settings | None:
    """Return the settings of a server with these tables and book; None without any."""
    if not tables and book is None:
        return None
    from grundy.tabulated.game_table import open_table
    from grundy.web.settings import Settings, require_book

    for folder in tables:
        open_table(folder)  # what is wrong with it is said before anybody is served
    if book is not None:
        require_book(book)
    return Settings(tables=tuple(str(Path(folder).resolve()) for folder in tables), book=book)


# What commands ask of numbers of heaps and of files before the work begins.

_TOO_MANY = 10**15


def require_countable(stop: int) -> None:
    """Refuse a number of heaps that nobody will ever compute."""
    if stop >= _TOO_MANY:
        raise click.UsageError(
            f"--stop has {len(str(stop))} digits, more heaps than can be computed; "
            "grundy values GAME --heap N gives the value of one heap."
        )


def chosen_format(output: str | None, output_format: str | None, formats: Sequence[str]) -> str:
    """Return the format of an output, by its ending where none is given; CSV on a terminal."""
    if output_format is not None or output is None or output == "-":
        return output_format or "csv"
    from grundy.runtime.delivery import require_format

    return require_format(output, formats)


def require_picture(path: str | None) -> None:
    """Refuse the name of a picture that cannot be drawn."""
    if path is None:
        return
    from grundy.drawing.chart import FORMATS

    if Path(path).suffix.lower().removeprefix(".") not in FORMATS:
        raise click.UsageError(f"{path}: no picture of this kind; use .png, .svg or .pdf.")


def require_option(option: str, given: object, companions: Mapping[str, object]) -> None:
    """Refuse options that say how, where the one that says what is missing."""
    for companion, present in companions.items():
        if present and given is None:
            raise click.UsageError(f"{companion} needs {option}; add it, or leave {companion} out.")


# --table DIR: positions answered from the table of a solved game.

table_option = click.option(
    "--table", "table", metavar="DIR", help="Answer from a table that grundy tabulate made."
)


def reader(folder: str | None, words: Iterable[str]) -> Callable[[str], Ruleset]:
    """Return what reads the name of a game; the table's game comes with its table."""
    from grundy.cli.game import read_ruleset

    if folder is None:
        return read_ruleset
    name, table = open_named(folder, words)

    def read(text: str) -> Ruleset:
        ruleset = table.rules.ruleset if text.strip() == name else read_ruleset(text)
        return table.game if ruleset is table.rules.ruleset else ruleset

    return read


def open_named(folder: str, words: Iterable[str]) -> tuple[str, GameTable]:
    """Open a table, and give the name of its game; see `reader`."""
    from grundy.cli.game import read_ruleset
    from grundy.tabulated.game_table import open_table
    from grundy.tabulated.table import read_manifest

    name = str(read_manifest(folder)["task"]["game"])
    if ".py:" in name and name not in " ".join(words):
        raise FolderError(
            f"{folder}: this table is of a game in a Python file; name it yourself to have it "
            f"run: {name}"
        )
    return name, open_table(folder, game=read_ruleset(name))


# The options --save, --resume and --save-every: a folder that keeps values while they come.

_FOLDER_OPTIONS = (
    click.option("--save", metavar="DIR", help="Keep the values in a folder while they come."),
    click.option(
        "--resume", is_flag=True, help="Go on from the values in the folder of --save."
    ),
    click.option(
        "--save-every", type=click.FloatRange(min=0), metavar="SECONDS",
        help="Seconds from one save to the next, about.  [20]",
    ),
)  # fmt: skip


def folder_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the three options."""
    return with_options(_FOLDER_OPTIONS, command)


def require_folder(ruleset: HeapRuleset, given: Mapping[str, Any]) -> None:
    """Refuse a folder that cannot be, before the work begins."""
    from grundy.cli.game import is_known

    if given["save"] is not None and not is_known(ruleset):
        raise click.UsageError(
            "--save needs a game whose text says its rules, a code, a set or a name; a file can "
            "change its function between two runs."
        )
    often = given["save_every"] is not None
    require_option("--save", given["save"], {"--resume": given["resume"], "--save-every": often})


@contextlib.contextmanager
def value_folder(ruleset: HeapRuleset, given: Mapping[str, Any]) -> Iterator[Store | None]:
    """Open the folder, if one is named, and let the game go on from it."""
    if given["save"] is None:
        yield None
        return
    from grundy.heaps.engines.sequence import USUAL_SECONDS, Store

    every = USUAL_SECONDS if given["save_every"] is None else given["save_every"]
    with Store(given["save"], ruleset.text, resume=given["resume"], save_every=every) as store:
        ruleset.sequence.resume(store)
        try:
            yield store
        except KeyboardInterrupt:
            if not store.reached:
                raise
            click.echo(err=True)  # ends the line with ^C
            raise click.Abort(
                f"Interrupted; the work on heaps 0 to {store.reached - 1:,} is kept in "
                f"{store.folder}, and the same command with --resume goes on from there."
            ) from None


def rare_heaps_text(ruleset: HeapRuleset) -> str:
    """Return how many rare heaps are known, for the progress bar."""
    count = ruleset.sequence.rare_count
    return f"{count:,} rare" if count else ""
