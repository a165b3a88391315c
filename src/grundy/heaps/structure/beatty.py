"""Beatty forms: ⌊k·α⌋ with a quadratic irrational α, as in Wythoff's game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from grundy.heaps.structure.forms import Form, Values, closed, plus

_FEWEST = 8  # terms that say anything about α
_MOST_SHIFT = 4


@dataclass(frozen=True, slots=True)
class Quadratic:
    """The irrational number (a + b√d)/c, with c > 0 and b not 0."""

    a: int
    b: int
    d: int
    c: int

    def __float__(self) -> float:
        return (self.a + self.b * math.sqrt(self.d)) / self.c

    def floor(self, k: int) -> int:
        """Return ⌊k·α⌋ for k >= 0, without rounding."""
        root = math.isqrt(self.b * self.b * self.d * k * k)
        if self.b < 0:
            root = -root - (k > 0)
        return (self.a * k + root) // self.c

    def __repr__(self) -> str:
        times = "" if abs(self.b) == 1 else str(abs(self.b))
        root = f"{times}√{self.d}"
        if self.a:
            top = f"{self.a} {'+' if self.b > 0 else '−'} {root}"
        else:
            top = root if self.b > 0 else f"−{root}"
        if self.c == 1:
            return top
        return f"({top})/{self.c}" if self.a else f"{top}/{self.c}"


@cache
def _candidates() -> tuple[Quadratic, ...]:
    """Return quadratic irrationals between 0 and 12, the simple ones first."""
    found = [
        Quadratic(a, b, d, c)
        for c in (1, 2)
        for b in (1, -1, 2, -2)
        for a in range(-6, 13)
        for d in (2, 3, 5, 6, 7, 10, 13)
        if math.gcd(a, b, c) == 1
    ]
    found = [number for number in found if 0 < float(number) < 12]
    return tuple(sorted(found, key=lambda q: (abs(q.a) + q.d + 3 * abs(q.b) + q.c, q.b < 0)))


def fitting(k: Values, terms: Values) -> Iterator[Quadratic]:
    """Yield simple quadratic irrationals α with terms == ⌊k·α⌋, for k >= 1."""
    low, high = float((terms / k).max()), float(((terms + 1) / k).min())
    for number in _candidates():
        if low <= float(number) <= high:
            yield number


def beatty_values(values: Values, start: int) -> Iterator[Form]:
    """Propose ⌊n·α⌋ for the values."""
    heaps = np.arange(max(start, 1), len(values))
    if len(heaps) < _FEWEST:
        return
    for number in fitting(heaps, values[heaps]):

        def floors(n: Values, number: Quadratic = number) -> Values:
            return np.array([number.floor(k) for k in n.tolist()], np.int64)

        yield closed(f"⌊n·{as_factor(number)}⌋", floors, start)


def beatty_set(members: Values, start: int) -> Iterator[Form]:
    """Propose {g·⌊k·α⌋ − s} for a set given by 1 for its members and 0 for other heaps."""
    heaps = np.flatnonzero(members)
    if start or len(heaps) < _FEWEST:
        return
    common = int(np.gcd.reduce(heaps))
    if heaps[0] == 0:
        yield from _sets(heaps // common, 0, 0, common)
    for s in range(_MOST_SHIFT + 1):
        yield from _sets(heaps + s, 1, s, 1)


def _sets(terms: Values, first: int, s: int, g: int) -> Iterator[Form]:
    k = np.arange(first, first + len(terms))
    positive = k > 0
    for number in fitting(k[positive], terms[positive]):
        yield _set(number, first, s, g)


def _set(number: Quadratic, first: int, s: int, g: int) -> Form:
    def indicator(n: Values) -> Values:
        said = np.zeros(len(n), np.int64)
        last = int((len(n) / g + s) / float(number)) + 2
        terms = [g * number.floor(k) - s for k in range(first, last + 1)]
        said[[term for term in terms if 0 <= term < len(n)]] = 1
        return said

    times = f"{g}·" if g > 1 else ""
    numbers = f"k = {first}, {first + 1}, {first + 2}, …"
    return closed(f"{times}⌊k·{as_factor(number)}⌋{plus(-s)} for {numbers}", indicator)


def as_factor(number: Quadratic) -> str:
    """Write a number as it stands behind a dot."""
    shown = repr(number)
    return f"({shown})" if " " in shown and number.c == 1 else shown
