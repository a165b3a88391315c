"""--table DIR: positions answered from the table of a solved game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from grundy.errors import FolderError

if TYPE_CHECKING:
    from grundy.games.ruleset import Ruleset
    from grundy.tabulated.game_table import GameTable


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
