"""What GAME and POSITION mean as text, read and written.

Nothing here opens a file or runs what is written: the page reads its games by these functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from grundy.errors import GrundyError, PositionError
from grundy.games.position import Part, Position
from grundy.games.rulebook import Rulebook
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.heaps.numbers import code_words
from grundy.heaps.ruleset import as_heap_game
from grundy.named.catalogue import catalogue
from grundy.named.entry import Entry
from grundy.named.sheet import ruleset_of

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
