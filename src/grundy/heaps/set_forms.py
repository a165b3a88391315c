"""Forms that fit values, and forms of the set of P-positions, Beatty sequences among them.

The families read an array with 1 for each heap of value 0, and 0 for the others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.closed_forms import Form, Values, closed, ones, plus
from grundy.heaps.formulas import trailing_zeros_array as exponent_of_two
from grundy.printable import joined

_FEWEST = 8  # terms that say anything about α
_MOST_SHIFT = 4
_MOST_REMAINDERS = 8


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

    def floors(self, numbers: Values) -> Values:
        return np.array(list(map(self.floor, numbers.tolist())), np.int64)

    @property
    def inverse(self) -> Quadratic:
        """1/α."""
        norm = self.a * self.a - self.b * self.b * self.d
        sign = 1 if norm > 0 else -1
        return Quadratic(sign * self.c * self.a, -sign * self.c * self.b, self.d, sign * norm)

    def code(self, function: str, n: str) -> str:
        """Return a call of a function of n and this number, as programs have it."""
        return f"{function}({n}, {self.a}, {self.b}, {self.d}, {self.c})"

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
    numbers = [
        Quadratic(a, b, d, c)
        for c in (1, 2)
        for b in (1, -1, 2, -2)
        for a in range(-6, 13)
        for d in (2, 3, 5, 6, 7, 10, 13)
        if math.gcd(a, b, c) == 1
    ]
    numbers = [number for number in numbers if 0 < float(number) < 12]
    return tuple(sorted(numbers, key=lambda q: (abs(q.a) + q.d + 3 * abs(q.b) + q.c, q.b < 0)))


@cache
def _sizes() -> npt.NDArray[np.float64]:
    return np.array([*map(float, _candidates())])


def read_off(number: Quadratic) -> float:
    """Return how many heaps tell ⌊k·α⌋ from numbers before it: n terms tell some n² apart."""
    return max(float(number), 1) * math.sqrt(1 + _candidates().index(number))


def fitting(k: Values, terms: Values, most: int | None = None) -> Iterator[Quadratic]:
    """Yield simple quadratic irrationals α, of the first *most*, with terms == ⌊k·α⌋, k >= 1."""
    low, high = float((terms / k).max()), float(((terms + 1) / k).min())
    numbers, sizes = _candidates()[:most], _sizes()[:most]
    for place in np.flatnonzero((low <= sizes) & (sizes <= high)).tolist():
        yield numbers[place]


def beatty_values(values: Values, start: int) -> Iterator[Form]:
    """Propose ⌊n·α⌋ for the values."""
    heaps = np.arange(max(start, 1), len(values))
    if len(heaps) < _FEWEST:
        return
    for number in fitting(heaps, values[heaps]):
        text, code = f"⌊n·{as_factor(number)}⌋", number.code("floors", "n")
        yield closed(text, number.floors, start, code=code, reads=read_off(number))


def beatty_remainders(values: Values, start: int) -> Iterator[Form]:
    """Propose ⌊n·α⌋ mod m for the values."""
    m = int(values.max(initial=0)) + 1
    if start or values[:1].any() or not 2 <= m <= _MOST_REMAINDERS:
        return
    steps = np.diff(values)
    for whole in range(m):
        more = (steps - whole) % m
        if more.max() > 1 or min(np.bincount(more, minlength=2)) < _FEWEST:
            continue
        heaps = np.arange(1, len(values))
        for number in fitting(heaps, np.cumsum(whole + more)):
            floors = lambda n, number=number: number.floors(n) % m  # noqa: E731
            text, code = f"⌊n·{as_factor(number)}⌋ mod {m}", f"{number.code('floors', 'n')} % {m}"
            yield closed(text, floors, code=code, reads=read_off(number))


def parity_of_beatty(members: Values, start: int) -> Iterator[Form]:
    """Propose the heaps n with even ⌊n·α⌋."""
    for form in beatty_remainders(1 - members, start):
        text = f"the heaps n with even {form.text.removesuffix(' mod 2')}"
        even = lambda values, form=form: 1 - form.predict(values)  # noqa: E731
        yield replace(form, text=text, predict=even, code=f"{form.code} == 0")


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
    # n terms tell about n² numbers apart: with more to choose from, one would always fit
    for number in fitting(k[positive], terms[positive], len(terms) ** 2 // 2):
        yield _set(number, first, s, g)


def _set(number: Quadratic, first: int, s: int, g: int) -> Form:
    def indicator(n: Values) -> Values:
        is_member = np.zeros(len(n), np.int64)
        last = int((len(n) / g + s) / float(number)) + 2
        terms = [g * number.floor(k) - s for k in range(first, last + 1)]
        is_member[[term for term in terms if 0 <= term < len(n)]] = 1
        return is_member

    times = f"{g}·" if g > 1 else ""
    numbers = f"k = {first}, {first + 1}, {first + 2}, …"
    n = f"n // {g}" if g > 1 else f"n + {s}"
    k = number.inverse.code("floors", n) + " + 1"  # the only k that may be, but for n = 0
    code = f"{number.code('floors', k)} == {n}" + f" and n % {g} == 0" * (g > 1)
    code = code if first else f"n == 0 or ({code})"
    text = f"{times}⌊k·{as_factor(number)}⌋{plus(-s)} for {numbers}"
    return closed(text, indicator, code=code, reads=g * _read_off_set(number))


def _read_off_set(number: Quadratic) -> float:
    """Return how many heaps tell {⌊k·α⌋}, or the other heaps: with β = α/(α − 1) they are ⌊k·β⌋."""
    size = float(number)
    with np.errstate(divide="ignore"):
        other = np.flatnonzero(np.isclose(_sizes(), size / (size - 1), rtol=0, atol=1e-12))
    return min(map(read_off, (number, *(_candidates()[place] for place in other))))


def as_factor(number: Quadratic) -> str:
    """Write a number as it stands behind a dot."""
    shown = repr(number)
    return f"({shown})" if " " in shown and number.c == 1 else shown


_LONGEST = 12  # the longest period of what repeats after a few exceptions
_MOST_EXCEPTIONS = 6
_MOST_BACK = 6  # terms before, of which one is added to the last
_GUESSES = 5.0  # bits: so many beginnings and terms are tried
_SURE = 12.0  # bits, before what comes after bears it out
_PARITIES = ("even", "odd")


def residues(members: Values, start: int) -> Iterator[Form]:
    """Propose that membership depends on n mod m only."""
    seen = members[start:]
    for m in range(1, len(seen) // 3 + 1):
        if (seen[m:] == seen[:-m]).all():
            yield _residues(members, start, m)
            return


def _residues(members: Values, start: int, m: int) -> Form:
    one_turn = np.roll(members[start : start + m], start)
    classes = np.flatnonzero(one_turn).tolist()
    if m == 1:
        text = "the set of all heaps" if classes else "the empty set"
    elif len(classes) == 1:
        text = f"the heaps n = {m}k" + (f" + {classes[0]}" if classes[0] else "")
    else:
        text = f"the heaps n with n mod {m} in {{{', '.join(map(str, classes))}}}"
    return closed(text, lambda n: one_turn[n % m], start, (start, m, 0), f"has({classes}, n % {m})")


def digit_sets(members: Values, start: int) -> Iterator[Form]:
    """Propose sets described by binary digits."""
    del members
    for text, indicator, code in _DIGIT_SETS:
        yield closed(text, indicator, start, code=code)


_DIGIT_SETS: tuple[tuple[str, Callable[[Values], Any], str], ...] = (
    ("{0}", lambda n: n == 0, "n == 0"),
    *((f"0 and the heaps with an {word} number of zeros at the end of binary n",
       lambda n, parity=parity: (n == 0) | (exponent_of_two(n) % 2 == parity),
       f"n == 0 or ones((n & -n) - 1) % 2 == {parity}") for parity, word in enumerate(_PARITIES)),
    *((f"the heaps with an {word} number of ones in binary",
       lambda n, parity=parity: ones(n) % 2 == parity,
       f"ones(n) % 2 == {parity}") for parity, word in enumerate(_PARITIES)),
    ("0 and the powers of two", lambda n: n & (n - 1) == 0, "(n & (n - 1)) == 0"),
    ("0 and the powers of four", lambda n: (n & (n - 1) == 0) & (n % 3 < 2),
     "(n & (n - 1)) == 0 and n % 3 < 2"),
    ("the numbers 2^i − 1", lambda n: n & (n + 1) == 0, "(n & (n + 1)) == 0"),
    ("the squares", lambda n: np.round(np.sqrt(n)) ** 2 == n, "root(n) * root(n) == n"),
)  # fmt: skip


def later_residues(members: Values, start: int) -> Iterator[Form]:
    """Propose a few heaps, and from some heap on those with n mod m in a set."""
    if start:
        return
    for m in range(1, _LONGEST + 1):
        wrong = np.flatnonzero(members[m:] != members[:-m])
        first = int(wrong[-1]) + 1 if len(wrong) else 0
        if 2 * first <= len(members) and first + 3 * m <= len(members):
            before = np.flatnonzero(members[:first]).tolist()
            if len(before) <= _MOST_EXCEPTIONS:
                yield _later(members, first, m)
            return


def _later(members: Values, first: int, m: int) -> Form:
    turn = members[first : first + m]
    classes = sorted((first + place) % m for place in np.flatnonzero(turn).tolist())
    # what repeats may begin with heaps that are no members: it is described from the first that is
    since = first + next(iter(np.flatnonzero(turn).tolist()), 0)
    early = np.flatnonzero(members[:first])

    def indicator(n: Values) -> Values:
        is_member: Values = (n >= first) & (turn[(n - first) % m] == 1) | np.isin(n, early)
        return is_member

    parts = [str(heap) for heap in early.tolist()]
    if classes:
        parts.append(_from(m, classes, since))
    code = f"has({early.tolist()}, n) or (n >= {first} and has({classes}, n % {m}))"
    return closed(joined(parts), indicator, period=(first, m, 0), code=code)


def _from(m: int, classes: list[int], since: int) -> str:
    if m == 1:
        return f"all n ≥ {since}"
    if m == 2:
        return f"the {_PARITIES[classes[0]]} n ≥ {since}"
    return f"the n ≥ {since} with n mod {m} in {{{', '.join(map(str, classes))}}}"


def recurrent(members: Values, start: int) -> Iterator[Form]:
    """Propose a few heaps, and then that each is the last one and an earlier one together."""
    heaps = np.flatnonzero(members)
    for early in range(0 if start else min(_MOST_EXCEPTIONS, len(heaps))):
        terms = heaps[early:]
        for back in range(2, min(_MOST_BACK, len(terms) - 1) + 1):
            rest = terms[back:] - terms[back - 1 : -1] - terms[:-back]
            bits = float(np.log2(terms[back + 1 :]).sum()) - _GUESSES
            if bits >= _SURE and (rest == rest[0]).all():
                yield _recurrent(heaps[: early + back].tolist(), back, int(rest[0]))
                return


def _recurrent(first: list[int], back: int, c: int) -> Form:
    def indicator(n: Values) -> Values:
        is_member, terms = np.zeros(len(n), np.int64), list(first)
        while terms[-1] < len(n):
            terms.append(terms[-1] + terms[-back] + c)
        is_member[[term for term in terms if term < len(n)]] = 1
        return is_member

    before = f"x(i − 1) + x(i − {back}){plus(c)}"
    text = f"{', '.join(map(str, first))}, and then x(i) = {before}"
    return closed(text, indicator, code=f"in_sums(n, {first}, {back}, {c})", reads=first[-1])


def one_parity_or(members: Values, start: int) -> Iterator[Form]:
    """Propose all odd n from some heap on, or all even ones, and of the others a set by its k."""
    if start:
        return
    for parity, word in enumerate(_PARITIES):
        ours, others = members[parity::2], members[1 - parity :: 2]
        gaps = np.flatnonzero(ours == 0)
        first = int(gaps[-1]) + 1 if len(gaps) else 0
        if 2 * first > len(ours) or len(np.flatnonzero(ours[:first])):
            continue
        since = f" n ≥ {2 * first + parity}" if first else " n"
        for family in (digit_sets, beatty_set, residues):
            for form in family(others, 0):
                if form.first_failure(others) is None:
                    plus_one = "" if parity else " + 1"
                    text = f"the {word}{since}, and n = 2k{plus_one} for k in the set: {form.text}"
                    other = re.sub(r"\bn\b", "(n // 2)", form.code)
                    code = f"(n % 2 == {parity} and n >= {2 * first}) or "
                    code += f"(n % 2 != {parity} and ({other}))"
                    either, reads = _either(form, parity, first), 2 * form.read_off
                    yield closed(text, either, code=code, reads=reads)


def _either(form: Form, parity: int, first: int) -> Callable[[Values], Values]:
    def indicator(n: Values) -> Values:
        is_member = np.zeros(len(n), np.int64)
        is_member[2 * first + parity :: 2] = 1
        is_member[1 - parity :: 2] = form.predict(np.zeros(len(n[1 - parity :: 2]), np.int64))
        return is_member

    return indicator


FAMILIES = (
    residues, beatty_set, digit_sets, later_residues, one_parity_or, recurrent, parity_of_beatty,
)  # fmt: skip
