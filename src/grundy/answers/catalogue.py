"""The catalogue: the answers of `grundy games`, as data and as text."""

from __future__ import annotations

import textwrap
from typing import TypedDict

from grundy.answers.forms import JsonValue, Natural, filled, json_value
from grundy.named.entry import Entry
from grundy.named.notation import Sheet, WhoWins, ruleset_of, who_wins
from grundy.printable import repeat
from grundy.values import format_value, outcome_of


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
    value: JsonValue


class Fact(TypedDict):
    """A published fact."""

    fact: str
    source: str


class Game(NamedGame):
    """All about one named game: games NAME --json."""

    how_to_write: str
    picture: str
    moves: list[str]
    move_count: Natural
    value: JsonValue | None
    small_positions: list[SmallPosition]
    facts: list[Fact]
    same_as: str | None
    links: list[str]


def named_game(family: str, entry: Entry) -> NamedGame:
    """Return an entry of the catalogue."""
    return filled(NamedGame, entry, family=family, who_wins=who_wins(ruleset_of(entry)))


def game_answer(sheet: Sheet) -> Game:
    """Return all about one named game."""
    small = [{"position": text, "value": json_value(value)} for text, value in sheet.small]
    facts = [{"fact": fact, "source": source or sheet.entry.source} for fact, source in sheet.facts]
    named = named_game(sheet.family, sheet.entry)
    value = json_value(sheet.value)
    return filled(Game, sheet, **named, value=value, small_positions=small, facts=facts)


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
