"""Forms that values may have: closed ones.

Each family reads its numbers off the first values and proposes; it claims nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.formulas import prime_factors, totative_array
from grundy.heaps.formulas import trailing_zeros_array as exponent_of_two

Values = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Form:
    """A rule that may hold for the value of every heap from some heap on.

    Chance fits what was seen once in 2 to the *bits* at most, which `measured` says: by how many
    heaps it *reads* its numbers off, and by what it *says*, in bits, where the text is no measure
    of that. Moves from some larger heaps, up to its *reach*, bear it out. A program is written from
    the *recurrence*, or from *code*: an expression of n in Python that says the value or, of a set,
    whether n belongs to it.
    """

    text: str
    predict: Callable[[Values], Values]
    start: int = 0
    period: tuple[int, int, int] | None = None
    bits: float = 0.0
    says: float | None = None
    reads: float = 0.0
    recurrence: object = None
    code: str = ""
    reach: int | None = None

    def first_failure(self, values: Values) -> int | None:
        """Return the least heap whose value is another than the rule says, or None."""
        wrong = np.flatnonzero(self.predict(values)[self.start :] != values[self.start :])
        return int(wrong[0]) + self.start if len(wrong) else None

    @property
    def read_off(self) -> float:
        """How many heaps determine its parameters; 0 for a named function."""
        return self.reads or (0.0 if self.period is None else sum(self.period[:2]))

    def value_at(self, values: Values, heap: int) -> int:
        """Return what the rule says about one heap."""
        return int(self.predict(values[: heap + 1])[heap])


_OF_EVEN_RUN = 1.5  # bits of a run that is as long as all others


def surprise(values: Values) -> float:
    """Return the bits that one more value tells, if it were drawn as these are."""
    if len(values) < 2:
        return 0.0
    _, counts = np.unique(values, return_counts=True)
    drawn = -np.log2(np.sum((counts / len(values)) ** 2))
    return float(min(drawn, _of_runs(values) / len(values)))


def information(values: Values) -> float:
    """Return the bits of values: once in 2 to these, values drawn as often are the same.

    One value alone has those of how often it came (Laplace), long runs those of where they begin.
    """
    if len(values) < 2:
        return 0.0
    _, counts = np.unique(values, return_counts=True)
    drawn = -float(np.sum(counts * np.log2(counts / len(values))))
    return max(min(drawn, _of_runs(values)), math.log2(len(values) + 1))


def _of_runs(values: Values) -> float:
    """Return the bits of where runs of one value begin; of runs of one length each tells little.

    Where the least amount that may be taken is m, runs of m values are no surprise.
    """
    begins = np.flatnonzero(np.diff(values))
    lengths = np.diff(begins)
    is_even = len(lengths) and lengths[0] > 1 and (lengths == lengths[0]).all()
    return len(begins) * (_OF_EVEN_RUN if is_even else math.log2(len(values)))


_KINDS = 8.0  # bits: which of the families, and from which heap on


def length(text: str) -> float:
    """Return the bits that it takes to say a form: its kind and its numbers."""
    numbers = map(int, re.findall("[0-9]+", text))
    return _KINDS + sum(2 * (number + 1).bit_length() - 1 for number in numbers)  # Elias' gamma


def measured(form: Form, seen: Values) -> Form:
    """Return a form with its bits; one that has a name is read off nothing."""
    says = length(form.text) if form.says is None else form.says
    if form.period is not None:
        turn = length(str(form.period)) + sum(form.period[:2]) * surprise(seen)
        says = min(says, turn)  # or one turn is read off
    times = (form.start + len(seen)) / form.read_off if form.read_off else math.inf
    return replace(form, bits=evidence(information(seen), says, times))


def evidence(explained: float, says: float, times: float) -> float:
    """Return the bits of a form: those that it explains less what it says, or of how often it held.

    Many values tell no more than how many *times* there are as many as the form was read off: if
    all times were alike, the next would differ once in as many (Laplace). They need not be alike,
    as a larger amount may enter, so the bits say nothing of larger heaps.
    """
    return min(explained - says, math.log2(times))


SURE = 9.0
"""Bits, once in 500, that make a form a find; with fewer it is a guess."""


def is_guess(bits: float) -> bool:
    """Return whether chance fits a form too often for a find."""
    return bits < SURE


def claim(about: str, text: str, where: str, bits: float, reach: int | None = None) -> str:
    """Return the sentence on a form that is not proved: what something looks like, or might be."""
    verb = "might be" if is_guess(bits) else "looks like"
    return f"{about} {verb} {text}{where}; {evidence_text(bits, reach)}"


def evidence_text(bits: float, reach: int | None = None) -> str:
    """Return how likely chance fits what was seen, and whether that makes a guess of it.

    It says nothing of larger heaps: the rule may allow other moves there.
    """
    number = round(2 ** max(bits, 0)) if is_guess(bits) else f"10^{int(bits * math.log10(2))}"
    fits = f"chance fits these at most once in {number}, and larger ones may differ"
    if bits < 1:
        fits = "chance may do it"
    moves = "" if reach is None else f"borne out by the moves of some heaps up to {reach:,}, "
    return moves + (f"only a guess: {fits}" if is_guess(bits) else f"not proved, {fits}")


Family = Callable[[Values, int], Iterable[Form]]
"""Proposes forms from some values: (all values seen, first heap to speak about) -> forms.

