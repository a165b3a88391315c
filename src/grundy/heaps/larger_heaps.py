"""A form that fits the first values, tested by the moves of larger heaps.

If all values are as it says, each is the mex of those that the moves leave. That is seen of a few
heaps far away without the values between. Where a rule says what may be taken, their moves are
those of all smaller heaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
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
_MOST_SECONDS = 3.0  # of the processor, where a function works long for few options


@dataclass(frozen=True)
class Tested:
    """A form, and the last of the larger heaps whose moves bear it out; None without any."""

    form: Form
    reach: int | None = None


def borne_out(
    ruleset: HeapRuleset, form: Form, values: Values, *, lost: bool = False
) -> Tested | None:
    """Test a form of the values, or of the *lost* heaps; None where the moves contradict it."""
    said = _extended(form, (values == 0).astype(np.int64) if lost else values)
    numbers = (1 - said if lost else said).tolist()
    checked: list[int] = []
    with suppress(Exception):  # a function may know no larger heaps than those asked for
        for heap, reached in _reached(ruleset, numbers, len(values), lost=lost):
            if (min(mex(reached), 1) if lost else mex(reached)) != numbers[heap]:
                return None
            checked.append(heap)
    if len(checked) < _TOGETHER:
        return Tested(form)
    seen = np.concatenate((said[form.start : len(values)], said[checked]))
    return Tested(measured(form, seen, checked[-1]), checked[-1])


def _reached(
    ruleset: HeapRuleset, numbers: list[int], first: int, *, lost: bool
) -> Iterator[tuple[int, set[int]]]:
    """Yield some heaps, and what the moves of each reach, until that has cost enough."""
    left, begin = _MOST_OPTIONS, process_time()
    while first + _TOGETHER <= len(numbers):
        for heap in range(first, first + _TOGETHER):
            reached = set()
            for option in ruleset.options(heap):
                left -= 1
                if left < 0 or (lost and len(option) > 1):  # who wins two heaps is not known
                    return
                reached.add(reduce(xor, map(numbers.__getitem__, option), 0))
            yield heap, reached
            if process_time() - begin > _MOST_SECONDS:
                return
        first = max(first + _TOGETHER, min(2 * first, len(numbers) - _TOGETHER))


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
