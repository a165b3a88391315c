"""A form that fits the first values, tested by the moves of larger heaps.

If all values are as it says, each is the mex of those that the moves leave. That is seen of a few
heaps far away without the values between. Where a rule says what may be taken, their moves are
those of all smaller heaps.
"""

from __future__ import annotations

import itertools
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
_MOST_AMOUNTS = 8  # that come in between two rows
_MOST_SECONDS = 3.0  # of the processor, where a function works long for few options


@dataclass(frozen=True)
class Tested:
    """A form, and the last of the larger heaps whose moves bear it out; None without any."""

    form: Form
    reach: int | None = None


def moves_text(reach: int | None) -> str:
    """Say that moves bear a form out, to go on with a sentence."""
    return "" if reach is None else f", which moves from some up to {reach:,} bear out"


def borne_out(
    ruleset: HeapRuleset, form: Form, values: Values, *, lost: bool = False
) -> Tested | None:
    """Test a form of the values, or of the *lost* heaps; None where the moves contradict it."""
    said = _extended(form, (values == 0).astype(np.int64) if lost else values)
    moves = _Moves(ruleset, (1 - said if lost else said).tolist(), lost=lost)
    checked, first = list[int](), len(values)
    with suppress(Exception):  # a function may know no larger heaps than those asked for
        while first + _TOGETHER <= _FURTHEST:
            before = checked[-1] if checked else first
            heaps = range(first, first + _TOGETHER)
            new = sorted(amount for amount in moves.amounts(heaps) if before < amount < first)
            # with a new amount the first heaps are options, which need not be as the later ones
            near = (range(amount, amount + _TOGETHER) for amount in new[:_MOST_AMOUNTS])
            if not all(map(moves.agree, itertools.chain(heaps, *near))):
                return None
            checked += heaps
            first = max(first + _TOGETHER, min(2 * first, _FURTHEST - _TOGETHER))
    if not checked:
        return Tested(form)
    seen = np.concatenate((said[form.start : len(values)], said[checked]))
    return Tested(measured(form, seen, checked[-1]), checked[-1])


class _EnoughError(Exception):
    """What is looked at has cost enough, or says nothing."""


class _Moves:
    """The moves of some heaps, and what a form says of them."""

    def __init__(self, ruleset: HeapRuleset, numbers: list[int], *, lost: bool) -> None:
        self._ruleset, self._numbers, self._lost = ruleset, numbers, lost
        self._left, self._begin = _MOST_OPTIONS, process_time()
        self._options = dict[int, list[tuple[int, ...]]]()

    def amounts(self, heaps: range) -> set[int]:
        """Return what is taken from these heaps."""
        return {heap - sum(option) for heap in heaps for option in self._of(heap)}

    def agree(self, heap: int) -> bool:
        """Return whether what a form says of a heap is the mex of what it says of the options."""
        numbers = self._numbers
        value = mex(reduce(xor, map(numbers.__getitem__, one), 0) for one in self._of(heap))
        return (min(value, 1) if self._lost else value) == numbers[heap]

    def _of(self, heap: int) -> list[tuple[int, ...]]:
        if heap not in self._options:
            options = list(itertools.islice(self._ruleset.options(heap), self._left + 1))
            self._left -= len(options)
            unknown = self._lost and max(map(len, options), default=0) > 1  # who wins two heaps
            if unknown or self._left < 0 or process_time() - self._begin > _MOST_SECONDS:
                raise _EnoughError
            self._options[heap] = options
        return self._options[heap]


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
