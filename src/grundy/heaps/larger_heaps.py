"""A form that fits the first values, tested by the moves of larger heaps.

If all values are as it says, each is the mex of those that the moves leave. That is seen of heaps
far away without the values between. Where a rule says what may be taken, their moves are those of
all smaller heaps. Only heaps that were looked at count as evidence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import xor

import numpy as np

from grundy.errors import LimitError
from grundy.heaps.closed_forms import Form, Values, measured
from grundy.heaps.ruleset import HeapRuleset
from grundy.nimbers import mex
from grundy.runtime.limits import seconds_left, thread_time

_FURTHEST = 30_000
_TOGETHER = 32  # heaps in a row: most remainders are among them
_MOST_OPTIONS = 300_000  # of heaps far apart, and of those in a row from the first
_MOST_SECONDS = 3.0  # of the processor, where a function works long for few options
_MOST_WAITING = 6.0  # where it waits


def borne_out(
    ruleset: HeapRuleset, form: Form | None, values: Values, *, lost: bool = False
) -> Form | None:
    """Test a form of the values, or of the *lost* heaps; None where the moves contradict it."""
    if form is None:
        return None
    said = _extended(form, (values == 0).astype(np.int64) if lost else values)
    numbers = (1 - said if lost else said).tolist()
    checked: list[int] = []
    try:
        for heap, agrees in _tested(ruleset, numbers, len(values), lost=lost):
            if not agrees:
                return None
            checked.append(heap)
    except LimitError:
        raise
    except Exception:  # noqa: S110 - a function may know no larger heaps than those asked for
        pass
    if not checked:
        return form
    checked.sort()
    seen = np.concatenate((said[form.start : len(values)], said[checked]))
    return measured(replace(form, reach=checked[-1]), seen)


def _tested(
    ruleset: HeapRuleset, numbers: list[int], first: int, *, lost: bool
) -> Iterator[tuple[int, bool]]:
    """Yield larger heaps, each once, with whether their moves lead to their numbers."""
    left, seen, is_over = 0, set[int](), half_the_time()
    for heaps in (_far_apart(first), range(first, _FURTHEST)):
        left += _MOST_OPTIONS
        for heap in heaps:
            if heap in seen:
                continue
            options = list(islice(ruleset.options(heap), left + 1))
            if is_over() or (lost and max(map(len, options), default=0) > 1):  # who wins two heaps
                return
            if len(options) > left:
                break
            left -= len(options)
            value = mex(reduce(xor, map(numbers.__getitem__, one), 0) for one in options)
            yield heap, (min(value, 1) if lost else value) == numbers[heap]
            seen.add(heap)


def half_the_time() -> Callable[[], bool]:
    """Return what says whether half of the time that is left is over: more comes after this."""
    left, waited = seconds_left(), time.monotonic() + _MOST_WAITING
    end = thread_time() + _MOST_SECONDS

    def is_over() -> bool:
        is_late = left is not None and 2 * (seconds_left() or 0) < left
        return is_late or thread_time() > end or time.monotonic() > waited

    return is_over


def _far_apart(first: int) -> Iterator[int]:
    """Yield rows of heaps, each twice as far."""
    row = first
    while row + _TOGETHER <= _FURTHEST:
        yield from range(row, row + _TOGETHER)
        row = max(row + _TOGETHER, min(2 * row, _FURTHEST - _TOGETHER))


def _extended(form: Form, values: Values) -> Values:
    """Return what the form says, from the first values, of all heaps to the furthest."""
    size, heaps = len(values), np.arange(_FURTHEST)
    if form.period is not None and sum(form.period[:2]) <= size:
        preperiod, period, saltus = form.period
        turns = np.maximum(heaps - preperiod, 0) // period
        repeated: Values = values[heaps - turns * period] + turns * saltus
        return repeated
    said = np.zeros(_FURTHEST, np.int64)
    while True:
        before, said = said, form.predict(said)
        said[:size] = values
        if np.array_equal(said, before):
            return said
