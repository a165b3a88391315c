"""Vertex names in files: numbers stay numbers, and no two names become the same text."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from grundy.errors import GraphFormatError

UNDIRECTED = "this graph is undirected and so has no moves"
DIRECTED = "this graph is directed, and the game is played on an undirected one"

_NATURAL = re.compile(r"(?:0|[1-9][0-9]*)\Z")
_MOST_DIGITS = 4_300  # Python itself reads and writes no longer ones
INTEGER = re.compile(r"-?[0-9]+\Z")


def natural_if_all(names: Sequence[str]) -> list[Hashable]:
    """Turn names into integers when every one is a natural number in its usual writing."""
    if all(_NATURAL.match(name) and len(name) <= _MOST_DIGITS for name in names):
        return [int(name) for name in names]
    return list(names)


def negative_number(names: Sequence[Hashable]) -> str | None:
    """Return the first negative number where every name is an integer, or None."""
    negative = next((name for name in names if isinstance(name, str) and name[:1] == "-"), None)
    if negative is None or not all(INTEGER.match(str(name)) for name in names):
        return None
    return negative


def no_vertex_number(number: object) -> str:
    """Say that a negative number is no vertex."""
    return f"{number} is no vertex number; numbers count from 0."


def different_texts(names: Sequence[Hashable]) -> list[str]:
    """Write every name as text."""
    texts = [str(name) for name in names]
    require_different(texts)
    return texts


def require_different(texts: Sequence[str]) -> None:
    """Raise `GraphFormatError` when a text occurs twice or cannot be written as UTF-8."""
    if len(set(texts)) < len(texts):
        seen: set[str] = set()
        for text in texts:
            if text in seen:
                raise GraphFormatError(
                    f'Two vertices have the name "{text}" when written as text; rename one of them.'
                )
            seen.add(text)
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        raise GraphFormatError(
            "A vertex name holds half of a surrogate pair, which is no text; rename it."
        ) from None


def tidy(message: object, *, limit: int = 160) -> str:
    """Bring a library's message into one line of plain text, without its full stop."""
    words = "".join(c if c.isprintable() else " " for c in str(message)).split()
    text = " ".join(words).rstrip(" .:;")
    return text if len(text) <= limit else text[: limit - 1] + "…"
