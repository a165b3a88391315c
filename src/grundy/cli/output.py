"""What the commands share: tables, progress and JSON on the terminal."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import click

from grundy._version import __version__
from grundy.printable import printable as printable

Report = Callable[[str, int, int], None]


def print_json(command: str, fields: dict[str, Any]) -> None:
    """Print an answer for machines: version, the format's version, the command, the fields."""
    head = {"version": __version__, "format": 1, "command": command}
    text = json.dumps(head | fields, ensure_ascii=False, indent=2)
    # JSON is UTF-8 whatever the terminal shows; half a pair of UTF-16 is no letter at all.
    click.echo(text.encode("utf-8", "replace"))


def infinity() -> str:
    """Give the sign for ∞ that standard output can show: "∞", or "inf"."""
    try:
        "∞".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "inf"
    return "∞"


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str | None = None
) -> None:
    """Print a table; names in it are text, never markup."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    plain = infinity() != "∞"
    table = Table(
        title=None if title is None else Text(printable(title)),
        title_justify="left",
        box=box.ASCII2 if plain else box.SIMPLE_HEAD,
    )
    for column in columns:
        table.add_column(Text(column), overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would leave with status 1

    # Without a terminal nobody is there to fold lines for.
    width = None if sys.stdout.isatty() else 10_000
    Output(width=width, highlight=False).print(table)


@contextlib.contextmanager
def progress_bar(unit: str = "", note: Callable[[], str] | None = None) -> Iterator[Report | None]:
    """Give a function report(stage, done, total) that shows a bar on a terminal's stderr.

    A total of 0 is one that nobody knows. With a *unit* such as "values" the bar says how many
    a second and how much time is left, and then what *note* gives. Gives None where standard
    error is not a terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        Task,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:,.0f} {unit}/s")

    class Note(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if note is None else note())

    columns = [TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()]
    columns += [Speed(), TimeRemainingColumn(), Note()] if unit else [TimeElapsedColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total or None)
            bars.update(tasks[stage], completed=done, total=total or None)

        yield report
