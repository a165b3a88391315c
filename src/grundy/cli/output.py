"""What the commands share: tables, progress, JSON, and standard streams that are safe to use."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any, TextIO

import click

from grundy.printable import Table, printable, with_head

_PADDING = 3  # between the columns of a table, and around them
_FOLDED = 8  # a column of text this wide can still be read


def print_json(
    command: str,
    fields: Mapping[str, object],
    rows: Mapping[str, Iterable[Mapping[str, object]]] | None = None,
) -> None:
    """Print an answer for machines: version, the format's version, the command, the fields."""
    text = json.dumps(with_head(command, fields), ensure_ascii=False, indent=2)
    for name, each in (rows or {}).items():
        before, _, text = text.partition(f'\n  "{name}": []')
        _echo_bytes(f'{before}\n  "{name}": [')
        sign = ""
        for some in batched(each):
            lines = (json.dumps(row, ensure_ascii=False) for row in some)
            _echo_bytes(f"{sign}\n    " + ",\n    ".join(lines))
            sign = ","
        text = ("\n  ]" if sign else "]") + text
    _echo_bytes(text + "\n")


def batched(rows: Iterable[Any], size: int = 4_096) -> Iterator[list[Any]]:
    """Yield rows in lists of at most *size*."""
    left = iter(rows)
    while some := list(islice(left, size)):
        yield some


def _echo_bytes(text: str) -> None:
    # JSON is UTF-8 whatever the terminal shows; half a pair of UTF-16 is no letter at all.
    click.echo(text.encode("utf-8", "replace"), nl=False)


def show(text: Iterable[str | Table]) -> None:
    """Print an answer: its lines, and its tables."""
    for block in text:
        if isinstance(block, Table):
            print_table(*block)
        else:
            for line in block.split("\n"):
                click.echo(printable(line))


def screen_width() -> int | None:
    """The width of the terminal; None without one, where nobody is there to fold lines for."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def table_columns(first: int, each: int) -> int:
    """Return how many columns of a table fit the terminal beside the first, from their widths."""
    width = screen_width()
    if width is None:
        return sys.maxsize
    return max(0, width - max(first, len("heap")) - _PADDING) // (each + _PADDING)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None
) -> None:
    """Print a table; names in it are text, never markup."""
    cells = [[printable(cell) for cell in row] for row in rows]
    width = screen_width()
    if width is not None and width < _least_width(columns, cells):
        _print_blocks(columns, cells, title)
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(
        title=None if title is None else Text(printable(title)),
        title_justify="left",
        box=box.SIMPLE_HEAD if printable("∞") == "∞" else box.ASCII2,
    )
    for column in columns:
        table.add_column(Text(column), overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would leave with status 1

    Output(width=width or 10_000, highlight=False).print(table)


def _least_width(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Return the least width in which every column can be read: long cells are folded."""
    cells = (max(map(len, column)) for column in zip_longest(columns, *rows, fillvalue=""))
    return sum(min(cell, _FOLDED) + _PADDING for cell in cells) + _PADDING


def _print_blocks(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str | None) -> None:
    if title is not None:
        click.echo(f"{printable(title)}\n")
    for row in rows:
        for column, cell in zip_longest(columns, row, fillvalue=""):
            click.echo(f"{column}: {cell}".rstrip())
        click.echo()


@contextlib.contextmanager
def progress_bar(unit: str = "", note: Callable[[], str] | None = None) -> Iterator[None]:
    """Show what is reported inside the block as a bar on a terminal's stderr."""
    if not sys.stderr.isatty():
        yield
        return
    from rich import progress as rich
    from rich.console import Console
    from rich.text import Text

    from grundy.runtime.limits import reporting

    class Speed(rich.ProgressColumn):
        def render(self, task: rich.Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:,.0f} {unit}/s")

    class Note(rich.ProgressColumn):
        def render(self, task: rich.Task) -> Text:
            return Text("" if note is None else note())

    columns = [rich.TextColumn("{task.description}"), rich.BarColumn(), rich.TaskProgressColumn()]
    columns += [Speed(), rich.TimeRemainingColumn(), Note()] if unit else [rich.TimeElapsedColumn()]
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def show_bar(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total or None)
            bars.update(tasks[stage], completed=done, total=total or None)

        with reporting(show_bar):
            yield


# Standard output and standard error as every command may use them: there, and for any text.

_REFUSING = ("strict", "surrogateescape")


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    r"""Make the standard streams safe to write to while the block runs."""
    before = sys.stdout, sys.stderr
    _occupy_closed()
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(ClosedOutput(), "utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in _REFUSING:
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def forget_output() -> None:
    """Send what standard output still holds nowhere, after an error of its own."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def flush(stream: TextIO | None) -> None:
    """Write out what the stream holds; give up where that fails a second time."""
    try:
        if stream is not None:
            stream.flush()
    except (OSError, ValueError):
        forget_output()


class ClosedOutput(io.RawIOBase):
    """Stands for standard output where there is none (``>&-``)."""

    def writable(self) -> bool:
        """Return True; `write` raises the error."""
        return True

    def write(self, data: object) -> int:
        """Raise an error that says what is wrong and what would be right."""
        raise OSError(
            errno.EBADF, "it is closed; open it, or name a file to write to", "standard output"
        )


def _occupy_closed() -> None:
    """Keep the numbers 0, 1 and 2 from files of ours; who writes to "output" would spoil them."""
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)


def standard_input(most: int = -1) -> str:
    """Return what standard input holds, of at most so many bytes."""
    return "" if sys.stdin is None else as_text(sys.stdin.buffer.read(most))


def as_text(data: bytes) -> str:
    """Decode UTF-8; invalid bytes become a character that every parser rejects."""
    return data.decode("utf-8-sig", errors="replace")
