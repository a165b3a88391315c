"""What the moves of a game bear out: a form of its values, and a rule for a function.

If all values are as a form says, each is the mex of those that the moves leave. That is seen of
heaps far away without the values between. Where a rule says what may be taken, their moves are
those of all smaller heaps. Only heaps that were looked at count as evidence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import xor

import numpy as np

from grundy.errors import LimitError
from grundy.heaps.closed_forms import Form, Values, measured
from grundy.heaps.codes import Code
from grundy.heaps.periods.verify_digits import parse_terms
from grundy.heaps.rules import HeapGame, Leave, TakeAndBreak
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import AllBut, Subtraction
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


Moves = Sequence[frozenset[tuple[int, ...]]]

_FEWEST = 24  # heaps, fewer of which any rule would fit
_MOST_MOVES = 20_000  # that are read; of all heaps together
_MOST_AMOUNTS = 24
_LONGEST = 12  # digits of a code before the last one repeats
_LARGEST_DIVISOR = 16


def rule_by_moves(ruleset: HeapRuleset, stop: int) -> tuple[HeapRuleset, int] | None:
    """Return a rule with a text that has the moves of a function, and on how many heaps it has.

    >>> rule_by_moves(HeapGame(lambda n: [n - 1, n // 2]), 300)
    (Leave(n-1,n//2), 300)
    """
    if not isinstance(ruleset, HeapGame):
        return None
    moves: list[frozenset[tuple[int, ...]]] = []
    count, is_over = 0, half_the_time()
    while len(moves) < stop and count < _MOST_MOVES and not is_over():
        moves.append(frozenset(ruleset.options(len(moves))))
        count += len(moves[-1])
    if len(moves) < _FEWEST:
        return None
    for rule in _read(moves):
        if all(set(rule.options(heap)) == options for heap, options in enumerate(moves)):
            return rule, len(moves)
    return None


def _read(moves: Moves) -> Iterator[HeapRuleset]:
    """Yield rules that may have the moves."""
    last = len(moves) - 1
    breaks = any(len(option) > 1 for options in moves for option in options)
    if not breaks:
        excluded = {*range(1, last + 1)} - {last - sum(option) for option in moves[last]}
        if max(excluded, default=0) <= last // 2 and len(excluded) <= _MOST_AMOUNTS:
            yield AllBut(excluded)
        yield from _by_terms(moves)
    yield from _by_code(moves, endless=breaks)


def _by_code(moves: Moves, *, endless: bool) -> Iterator[HeapRuleset]:
    """Yield the code whose digits say what was seen, of which the last may repeat."""
    digits = [0] * len(moves)
    for heap, options in enumerate(moves):
        for option in options:
            if sum(option) > heap:
                return
            digits[heap - sum(option)] |= 1 << len(option)
    last = max((amount for amount, digit in enumerate(digits) if digit), default=0)
    head, tail = digits[: last + 1], digits[:0]
    if last >= len(moves) // 2:
        head, tail = digits[:_LONGEST], digits[_LONGEST : _LONGEST + 1]
    if tail and not endless:
        return
    with suppress(ValueError):  # more heaps than a digit can say
        yield TakeAndBreak(str(Code(tuple(head), tuple(tail))))


def _by_terms(moves: Moves) -> Iterator[HeapRuleset]:
    """Yield the rule of terms that make all moves, the one with most moves first."""
    reached = [{sum(option) for option in options} for options in moves]
    open_ = {(heap, rest) for heap, rests in enumerate(reached) for rest in rests}
    amounts = sorted({heap - rest for heap, rest in open_})[:_MOST_AMOUNTS]
    words = [*(f"n-{amount}" for amount in amounts), *_words()]  # of equal ones the plainer
    made = {word: pairs for word in words if (pairs := _made(word, reached))}
    chosen: list[str] = []
    while open_ and made:
        chosen.append(max(made, key=lambda word: len(made[word] & open_)))
        open_ -= made.pop(chosen[-1])
    numbers = [word.removeprefix("n-") for word in chosen]
    if chosen and not open_:
        all_numbers = all(map(str.isdigit, numbers))
        yield Subtraction(map(int, numbers)) if all_numbers else Leave(*sorted(chosen))


def _words() -> Iterator[str]:
    for k in range(2, _LARGEST_DIVISOR + 1):
        yield from (f"n//{k}", f"ceil(n/{k})", f"n/{k}", f"n-{k}i", f"n-{k}^i")
        yield from (f"n-({k}i+{c})" for c in range(1, k))
        yield from (f"n-{c}*{k}^i" for c in range(2, k + 2))


def _made(word: str, reached: Sequence[set[int]]) -> set[tuple[int, int]] | None:
    """Return the moves that a term makes, None where it makes others."""
    (term,) = parse_terms((word,))
    pairs = set()
    for heap, rests in enumerate(reached):
        for rest in term.rests(heap):
            if rest not in rests:
                return None
            pairs.add((heap, rest))
    return pairs
