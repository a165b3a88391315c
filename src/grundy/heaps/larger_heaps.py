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
    checked = set[int]()
    try:
        if not _agree(ruleset, numbers, len(values), checked, lost=lost):
            return None
    except LimitError:
        raise
    except Exception:  # noqa: S110 - a function may know no larger heaps than those asked for
        pass
    if not checked:
        return form
    seen = np.concatenate((said[form.start : len(values)], said[sorted(checked)]))
    return measured(replace(form, reach=max(checked)), seen)


def _agree(
    ruleset: HeapRuleset, numbers: list[int], first: int, checked: set[int], *, lost: bool
) -> bool:
    """Return whether moves of larger heaps, which become *checked*, lead to their numbers."""
    left, is_over = 0, half_the_time()
    for heaps in (_far_apart(first), range(first, _FURTHEST)):
        left += _MOST_OPTIONS
        for heap in heaps:
            if heap in checked:
                continue
            options = list(islice(ruleset.options(heap), left + 1))
            if is_over() or (lost and max(map(len, options), default=0) > 1):  # who wins two heaps
                return True
            if len(options) > left:
                break
            left -= len(options)
            value = mex(reduce(xor, map(numbers.__getitem__, one), 0) for one in options)
            if (min(value, 1) if lost else value) != numbers[heap]:
                return False
            checked.add(heap)
    return True


def half_the_time() -> Callable[[], bool]:
    """Return what says whether half of the time that is left is over: more comes after this."""
    left, waited = seconds_left(), time.monotonic() + _MOST_WAITING
    end = thread_time() + _MOST_SECONDS
    return lambda: (
        thread_time() > end
        or time.monotonic() > waited
        or (left is not None and 2 * (seconds_left() or 0) < left)
    )


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
