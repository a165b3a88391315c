"""Look for forms that fit values: propose from the first heaps, test on all.

A form that fits is a conjecture and no more: whoever reports one says on which heaps it was
tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps import closed_forms, digit_forms, recurrences, set_forms
from grundy.heaps.closed_forms import Family, Form, Values, measured, surprise
from grundy.heaps.periods.period import Period, observe

FEWEST = 24  # heaps below which any form would fit
_WINDOW = 64  # heaps that a form is proposed from
_WINDOW_OF_DIGITS = 2_048  # the same, for forms by digits, which thin out
_STARTS = (0, 1, 2, 3, 4)
_MOST_FAILED = 3
_CHANGES = 2  # of values that are said to repeat those of smaller heaps
_GROWTH = 3  # a run may be as long as the one before it to the power of this, and end
_LASTED = 100  # heaps, before a failure is worth telling

CLOSED: tuple[Family, ...] = (*closed_forms.FAMILIES, set_forms.beatty_values)
DIGITS: tuple[Family, ...] = digit_forms.FAMILIES
DIGITS_OF_SETS: tuple[Family, ...] = tuple(map(digit_forms.of_set, DIGITS))
RUNS: tuple[Family, ...] = (digit_forms.runs,)  # these are few, and the later ones test the first
RUNS_OF_SETS: tuple[Family, ...] = (digit_forms.of_set(digit_forms.runs),)
SELF_SIMILAR: tuple[Family, ...] = recurrences.SELF_SIMILAR
FROM_EARLIER: tuple[Family, ...] = (*recurrences.FROM_EARLIER, set_forms.beatty_remainders)
ZEROS: tuple[Family, ...] = set_forms.FAMILIES


@dataclass(frozen=True)
class Failure:
    """A form that fits heaps start .. heap - 1, and not *heap*."""

    form: Form
    heap: int
    said: int
    value: int


@dataclass(frozen=True)
class Search:
    """What a search came to."""

    holding: Form | None
    failed: tuple[Failure, ...]


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
    found = _search(RUNS, wide, [first], fewest, None)
    return found if found.holding else _search(DIGITS, wide, [first], fewest, _WINDOW_OF_DIGITS)


def _repeating(values: npt.NDArray[Any], wide: Values, fewest: int) -> Search:
    """Look for a period that is seen, and for a closed form of what repeats."""
    period = observe(values)
    if period is None or not _outlasts(values, period):
        return Search(None, ())
    found = _search(CLOSED, wide, [period.preperiod], fewest)
    form = repetition(period)
    return found if found.holding else Search(measured(form, wide[form.start :]), ())


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
    found = _search(ZEROS, members, (0, 1))
    if found.holding is not None:
        return found
    by_digits = _search(RUNS_OF_SETS, members, (0,), most=None)
    if by_digits.holding is None:
        by_digits = _search(DIGITS_OF_SETS, members, (0,), most=_WINDOW_OF_DIGITS)
    return Search(by_digits.holding, _longest([*found.failed, *by_digits.failed]))


def repetition(period: Period) -> Form:
    """Return a period as a form: G(n − p) + s."""
    p, s = period.period, period.saltus

    def predict(values: Values) -> Values:
        said = values.copy()
        said[p:] = values[: max(len(values) - p, 0)] + s
        return said

    text = f"G(n − {p:,})" + (f" + {s:,}" if s else "")
    triple = (period.preperiod, p, s)
    return Form(text, predict, period.preperiod + p, triple)


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
    families: Sequence[Family],
    values: Values,
    starts: Sequence[int],
    fewest: int = FEWEST,
    most: int | None = _WINDOW,
    changes: int = 0,
) -> Search:
    failed: list[Failure] = []
    for start in starts:
        size = len(values) if most is None else min(most, (len(values) - start) * 2 // 3)
        window = values[: start + size]
        for form in _proposed(families, window, start, fewest):
            heap = form.first_failure(values)
            if heap is None and np.count_nonzero(np.diff(values[form.start :])) < changes:
                continue
            if heap is None:
                rest = values[len(window) :]
                more = form.counted and len(rest) * surprise(rest)
                counted = replace(form, counted=form.counted + more)
                return Search(measured(counted, values[form.start :]), _longest(failed))
            failed.append(Failure(form, heap, form.said(values, heap), int(values[heap])))
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


def _longest(failed: Sequence[Failure]) -> tuple[Failure, ...]:
    """Keep the forms that lasted longest, one for each heap at which forms fail."""
    by_heap: dict[int, Failure] = {}
    for failure in failed:
        if failure.heap >= _LASTED:
            by_heap.setdefault(failure.heap, failure)
    return tuple(by_heap[heap] for heap in sorted(by_heap, reverse=True)[:_MOST_FAILED])
