"""What answers share: text for a terminal, the command that repeats one, the head of its JSON.

Names of the user are text on a terminal, never orders.
"""

from __future__ import annotations

import codecs
import shlex
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby, islice
from typing import Any, NamedTuple, TextIO

from grundy._version import __version__

# Signs of our own, for an encoding that lacks one of them.
_PLAINER = {
    "∞": "inf", "→": "->", "…": "...", "×": "x", "≥": ">=", "≤": "<=", "�": "?", "⌊": "floor(",
    "⌋": ")", "−": "-", "√": "sqrt ", "·": "*", "⟨": "<", "⟩": ">", "è": "e",
} | dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789", strict=True))  # fmt: skip
_MOST_LISTED = 10


class Table(NamedTuple):
    """Columns and rows between the lines of an answer as text."""

    columns: Sequence[str]
    rows: Iterable[Sequence[object]]
    title: str | None = None


def printable(text: object, stream: TextIO | None = None) -> str:
    """Return text that can be shown: no control characters, no letter that the encoding lacks."""
    given = str(text)
    if given.isascii() and given.isprintable():
        return given
    clean = "".join(sign if unicodedata.category(sign)[0] != "C" else "�" for sign in given)
    encoding = getattr(stream or sys.stdout, "encoding", None) or "utf-8"
    return clean.encode(encoding, "grundy.plainer").decode(encoding)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding lacks in other signs, or as its number."""
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 - nothing is decoded so
    lacking = error.object[error.start : error.end]
    words = (_PLAINER.get(one, one.encode("ascii", "backslashreplace").decode()) for one in lacking)
    return "".join(words), error.end


codecs.register_error("grundy.plainer", _plainer)


def some(names: Iterable[object], count: int, between: str = ", ") -> str:
    """List the first ten of *count* names, and say how many more there are."""
    listed = between.join(str(name) for name in islice(names, _MOST_LISTED))
    return listed if count <= _MOST_LISTED else f"{listed} and {count - _MOST_LISTED:,} more"


def ranges(numbers: Iterable[int], between: str) -> list[str]:
    """Write increasing numbers, three and more in a row as the first and the last."""
    rows = groupby(enumerate(numbers), lambda numbered: numbered[1] - numbered[0])
    runs = [[str(number) for _, number in row] for _, row in rows]
    written = ([between.join((run[0], run[-1]))] if len(run) > 2 else run for run in runs)
    return list(chain.from_iterable(written))


def joined(words: Sequence[str], last: str = "and") -> str:
    """List words with commas, and *last* before the last one."""
    *others, end = words or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def short_title(text: str) -> str:
    """Shorten a game's text for a title: a set can have thousands of numbers."""
    return text if len(text) <= 60 else text[:59] + "…"


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
