"""Rules of one heap by arithmetic, as finite automata can follow them: n - 3, n - 2^i, n//2, ….

Every term is one equation. The moves from a heap n lead to the heaps m < n with
n + added = divisor * m + t, where t is in a set that an automaton reads digit by digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grundy.errors import CodeError, RulesetError
from grundy.heaps.codes import ANY, parse_code

_NUMBER = "([1-9][0-9]{0,8})"
_USUAL = "n-1, n-2^i, n-3*2^i, n-(2i+1), n//2, ceil(n/2) or n/2"
_MOST_TERMS = 100


@dataclass(frozen=True, slots=True)
class Progression:
    """first, first + step, …, perhaps up to *last*."""

    first: int
    step: int = 1
    last: int | None = None

    def contains(self, t: int) -> bool:
        """Return whether a number is in the set."""
        inside = t >= self.first and (self.last is None or t <= self.last)
        return inside and (t - self.first) % self.step == 0

    def fits(self, base: int) -> bool:
        """Return whether finitely many states read the digits in this base, the first one first."""
        return True

    def fold(self, t: int, base: int) -> int:
        """Return the number that stands for t, whatever digits follow; -1 where all are lost."""
        if self.last is not None:
            return t if t <= self.last else -1
        return t if t < self.first else self.first + (t - self.first) % self.step

    def up_to(self, most: int) -> Iterator[int]:
        """Yield the members up to *most*."""
        last = most if self.last is None else min(most, self.last)
        return iter(range(self.first, last + 1, self.step))


@dataclass(frozen=True, slots=True)
class Powers:
    """factor * ratio^i for i = 0, 1, 2, …."""

    factor: int
    ratio: int

    def contains(self, t: int) -> bool:
        """Return whether a number is in the set."""
        return t in self.up_to(t)

    def fits(self, base: int) -> bool:
        """Return whether an automaton reads the digits in this base."""
        return base in Powers(self.ratio, self.ratio).up_to(base)

    def fold(self, t: int, base: int) -> int:
        """Return what stands for t, whatever digits follow."""
        # After a member only zeros lead to members, which all are such a one and zeros.
        if t < self.factor * base:
            return t
        if not self.contains(t):
            return -1
        while t >= self.factor * base:
            t //= base
        return t

    def up_to(self, most: int) -> Iterator[int]:
        """Yield the members up to *most*."""
        t = self.factor
        while t <= most:
            yield t
            t *= self.ratio


@dataclass(frozen=True, slots=True)
class Term:
    """The moves from n to m < n with n + added = divisor * m + t, t one of the amounts, t <= n."""

    amounts: Progression | Powers
    divisor: int = 1
    added: int = 0

    def rests(self, heap: int) -> Iterator[int]:
        """Yield the heaps that these moves lead to."""
        if self.divisor == 1:
            yield from (heap - t for t in self.amounts.up_to(heap))
        else:
            rest, t = divmod(heap + self.added, self.divisor)
            if rest < heap and self.amounts.contains(t):
                yield rest


def parse_terms(terms: tuple[str, ...]) -> tuple[Term, ...]:
    """Read terms such as n-1, n-(2i+1), n-2^i, n//2, ceil(n/2) and n/2."""
    if not 0 < len(terms) <= _MOST_TERMS:
        raise RulesetError(f"A rule has 1 to {_MOST_TERMS} terms, such as {_USUAL}.")
    return tuple(map(_parse_term, terms))


def _parse_term(text: str) -> Term:
    for pattern, made in _PATTERNS:
        found = re.fullmatch(pattern, text)
        if found:
            numbers = [int(number) if number else 1 for number in found.groups()]
            if pattern in _NEED_TWO and numbers[-1] < 2:
                break
            return made(*numbers)
    raise RulesetError(f'"{text[:40]}" is no term of n; write such as {_USUAL}.')


_PATTERNS: tuple[tuple[str, Callable[..., Term]], ...] = (
    (rf"n-{_NUMBER}", lambda c: Term(Progression(c, 1, c))),
    (rf"n-{_NUMBER}?i", lambda s: Term(Progression(s, s))),
    (rf"n-\({_NUMBER}?i\+{_NUMBER}\)", lambda s, c: Term(Progression(c, s))),
    (rf"n-(?:{_NUMBER}\*)?{_NUMBER}\^i", lambda f, r: Term(Powers(f, r))),
    (rf"n//{_NUMBER}", lambda k: Term(Progression(0, 1, k - 1), k)),
    (rf"ceil\(n/{_NUMBER}\)", lambda k: Term(Progression(0, 1, k - 1), k, k - 1)),
    (rf"n/{_NUMBER}", lambda k: Term(Progression(0, 1, 0), k)),
)
_NEED_TWO = tuple(pattern for pattern, _ in _PATTERNS[3:])  # else the heap stays, or nothing grows

_NAMED = {
    "mark": ("n-1", "n//2"),
    "divide-2-3-6": ("n//2", "n//3", "n//6"),
    "take-a-power-of-two": ("n-2^i",),
}


def terms_of(rule: str) -> tuple[Term, ...] | None:
    """Return the terms of a rule by its text: a name, leave(…) or a code; None for any other."""
    if rule in _NAMED:
        return parse_terms(_NAMED[rule])
    if rule.startswith("leave(") and rule.endswith(")"):
        return parse_terms(tuple(rule[len("leave(") : -1].split(",")))
    try:
        code = parse_code(rule)
    except CodeError:
        return None
    if code.constraint != ANY or code.digits[0] or not {0, 3}.issuperset(code.digits + code.tail):
        return None
    first, step = len(code.digits), len(code.tail)
    single = (Term(Progression(r, 1, r)) for r, digit in enumerate(code.digits) if digit)
    again = (Term(Progression(first + r, step)) for r, digit in enumerate(code.tail) if digit)
    return (*single, *again)
