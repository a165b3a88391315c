"""Values that an automaton reads off the digits of the heap: the certificate, and its check.

The check imports no solver. It follows the digits of a heap n, the first one first, and keeps the
set of all (term, state of the automaton) that the same number of digits can make of the heaps m
to which there may be a move. There are finitely many such sets; on each the value of n has to be
the least that no move reaches. By induction on n the automaton then gives the values of all heaps
(docs/theory.md 3.8).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from grundy._version import __version__
from grundy.errors import CodeError, LimitError, RulesetError, VerificationError
from grundy.heaps.codes import ANY, LONGEST, Code, parse_code
from grundy.heaps.periods.certificate import check_record, read_rule
from grundy.runtime.limits import report
from grundy.runtime.sealed import SealedFile, failure, require

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


def code_of(terms: Sequence[Term]) -> Code | None:
    """Return the code of terms that take numbers and progressions; None of any others."""
    amounts = [term.amounts for term in terms if term.divisor == 1]
    some = [one for one in amounts if isinstance(one, Progression)]
    ends = [one for one in some if one.last is None]
    start = max((one.first for one in some), default=-1) + 1
    turn = math.lcm(*(one.step for one in ends))
    if len(some) < len(terms) or start + turn > LONGEST:
        return None
    digits = [3 * any(one.contains(t) for one in some) for t in range(start + turn)]
    return Code(tuple(digits[:start]), tuple(digits[start:]) if ends else ())


def parse_terms(terms: tuple[str, ...]) -> tuple[Term, ...]:
    """Read terms such as n-1, n-(2i+1), n-2^i, n//2, ceil(n/2) and n/2."""
    if not 0 < len(terms) <= _MOST_TERMS:
        raise RulesetError(f"A rule has 1 to {_MOST_TERMS} terms, such as {_USUAL}.")
    return tuple(map(_parse_term, terms))


def _parse_term(text: str) -> Term:
    for pattern, made in _PATTERNS:
        match = re.fullmatch(pattern, text)
        if match:
            numbers = [int(number) if number else 1 for number in match.groups()]
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


DIGITS = "the rule of mex for every set of states that digits reach"
_LARGEST_BASE = 36
_MOST_WORK = 500_000  # entries of all sets together
_LOOK = 1_000  # sets between two reports

Steps = tuple[tuple[int, ...], ...]
_Entry = tuple[int, int, int, bool, int]
"""A term, n - divisor * m - t so far, the state of t, whether m < n already, the state of m."""


