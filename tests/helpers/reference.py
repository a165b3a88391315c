"""The definition in plain Python: the oracle for every engine, never optimised."""

from collections.abc import Iterator
from typing import Protocol


class Rule(Protocol):
    """What the definition needs."""

    def options(self, heap: int) -> Iterator[tuple[int, ...]]: ...


def values(ruleset: Rule, stop: int) -> list[int]:
    """Return the values of heaps 0 .. stop - 1: mex over all options, each the xor of its heaps."""
    found: list[int] = []
    for heap in range(stop):
        reached = set()
        for option in ruleset.options(heap):
            nim_sum = 0
            for part in option:
                nim_sum ^= found[part]
            reached.add(nim_sum)
        value = 0
        while value in reached:
            value += 1
        found.append(value)
    return found
