"""Names as they may be shown: never markup, no control characters, not too long."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Sequence

from grundy.values import LoopyValue, Value

_LONGEST_NAME = 24
_LONGEST_LINE = 12
_MEMBERS_SHOWN = 6

# Marks that turn the order of the text around them; they could make a name look like another.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(name: Hashable) -> str:
    r"""Return a name as text that every format can hold, whatever its length."""
    text = str(name)
    if text.isascii() and text.isprintable():
        return text
    spaced = "".join(" " if character.isspace() else character for character in text)
    return "".join(_allowed(character) for character in spaced)


def shown(name: Hashable, longest: int = _LONGEST_NAME) -> str:
    """Return a name for the picture: clean, and its middle left out when it is long."""
    # A name may be a megabyte long; only its ends are ever shown.
    text = str(name)
    if len(text) > 4 * longest:
        text = text[: 2 * longest] + text[-2 * longest :]
    text = clean(text)
    if len(text) > longest:
        tail = longest // 3 - 1
        text = f"{text[: longest - tail - 1]}…{text[-tail:]}"
    return text or '""'


def value_text(value: Value) -> str:
    """Return a value for the picture; a long K is cut."""
    if isinstance(value, LoopyValue) and len(value.finite) > _MEMBERS_SHOWN:
        first = sorted(value.finite)[: _MEMBERS_SHOWN - 1]
        return f"∞({','.join(map(str, first))},…)"
    return str(value)


def vertex_lines(name: Hashable, value: Value) -> tuple[str, ...]:
    """Return the lines in a vertex: ``name_value``, or two lines where one would mislead."""
    text, number = shown(name), value_text(value)
    if len(text) > _LONGEST_LINE or any(unicodedata.bidirectional(c) in ("R", "AL") for c in text):
        return text, number
    return (f"{text}_{number}",)


def identifiers(names: Sequence[Hashable]) -> list[str]:
    """Return each vertex an identifier of its own in a DOT file: its name where that works."""
    texts = [clean(name) for name in names]
    if len(set(texts)) == len(texts) and all(_fits(text) for text in texts):
        return texts
    return [f"v{number}" for number in range(len(texts))]


def _fits(text: str) -> bool:
    return bool(text) and "\\" not in text and len(text) < 1_000


def _allowed(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cc" or character in _TURNING:
        return ""
    if category == "Cs" or ord(character) & 0xFFFE == 0xFFFE:
        return "\ufffd"
    return character
