"""Names of vertices inside a word of text, and the notation of a vertex that no edge meets."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, unquote

from grundy.errors import CodeError
from grundy.games.state_text import shown

# Signs that mean something in text, and those of file names: in a vertex's name they are coded,
# so that a mistyped file is never taken for a vertex.
_CODED = set("-,:@%+()[]{}\"'./\\;")
_ALONE = "vertex:"

Hint = Callable[[str], str]


def coded(name: str) -> str:
    """Write a vertex's name so that it is one piece of a word."""
    if name.isalnum():
        return name
    return "".join(code(sign) if _is_special(sign) else sign for sign in name)


def decoded(word: str) -> str | None:
    """Read a name that `coded` has written; None where it cannot be one."""
    if not word or any(sign != "%" and _is_special(sign) for sign in word):
        return None
    try:
        return unquote(word, errors="surrogatepass")
    except UnicodeError:
        return None


def alone(name: str) -> str:
    """Write a vertex that no edge meets."""
    return f"{_ALONE}{name}"


def without_alone(piece: str) -> str | None:
    """Take the notation of a vertex alone off a piece of text; None where it has none."""
    return piece[len(_ALONE) :] if piece.startswith(_ALONE) else None


def read_name(text: str, word: str, at: int, example: str, hint: Hint | None = None) -> str:
    """Read the name of a vertex; the hint, made of the text, is for a sign that cannot stand."""
    if word.isalnum():
        return word
    if not word.strip():
        raise word_error(text, at, f"the name of a vertex is missing here; {example}")
    for place, sign in enumerate(word):
        if sign != "%" and _is_special(sign):
            advice = (hint and hint(text)) or f"write its code, {code(sign)}"
            problem = f'"{shown(sign)}" cannot stand in a name; {advice}'
            raise word_error(text, at + place, problem)
    found = decoded(word)
    if found is None:
        raise word_error(text, at, "a code of this name (%..) is no sign")
    return found


def word_error(text: str, at: int, problem: str) -> CodeError:
    """Make the error that shows a word and the column of what is wrong in it."""
    return CodeError(
        f"{shown(text.strip())}: column {at + 1}: {problem}.", text=text, column=at + 1
    )


def code(sign: str) -> str:
    """Write a sign by its code."""
    found = quote(sign, safe="", errors="surrogatepass")
    return found if found != sign else f"%{ord(sign):02X}"


def _is_special(sign: str) -> bool:
    return sign in _CODED or sign.isspace() or not sign.isprintable()
