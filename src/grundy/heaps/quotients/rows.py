"""The options of a heap as rows of heaps, for the misère theory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from grundy.heaps.codes import ANY, Code
from grundy.misere.records import Rows, padded

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset


def plain_code(ruleset: HeapRuleset) -> Code | None:
    """Return the code of a game whose moves are octal digits, finitely many; else None."""
    code = ruleset.code
    plain = code is not None and code.is_finite and code.is_octal and code.constraint is ANY
    return code if plain else None


def rows_of(ruleset: HeapRuleset) -> Callable[[int], Rows]:
    """Return a function that gives the options of a heap: int64[k, w], filled up with 0."""
    from grundy.heaps.options.by_value import bounded_options

    code = plain_code(ruleset)
    if code is not None:
        return lambda heap: octal_rows(code, heap)
    return lambda heap: padded(bounded_options(ruleset, heap))


def octal_rows(code: Code, heap: int) -> Rows:
    """Return the options by a finite code whose digits allow at most two heaps."""
    found = []
    for taken, digit in enumerate(code.digits[: heap + 1]):
        rest = heap - taken
        if digit & 1 and rest == 0:
            found.append(np.zeros((1, 2), np.int64))
        if digit & 2 and rest:
            found.append(np.array([[rest, 0]], np.int64))
        if digit & 4 and rest > 1:
            part = np.arange(1, rest // 2 + 1)
            found.append(np.stack([part, rest - part], axis=1))
    return np.concatenate(found) if found else np.zeros((0, 2), np.int64)


def reach_of(ruleset: HeapRuleset) -> tuple[int, int] | None:
    """Return (last place with a digit, most heaps left), where a theorem on periods holds."""
    code = ruleset.code
    if code is None or not code.is_finite or code.constraint is not ANY:
        return None
    return code.last, code.most_heaps
