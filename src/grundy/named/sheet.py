"""Sheet: one named game on one page; what a person has to know to play it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Literal

from grundy.errors import GrundyError, LimitError
from grundy.games.position import Part, Position
from grundy.games.ruleset import Ruleset
from grundy.heaps.ruleset import as_heap_game
from grundy.named.catalogue import catalogue
from grundy.named.entry import Entry
from grundy.runtime.limits import Limits
from grundy.values import Value

_MOVES = 5  # that are named
_SMALL = 12  # positions whose values are given
_OFTEN = 3
_NUMBERS = 5  # of which every choice is tried
_WALKS = 5
_LIMITS = Limits(positions=20_000, seconds=0.5)  # for the optional values of a page


WhoWins = Literal["closed form", "theorem", "search"]
"""A closed form of the values, a theorem of who wins at least some states, or neither."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is known about one named game."""

    entry: Entry
    family: str
    how_to_write: str
    picture: str
    moves: tuple[str, ...]
    move_count: int
    value: Value | None
    small: tuple[tuple[str, Value], ...]
    same_as: str | None
    links: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    """Theorems of who wins and facts, each with its source or nothing."""


def sheet(text: str) -> Sheet:
    """The page of a game, by its key, or by any text that names it, such as 0.77 for Kayles."""
    entry = entry_of(text)
    ruleset = ruleset_of(entry)
    start = ruleset.read(entry.start)
    names = [move.name for move in start.moves()]
    return Sheet(
        entry=entry,
        family=next(name for name, games in catalogue.families().items() if entry in games),
        how_to_write=how_to_write(ruleset),
        picture=_picture(start),
        moves=tuple(names[:_MOVES]),
        move_count=len(names),
        value=_quick_value(start),
        small=tuple(islice(_with_values(_small(ruleset, start)), _SMALL)),
        same_as=_code(ruleset),
        links=tuple(f"https://oeis.org/{number}" for number in entry.oeis),
        facts=(*_theorems(ruleset), *((fact.statement, fact.source) for fact in entry.facts)),
    )


def who_wins(ruleset: Ruleset) -> WhoWins:
    """Return what says who wins a state of a game."""
    if ruleset.formula is not None:
        return "closed form"
    return "search" if ruleset.theorem is None else "theorem"


def _theorems(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for theorem in ruleset.theorems:
        yield theorem.statement.removesuffix("."), theorem.source


def entry_of(text: str) -> Entry:
    """The entry of the game that a text names."""
    key = text.partition("(")[0].strip().lower()
    if key in catalogue:
        return catalogue.entry(key)
    ruleset = catalogue.read(text)
    entries = [catalogue.entry(key) for key in catalogue]
    for entry in entries:
        if catalogue.read(entry.game) == ruleset:
            return entry
    return next(entry for entry in entries if entry.make is type(ruleset))


def ruleset_of(entry: Entry) -> Ruleset:
    """Return the rules of an entry, with the parameters that it shows."""
    return catalogue.read(entry.game)


def _code(ruleset: Ruleset) -> str | None:
    heaps = as_heap_game(ruleset)
    return None if heaps is None or heaps.code is None else str(heaps.code)


def how_to_write(ruleset: Ruleset) -> str:
    """Return how a position is written, in the words of the docstring of the game's own `parse`."""
    own = type(ruleset).parse
    if own is Ruleset.parse or not own.__doc__:
        return ""
    first = own.__doc__.strip().partition("\n\n")[0]
    words = " ".join(first.split()).replace("`", "").removeprefix("Read ").rstrip(".")
    return words.partition(";")[0].partition(": ")[0]


def _picture(start: Position) -> str:
    drawn = [(part.ruleset.draw(part.state), str(part)) for part in start.parts]
    return "\n\n".join(picture for picture, text in drawn if picture != text)


def _quick_value(position: Position) -> Value | None:
    try:
        return position.value(limits=_LIMITS)
    except LimitError:
        return None


def _with_values(positions: Iterable[Position]) -> Iterator[tuple[str, Value]]:
    for position in positions:
        value = _quick_value(position)
        if value is not None:
            yield str(position), value


def _small(ruleset: Ruleset, start: Position) -> Iterator[Position]:
    state: Any = start.parts[0].state
    if isinstance(state, int):
        yield from _legal(ruleset, range(_SMALL))
    elif is_few_numbers(start.parts[0]) and len(state) <= _NUMBERS:
        small = product(range(6), repeat=len(state))
        yield from _legal(ruleset, sorted(small, key=lambda numbers: (sum(numbers), numbers)))
    else:
        yield from _varied(_positions_in_play(start))


def is_few_numbers(part: Part) -> bool:
    """Return whether a state is a few numbers, and is written as these."""
    return isinstance(part.state, tuple) and str(part) == ",".join(map(str, part.state))


def _legal(ruleset: Ruleset, states: Iterable[Any]) -> Iterator[Position]:
    seen = set()
    for state in states:
        try:
            position = ruleset[state]
        except GrundyError:
            continue
        if position not in seen:
            seen.add(position)
            yield position


def _positions_in_play(start: Position) -> list[Position]:
    """Return positions near the end of a few plays, those with the shortest texts first."""
    choose = random.Random(1)  # noqa: S311 - the same page each time
    positions: dict[Position, None] = {}
    for _ in range(_WALKS):
        position = Position(start.parts[:1])
        for _ in range(200):
            options = list(islice(position.options(), 1_000))
            if not options:
                break
            position = choose.choice(options)
            positions.setdefault(position)
    return sorted(
        (position for position in positions if any(True for _ in position.moves())),
        key=lambda position: (len(str(position)), str(position)),
    )


def _varied(positions: Iterable[Position]) -> Iterator[Position]:
    """Drop positions whose value occurs too often already."""
    times: Counter[Value | None] = Counter()
    for position in positions:
        value = _quick_value(position)
        times[value] += 1
        if times[value] <= _OFTEN:
            yield position
