"""Formulas that are seen in the values of a heap game, and those of them that are proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError, RulesetError, VerificationError
from grundy.heaps import closed_forms, digit_forms, recurrences, set_forms
from grundy.heaps.closed_forms import Family, Form, Values, measured
from grundy.heaps.digit_forms import automatic, regular
from grundy.heaps.formulas import Formula
from grundy.heaps.periods import verify_digits
from grundy.heaps.periods.period import Period, observe
from grundy.heaps.periods.verify_digits import Automaton, DigitsCertificate, Term, terms_of
from grundy.heaps.recurrences import SELF_SIMILAR, Digits

FEWEST = 24  # heaps below which any form would fit
_WINDOW = 64  # heaps that a form is proposed from
_WINDOW_OF_DIGITS = 2_048  # the same, for forms by digits, which thin out
_STARTS = (0, 1, 2, 3, 4)
_MOST_FAILED = 3
_CHANGES = 2  # of values that are said to repeat those of smaller heaps
_GROWTH = 3  # a run may be as long as the one before it to the power of this, and end
_LASTED = 100  # heaps a form must fit before its failure is reported

CLOSED: tuple[Family, ...] = (*closed_forms.FAMILIES, set_forms.beatty_values)
BY_DIGITS: tuple[Family, ...] = digit_forms.FAMILIES
RUNS: tuple[Family, ...] = (digit_forms.runs,)  # these are few, and the later ones test the first
FROM_EARLIER: tuple[Family, ...] = (*recurrences.FROM_EARLIER, set_forms.beatty_remainders)


ZEROS = "the set of P-positions"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A form that fits many heaps and then fails."""

    about: str
    text: str
    start: int
    heap: int
    said: int
    value: int

    def __str__(self) -> str:
        """Return the sentence."""
        fits = f"{self.about} fits {self.text} on heaps {self.start:,} … {self.heap - 1:,}"
        if self.about == ZEROS:
            here = "belongs to it" if self.value else "does not belong to it"
            return f"{fits}, but fails at heap {self.heap:,}, which {here}"
        return f"{fits}, but fails at heap {self.heap:,}: {self.said:,} there, not {self.value:,}"


@dataclass(frozen=True)
class Search:
    """What a search came to."""

    holding: Form | None
    failed: tuple[Counterexample, ...]


def search(values: npt.NDArray[Any], *, first: int = 0, fewest: int = FEWEST) -> Search:
    """Look for a form of the values: closed, repeating, then recursive."""
    wide = values.astype(np.int64)
    if len(wide) - first < fewest:
        return Search(None, ())
    starts = [first + start for start in _STARTS]
    attempts = [_search(CLOSED, wide, starts, fewest)]
    if attempts[-1].holding is None and first <= 1:  # the value of heap 0 is 0
        # before periods: a self-similar sequence may end in a long run of one value
        attempts.append(_search(SELF_SIMILAR, wide, starts[:3], fewest, changes=_CHANGES))
    if attempts[-1].holding is None and not first:
        attempts.append(_repeating(values, wide, fewest))
    if attempts[-1].holding is None and not first:
        attempts.append(_search(FROM_EARLIER, wide, starts[:3], fewest, changes=_CHANGES))
    if attempts[-1].holding is None and first <= 1:
        attempts.append(search_digits(wide, first, fewest))
    failed = _longest([failure for attempt in attempts for failure in attempt.failed])
    return Search(attempts[-1].holding, failed)


def search_digits(values: npt.NDArray[Any], first: int = 0, fewest: int = FEWEST) -> Search:
    """Look for a form by the digits of n, or by runs that grow."""
    wide = values.astype(np.int64)
    runs = _search(RUNS, wide, [first], fewest, None)
    return runs if runs.holding else _search(BY_DIGITS, wide, [first], fewest, _WINDOW_OF_DIGITS)


def _repeating(values: npt.NDArray[Any], wide: Values, fewest: int) -> Search:
    """Look for a period that is seen, and for a closed form of what repeats."""
    period = observe(values)
    if period is None or not _outlasts(values, period):
        return Search(None, ())
    attempt = _search(CLOSED, wide, [period.preperiod], fewest)
    form = repetition(period)
    return attempt if attempt.holding else Search(measured(form, wide[form.start :]), ())


def _outlasts(values: npt.NDArray[Any], period: Period) -> bool:
    """Return whether a period is seen for long, and is more than the last of runs that grow."""
    if period.period > 1:
        return len(values) >= 3 * period.preperiod
    steps = np.diff(values[: period.preperiod + 1].astype(np.int64)) == period.saltus
    ends = np.flatnonzero(~steps)
    longest = int(np.diff(ends, prepend=-1, append=len(steps)).max(initial=0))
    return bool(len(values) - period.preperiod >= longest**_GROWTH)


def search_zeros(values: npt.NDArray[Any]) -> Search:
    """Look for a form of the set of heaps with value 0."""
    if len(values) < FEWEST:
        return Search(None, ())
    members = (values == 0).astype(np.int64)
    attempt = _search(set_forms.FAMILIES, members, (0, 1))
    if attempt.holding is not None:
        return attempt
    of_sets = [[*map(digit_forms.of_set, families)] for families in (RUNS, BY_DIGITS)]
    by_digits = _search(of_sets[0], members, (0,), most=None)
    if by_digits.holding is None:
        by_digits = _search(of_sets[1], members, (0,), most=_WINDOW_OF_DIGITS)
    return Search(by_digits.holding, _longest([*attempt.failed, *by_digits.failed]))


