"""States as text where a game has no form of its own: numbers, coordinates, words."""

from __future__ import annotations

import re
from typing import Any

from grundy.errors import CodeError

_NUMBER = re.compile(r"\s*(-?[0-9]{1,4000})\s*")
_SIDES = re.compile(r"\s*([0-9]{1,4000})\s*[x×]\s*([0-9]{1,4000})\s*", re.ASCII | re.IGNORECASE)
_PLAIN = re.compile(r"[-0-9,\s]*", re.ASCII)


def parse(text: str) -> Any:
    """Read a number (``7``), coordinates (``8,12``), or any other text as it stands.

    Raises:
        CodeError: If numbers and commas are out of place.

    >>> parse("7"), parse("8,12"), parse("5,"), parse("||.|")
    (7, (8, 12), (5,), '||.|')
    """
    if not text.strip() or not _PLAIN.fullmatch(text) or not re.search("[0-9]", text):
        return text
    found = numbers(text)
    return found if "," in text else found[0]


def numbers(text: str) -> tuple[int, ...]:
    """Read integers with commas between them; one comma may follow the last."""
    found: list[int] = []
    at = 0
    while text[at:].strip():
        match = _NUMBER.match(text, at)
        if not match:
            raise _error(text, at, "a whole number is missing here, such as 8,12")
        found.append(int(match[1]))
        at = match.end()
        if at < len(text):
            if text[at] != ",":
                raise _error(text, at, f'"{text[at]}" stands where a comma belongs')
            at += 1
    return tuple(found)


def sides(text: str) -> tuple[int, int] | None:
    """Read the sides of a board, as in ``3x4``: rows and columns; None where it is other text."""
    match = _SIDES.fullmatch(text)
    return match and (int(match[1]), int(match[2]))


def write(state: Any) -> str:
    """Write a state so that `parse` reads it where it can."""
    if isinstance(state, tuple):
        inner = ",".join(write(part) if not isinstance(part, tuple) else f"({write(part)})"
                         for part in state)  # fmt: skip
        return inner + "," if len(state) == 1 else inner
    if isinstance(state, frozenset):
        return "{" + ", ".join(sorted(map(write, state))) + "}"
    return str(state)


def shown(state: Any, most: int = 60) -> str:
    """Show a state in a message: its text, shortened, without control characters."""
    text = "".join(sign if sign.isprintable() else "�" for sign in str(state)[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


def search_of_moves(game: str, state: str) -> str:
    """Name the search of all moves of a state, for the error that stops it."""
    return f"The search of the moves of {game}[{shown(state)}]"


def _error(text: str, at: int, problem: str) -> CodeError:
    at += len(text[at:]) - len(text[at:].lstrip()) if text[at:].strip() else 0
    return CodeError(
        f"{shown(text.strip())}: column {at + 1}: {problem}.", text=text, column=at + 1
    )
