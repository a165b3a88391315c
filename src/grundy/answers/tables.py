"""Tables of games, in memory and on disk: as data, as files and as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, TypedDict

from grundy.answers.forms import Natural, OutcomeName, Positive, Sha256
from grundy.answers.proofs import CheckedSearch, CheckedTable
from grundy.errors import VerificationError
from grundy.heaps.closed_forms import is_guess
from grundy.printable import Table as Rows
from grundy.printable import counted, with_head
from grundy.runtime.delivery import csv_bytes
from grundy.runtime.files import byte_size
from grundy.strategy.table import Table as ValueTable
from grundy.strategy.table import cell_data, shown_cell
from grundy.values import Play, format_value

if TYPE_CHECKING:
    from fractions import Fraction

    from grundy.tabulated.game_table import GameTable
    from grundy.tabulated.proofs import Proved

Cell = Annotated[
    Natural | Annotated[str, ("pattern", r"^(P|N|D|∞\([0-9,]*\)|\?)$")] | None,
    "A value or an outcome; null where no state is.",
]


class Count(TypedDict):
    """A number about many positions: count, lost, total, longest and chance --json."""

    number: Natural
    of: Annotated[Positive, "What it is divided by: for a chance the denominator, else 1."]


def count_answer(number: int | Fraction) -> Count:
    """Return a number, or a chance."""
    return {"number": number.numerator, "of": number.denominator}


class _Table(TypedDict):
    game: str
    play: Play
    counts: dict[OutcomeName, Natural]


class Row(_Table):
    """one number."""

    numbers: list[Natural]
    cells: list[Cell]


class Pattern(TypedDict):
    """What is seen in the cells."""

    sentence: str
    about: Annotated[str, "G(a, b), the set of P-positions, or a row."]
    text: Annotated[str, "What it looks like."]
    tested: Annotated[str, "The cells that it was tested on."]
    bits: Annotated[float, "Chance fits these once in 2 to this at most."]
    guess: Annotated[bool, "Whether chance fits it too easily for a find."]


class Square(_Table):
    """two numbers."""

    rows: list[Natural]
    columns: list[Natural]
    patterns: Annotated[list[Pattern], "What is seen in the cells; nothing of it is proved."]
    cells: list[list[Cell]]


Table = Annotated[
    Row | Square,
    "The values of a game of one or two numbers: table --json, and tables in JSON files",
]


def table_csv(table: ValueTable) -> bytes:
    """Return the file of a table."""
    if table.rows is None:
        cells = map(shown_cell, table.cells[0])
        return csv_bytes(["n", "value"], zip(table.columns, cells, strict=True))
    rows = zip(table.rows, table.cells, strict=True)
    return csv_bytes(
        ["", *table.columns], ([heading, *map(shown_cell, row)] for heading, row in rows)
    )


def table_json(table: ValueTable, again: str) -> str:
    """Write the table as JSON, a row of it on a line."""
    data = [[cell_data(cell) for cell in row] for row in table.cells]
    fields = with_head(again, {"game": table.game, "play": table.play})
    fields["counts"] = {str(outcome): count for outcome, count in table.counts().items()}
    if table.rows is None:
        fields |= {"numbers": list(table.columns), "cells": data[0]}
    else:
        seen = [
            {"sentence": str(one)} | asdict(one) | {"guess": is_guess(one.bits)}
            for one in table.patterns()
        ]
        fields |= {"rows": list(table.rows), "columns": list(table.columns), "patterns": seen}
        fields["cells"] = data
    texts = [f"{_json(key)}: {_json(field)}" for key, field in fields.items()]
    if table.rows is not None:
        rows = ",\n  ".join(map(_json, data))
        texts[-1] = f'"cells": [\n  {rows}\n]'
    return "{\n" + ",\n".join(texts) + "\n}\n"


def _json(field: object) -> str:
    return json.dumps(field, ensure_ascii=False)


# ---- whole games on disk ------------------------------------------------------------------------

_VALUES_SHOWN = 40


class Tabulated(TypedDict):
    """A whole game on disk: tabulate --json."""

    game: str
    start: Annotated[str, "The state that bounds the table."]
    value: Annotated[str, "The value of that state."]
    positions: Annotated[Natural, "How many states there are."]
    values: Annotated[
        dict[Annotated[str, ("pattern", "^[0-9]+$")], Positive],
        "How many states have each finite value.",
    ]
    infinite: Annotated[Natural, "How many have none."]
    blocks: Positive
    bytes: Natural
    sha256: Annotated[Sha256, "One hash for all files."]


def tabulated_answer(table: GameTable) -> Tabulated:
    """Return how large a table is, and how often it has each value."""
    counts = table.histogram()
    return {
        "game": table.rules.ruleset.text,
        "start": table.start,
        "value": format_value(table.value(table.start)),
        "positions": table.count(),
        "values": {str(value): count for value, count in counts.items() if value >= 0},
        "infinite": counts.get(-1, 0),
        "blocks": len(table.plan.tiers),
        "bytes": table.bytes,
        "sha256": table.sha256,
    }


def tabulated_text(table: GameTable, folder: str) -> Iterator[str | Rows]:
    """Yield the value of the whole, how often each value comes, and how large the table is."""
    start, counts = table.start, table.histogram()
    yield f"{table.rules.ruleset.text} {start}: {format_value(table.value(start))}"
    shown = list(counts.items())[:_VALUES_SHOWN]
    rows = [("∞" if value < 0 else value, f"{count:,}") for value, count in shown]
    yield Rows(["value", "positions"], rows)
    if len(counts) > _VALUES_SHOWN:
        yield f"and {counted(len(counts) - _VALUES_SHOWN, 'more value')}"
    size = f"{counted(table.count(), 'position')}, {byte_size(table.bytes)}"
    yield f"{size} in {folder}; sha256 {table.sha256}"


def checked_table(table: GameTable, checked: str, error: VerificationError | None) -> CheckedTable:
    """Return whether a table holds, and what was checked of it."""
    return {
        "table": f"{table.rules.ruleset.text} {table.start}",
        "positions": table.plan.count,
        "holds": error is None,
        "checked": checked,
        "message": None if error is None else str(error),
    }


def checked_search(
    folder: str, proved: Proved | None, error: VerificationError | None
) -> CheckedSearch:
    """Return what the kept table of a search proves, or why it does not hold."""
    return {
        "proof": folder if proved is None else proved.game,
        "components": 0 if proved is None else proved.components,
        "values": {} if proved is None else proved.values,
        "holds": error is None,
        "message": None if error is None else str(error),
    }
