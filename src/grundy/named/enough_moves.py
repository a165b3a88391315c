"""Moves that are enough to win, for programs that play with large heaps.

Of each value that is smaller than a heap's they leave one. They are written out as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grundy.heaps.ruleset import HeapRuleset


def to_divisor(heap: int) -> Iterator[int]:
    """Take off the prime factors one by one: the value is how many there are."""
    left, factor = heap, 2
    while left > 1:
        if left % factor == 0:
            left = left // factor
            yield left
        elif factor > left // factor:
            factor = left
        else:
            factor += 1


def totative(heap: int) -> Iterator[int]:
    """Leave one less, 1, or a prime below the least factor: the value is the place of that."""
    yield heap - 1
    number = 1
    while number < heap and (number == 1 or heap % number != 0):
        if is_prime(number):
            yield number
        number += 2


def is_prime(number: int) -> int:
    """Return whether an odd number has no factor, 1 among them."""
    factor = 3
    while factor * factor <= number:
        if number % factor == 0:
            return 0
        factor += 2
    return 1


TWO: Sequence[int] = ()  # the program has its own
THREE: Sequence[int] = ()
ENDS: Sequence[int] = ()
ONE: Sequence[int] = ()
MOST = 0


def moves_of_code(heap: int) -> Iterator[tuple[int, ...]]:
    """Take what a code allows, to leave nothing, one heap, or two of which one is small."""
    for taken in ENDS:
        if taken == heap:
            yield ()
    for taken in ONE:
        if taken < heap:
            yield (heap - taken,)
    for taken in TWO:
        for small in range(1, min((heap - taken) // 2, MOST) + 1):
            yield small, heap - taken - small


def two_heaps(heap: int) -> Iterator[tuple[int, ...]]:
    """Take an amount of which two heaps may be left, from the least for one of them."""
    for taken in TWO:
        for small in range(1, (heap - taken) // 2 + 1):
            yield small, heap - taken - small


def three_heaps(heap: int) -> Iterator[tuple[int, ...]]:
    """Leave three heaps in the same way."""
    for taken in THREE:
        for small in range(1, (heap - taken) // 3 + 1):
            for middle in range(small, (heap - taken - small) // 2 + 1):
                yield small, middle, heap - taken - small - middle


_COMPARED = range(1, 200)
_GREATEST_DIVISOR = 16


def left_between(ruleset: HeapRuleset) -> str | None:
    """Return when a move leaves a heap, where that is all heaps between two bounds.

    >>> from grundy.heaps.rules import HeapGame
    >>> left_between(HeapGame(lambda n: range(n - n // 3, n)))
    'heap - heap // 3 <= left and left <= heap - 1'
    """
    options = {heap: sorted(map(sum, ruleset.options(heap))) for heap in _COMPARED}
    if any(len(option) > 1 for heap in _COMPARED for option in ruleset.options(heap)):
        return None
    ends = {heap: (left[0], left[-1]) for heap, left in options.items() if left}
    low, high = (
        next(
            (one for one in _BOUNDS if all(one.at(heap) == end[at] for heap, end in ends.items())),
            None,
        )
        for at in (0, 1)
    )
    if low is None or high is None:
        return None
    are_all = all([*range(low.at(heap), high.at(heap) + 1)] == options[heap] for heap in _COMPARED)
    return f"{low} <= left and left <= {high}" if are_all else None


@dataclass(frozen=True)
class _Bound:
    """A number c, or the part ⌊(n + c)/k⌋ of a heap n, or what is left without it."""

    c: int
    k: int
    is_taken: bool

    def at(self, heap: int) -> int:
        part = (heap + self.c) // self.k if self.k else self.c
        return heap - part if self.is_taken else part

    def __str__(self) -> str:
        whole = f"(heap {'+' if self.c > 0 else '-'} {abs(self.c)})" if self.c else "heap"
        part = f"{whole} // {self.k}" if self.k else str(self.c)
        return f"heap - {part}" if self.is_taken else part


_BOUNDS = [
    *(_Bound(c, 0, is_taken) for c in range(4) for is_taken in (False, True)),
    *(
        _Bound(c, k, is_taken)
        for k in range(2, _GREATEST_DIVISOR + 1)
        for c in (0, *range(1, k), -1)
        for is_taken in (False, True)
    ),
]
