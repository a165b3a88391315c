"""`grundy table`: the values of all states of a game of one or two numbers."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from grundy.cli.inputs import format_option
from grundy.cli.options import number, threads_option
from grundy.printable import repeat, with_head

if TYPE_CHECKING:
    from grundy.strategy.table import Table
    from grundy.values import Play

_FORMATS = ("csv", "json", "txt", "png", "svg", "pdf", "tikz", "tex")
_PICTURES = ("png", "svg", "pdf", "tikz", "tex")
_MOST_CELLS = 4_000_000
_WIDE = 1_000  # signs in a line where there is no terminal


@click.command("table")
@click.argument("game")
@click.argument("ends", nargs=-1, required=True, metavar="END [END]")
@click.option("--play", type=click.Choice(["normal", "misere"]), default="normal")
@click.option("--outcome", is_flag=True, help="Say who wins (P, N, D) rather than the values.")
@click.option("--output", metavar="OUT",
              help="Write .csv .json .txt, or a picture: .png .svg .pdf .tikz .tex")  # fmt: skip
@format_option(_FORMATS, metavar="NAME")
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="Search at most N positions for one value.  [10000000]")  # fmt: skip
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def command(
    game: str,
    ends: tuple[str, ...],
    play: Play,
    outcome: bool,
    output: str | None,
    output_format: str | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """Give the values of all states of a GAME of one number or two, up to END, ends included.

    Rows are the first number, columns the second. A P-position is marked: [0]. With two ENDs a
    game on heaps gives the sums of two heaps.

    Below a table of two numbers stands what is seen in it: a xor of two functions, a function of
    the sum or the difference, Beatty pairs of P-positions, periods in rows. It is only observed.

    \b
    Examples:
      grundy table wythoff 8 12
      grundy table wythoff 8 12 --output wythoff.png
      grundy table kayles 40 --outcome
    """
    chosen = _format(output, output_format)
    again = repeat("table", game, *ends, play=play, outcome=outcome)
    table = _table(game, _numbers(ends), play, limit, outcome=outcome)
    if output is not None:
        _write(table, output, chosen, again)
    if as_json:
        click.echo(_as_json(table, again).encode("utf-8", "replace"), nl=False)
    elif output != "-":
        from grundy.cli.output import screen_width

        click.echo("\n".join(_lines(table, screen_width() or _WIDE)))
        _tell_patterns(table)
    if table.limit is not None:
        raise table.limit


# ---- before the work ------------------------------------------------------------------------


def _numbers(ends: tuple[str, ...]) -> tuple[int, ...]:
    if len(ends) > 2:
        raise click.UsageError("A table has rows and columns; give one END or two.")
    found = tuple(number(end) for end in ends)
    cells = 1
    for end in found:
        cells *= end + 1
    if cells > _MOST_CELLS:
        raise click.UsageError(
            f"A table has at most {_MOST_CELLS:,} cells; this one would have "
            f"{cells if cells < 10**15 else 10**15:,}{'' if cells < 10**15 else ' or more'}."
        )
    return found


def _format(output: str | None, given: str | None) -> str:
    """Return the format of the output, or say what is wrong before the work begins."""
    if output is None or output == "-":
        return given or "csv"
    from grundy.files.delivery import format_of

    found = given or format_of(output, {name: (f".{name}",) for name in _FORMATS})
    if found is None:
        listed = ", ".join(f".{name}" for name in _FORMATS)
        raise click.UsageError(f"{output}: cannot write this kind of file; use {listed}.")
    return found


# ---- the work -------------------------------------------------------------------------------


def _table(
    game: str, ends: tuple[int, ...], play: Play, limit: int | None, *, outcome: bool
) -> Table:
    from grundy.cli.game import read_ruleset
    from grundy.cli.output import progress_bar
    from grundy.running.limits import Limits
    from grundy.strategy.table import value_table

    ruleset = read_ruleset(game)
    with progress_bar("states") as report:
        table = value_table(
            ruleset,
            *ends,
            play=play,
            outcomes=outcome,
            limits=None if limit is None else Limits(positions=limit),
            progress=report,
        )
    return replace(table, game=_called(game, ruleset.text))


def _called(game: str, text: str) -> str:
    """Name the game as it was asked for, and its code where that says more."""
    asked = game.strip().rpartition(":")[2]
    return asked if asked.lower() == text.lower() else f"{asked} ({text})"


# ---- after the work -------------------------------------------------------------------------


def _write(table: Table, output: str, chosen: str, again: str) -> None:
    from grundy.files.delivery import deliver_bytes

    if chosen in _PICTURES:
        from grundy.drawing.table import draw_table

        draw_table(table, output, format=chosen)
        return
    if chosen == "csv":
        deliver_bytes(output, _as_csv(table))
        return
    text = _as_json(table, again) if chosen == "json" else _as_text(table)
    deliver_bytes(output, text.encode("utf-8", "replace"))


def _as_csv(table: Table) -> bytes:
    from grundy.files.tables import csv_bytes
    from grundy.strategy.table import shown_cell

    if table.rows is None:
        cells = map(shown_cell, table.cells[0])
        return csv_bytes(["n", "value"], zip(table.columns, cells, strict=True))
    rows = zip(table.rows, table.cells, strict=True)
    return csv_bytes(
        ["", *table.columns], ([heading, *map(shown_cell, row)] for heading, row in rows)
    )


def _as_json(table: Table, again: str) -> str:
    """Write the table as JSON, a row of it on a line."""
    from grundy.strategy.table import cell_data

    data = [[cell_data(cell) for cell in row] for row in table.cells]
    fields = with_head(again, {"game": table.game, "play": table.play})
    fields["counts"] = {str(outcome): count for outcome, count in table.counts().items()}
    if table.rows is None:
        fields |= {"numbers": list(table.columns), "cells": data[0]}
    else:
        seen = [{"sentence": str(pattern)} | asdict(pattern) for pattern in table.patterns()]
        fields |= {"rows": list(table.rows), "columns": list(table.columns), "patterns": seen}
        fields["cells"] = data
    texts = [f"{_json(key)}: {_json(field)}" for key, field in fields.items()]
    if table.rows is not None:
        rows = ",\n  ".join(map(_json, data))
        texts[-1] = f'"cells": [\n  {rows}\n]'
    return "{\n" + ",\n".join(texts) + "\n}\n"


def _json(field: object) -> str:
    return json.dumps(field, ensure_ascii=False)


def _as_text(table: Table) -> str:
    return "\n".join(_lines(table, None)) + "\n"


def _lines(table: Table, width: int | None) -> list[str]:
    from grundy.cli.output import infinity, printable
    from grundy.strategy.table_text import table_lines

    found = table_lines(table, width, infinity(), "--output FILE writes them all.")
    return list(map(printable, found))


def _tell_patterns(table: Table) -> None:
    """Print what is seen in the table, if anything is."""
    from grundy.cli.output import said

    seen = table.patterns()
    if seen:
        click.echo("")
    for pattern in seen:
        click.echo(said(f"  {pattern}."))