@dataclass(frozen=True)
class Automaton:
    """What reads the digits of a number in a base, the first one first, and has an output.

    Attributes:
        base: The base.
        steps: For each state where each digit leads; state 0 is the first, and stays at zeros.
        outputs: The output in each state.
    """

    base: int
    steps: Steps
    outputs: tuple[int, ...]

    def __call__(self, number: int) -> int:
        """Return the output after the digits of a number of any size."""
        digits = []
        while number:
            number, digit = divmod(number, self.base)
            digits.append(digit)
        state = 0
        for digit in reversed(digits):
            state = self.steps[state][digit]
        return self.outputs[state]

    def array(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the outputs of many numbers."""
        steps, power = np.array(self.steps), 1
        while power <= numbers.max(initial=0) // self.base:
            power *= self.base
        states = np.zeros(numbers.shape, np.int64)
        while power:
            states = steps[states, numbers // power % self.base]
            power //= self.base
        return np.array(self.outputs, np.int64)[states]


@dataclass(frozen=True)
class DigitsCertificate(SealedFile):
    """Values that an automaton reads off the digits of the heap.

    Attributes:
        rule: A rule by arithmetic, such as ``leave(n-1,n//2)``, ``mark`` or ``0.[30]``.
        theorem: What makes the automaton right for all heaps: `DIGITS`.
        base: The base in which the digits are read, the first one first.
        steps: For each state where each digit leads; state 0 is the first, and stays at zeros.
        values: The value of a heap whose digits end in each state.
        version: The version of grundy that wrote the certificate.
        command: The command that wrote it.
    """

    kind: ClassVar[str] = "values of a heap game by digits"

    rule: str
    theorem: str
    base: int
    steps: Steps
    values: tuple[int, ...]
    version: str = __version__
    command: str = ""

    @property
    def sentence(self) -> str:
        """What it says, once it has been checked."""
        return (
            f"{self.rule}: an automaton of {len(self.values)} states that reads the digits in base "
            f"{self.base} gives the value of every heap ({self.theorem})."
        )

    @property
    def summary(self) -> dict[str, Any]:
        """What it says, for machines."""
        states = len(self.values)
        return {"rule": self.rule, "theorem": self.theorem, "base": self.base, "states": states}


def verify_digits(certificate: DigitsCertificate) -> None:
    """Raise `VerificationError` unless the automaton gives the values of all heaps."""
    base, steps, values = certificate.base, certificate.steps, certificate.values
    try:
        terms = terms_of(certificate.rule)
    except RulesetError as error:
        raise VerificationError(f"The rule is none: {error}", condition="rule") from None
    if terms is None:
        raise failure("rule", "it is no rule by arithmetic, such as leave(n-1,n//2)")
    codes = []
    with suppress(CodeError):  # a rule with a name has none
        codes.append(read_rule(certificate.rule))
    check_record(certificate, codes, "describe", "period")
    require(certificate.theorem == DIGITS, "theorem", f"it has to be: {DIGITS}")
    require(2 <= base <= _LARGEST_BASE, "base", f"it has to be 2 to {_LARGEST_BASE}")
    rows = [len(row) == base and max(row) < len(values) for row in steps]
    require(len(steps) == len(values) and all(rows), "steps", "a digit leads to no state")
    require(bool(steps) and steps[0][0] == 0, "steps", "a zero before the number leads elsewhere")
    check_mex(terms, Automaton(base, steps, values))


def check_mex(terms: Sequence[Term], automaton: Automaton) -> None:
    """Raise `VerificationError` unless an automaton gives the value of every heap.

    Raises:
        VerificationError: With the least heap that has another value, if the smaller ones are
            right.
        LimitError: If there are too many sets of states to look at.
    """
    base = automaton.base
    fits = all(term.amounts.fits(base) for term in terms)
    require(fits, "base", "no automaton reads the powers of this rule in it")
    product = _Product(terms, automaton)
    first = 0, product.start()
    seen, waiting, work = {first}, [(0, first)], 0
    for number, (state, entries) in waiting:  # in the order of the numbers
        values = {automaton.outputs[entry[-1]] for entry in entries if product.is_move(entry)}
        value = automaton.outputs[state]
        if value in values or not values.issuperset(range(value)):
            raise failure("values", f"heap {number:,} has another value", number)
        work += len(entries) + 1
        if work > _MOST_WORK:
            raise LimitError("The digits of this rule reach too many sets of states to be checked.")
        if len(seen) % _LOOK == 0:
            report("sets of states", len(seen), 0)
        for digit in range(base):
            following = automaton.steps[state][digit], product.after(entries, digit)
            if following not in seen:
                seen.add(following)
                waiting.append((number * base + digit, following))


class _Product:
    """All ways to write digits of m and t below those of n."""

    def __init__(self, terms: Sequence[Term], automaton: Automaton) -> None:
        self._terms, self._base, self._steps = terms, automaton.base, automaton.steps
        self._after = cache(lambda entry, digit: tuple(self._followed(entry, digit)))

    def start(self) -> frozenset[_Entry]:
        """Return what is reached before n begins: m and t are no longer than n."""
        folded = enumerate(term.amounts.fold(0, self._base) for term in self._terms)
        return frozenset((at, 0, t, False, 0) for at, t in folded)

    def after(self, entries: frozenset[_Entry], digit: int) -> frozenset[_Entry]:
        """Return what is reached by one more digit of n."""
        return frozenset(entry for before in entries for entry in self._after(before, digit))

    def is_move(self, entry: _Entry) -> bool:
        """Return whether there is a move from n to m, as far as their digits go."""
        at, rest, t, smaller, _ = entry
        term = self._terms[at]
        return smaller and rest == -term.added and term.amounts.contains(t)

    def _followed(self, entry: _Entry, digit: int) -> Iterator[_Entry]:
        at, rest, t, smaller, state = entry
        term, base = self._terms[at], self._base
        for of_m in range(base if smaller else digit + 1):
            over = base * rest + digit - term.divisor * of_m
            for of_t in range(base):
                # Beyond these bounds no digits bring the rest back to -added.
                if -max(1, term.added) <= over - of_t <= term.divisor:
                    amount = term.amounts.fold(base * t + of_t, base)
                    if amount >= 0:
                        less = smaller or of_m < digit
                        yield at, over - of_t, amount, less, self._steps[state][of_m]
