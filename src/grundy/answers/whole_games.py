"""Whole games: entries of the catalogue, counts, and tables in memory and on disk."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, TypedDict

from grundy.answers import forms
from grundy.errors import VerificationError
from grundy.named.notation import WhoWins, ruleset_of, who_wins
from grundy.printable import Table as Rows
from grundy.printable import counted, repeat, with_head
from grundy.runtime.files import byte_size
from grundy.values import Play, format_value, outcome_of

if TYPE_CHECKING:
    from fractions import Fraction

    from grundy.answers.proofs import CheckedSearch, CheckedTable
    from grundy.named.entry import Entry
    from grundy.named.notation import Sheet
    from grundy.strategy.table import Table as ValueTable
    from grundy.tabulated.game_table import GameTable
    from grundy.tabulated.proofs import Proved


class NamedGame(TypedDict):
    """A game of the catalogue."""

    family: str
    key: str
    game: str
    name: str
    rule: str
    start: str
    source: str
    who_wins: WhoWins


class Games(TypedDict):
    """The named games: games --json."""

    games: list[NamedGame]


class SmallPosition(TypedDict):
    """A small position, and its value."""

    position: str
    value: forms.JsonValue


class Fact(TypedDict):
    """A published fact."""

    fact: str
    source: str


class Game(NamedGame):
    """All about one named game: games NAME --json."""

    how_to_write: str
    picture: str
    moves: list[str]
    move_count: forms.Natural
    value: forms.JsonValue | None
    small_positions: list[SmallPosition]
    facts: list[Fact]
    same_as: str | None
    links: list[str]


def named_game(family: str, entry: Entry) -> NamedGame:
    """Return an entry of the catalogue."""
    return forms.filled(NamedGame, entry, family=family, who_wins=who_wins(ruleset_of(entry)))


def game_answer(sheet: Sheet) -> Game:
    """Return all about one named game."""
    small = [{"position": text, "value": forms.json_value(value)} for text, value in sheet.small]
    facts = [{"fact": fact, "source": source or sheet.entry.source} for fact, source in sheet.facts]
    named = named_game(sheet.family, sheet.entry)
    value = forms.json_value(sheet.value)
    return forms.filled(Game, sheet, **named, value=value, small_positions=small, facts=facts)


# ---- as text ------------------------------------------------------------------------------------

_WIDTH = 88
_LEAST_TEXT = 20
_FIRM = "\N{NO-BREAK SPACE}"


def game_text(sheet: Sheet, screen: int | None) -> list[str]:
    """Return the lines of a sheet, folded at the width of the screen, if there is one."""
    width = min(_WIDTH, screen or _WIDTH)
    entry = sheet.entry
    lines = [f"{entry.name} ({entry.game})", "", *_folded(entry.rule, 2, width), ""]
    rows = [("source", entry.source), ("position", _written(sheet))]
    rows += [("moves", _moves(sheet)), ("value", _value(sheet))]
    if sheet.same_as is not None and sheet.same_as != entry.game:
        rows.append(("same as", f"the take-and-break code {sheet.same_as}"))
    rows += [("see", link) for link in sheet.links]
    for head, text in rows:
        first, *others = _folded(text, 12, width)
        lines += [f"  {head:10}{first.strip()}", *others]
    if sheet.picture:
        lines += ["", *(f"    {line}" for line in sheet.picture.splitlines())]
    if sheet.small:
        # A blank that is never folded at, until the line is there.
        small = (
            f"{text} = {format_value(value)}".replace(" ", _FIRM) for text, value in sheet.small
        )
        folded = _folded(";  ".join(small), 2, width)
        lines += ["", "Small positions and their values"]
        lines += [line.replace(_FIRM, " ") for line in folded]
    if sheet.facts:
        lines += ["", "What is known"]
        for statement, source in sheet.facts:
            cited = f"{statement} ({source})" if source else statement
            first, *others = _folded(cited, 4, width)
            lines += [f"  - {first.strip()}", *others]
    position = [entry.game, *entry.start.split()]
    lines += ["", "Try", *(f"  {repeat(verb, *position)}" for verb in ("solve", "explain", "play"))]
    return [line.rstrip() for line in lines]


def _written(sheet: Sheet) -> str:
    how, start = sheet.how_to_write, sheet.entry.start
    if f"such as {start}" in how:
        return how
    return f"such as {start}: {how}" if how else f"such as {start}"


def _moves(sheet: Sheet) -> str:
    if not sheet.move_count:
        return "none from there"
    some = ", ".join(sheet.moves) + (", …" if sheet.move_count > len(sheet.moves) else "")
    return f"{sheet.move_count:,} from there: {some}"


def _value(sheet: Sheet) -> str:
    if sheet.value is None:
        return "takes a while; grundy solve finds it"
    outcome = outcome_of(sheet.value)
    return f"{format_value(sheet.value)} there, {outcome}: {outcome.value}"


def _folded(text: str, indent: int, width: int) -> list[str]:
    space = " " * indent
    return textwrap.wrap(
        text,
        max(width, indent + _LEAST_TEXT),
        initial_indent=space,
        subsequent_indent=space,
        break_on_hyphens=False,
    ) or [space]


# ---- the catalogue -------------------------------------------------------------------------------

Cell = Annotated[
    forms.Natural | Annotated[str, ("pattern", r"^(P|N|D|∞\([0-9,]*\)|\?)$")] | None,
    "A value or an outcome; null where no state is.",
]


class Count(TypedDict):
    """A number about many positions: count, lost, total, longest and chance --json."""

    number: forms.Natural
    of: Annotated[forms.Positive, "What it is divided by: for a chance the denominator, else 1."]


def count_answer(number: int | Fraction) -> Count:
    """Return a number, or a chance."""
    return {"number": number.numerator, "of": number.denominator}


class _Table(TypedDict):
    game: str
    play: Play
    counts: dict[forms.OutcomeName, forms.Natural]


class Row(_Table):
    """one number."""

    numbers: list[forms.Natural]
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

    rows: list[forms.Natural]
    columns: list[forms.Natural]
    patterns: Annotated[list[Pattern], "What is seen in the cells; nothing of it is proved."]
    cells: list[list[Cell]]


Table = Annotated[
    Row | Square,
    "The values of a game of one or two numbers: table --json, and tables in JSON files",
]


def table_csv(table: ValueTable) -> bytes:
    """Return the file of a table."""
    from grundy.runtime.delivery import csv_bytes
    from grundy.strategy.table import shown_cell

    if table.rows is None:
        cells = map(shown_cell, table.cells[0])
        return csv_bytes(["n", "value"], zip(table.columns, cells, strict=True))
    rows = zip(table.rows, table.cells, strict=True)
    return csv_bytes(
        ["", *table.columns], ([heading, *map(shown_cell, row)] for heading, row in rows)
    )


def table_json(table: ValueTable, again: str) -> str:
    """Write the table as JSON, a row of it on a line."""
    from grundy.heaps.closed_forms import is_guess
    from grundy.strategy.table import cell_data

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
    positions: Annotated[forms.Natural, "How many states there are."]
    values: Annotated[
        dict[Annotated[str, ("pattern", "^[0-9]+$")], forms.Positive],
        "How many states have each finite value.",
    ]
    infinite: Annotated[forms.Natural, "How many have none."]
    blocks: forms.Positive
    bytes: forms.Natural
    sha256: Annotated[forms.Sha256, "One hash for all files."]


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
