"""Options and arguments that several commands share, and what is required of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.errors import FolderError
from grundy.games.state_text import parse_number

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset
    from grundy.tabulated.game_table import GameTable
    from grundy.web.settings import Settings

__all__ = ["number", "parse_number"]


# The words of GAME POSITION… on the command line, as they were typed or piped in.


def old_spelling(old: str, new: str, meaning: str) -> Callable[[Any], Any]:
    """A hidden option that is refused with the spelling that has taken its place."""

    def refuse(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
        if value is not None:
            raise click.UsageError(f"{old} is now {new}: {meaning}; write {new} {value}.")

    name = "old_" + old.strip("-").replace("-", "_")
    return click.option(old, name, hidden=True, expose_value=False, callback=refuse)


def given_words(command: str, game: str, position: Sequence[str]) -> list[str]:
    """Return the words that name a position; - stands for the words of standard input."""
    words = [game, *position]
    for word in words:
        if re.match(r"-[^0-9.]", word):
            raise click.UsageError(f"No such option: {word}. See grundy {command} --help.")
    if "-" not in words:
        return words
    if words.count("-") > 1 or words[-1] != "-" or len(words) > 2:
        raise click.UsageError(
            "- stands for the whole position; give it alone, or alone after the game."
        )
    raw = b"" if sys.stdin is None else sys.stdin.buffer.read()
    words[-1:] = raw.decode("utf-8-sig", errors="replace").split()
    if not words:
        raise click.UsageError("Standard input is empty; write such as: kayles 5 7")
    return words


# Large natural numbers as people write them: 1e8, 1_000_000, 10^8, 10**6.


_LONGEST = 4_000  # digits that parse_number reads
_DIGITS = r"[0-9]+(?:_[0-9]+)*"
_POWER = re.compile(rf"{_DIGITS}(?:(?:\^|\*\*){_DIGITS})?")
_SCIENTIFIC = re.compile(r"[0-9]+(?:\.[0-9]*)?[eE]\+?([0-9]+)")


def number(text: str) -> int:
    """Read a natural number for click, which adds the name of the option to an error."""
    found = parse_number(text)
    if found is None:
        shown = text if len(text) <= 40 else text[:39] + "…"
        problem = "is no natural number; write 1000, 1_000_000, 1e8 or 10^8"
        if _is_long(text.strip()):
            problem = (
                f"is too long; write at most {_LONGEST:,} digits, or a power of ten up to 1e4000"
            )
        raise click.BadParameter(f'"{shown}" {problem}.')
    return found


def _is_long(text: str) -> bool:
    scientific = _SCIENTIFIC.fullmatch(text)
    if scientific:
        digits = scientific[1].lstrip("0")
        return len(digits) > 5 or int(digits or "0") > _LONGEST
    return _POWER.fullmatch(text) is not None


# The option --threads, which every command has that can use more than one core.


def _limit(context: click.Context, parameter: click.Parameter, count: int | None) -> None:
    if count is not None:
        from grundy.running.threads import limited

        context.with_resource(limited(count))


def threads_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option: what it calls uses at most so many cores."""
    return click.option(
        "--threads",
        type=click.IntRange(1),
        metavar="N",
        callback=_limit,
        expose_value=False,
        help="Cores to use.  [default: all]",
    )(command)


# The option --table of the commands that serve: tables of solved games to answer from.


def tables_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option, as the argument *tables*."""
    return click.option(
        "--table", "tables", multiple=True, metavar="DIR",
        help="Answer from a table of grundy tabulate; several are allowed.",
    )(command)  # fmt: skip


def settings_with(tables: tuple[str, ...]) -> Settings | None:
    """Return the settings of a server that answers from these tables; None without any."""
    if not tables:
        return None
    from grundy.tabulated.game_table import open_table
    from grundy.web.settings import Settings

    for folder in tables:
        open_table(folder)  # what is wrong with it is said before anybody is served
    return Settings(tables=tuple(str(Path(folder).resolve()) for folder in tables))


# Where the answer about many heaps goes.


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where the answer goes besides the terminal."""

    as_json: bool = False
    output: str | None = None
    format: str = "csv"
    plot: str | None = None
    frequencies: str | None = None


# What commands ask of numbers of heaps and of files before the work begins, and short titles.


_TOO_MANY = 10**15


def require_countable(stop: int) -> None:
    """Refuse a number of heaps that nobody will ever compute."""
    if stop >= _TOO_MANY:
        raise click.UsageError(
            f"--stop has {len(str(stop))} digits, more heaps than can be computed; "
            "grundy values GAME --heap N gives the value of one heap."
        )


def require_picture(path: str | None) -> None:
    """Refuse the name of a picture that cannot be drawn."""
    if path is None:
        return
    from grundy.drawing.sequence import FORMATS

    if Path(path).suffix.lower().removeprefix(".") not in FORMATS:
        raise click.UsageError(f"{path}: no picture of this kind; use .png, .svg or .pdf.")


def short_title(text: str) -> str:
    """Shorten a game's text for a title: a set can have thousands of numbers."""
    return text if len(text) <= 60 else text[:59] + "…"


# --table DIR: positions answered from the table of a solved game.


def table_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option --table DIR."""
    return click.option(
        "--table", "table", metavar="DIR", help="Answer from a table that grundy tabulate made."
    )(command)


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
    from grundy.tabulated.folder import read_manifest
    from grundy.tabulated.game_table import open_table

    name = str(read_manifest(folder)["task"]["game"])
    if ".py:" in name and name not in " ".join(words):
        raise FolderError(
            f"{folder}: this table is of a game in a Python file; name it yourself to have it "
            f"run: {name}"
        )
    return name, open_table(folder, game=read_ruleset(name))
