"""A form that fits the first values, tested by the moves of larger heaps.

If all values are as it says, each is the mex of those that the moves leave. That is seen of a few
heaps far away without the values between. Where a rule says what may be taken, their moves are
those of all smaller heaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from operator import xor
from time import process_time

import numpy as np

from grundy.heaps.closed_forms import Form, Values, measured
from grundy.heaps.ruleset import HeapRuleset
from grundy.nimbers import mex

_FURTHEST = 30_000
_TOGETHER = 32  # heaps in a row: most remainders are among them
_MOST_OPTIONS = 300_000  # of all of them
_MOST_NEW = 8  # amounts that come in between two rows
_MOST_SECONDS = 3.0  # of the processor, where a function works long for few options


def borne_out(
    ruleset: HeapRuleset, form: Form | None, values: Values, *, lost: bool = False
) -> Form | None:
    """Test a form of the values, or of the *lost* heaps; None where the moves contradict it."""
    if form is None:
        return None
    said = _extended(form, (values == 0).astype(np.int64) if lost else values)
    numbers = (1 - said if lost else said).tolist()
    checked: list[int] = []
    with suppress(Exception):  # a function may know no larger heaps than those asked for
        for heaps in _agreeing(ruleset, numbers, len(values), lost=lost):
            if not heaps:
                return None
            checked += heaps
    if not checked:
        return form
    seen = np.concatenate((said[form.start : len(values)], said[checked]))
    return measured(replace(form, reach=checked[-1]), seen)


def _agreeing(
    ruleset: HeapRuleset, numbers: list[int], first: int, *, lost: bool
) -> Iterator[list[int]]:
    """Yield rows of larger heaps whose moves lead to the numbers; an empty one if they do not."""
    left, end, before = _MOST_OPTIONS, process_time() + _MOST_SECONDS, first
    while first + _TOGETHER <= _FURTHEST:
        heaps, amounts = [*range(first, first + _TOGETHER)], set[int]()
        for heap in heaps:
            options = list(ruleset.options(heap))
            left -= len(options)
            unknown = lost and max(map(len, options), default=0) > 1  # who wins two heaps
            if unknown or left < 0 or process_time() > end:
                return
            value = mex(reduce(xor, map(numbers.__getitem__, one), 0) for one in options)
            if (min(value, 1) if lost else value) != numbers[heap]:
                yield []
            amounts.update(heap - sum(option) for option in options)
            if heap == heaps[-1] and len(heaps) == _TOGETHER:
                # a new amount leaves the first heaps, which need not be as the later ones
                new = sorted(amount for amount in amounts if before < amount < first)
                heaps += {amount + i for amount in new[:_MOST_NEW] for i in range(_TOGETHER)}
        yield heaps[:_TOGETHER]
        before, first = first, max(first + _TOGETHER, min(2 * first, _FURTHEST - _TOGETHER))


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
