"""What GAME and POSITION mean as text: a game by name, code or set, and sums of positions.

Nothing here opens a file: the page reads its games by these functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from grundy.errors import CodeError, GrundyError, PositionError, UnknownNameError
from grundy.games.position import Position
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import numbers, shown
from grundy.heaps.rules.codes import looks_like_code
from grundy.heaps.rules.parse import NAMES, parse_game
from grundy.named.catalogue import catalogue

_CALL = re.compile(r"\s*([a-z0-9-]+)\s*\((.*)\)\s*", re.IGNORECASE | re.DOTALL)
_PLUS = re.compile(r"(?:^|\s)\+(?=\s|$)")

Resolve = Callable[[str], Ruleset]


def parse_ruleset(text: str) -> Ruleset:
    """Read a game: a key of the catalogue, a take-and-break code, or a set.

    Args:
        text: Such as ``kayles``, ``moore(2)``, ``wind-up(7,{1,2,5})``, ``0.77``, ``{1,3,4}``,
            ``allbut{1,4}``.

    Raises:
        CodeError: If a code, a set or a parameter is malformed; it carries the column.
        UnknownNameError: If there is no such game; it has the nearest keys.

    >>> parse_ruleset("0.77"), parse_ruleset("kayles").text
    (TakeAndBreak('0.77'), '0.77')
    """
    key = text.strip().lower()
    if key in catalogue:
        if catalogue.entry(key).parameters:
            raise CodeError(
                f"{key} needs its parameters; write such as {catalogue.entry(key).game}.",
                text=text,
                column=len(text.rstrip()) + 1,
            )
        return catalogue[key]  # type: ignore[return-value]
    if call := _CALL.fullmatch(text):
        return _called(text, call)
    if "{" in text or key in NAMES or looks_like_code(text):
        return parse_game(text)
    raise UnknownNameError("game", shown(text.strip(), 40), catalogue)


def parse_position(text: str, resolve: Resolve = parse_ruleset) -> Position:
    """Read a position: a game and its states, and sums of such.

    Args:
        text: Such as ``kayles 5 7 + wythoff 8,12``. Words after a game are states of it; ``+``
            between spaces begins another game.
        resolve: Reads the name of a game.

    Raises:
        CodeError, PositionError, UnknownNameError: As the game and its states give.

    >>> parse_position("kayles 5 7 + {1,2,3} 9")
    Position(0.77[5] + 0.77[7] + {1,2,3}[9])
    """
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
    """Read states of one game, each a word, and give their sum.

    Raises:
        PositionError: If there is no word.
    """
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


def _called(text: str, call: re.Match[str]) -> Ruleset:
    """Make a game with parameters: whole numbers and sets of them."""
    key = call[1].lower()
    entry = catalogue.entry(key)
    if not entry.parameters:
        raise CodeError(
            f"{shown(text.strip(), 40)}: column {call.start(2)}: {key} has no parameters; "
            f"write {key}.",
            text=text,
            column=call.start(2),
        )
    arguments = [_argument(text, match) for match in _ARGUMENT.finditer(call[2])]
    try:
        return entry.make(*arguments)
    except GrundyError:
        raise
    except (TypeError, ValueError) as error:
        raise CodeError(
            f"{shown(text.strip(), 40)}: {error} Write such as {entry.parameters}.",
            text=text,
            column=call.start(2) + 1,
        ) from None


_ARGUMENT = re.compile(r"\s*(\{[^}]*\}|[^,]+)\s*(?:,|$)")


def _argument(text: str, match: re.Match[str]) -> object:
    given = match[1].strip()
    if given.startswith("{"):
        return set(numbers(given.strip("{}")))
    return int(given) if re.fullmatch("-?[0-9]{1,18}", given) else given
