"""Forms in which the value of a heap comes from values of smaller heaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from grundy.heaps.closed_forms import Form, Values, plus


@dataclass(frozen=True, slots=True)
class Digits:
    """How the sequences n -> G(scale·n + r), and the constant 1, come from those at ⌊n/base⌋.

    Below *bound* they are read off the values. The step of a digit is a matrix of integers.
    """

    base: int
    bound: int
    places: tuple[tuple[int, int], ...]
    steps: tuple[npt.NDArray[np.int64], ...]

    def predict(self, values: Values) -> Values:
        """Return all values, by the first few."""
        size, base = len(values), self.base
        table = np.ones((len(self.places) + 1, max(size, self.bound)), np.int64)
        for row, (scale, r) in enumerate(self.places):
            at = scale * np.arange(self.bound) + r
            table[row, : self.bound] = values[np.minimum(at, size - 1)]
        first = self.bound
        while first < size:
            last = min(first * base, size)
            for digit in range(base):
                here = np.arange(first + (digit - first) % base, last, base)
                table[:, here] = self.steps[digit] @ table[:, here // base]
            first = last
        predictions: Values = table[0, :size]
        return predictions


_MOST_DIVISOR = 16
_MOST_RESIDUES = 8
_FEW_RESIDUES = 4  # with more than these, each needs more values to bear it out


def divided(values: Values, start: int) -> Iterator[Form]:
    """Propose G(⌊n/m⌋) + b for m = 2, 3, …."""
    for m in range(2, _MOST_DIVISOR + 1):
        first = max(start, m)
        if 2 * first > len(values):
            return
        b = int(values[first] - values[first // m])
        digits = _by_last_digit(first, [_Rule(0, b, scale=1)] * m)
        yield Form(f"G(⌊n/{m}⌋){plus(b)}", digits.predict, first, reads=first, recurrence=digits)


class _Rule(NamedTuple):
    """For n = mk + r: factor·k + added, or G(scale·k + place) + added where scale is not 0."""

    factor: int
    added: int
    scale: int = 0
    place: int = 0

    def predict(self, values: Values, k: Values) -> Values:
        terms = values[self.scale * k + self.place] if self.scale else self.factor * k
        return terms + self.added

    @property
    def goes_by_digits(self) -> bool:
        """Whether it is G(k) + added, or added alone."""
        return self.scale == 1 or not (self.scale or self.factor)

    @property
    def text(self) -> str:
        if self.scale:
            inside = ("" if self.scale == 1 else str(self.scale)) + "k" + plus(self.place)
            return f"G({inside})" + plus(self.added)
        if self.factor == 0:
            return str(self.added)
        return ("k" if self.factor == 1 else f"{self.factor}k") + plus(self.added)


@dataclass(frozen=True, slots=True)
class Remainders:
    """What n = mk + r says, from *first* on, where a rule may be more than the last digit."""

    first: int
    rules: tuple[_Rule, ...]

    @property
    def has_chains(self) -> bool:
        """Whether each heap gives its value to one larger heap, so that few heaps have a value."""
        onward = [rule for rule in self.rules if rule.scale]
        places = sorted(rule.place for rule in onward)
        constant = any(rule.scale == rule.factor == 0 or rule.factor < 0 for rule in self.rules)
        even = all(rule.scale == len(onward) and not rule.added for rule in onward)
        return even and places == list(range(len(onward))) and not constant


def _by_last_digit(first: int, rules: Sequence[_Rule]) -> Digits:
    """Return what gives G(k) + b or b for n = mk + r from *first* on."""
    steps = (np.array([[rule.scale, rule.added], [0, 1]], np.int64) for rule in rules)
    return Digits(len(rules), first, ((1, 0),), tuple(steps))


def by_remainder(values: Values, start: int, most: int = 1) -> Iterator[Form]:
    """Propose for n = mk + r, each r by itself: a·k + b, or G(jk + i) + b, j < m and <= *most*."""
    for m in range(2, _MOST_RESIDUES + 1):
        first = max(start, m)
        rules = _rules(values, first, m, most)
        if any(rule.scale for rule in rules):
            texts = [f"{rule.text} for n = {m}k{plus(r)}" for r, rule in enumerate(rules)]
            by_digits = all(rule.goes_by_digits for rule in rules)
            source = _by_last_digit(first, rules) if by_digits else Remainders(first, tuple(rules))
            predict = partial(_interleaved, rules)
            yield Form(", ".join(texts), predict, first, reads=first, recurrence=source)


def _rules(values: Values, first: int, m: int, most: int) -> list[_Rule]:
    """Return the rule of each residue; none where one has none."""
    rules = []
    for r in range(m):
        rule = _rule(values, first, m, r, most)
        if rule is None:
            return []
        rules.append(rule)
    return rules


def _rule(values: Values, first: int, m: int, r: int, most: int) -> _Rule | None:
    k = np.arange(len(values))[r::m] // m
    k = k[m * k + r >= first]
    seen = values[m * k + r]
    if len(seen) < (4 if m <= _FEW_RESIDUES else 8):
        return None
    a = int(seen[1] - seen[0])
    rules = [_Rule(a, int(seen[0]) - a * int(k[0]))]
    for scale in range(1, min(most + 1, m)):
        for place in range(min(scale, r + 1)):
            b = int(seen[0] - values[scale * k[0] + place])
            rules.append(_Rule(0, b, scale, place))
    return next((rule for rule in rules if np.array_equal(rule.predict(values, k), seen)), None)


def _interleaved(rules: list[_Rule], values: Values) -> Values:
    k, r = np.divmod(np.arange(len(values)), len(rules))
    predictions = np.zeros_like(values)
    for remainder, rule in enumerate(rules):
        here = r == remainder
        predictions[here] = rule.predict(values, k[here])
    return predictions


SELF_SIMILAR = (divided, by_remainder)
FROM_EARLIER = (partial(by_remainder, most=_MOST_RESIDUES),)
