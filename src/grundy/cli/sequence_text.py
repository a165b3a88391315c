"""A run of `grundy values`: kept in a folder or not, and how it is printed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.options import short_title

if TYPE_CHECKING:
    from grundy.heaps.engines.store import Store
    from grundy.heaps.ruleset import HeapRuleset
    from grundy.heaps.value_files import Columns, SequenceAnswer


# The options --save, --resume and --save-every: a folder that keeps values while they come.


_OPTIONS = (
    click.option("--save", metavar="DIR", help="Keep the values in a folder while they come."),
    click.option(
        "--resume", is_flag=True, help="Go on from the values in the folder of --save."
    ),
    click.option(
        "--save-every", type=click.FloatRange(min=0), metavar="SECONDS",
        help="Seconds from one save to the next, about.  [20]",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Folder:
    """What the three options say."""

    save: str | None = None
    save_every: float | None = None
    resume: bool = False


def folder_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the three options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def require_folder(ruleset: HeapRuleset, folder: Folder) -> None:
    """Refuse a folder that cannot be, before the work begins."""
    from grundy.cli.game import is_known

    if folder.save is not None and not is_known(ruleset):
        raise click.UsageError(
            "--save needs a game whose text says its rules, a code, a set or a name; a file can "
            "change its function between two runs."
        )
    if folder.resume and folder.save is None:
        raise click.UsageError("--resume goes on from a folder; name it with --save DIR.")
    if folder.save_every is not None and folder.save is None:
        raise click.UsageError("--save-every is that of a folder; name it with --save DIR.")


@contextlib.contextmanager
def value_folder(ruleset: HeapRuleset, folder: Folder) -> Iterator[Store | None]:
    """Open the folder, if one is named, and let the game go on from it."""
    if folder.save is None:
        yield None
        return
    from grundy.heaps.engines.store import USUAL_SECONDS, Store

    every = USUAL_SECONDS if folder.save_every is None else folder.save_every
    with Store(folder.save, ruleset.text, resume=folder.resume, save_every=every) as store:
        ruleset.sequence.resume(store)
        try:
            yield store
        except KeyboardInterrupt:
            if not store.reached:
                raise
            click.echo(err=True)  # ends the line with ^C
            raise click.Abort(_interrupted(store)) from None


def _interrupted(store: Store) -> str:
    return (
        f"Interrupted; the work on heaps 0 to {store.reached - 1:,} is kept in {store.folder}, "
        "and the same command with --resume goes on from there."
    )


# A run of `grundy values`: the values are kept, or only what the view needs.


def compute(
    ruleset: HeapRuleset, stop: int, view: str, folder: Folder, *, keeps: bool
) -> SequenceAnswer:
    """Compute the values and keep them, or only what the view needs."""
    from grundy.cli.output import progress_bar
    from grundy.errors import LimitError
    from grundy.heaps.value_files import SequenceAnswer

    sequence = ruleset.sequence
    with (
        value_folder(ruleset, folder) as store,
        progress_bar("values", lambda: rares_found(ruleset)) as report,
    ):
        try:
            if keeps:
                return SequenceAnswer(ruleset, view, sequence.values(stop, report, store))
            return SequenceAnswer(ruleset, view, sequence.summary(stop, {view}, report, store))
        except LimitError as error:
            if error.partial is None:
                raise
            return SequenceAnswer(ruleset, view, error.partial, error)  # type: ignore[arg-type]


def rares_found(ruleset: HeapRuleset) -> str:
    """Say how many rare heaps are known, for the progress bar."""
    count = ruleset.sequence.rare_count
    return f"{count:,} rare" if count else ""


# How `grundy values` prints what it has found.


_MOST_ROWS = 200
_ROW_LENGTHS = (10, 5, 2, 1)  # heaps a row, fewer on a narrow terminal
_ROWS_OF_MANY = 20


def _print_values(columns: Columns) -> None:
    from grundy.cli.output import print_table, table_columns
    from grundy.heaps.value_files import rows_of_values, spelled_out

    start, values = columns.facts["from"], columns.columns[1]
    shown = len(values)
    if shown > 10 * _MOST_ROWS:
        shown = 10 * _ROWS_OF_MANY - start % 10
    cells = max(map(len, map(str, spelled_out(values[:shown]).tolist())), default=1)
    fits = table_columns(len(str(start + shown)), max(cells, len("+9")))
    width = next(count for count in _ROW_LENGTHS if count <= fits or count == 1)
    click.echo(_title(columns))
    heads = ["heap", *(f"+{k}" for k in range(width))]
    print_table(heads, rows_of_values(start, values[:shown], width))
    if shown < len(values):
        click.echo(f"The first {shown} of {len(values):,} values; --output FILE writes them all.")


def _title(columns: Columns) -> str:
    import numpy as np

    values, facts = columns.columns[1], columns.facts
    if not len(values):
        return _heading(columns)

    zeros = int(np.count_nonzero(np.asarray(values) == 0))
    at = int(np.argmax(values))
    positions = "P-position" if zeros == 1 else "P-positions"
    return (
        f"{_heading(columns)}: "
        f"{zeros:,} {positions}, greatest value {values[at]} (heap {at + facts['from']:,})"
    )


def _print_zeros(columns: Columns) -> None:
    for line in _wrapped(columns.columns[0]):
        click.echo(line)


def _wrapped(numbers: Any, width: int = 79) -> Iterator[str]:
    """Lay numbers out in lines; P-positions can be millions."""
    line = ""
    for first in range(0, len(numbers), 10_000):
        for word in map(str, numbers[first : first + 10_000].tolist()):
            if line and len(line) + 1 + len(word) > width:
                yield line
                line = word
            else:
                line = f"{line} {word}" if line else word
    if line:
        yield line


def _print_frequencies(columns: Columns) -> None:
    from grundy.cli.output import print_table

    values, counts = (column.tolist() for column in columns.columns)  # type: ignore[union-attr]
    total = max(sum(counts), 1)
    rows = [(v, f"{c:,}", f"{100 * c / total:.4g} %") for v, c in zip(values, counts, strict=True)]
    click.echo(_heading(columns))
    print_table(["value", "heaps", "share"], rows)


def _print_pairs(columns: Columns) -> None:
    from grundy.cli.output import print_table

    click.echo(_heading(columns))
    shown = columns.length if columns.length <= _MOST_ROWS else _ROWS_OF_MANY
    rows = zip(*(column[:shown].tolist() for column in columns.columns), strict=True)  # type: ignore[union-attr]
    print_table(columns.names, rows)
    if shown < columns.length:
        click.echo(f"The first {shown} of {columns.length:,}; --output FILE writes them all.")


def _print_rares(columns: Columns) -> None:
    if columns.facts["mask"] is None:
        click.echo(f"{_heading(columns)}: {columns.facts['message']}.")
        return
    _print_pairs(columns)


def _print_hash(columns: Columns) -> None:
    click.echo(f"{_heading(columns)}: SHA-256 {columns.facts['sha256']}")


def _heading(columns: Columns) -> str:
    from grundy.cli.output import printable

    facts = columns.facts
    game = printable(short_title(facts["game"]))
    heaps = f"{game}, heaps {facts['from']:,} to {facts['stop'] - 1:,}"
    if facts.get("mask"):
        heaps += f": {columns.length:,} rare, mask {facts['mask']:#x}"
    return heaps if facts["from"] < facts["stop"] else f"{game}: no heaps"


PRINTERS = {
    "values": _print_values,
    "zeros": _print_zeros,
    "records": _print_pairs,
    "frequencies": _print_frequencies,
    "rares": _print_rares,
    "hash": _print_hash,
}
