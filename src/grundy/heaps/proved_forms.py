"""Forms that an automaton proves: looked for in the first values, then checked for all heaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from grundy.errors import LimitError, RulesetError, VerificationError
from grundy.heaps.closed_forms import Form, Values
from grundy.heaps.conjectures import search
from grundy.heaps.digit_forms import automatic, regular
from grundy.heaps.formulas import Formula
from grundy.heaps.periods.verify_digits import DIGITS, Automaton, DigitsCertificate, check_mex
from grundy.heaps.recurrences import Digits
from grundy.heaps.terms import Term, terms_of

_LOOKED_AT = (2_048, 8_192)  # heaps: the first show most forms, in less time
_LONGEST = 500  # signs of a form that is written out
_MOST_SEQUENCES = 96  # more than of a form that stays a guess
_MOST_STATES = 2_000
_BASES = range(2, 17)


@dataclass(frozen=True)
class Proved:
    """A form of the values of a rule, and the automaton that gives them for all heaps."""

    rule: str
    form: Form
    automaton: Automaton

    @property
    def text(self) -> str:
        """The form, with the heap from which it is meant."""
        return self.form.text + (f" for n ≥ {self.form.start}" if self.form.start else "")

    @property
    def source(self) -> str:
        """What proves it."""
        return (
            f"{DIGITS}: an automaton of {len(self.automaton.outputs)} states in base "
            f"{self.automaton.base}"
        )

    @property
    def formula(self) -> Formula:
        """The values in closed form."""
        period, automaton = self.form.period, self.automaton
        return Formula(
            automaton, self.text, self.source, automaton.array, period, certificate=self.certificate
        )

    def certificate(self, command: str = "") -> DigitsCertificate:
        """Return what `grundy verify` can check."""
        base, steps, outputs = self.automaton.base, self.automaton.steps, self.automaton.outputs
        return DigitsCertificate(self.rule, DIGITS, base, steps, outputs, command=command)


@lru_cache(64)
def proved_by_digits(rule: str) -> Proved | None:
    """Return a form that holds for all heaps of a rule by arithmetic; None where none is proved.

    Forms of bounded values in bases to 16 are looked for: a period, or few different sequences
    n -> G(kⁱn + r).

    Cost: the first 8,192 values by the definition at most, then that of the check.

    >>> print(proved_by_digits("leave(n-2^i)").text)
    n mod 3
    """
    try:
        terms = terms_of(rule)
    except RulesetError:
        return None
    if terms is None:
        return None
    bases = [base for base in _BASES if all(term.amounts.fits(base) for term in terms)]
    for stop in _LOOKED_AT if bases else ():
        for form, automaton in _candidates(_first_values(terms, stop), bases):
            try:
                check_mex(terms, automaton)
            except (VerificationError, LimitError):
                continue
            return Proved(rule, _shortly(form, automaton), automaton)
    return None


def _shortly(form: Form, automaton: Automaton) -> Form:
    if len(form.text) <= _LONGEST:
        return form
    states = f"an automaton of {len(automaton.outputs)} states"
    return replace(form, text=f"what {states} says of the digits of n in base {automaton.base}")


def formula_by_digits(rule: str) -> Formula | None:
    """Return the formula that an automaton proves, or None."""
    proved = proved_by_digits(rule)
    return None if proved is None else proved.formula


def certificate_by_digits(rule: str, command: str) -> DigitsCertificate | None:
    """Return the certificate of a form that is proved, or None."""
    proved = proved_by_digits(rule)
    return None if proved is None else proved.certificate(command)


def _first_values(terms: Sequence[Term], stop: int) -> Values:
    values: list[int] = []
    for heap in range(stop):
        reached = {values[rest] for term in terms for rest in term.rests(heap)}
        values.append(next(value for value in range(heap + 1) if value not in reached))
    return np.array(values, np.int64)


def _candidates(values: Values, bases: Sequence[int]) -> Iterator[tuple[Form, Automaton]]:
    for form in _forms(values):
        digits = form.recurrence
        if isinstance(digits, Digits) and digits.base in bases:
            automaton = _by_digits(digits, values)
        elif form.period is not None and not form.period[2] and bases:
            automaton = _repeating(form.period, values, bases[0])
        else:
            continue
        if automaton is not None:
            yield form, automaton


def _forms(values: Values) -> Iterator[Form]:
    found = search(values).holding
    if found is not None:
        yield found
    for start in (0, 1):
        for form in (*automatic(values, start, _MOST_SEQUENCES), *regular(values, start)):
            if form.first_failure(values) is None:
                yield form


def _repeating(period: tuple[int, int, int], values: Values, base: int) -> Automaton | None:
    """Return the automaton whose states are the heaps of the preperiod and of one period."""
    preperiod, length, _ = period
    states = range(preperiod + length)
    if len(states) > _MOST_STATES:
        return None

    def folded(heap: int) -> int:
        return heap if heap < preperiod else preperiod + (heap - preperiod) % length

    steps = (tuple(folded(base * n + digit) for digit in range(base)) for n in states)
    return Automaton(base, tuple(steps), tuple(values[: len(states)].tolist()))


def _by_digits(digits: Digits, values: Values) -> Automaton | None:
    """Return the automaton whose states are the values of all sequences for the digits so far."""
    base, bound = digits.base, digits.bound

    def row(heap: int) -> tuple[int, ...]:
        return (*(int(values[scale * heap + r]) for scale, r in digits.places), 1)

    numbers: dict[tuple[int, tuple[int, ...]], int] = {(0, row(0)): 0}  # heap below bound, or -1
    waiting, steps = list(numbers), []
    for heap, here in waiting:
        if len(waiting) > _MOST_STATES:
            return None
        row_of_steps = []
        for digit in range(base):
            after = base * heap + digit
            if 0 <= after < bound:
                following = after, row(after)
            else:
                following = -1, tuple((digits.steps[digit] @ np.array(here)).tolist())
            if following not in numbers:
                numbers[following] = len(numbers)
                waiting.append(following)
            row_of_steps.append(numbers[following])
        steps.append(tuple(row_of_steps))
    return Automaton(base, tuple(steps), tuple(here[0] for _, here in waiting))
