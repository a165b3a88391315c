"""Terms of a sequence, as people and programs write them.

```text
0 1 2 3 1 4          0, 1, 2, ?, 1          [0, 1, 2, 3]

0 0                  heap,value
1 1                  0,0
2 2                  1,1
```

Lines of two numbers, the first of which goes up by one from line to line, are heaps with values,
as in a b-file; the heaps may have another offset than the game's, so they only say what gaps
there are. What stands after # is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from grundy.errors import CodeError
from grundy.games.state_text import shown
from grundy.values import as_int_or_none

GAPS = ("?", "_")  # some shells take ? for a pattern of file names
MOST_VALUES = 100_000
LARGEST = 10**9
_SHARE = 4  # of the heaps of a row, values on so many are looked for before the others
_FEWEST = 16  # values that are looked for first


@dataclass(frozen=True)
class Terms:
    """Values of consecutive heaps; which heaps is not known."""

    values: tuple[int | None, ...]

    @cached_property
    def places(self) -> npt.NDArray[np.int64]:
        """The places of values that are no gaps, rising."""
        return np.array([i for i, value in enumerate(self.values) if value is not None], np.int64)

    @property
    def first(self) -> int:
        """The place of the first value that is no gap."""
        return int(self.places[0])

    @cached_property
    def offsets(self) -> npt.NDArray[np.int64]:
        """The places of the values, counted from the first of them."""
        return self.places - self.first

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The values at these places."""
        return np.array([value for value in self.values if value is not None], np.int64)

    @cached_property
    def longest_run(self) -> tuple[int, int]:
        """The first place, and the one after the last, of the longest run without a gap."""
        cuts = np.flatnonzero(np.diff(self.places) > 1) + 1
        runs = [run for run in np.split(self.places, cuts) if len(run)]
        longest = max(runs, key=len)
        return int(longest[0]), int(longest[-1]) + 1

    def within(self, heaps: int) -> Terms:
        """Return the values that are looked for in rows of so many heaps.

        The first of them, where there are so many that they may go beyond a row.
        """
        count = len(self.offsets)
        if int(self.offsets[-1]) >= heaps // _SHARE:
            count = max(_FEWEST, int(np.searchsorted(self.offsets, heaps // _SHARE)))
        return self.beginning(int(self.places[:count][-1]) + 1)

    def beginning(self, count: int) -> Terms:
        """Return the first so many values, gaps counted."""
        return Terms(self.values[:count])


def as_terms(values: Iterable[object]) -> Terms:
    """Convert values to terms; None, ? and _ are gaps."""
    if not isinstance(values, Iterable):
        raise CodeError(f"The values are a list of numbers or a text, found {shown(values)}.")
    entries = [_one(value, place) for place, value in enumerate(values, 1)]
    if len(entries) > MOST_VALUES:
        raise CodeError(f"At most {MOST_VALUES:,} values are looked at, found {len(entries):,}.")
    if all(value is None for value in entries):
        raise CodeError("The values are missing; give some, such as 0 1 2 3 1 4, with ? for a gap.")
    return Terms(tuple(entries))


def _one(value: object, place: int) -> int | None:
    if value is None or (isinstance(value, str) and value.strip() in GAPS):
        return None
    number = as_int_or_none(value)
    if number is None or not 0 <= number <= LARGEST:
        shown = str(value)[:40]
        raise CodeError(
            f'Value {place}: "{shown}" is no natural number up to 10^9; write such as 4, or ? for '
            "a gap.",
            text=shown,
            column=place,
        )
    return number


_SEPARATORS = re.compile(r"[\s,;\[\](){}]+")
_NUMBER = re.compile(r"[0-9]{1,18}")
_HEADER = re.compile(r"[A-Za-z][A-Za-z_]*[,;\t ]+[A-Za-z][A-Za-z_]*")
_FEWEST_LINES = 3  # before two numbers a line are taken for heap and value


def read_values(text: str, source: str = "") -> Terms:
    r"""Read values from text."""
    lines = [(number, words) for number, words in enumerate(_lines(text), 1) if words]
    if len(lines) > 1 and _HEADER.fullmatch(" ".join(lines[0][1])):
        lines = lines[1:]
    rows: list[list[int | None]] = []
    for number, words in lines:
        for column, word in enumerate(words, 1):
            where = f"line {number}" if len(lines) > 1 else f"value {column}"
            _require_value(word, f"{source}, {where}" if source else where.capitalize(), column)
        rows.append([None if word in GAPS else int(word) for word in words])
    return as_terms(_by_heap(rows) or [value for row in rows for value in row])


def _lines(text: str) -> list[list[str]]:
    lines = (line.partition("#")[0] for line in text.removeprefix("\ufeff").splitlines())
    return [[word for word in _SEPARATORS.split(line) if word] for line in lines]


def _require_value(word: str, place: str, column: int) -> None:
    if word not in GAPS and not _NUMBER.fullmatch(word):
        raise CodeError(
            f'{place}: "{shown(word, 40)}" is no natural number up to 10^9; write such as '
            "0 1 2 3 1 4, with ? for a gap.",
            text=word,
            column=column,
        )


def _by_heap(rows: list[list[int | None]]) -> list[int | None] | None:
    """Return the values of lines with a heap and a value; None where the lines are no such."""
    if len(rows) < _FEWEST_LINES or any(len(row) != 2 or row[0] is None for row in rows):
        return None
    heaps = [row[0] or 0 for row in rows]
    steps = [after - before for before, after in pairwise(heaps)]
    if min(steps) < 1 or heaps[-1] - heaps[0] >= MOST_VALUES or steps.count(1) * 2 < len(steps):
        return None
    values: list[int | None] = [None] * (heaps[-1] - heaps[0] + 1)
    for heap, row in zip(heaps, rows, strict=True):
        values[heap - heaps[0]] = row[1]
    return values