A family reads its numbers off the values; whether a form holds is tested elsewhere."""


def closed(
    text: str, of_heaps: Callable[[Values], Any], start: int = 0,
    period: tuple[int, int, int] | None = None, code: str = "", reads: float = 0.0,
) -> Form:  # fmt: skip
    """Return a form that is a function of the heap alone."""

    def predict(values: Values) -> Values:
        return np.asarray(of_heaps(np.arange(len(values), dtype=np.int64)), dtype=np.int64)

    return Form(text, predict, start, period, code=code, reads=reads)


def plus(number: int) -> str:
    """Write what is added: "", " + 3" or " − 3"."""
    return "" if not number else f" {'+' if number > 0 else '−'} {abs(number)}"


_SHIFTS = (0, 1, -1, 2, -2, 3, -3)
_LONGEST_PERIOD = 32


def quotients(values: Values, start: int) -> Iterator[Form]:
    """Propose ⌊(a·n + c)/m⌋ for the least m such that values m apart differ by one number a."""
    seen = values[start:]
    for m in range(1, min(_LONGEST_PERIOD, len(seen) // 2) + 1):
        steps = seen[m:] - seen[:-m]
        if (steps == steps[0]).all():
            yield from _quotient(values, start, m, int(steps[0]))
            return


def _quotient(values: Values, start: int, m: int, a: int) -> Iterator[Form]:
    # c has to obey m·v <= a·n + c < m·v + m for every heap n
    heaps = np.arange(start, len(values))
    low = int((m * values[start:] - a * heaps).max())
    high = int((m * (values[start:] + 1) - a * heaps).min())
    if a < 0 or low >= high:
        return
    c = min(max(0, low), high - 1)
    yield closed(_quotient_text(a, c, m), lambda n: (a * n + c) // m, start, (start, m, a))


def _quotient_text(a: int, c: int, m: int) -> str:
    if a == 0:
        return str(c // m)
    times = "n" if a == 1 else f"{a}n"
    if m == 1:
        return times + plus(c)
    return f"⌊{times}/{m}⌋" if not c else f"⌊({times}{plus(c)})/{m}⌋"


def remainders(values: Values, start: int) -> Iterator[Form]:
    """Propose ⌊(n + c)/k⌋ mod m: each value 0 .. m - 1 k times, and again; or falling."""
    m = int(values[start:].max(initial=0)) + 1
    for falling in (False, True):
        seen = m - 1 - values[start:] if falling else values[start:]
        drops = np.flatnonzero(seen[1:] < seen[:-1]) + 1 + start
        if len(drops) == 1 and not start and not seen[0]:
            drops = np.array([0, *drops])  # one turn is seen, and what comes after bears it out
        if len(drops) > 1 and (drops[1] - drops[0]) % m == 0:
            yield _remainder(int(drops[0]), int(drops[1] - drops[0]) // m, m, start, falling)


def _remainder(drop: int, k: int, m: int, start: int, falling: bool) -> Form:
    c = -drop % (m * k)
    if falling and k == 1:
        c = (m - 1 - c) % m
        text = f"({c} − n) mod {m}" if c else f"−n mod {m}"
        return closed(text, lambda n: (c - n) % m, start, (start, m, 0))

    def predict(n: Values) -> Values:
        rising = (n + c) // k % m
        return m - 1 - rising if falling else rising

    inside = f"(n{plus(c)})" if c else "n"
    quotient = inside if k == 1 else f"⌊{inside}/{k}⌋"
    text = f"{quotient} mod {m}"
    return closed(f"{m - 1} − ({text})" if falling else text, predict, start, (start, m * k, 0))


def ones(n: Values) -> Values:
    """Return the number of ones among the binary digits of n >= 0."""
    return np.bitwise_count(n).astype(np.int64)


def logarithm(n: Values) -> Values:
    """Return ⌊log₂ n⌋ for positive n; anything for others."""
    return np.asarray(np.frexp(n.astype(float))[1] - 1, np.int64)


def factors_and_one_two(n: Values) -> Values:
    """Return the same where all factors 2 count once, for positive n."""
    return prime_factors(n) - np.maximum(exponent_of_two(n) - 1, 0)


def root(n: Values) -> Values:
    """Return ⌊√n⌋ for n >= 0 below 2^50; anything for others."""
    return np.asarray(np.sqrt(np.maximum(n, 0)).astype(np.int64))


# text with {} for the argument, function, least argument, and its code where there is one
_LIBRARY: tuple[tuple[str, Callable[[Values], Values], int, str], ...] = (
    ("the exponent of 2 in {}", exponent_of_two, 1, ""),
    ("the greatest power of two that divides {}", lambda n: n & -n, 1, ""),
    ("{0} xor ⌊{0}/2⌋", lambda n: n ^ (n >> 1), 0, ""),
    ("the number of ones in binary {}", ones, 0, ""),
    ("the parity of the number of ones in binary {}", lambda n: ones(n) & 1, 0, ""),
    ("the parity of the exponent of 2 in {}", lambda n: exponent_of_two(n) & 1, 1, ""),
    ("⌊log₂ {}⌋", logarithm, 1, ""),
    ("⌊√{}⌋", root, 0, "root({})"),
    ("the greatest k with k(k + 1)/2 ≤ {}", lambda n: (root(8 * n + 1) - 1) // 2, 0,
     "(root(8 * Wide({}) + 1) - 1) // 2"),
    ("the number of prime factors (with repeats) of {}", prime_factors, 1, "factors({})"),
    ("the number of prime factors (with repeats, but 2 once) of {}", factors_and_one_two, 1, ""),
    ("the place among the primes of the least prime factor of odd {0}, 0 for even {0}",
     totative_array, 2, "place({})"),
)  # fmt: skip


def library(values: Values, start: int) -> Iterator[Form]:
    """Propose well-known functions of n + c, perhaps with 1 more or 1 less."""
    size = len(values)
    for place, (text, function, least, code) in enumerate(_LIBRARY):
        table = _table(place, size + _SHIFTS[-2])
        for c in _SHIFTS:
            first = max(start, least - c)
            if first >= size // 2:
                continue
            b = int(values[first] - table[first + c])
            if abs(b) > 1 or table[size - 1 + c] + b != values[-1]:
                continue
            if not np.array_equal(table[first + c : size + c] + b, values[first:]):
                continue
            added = ("", "1 + ", "−1 + ")[b]
            named = added + text.format(f"(n{plus(c)})" if c else "n")
            moved = lambda n, function=function, c=c, b=b: function(n + c) + b  # noqa: E731
            yield closed(named, moved, first, code=code and code.format(f"n + {c}") + f" + {b}")


@lru_cache(64)
def _table(place: int, size: int) -> Values:
    """Return a function of the library for 0 .. size - 1."""
    return _LIBRARY[place][1](np.arange(size))


FAMILIES = (quotients, remainders, library)
