"""What answers share: text for a terminal, the command that repeats one, the head of its JSON.

Names of the user are text on a terminal, never orders.
"""

from __future__ import annotations

import shlex
import sys
import unicodedata
from collections.abc import Mapping
from typing import Any, TextIO

from grundy._version import __version__

# Signs of our own, for an encoding that lacks one of them.
_PLAINER = {"∞": "inf", "→": "->", "…": "...", "×": "x", "≥": ">=", "�": "?"}


def printable(text: object, stream: TextIO | None = None) -> str:
    """Return text that can be shown: no control characters, no letter that the encoding lacks."""
    given = str(text)
    if given.isascii() and given.isprintable():
        return given
    clean = "".join(sign if unicodedata.category(sign)[0] != "C" else "�" for sign in given)
    encoding = getattr(stream or sys.stdout, "encoding", None) or "utf-8"
    try:
        clean.encode(encoding)
    except UnicodeEncodeError:
        for sign, word in _PLAINER.items():
            clean = clean.replace(sign, word)
        return clean.encode(encoding, "backslashreplace").decode(encoding)
    return clean


def counted(count: int, noun: str, nouns: str = "") -> str:
    """Write a number with its noun."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def repeat(*words: object, **options: object) -> str:
    """Return the command that gives an answer again; options that are None or False stay out.

    >>> repeat("period", "{1,3,4}", stop=100, guess=True, threads=None)
    "grundy period '{1,3,4}' --stop 100 --guess"
    """
    line = ["grundy", *map(str, words)]
    for name, value in options.items():
        if value is None or value is False:
            continue
        line.append(f"--{name.strip('_').replace('_', '-')}")
        line += [] if value is True else [str(value)]
    return shlex.join(line)


def with_head(command: str, fields: Mapping[str, object]) -> dict[str, Any]:
    """Return an answer in JSON, whole: version, form and command, then its own fields."""
    return {"version": __version__, "format": 1, "command": command, **fields}
