"""The catalogue as data, and what is known of a game of heaps."""

from __future__ import annotations

from typing import TypedDict

from grundy.answers.forms import JsonValue, Natural, OeisNumber, Positive, json_value
from grundy.named.entry import Entry
from grundy.named.sheet import Sheet


class NamedGame(TypedDict):
    """A game of the catalogue."""

    family: str
    key: str
    game: str
    name: str
    rule: str
    start: str
    source: str


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
    return {
        "family": family,
        "key": entry.key,
        "game": entry.game,
        "name": entry.name,
        "rule": entry.rule,
        "start": entry.start,
        "source": entry.source,
    }


def game_answer(sheet: Sheet) -> Game:
    """Return all about one named game."""
    return {
        **named_game(sheet.family, sheet.entry),
        "how_to_write": sheet.how_to_write,
        "picture": sheet.picture,
        "moves": list(sheet.moves),
        "move_count": sheet.move_count,
        "value": json_value(sheet.value),
        "small_positions": [
            {"position": text, "value": json_value(value)} for text, value in sheet.small
        ],
        "facts": [
            {"fact": fact.statement, "source": fact.source or sheet.entry.source}
            for fact in sheet.entry.facts
        ],
        "same_as": sheet.same_as,
        "links": list(sheet.links),
    }


# ---- what is known of a heap game ---------------------------------------------------------------


class _Statement(TypedDict):
    sentence: str
    about: str
    text: str
    start: Natural


class Finding(_Statement):
    """A formula for the values from one heap on, proved or observed."""

    stop: Natural | None
    proof: str | None


class Failure(_Statement):
    """A guess, and the first heap for which it does not hold."""

    heap: Natural
    said: Natural
    value: Natural


class DescribedPeriod(TypedDict):
    """A period."""

    preperiod: Natural
    period: Positive
    saltus: Natural
    proved: bool


class KnownGame(TypedDict):
    """A game with a name or a number of the OEIS."""

    name: str
    game: str
    oeis: OeisNumber | None
    source: str


class SameValues(TypedDict):
    """A known game with the same values, shifted."""

    sentence: str
    known: KnownGame
    shift: int
    stop: Natural
    proof: str | None


class Described(TypedDict):
    """What is known of a heap game's values: describe --json."""

    game: str
    stop: Natural
    proved: Finding | None
    period: DescribedPeriod | None
    conjectures: list[Finding]
    failed: list[Failure]
    same_as: list[SameValues]
