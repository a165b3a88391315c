"""Small phrases of an explanation: values, ranges and lists in words."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.heaps.words import short
from grundy.strategy.explain.position_facts import Component
from grundy.strategy.explain.sections import Block
from grundy.values import LoopyValue, Value, format_value

MOST_ROWS = 20
MOST_BITS = 24


def value_text(value: Value | None) -> str:
    """Write a value, a huge number shortened."""
    if value is None:
        return ""
    return format_value(value) if isinstance(value, LoopyValue) else short(value)


def xor_of(parts: list[Component]) -> int:
    """Return the nim-sum of components of finite value."""
    total = 0
    for part in parts:
        total ^= nimber_of(part.value)
    return total


def nimber_of(value: Value | None) -> int:
    """Return the value of a component that is known to have a finite one."""
    assert isinstance(value, int)  # noqa: S101 - of components of finite value
    return value


def range_text(numbers: set[int]) -> str:
    """Write the numbers of a set as their range."""
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def joined(words: list[str]) -> str:
    """List words with an `and` before the last."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def more_rows(count: int) -> Iterator[Block]:
    """Say that a table was cut, where it was."""
    if count > MOST_ROWS:
        yield f"These are the first {MOST_ROWS} of {count:,}; the nim-sum is that of all."
