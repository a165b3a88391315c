"""The option --table of the commands that serve: tables of solved games to answer from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from grundy.web.settings import Settings


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