def repetition(period: Period) -> Form:
    """Return a period as a form: G(n − p) + s."""
    p, s = period.period, period.saltus

    def predict(values: Values) -> Values:
        predictions = values.copy()
        predictions[p:] = values[: max(len(values) - p, 0)] + s
        return predictions

    text = f"G(n − {p:,})" + (f" + {s:,}" if s else "")
    return Form(text, predict, period.preperiod + p, (period.preperiod, p, s))


def closed_form_of(values: npt.NDArray[Any], period: Period) -> Form | None:
    """Return a closed form that a proved period makes true for all heaps, or None."""
    wide = values.astype(np.int64)
    for start in sorted({*_STARTS, period.preperiod}):
        for form in _proposed(CLOSED, wide[: start + _WINDOW], start):
            needed = agreement((period.preperiod, period.period, period.saltus), form.period)
            if needed is not None and needed <= len(wide) and form.first_failure(wide) is None:
                return form
    return None


def agreement(one: tuple[int, int, int], other: tuple[int, int, int] | None) -> int | None:
    """Return N such that two sequences that repeat and agree below N agree everywhere, or None."""
    if other is None or one[2] * other[1] != other[2] * one[1]:
        return None
    return max(one[0], other[0]) + int(np.lcm(one[1], other[1]))


def _search(
    families: Sequence[Family], values: Values, starts: Sequence[int], fewest: int = FEWEST,
    most: int | None = _WINDOW, changes: int = 0,
) -> Search:  # fmt: skip
    failed: list[Counterexample] = []
    for start in starts:
        size = len(values) if most is None else min(most, (len(values) - start) * 2 // 3)
        window = values[: start + size]
        for form in _proposed(families, window, start, fewest):
            heap = form.first_failure(values)
            if heap is None and np.count_nonzero(np.diff(values[form.start :])) < changes:
                continue
            if heap is None:
                return Search(measured(form, values[form.start :]), _longest(failed))
            said, value = form.value_at(values, heap), int(values[heap])
            failed.append(Counterexample("", form.text, form.start, heap, said, value))
    return Search(None, _longest(failed))


def _proposed(
    families: Sequence[Family], window: Values, start: int, fewest: int = FEWEST
) -> Iterator[Form]:
    """Yield the proposals that fit the heaps they were proposed from."""
    if len(window) - start < fewest // 2:
        return
    for family in families:
        for form in family(window, start):
            if 2 * form.start <= len(window) + start and form.first_failure(window) is None:
                yield form


def _longest(failed: Sequence[Counterexample]) -> tuple[Counterexample, ...]:
    """Keep the forms that lasted longest, one for each heap at which forms fail."""
    first = {failure.heap: failure for failure in reversed(failed) if failure.heap >= _LASTED}
    return tuple(first[heap] for heap in sorted(first, reverse=True)[:_MOST_FAILED])


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
        size, base = len(self.automaton.outputs), self.automaton.base
        return f"{verify_digits.DIGITS}: an automaton of {size} states in base {base}"

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
        theorem = verify_digits.DIGITS
        return DigitsCertificate(self.rule, theorem, base, steps, outputs, command=command)


@lru_cache(64)
def proved_by_digits(rule: str) -> Proved | None:
    """Return a form that holds for all heaps of a rule by arithmetic; None where none is proved.

    Forms of bounded values in bases to 16 are looked for: a period, or few different sequences
    n -> G(kⁱn + r).

    Cost: the first 8,192 values by the definition at most, then that of the check.

    >>> print(proved_by_digits("leave(n-2^i)").text)
    n mod 3
    """
    terms = None
    with suppress(RulesetError):
        terms = terms_of(rule)
    if terms is None:
        return None
    bases = [base for base in _BASES if all(term.amounts.fits(base) for term in terms)]
    for stop in _LOOKED_AT if bases else ():
        values = _first_values(terms, stop)
        conjecture = search(values).holding
        if conjecture is not None and conjecture.period is not None and conjecture.period[2]:
            return None  # they grow, and an automaton has finitely many outputs
        for form, automaton in _candidates(values, conjecture, bases):
            try:
                verify_digits.check_mex(terms, automaton)
            except (VerificationError, LimitError):
                continue
            if len(form.text) > _LONGEST:
                says = f"an automaton of {len(automaton.outputs)} states says"
                text = f"what {says} of the digits of n in base {automaton.base}"
                form = replace(form, text=text)
            return Proved(rule, form, automaton)
    return None


def _first_values(terms: Sequence[Term], stop: int) -> Values:
    values: list[int] = []
    for heap in range(stop):
        reached = {values[rest] for term in terms for rest in term.rests(heap)}
        values.append(next(value for value in range(heap + 1) if value not in reached))
    return np.array(values, np.int64)


def formula_by_digits(rule: str) -> Formula | None:
    """Return the formula that an automaton proves, or None."""
    proved = proved_by_digits(rule)
    return None if proved is None else proved.formula


def _candidates(
    values: Values, conjecture: Form | None, bases: Sequence[int]
) -> Iterator[tuple[Form, Automaton]]:
    for form in _forms(values, conjecture):
        digits = form.recurrence
        if isinstance(digits, Digits) and digits.base in bases:
            automaton = _by_digits(digits, values)
        elif form.period is not None and not form.period[2] and bases:
            automaton = _period_automaton(form.period, values, bases[0])
        else:
            continue
        if automaton is not None:
            yield form, automaton


def _forms(values: Values, conjecture: Form | None) -> Iterator[Form]:
    if conjecture is not None:
        yield conjecture
    for start in (0, 1):
        for form in (*automatic(values, start, _MOST_SEQUENCES), *regular(values, start)):
            if form.first_failure(values) is None:
                yield form


def _period_automaton(period: tuple[int, int, int], values: Values, base: int) -> Automaton | None:
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
