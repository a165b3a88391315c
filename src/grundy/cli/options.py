"""Options that several commands share, and what every command refuses before it begins."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.game import is_known, read_ruleset, refuse_split_braces
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


# What every command refuses before it begins: outputs that cannot be.

OUTPUT = "OUT"
"""The metavar of every option that names a file to write."""

FOLDER = "DIR"
"""The metavar of every option that names a folder to keep things in."""

_PRINTED = ("as_json", "latex", "trace")  # flags whose answer is all that is printed


class FormatOption(click.Option):
    """The option ``--format NAME`` of what ``--output`` names; *alone*: formats that it prints."""

    def __init__(self, *args: Any, alone: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.alone = alone


def format_option(
    formats: Sequence[str] | None = None, *, metavar: str | None = None, alone: Sequence[str] = ()
) -> Callable[[Any], Any]:
    """Give a command the option."""
    kind = None if formats is None else click.Choice(formats)
    text = "Format of OUT, where its ending does not say."
    return click.option("--format", "output_format", cls=FormatOption, alone=alone, type=kind,
                        metavar=metavar, help=text)  # fmt: skip


def guard(command: click.Command) -> click.Command:
    """Make a command, or each of a group, check its outputs before it runs."""
    if isinstance(command, click.Group):
        for part in command.commands.values():
            guard(part)
    else:
        command.context_class = _GuardedContext
        for parameter in command.params:
            if parameter.name == "game" and isinstance(parameter, click.Argument):
                parameter.callback = _require_game  # before click counts the words
    return command


def _require_game(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    refuse_split_braces(text or "")
    return text


class _GuardedContext(click.Context):
    """Checks the parameters just before the command runs."""

    def invoke(self, *args: Any, **kwargs: Any) -> Any:
        if args and args[0] is self.command.callback:
            _require_outputs(self)
            _require_others(self)
        return super().invoke(*args, **kwargs)


def _require_outputs(context: click.Context) -> None:
    """Refuse names that cannot be written, and two answers on standard output."""
    printed = []
    for parameter in context.command.params:
        value, option = context.params.get(parameter.name or ""), parameter.opts[0]
        if isinstance(parameter, FormatOption) and value is not None:
            printed += _printed_format(context, parameter, str(value))
        if parameter.name in _PRINTED and value:
            printed.append(option)
        if parameter.metavar not in (OUTPUT, FOLDER):
            continue
        for word in _words(value):
            if not word:
                raise click.UsageError(f"{option}: the name is empty.")
            if word == "-":
                printed.append(f"{option} -")
            elif parameter.metavar == OUTPUT:
                _require_writable(word)
    if len(printed) > 1:
        raise click.UsageError(
            f"{printed[0]} and {printed[1]} both write to standard output; choose one."
        )


def _printed_format(context: click.Context, option: FormatOption, name: str) -> list[str]:
    """Return the option, where it prints; where it cannot, there has to be an output."""
    if context.params["output"] is not None:
        return []
    if name in option.alone:
        return [f"--format {name}"]
    reads = any("--input-format" in parameter.opts for parameter in context.command.params)
    raise click.UsageError(
        "--format needs --output; add it, or leave --format out"
        f"{'; that of FILE is --input-format' * reads}."
    )


def _require_writable(path: str) -> None:
    target = Path(path)
    if not target.parent.is_dir():
        raise click.UsageError(f'{path}: there is no folder "{target.parent}".')
    if target.is_dir():
        raise click.UsageError(f"{path}: this is a folder; give the name of a file.")
    is_device = target.exists() and not target.is_file()
    if not is_device and not os.access(target.parent, os.W_OK):
        raise click.UsageError(f'{path}: the folder "{target.parent}" cannot be written to.')


def _require_others(context: click.Context) -> None:
    """Refuse to write over an input, or over what another option writes."""
    from grundy.runtime.files import is_part_of, leads_to

    outputs, folders, inputs = [], [], []
    for parameter in context.command.params:
        words = list(_words(context.params.get(parameter.name or "")))
        named = [(parameter.opts[0], word) for word in words if word != "-"]
        if parameter.metavar == OUTPUT:
            outputs += named
        else:
            inputs += words
        if parameter.metavar == FOLDER:
            folders += named
    for option, output in outputs:
        for word in inputs:
            if any(is_part_of(path, output) for path in _paths(word)):
                raise click.UsageError(
                    f"{option} {output}: this file is an input ({word}), and would be lost; "
                    "name another one."
                )
    for (first, name), (second, output) in combinations(outputs + folders, 2):
        if leads_to(name, output):
            raise click.UsageError(
                f"{second} {output}: {first} {name} writes there too, and one would be lost; "
                "name another one."
            )


def _words(value: object) -> Iterator[str]:
    """Yield the texts that were given to an option or an argument."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _words(part)


def _paths(word: str) -> Iterator[str | int]:
    """Yield what a word may name as a file: itself, file.py of file.py:name, standard input."""
    if word == "-":
        try:
            yield sys.stdin.fileno()
        except (OSError, ValueError, AttributeError):
            return
        return
    for part in {word, *word.split()}:
        yield part
        yield part.rpartition(":")[0]
