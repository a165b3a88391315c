"""The move from a heap to given heaps, found without going through its moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING

from grundy.errors import LimitError

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

Option = tuple[int, ...]

LARGE = 20_000
"""Heaps above have more moves than anyone goes through."""


def moves_leaving(
    ruleset: HeapRuleset, heap: int, words: Sequence[str]
) -> Iterator[tuple[str, Option]]:
    """Yield the move that leaves the heaps that are written, if it is one."""
    if all(re.fullmatch("[0-9]{1,4000}", word) for word in words):
        option = tuple(sorted(size for size in map(int, words) if size))
        if sum(option) <= heap and _is_option(ruleset, heap, option):
            yield ruleset.move_names(heap, option)[0], option


def _is_option(ruleset: HeapRuleset, heap: int, option: Option) -> bool:
    """Ask the code, or else look among the options of the same value."""
    code = ruleset.code
    if code is not None:
        taken = heap - sum(option)
        allowed = code.digit(taken) >> len(option) & 1
        return bool(allowed) and code.constraint_at(taken).allows(option)
    with suppress(LimitError):
        value = reduce(xor, map(ruleset.valuer.value, option), 0)
        found = islice(ruleset.options_of_value(heap, value), LARGE)
        return any(other == option for _, other in found)
    return False
