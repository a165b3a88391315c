"""Values as people and programs write them: in lines, with commas, in brackets, with a heap each.

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
from itertools import pairwise

from grundy.errors import CodeError
from grundy.games.state_text import shown
from grundy.recognition.given import GAPS, MOST_VALUES, Given, as_given

_SEPARATORS = re.compile(r"[\s,;\[\](){}]+")
_NUMBER = re.compile(r"[0-9]{1,18}")
_HEADER = re.compile(r"[A-Za-z][A-Za-z_]*[,;\t ]+[A-Za-z][A-Za-z_]*")
_FEWEST_LINES = 3  # before two numbers a line are taken for heap and value


def read_values(text: str, source: str = "") -> Given:
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
    return as_given(_by_heap(rows) or [value for row in rows for value in row])


def _lines(text: str) -> list[list[str]]:
    lines = (line.partition("#")[0] for line in text.removeprefix("\ufeff").splitlines())
    return [[word for word in _SEPARATORS.split(line) if word] for line in lines]


def _require_value(word: str, place: str, column: int) -> None:
    if word not in GAPS and not _NUMBER.fullmatch(word):
        raise CodeError(
            f'{place}: "{shown(word, 40)}" is no natural number; write such as 0 1 2 3 1 4, with ? '
            "for a gap.",
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
