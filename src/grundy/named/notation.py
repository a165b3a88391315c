"""What GAME and POSITION mean as text, read and written, and the sheet of a named game."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product
from typing import Any, Literal

from grundy.errors import GrundyError, LimitError, PositionError
from grundy.games.position import Part, Position
from grundy.games.rulebook import Rulebook
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.heaps.numbers import code_words
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


_PARAMETER = re.compile(r"\{[^}]*\}|[^,{}]+")

_PLUS = re.compile(r"(?:^|\s)\+(?=\s|$)")

Resolve = Callable[[str], Ruleset]


def read_game(text: str) -> Ruleset:
    """The game that a text names: a key of the catalogue, a take-and-break code, or a set.

    The same text gives the same object, which keeps the values that it has found: see
    `grundy.named.catalogue.Catalogue.read`. No file is opened and no Python is run, whatever is
    written; only the command line reads games from files.

    Args:
        text: Such as ``kayles``, ``moore(2)``, ``wind-up(7,{1,2,5})``, ``0.77``, ``{1,3,4}``,
            ``allbut{1,4}``.

    Raises:
        CodeError: If a code, a set or a parameter is malformed; it carries the column.
        UnknownNameError: If there is no such game; it has the nearest keys.

    >>> read_game("0.77"), read_game("kayles").text
    (TakeAndBreak('0.77'), '0.77')
    >>> read_game("subtraction({1,2,3})") is read_game("{1,2,3}")
    True
    """
    return catalogue.read(text)


def read(text: str) -> Position:
    """The position that a text describes: a game and its states, and sums of such.

    No file is opened and no Python is run, whatever is written.

    Args:
        text: Such as ``kayles 5 7 + wythoff 8,12``. Words after a game are states of it; ``+``
            between spaces begins another game.

    Raises:
        CodeError: If something is malformed; it carries the column.
        PositionError: If a game has no such state, or its states are missing.
        UnknownNameError: If there is no such game; it has the nearest keys.

    >>> read("kayles 5 7 + {1,2,3} 9")
    Position(kayles 5 7 + {1,2,3} 9)
    """
    return parse_position(text)


def parse_position(text: str, resolve: Resolve = read_game) -> Position:
    """Read a position whose games' names *resolve* reads; see `read`."""
    position = Position()
    for summand in _PLUS.split(text):
        game, states = _split_game(summand.strip())
        if not game:
            raise PositionError(
                "A game is missing beside +; write such as: kayles 5 7 + wythoff 8,12"
            )
        position += parse_states(resolve(game), states.split(), game)
    return position


def parse_states(ruleset: Ruleset, words: list[str], game: str = "") -> Position:
    """Read states of one game, each a word, and give their sum."""
    if not words:
        raise PositionError(
            f"A position of {shown(game or ruleset.text, 40)} is missing; write it after the game."
        )
    return ruleset.read(" ".join(words))


def _split_game(text: str) -> tuple[str, str]:
    """Split at the first space that is in no brackets, as in ``wind-up(7, {1, 2, 5}) 3``."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "({") - (sign in ")}")
        if sign.isspace() and depth <= 0:
            return text[:at], text[at:]
    return text, ""


def written(position: Position) -> str:
    """Write a position with its games, so that it is read again."""
    summands: list[str] = []
    before: Rulebook | None = None
    for ruleset, state in position.parts:
        text = ruleset.format(state)
        own = isinstance(ruleset, Ruleset) and type(ruleset).read is not Ruleset.read
        if before == ruleset and not own:
            summands[-1] += f" {text}"
        else:
            summands.append(f"{_key(ruleset)} {text}")
        before = ruleset
    return " + ".join(summands)


def written_parts(parts: Iterable[Part]) -> list[str]:
    """Write parts as the command line takes them; of a program's own rules as Python does."""
    texts: list[str] = []
    before: Rulebook | None = None
    names: dict[Rulebook, str | None] = {}
    for part in parts:
        ruleset, text = part.ruleset, str(part)
        if ruleset not in names:
            names[ruleset] = name_of(ruleset)
        name = names[ruleset]
        if name is None:
            texts.append(f"{ruleset.text}[{text}]")
        elif ruleset == before and isinstance(part.state, int):
            texts[-1] += f" {text}"
        else:
            texts.append(f"{name} {text}")
        before = ruleset
    return texts


def name_of(ruleset: Rulebook) -> str | None:
    """Return the text that is read as these rules: a key, a code or a set; None where none is."""
    name = _key(ruleset)
    try:
        return name if catalogue.read(name) == ruleset else None
    except GrundyError:
        return None  # a rule of the user's own may have any name


@lru_cache(maxsize=256)
def entry_by_text(text: str) -> Entry | None:
    """Return what the catalogue knows of the game of this text; None where it has none."""
    return next((catalogue.entry(key) for key in catalogue if _text_of(key) == text), None)


def rule_of(ruleset: Rulebook) -> str:
    """Return the rule of a game in a sentence, a code or a set with its numbers; "" for others."""
    entry = entry_by_text(ruleset.text)
    if entry is not None and not entry.parameters:
        return entry.rule
    heaps = as_heap_game(ruleset)
    if heaps is not None and heaps.code is not None:
        return code_words(heaps.code)
    alike = (one for one in map(catalogue.entry, catalogue) if one.make is type(ruleset))
    return next((f"{one.rule} {_with(one, ruleset.text)}".strip() for one in alike), "")


def _with(entry: Entry, text: str) -> str:
    """Return what the letters of a rule are in one game of a family."""
    words = _PARAMETER.findall(text.partition("(")[2].removesuffix(")"))
    meanings = [f"{letter} is {word}" for letter, word in zip(entry.letters, words, strict=False)]
    return f"Here {' and '.join(meanings)}." if meanings else ""


@cache
def _text_of(key: str) -> str:
    return ruleset_of(catalogue.entry(key)).text


def _key(ruleset: Rulebook) -> str:
    entry = entry_by_text(ruleset.text)
    return ruleset.text if entry is None or entry.parameters else entry.key
