"""Positions as text that is read again, each game by the name that the catalogue has for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from grundy.errors import GrundyError
from grundy.games.position import Part, Position
from grundy.games.ruleset import Ruleset
from grundy.named.catalogue import catalogue
from grundy.named.entry import Entry
from grundy.named.sheet import ruleset_of


def written(position: Position) -> str:
    """Write a position with its games, so that it is read again."""
    summands: list[str] = []
    before: Ruleset | None = None
    for ruleset, state in position.parts:
        text = ruleset.format(state)
        if before == ruleset and type(ruleset).read is Ruleset.read:
            summands[-1] += f" {text}"
        else:
            summands.append(f"{_key(ruleset)} {text}")
        before = ruleset
    return " + ".join(summands)


def written_parts(parts: Iterable[Part]) -> list[str]:
    """Write parts as the command line takes them; of a program's own rules as Python does."""
    found: list[str] = []
    before: Ruleset | None = None
    names: dict[Ruleset, str | None] = {}
    for part in parts:
        ruleset, text = part.ruleset, str(part)
        if ruleset not in names:
            names[ruleset] = name_of(ruleset)
        name = names[ruleset]
        if name is None:
            found.append(f"{ruleset.text}[{text}]")
        elif ruleset == before and isinstance(part.state, int):
            found[-1] += f" {text}"
        else:
            found.append(f"{name} {text}")
        before = ruleset
    return found


def name_of(ruleset: Ruleset) -> str | None:
    """Return the text that is read as these rules: a key, a code or a set; None where none is."""
    name = _key(ruleset)
    try:
        return name if catalogue.read(name) == ruleset else None
    except GrundyError:
        return None  # a rule of the user's own may have any name


def entry_by_text(text: str) -> Entry | None:
    """Return what the catalogue knows of the game of this text; None where it has none."""
    return _entries().get(text)


@cache
def _entries() -> dict[str, Entry]:
    """Return the entries by the text of their rules."""
    return {ruleset_of(catalogue.entry(key)).text: catalogue.entry(key) for key in catalogue}


def _key(ruleset: Ruleset) -> str:
    entry = entry_by_text(ruleset.text)
    return ruleset.text if entry is None or entry.parameters else entry.key
