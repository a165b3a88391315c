"""The first values of codes and sets in plain Python, before numba has loaded."""

from __future__ import annotations

from bisect import bisect_left
from operator import xor

from grundy.heaps.codes import Code, Constraint

Splits = list[tuple[int, int, Constraint]]
"""Amounts after which several heaps may be left, rising; the digit, and its constraint."""


def mex(reached: set[int]) -> int:
    """Return the least natural number that is not in a set."""
    value = 0
    while value in reached:
        value += 1
    return value


def code_values(code: Code, known: list[int], stop: int) -> list[int]:
    """Extend the values of any code to heap stop - 1."""
    places = range(stop if code.tail else min(stop, len(code.digits)))
    digits = [code.digit(taken) for taken in places]
    amounts = [taken for taken in places if digits[taken] & 2]
    whole = {taken for taken in places if digits[taken] & 1}
    splits = [(r, digits[r], code.constraint_at(r)) for r in places if digits[r] > 3]
    return values(known, stop, amounts, whole, splits)


def values(
    known: list[int], stop: int, amounts: list[int], whole: set[int], splits: Splits
) -> list[int]:
    """Extend values to heap stop - 1; *amounts*, rising, leave one heap, and *whole* none."""
    known = known[:]
    sums = _Sums(known)
    for heap in range(len(known), stop):
        reached = {known[heap - r] for r in amounts[: bisect_left(amounts, heap)]}
        if heap in whole:
            reached.add(0)
        for taken, digit, sign in splits:
            if taken >= heap:
                break
            for parts in range(2, digit.bit_length()):
                if digit >> parts & 1:
                    reached |= sums.of(heap - taken, parts, sign)
        known.append(mex(reached))
    return known


class _Sums:
    """The values of so many heaps of a total, each set computed once."""

    def __init__(self, known: list[int]) -> None:
        self._known = known
        self._kept: dict[tuple[int, int, Constraint], set[int]] = {}

    def of(self, total: int, parts: int, sign: Constraint) -> set[int]:
        key = total, parts, sign
        if key not in self._kept:
            self._kept[key] = self._compute(total, parts, sign)
        return self._kept[key]

    def _compute(self, total: int, parts: int, sign: Constraint) -> set[int]:
        known = self._known
        if sign is Constraint.ALL_EQUAL:
            return {known[total // parts] * (parts % 2)} if total % parts == 0 else set()
        if parts == 2:
            half = (total if sign is Constraint.ANY else total - 1) // 2
            return set(map(xor, known[1 : half + 1], known[total - half : total][::-1]))
        if sign is Constraint.UNEQUAL:
            return set(self._unequal(total, parts, 1))
        found: set[int] = set()
        for first in range(1, total - parts + 2):
            if sign is Constraint.NOT_ALL_EQUAL and first * parts == total:
                continue  # another part is not the mean
            value = known[first]
            found.update(value ^ rest for rest in self.of(total - first, parts - 1, Constraint.ANY))
        return found

    def _unequal(self, total: int, parts: int, least: int) -> list[int]:
        known = self._known
        if parts == 2:
            return [known[a] ^ known[total - a] for a in range(least, (total - 1) // 2 + 1)]
        return [
            known[first] ^ rest
            for first in range(least, total // parts + 1)
            for rest in self._unequal(total - first, parts - 1, first + 1)
        ]
