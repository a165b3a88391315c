"""How `grundy values` prints what it has found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.requirements import short

if TYPE_CHECKING:
    from grundy.heaps.value_files import Columns

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
    game = printable(short(facts["game"]))
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
