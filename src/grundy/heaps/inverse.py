"""Options with a given value that a formula names, for heaps whose options nobody can list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from grundy.heaps import formulas
from grundy.heaps.codes import ANY
from grundy.heaps.lookup import Numbers
from grundy.heaps.moves import NamedRule
from grundy.heaps.period_options import all_but_options
from grundy.heaps.subtraction import AllBut

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

Option = tuple[int, ...]
KnownOptions = Callable[[int, int], Iterable[Option]]

# The largest heap whose options these games list within about a second; they list them all
# before the first.
_LARGEST_LISTED = {
    "at-most-half": 2_000_000,
    "take-a-prime": 10_000_000,
    "take-a-square": 10**11,
    "aliquot": 10**11,
    "to-divisor": 10**11,
    "totative": 1_000_000,
}


def largest_heap_listed(ruleset: HeapRuleset) -> float:
    """Give the largest heap whose options can be asked for without waiting for ever."""
    if isinstance(ruleset, NamedRule):
        return _LARGEST_LISTED.get(ruleset.text, float("inf"))
    return float("inf")


class Known(NamedTuple):
    """What a formula knows of the options of a heap that have a given value.

    Attributes:
        options: Gives options of (heap, value); when the value is below the heap's own, one at
            least.
        complete: Whether it gives all of them.
        counts: Whether int64 arrays of heaps and values have such an option, when there is
            never more than one; else None.
    """

    options: KnownOptions
    complete: bool
    counts: Callable[[Numbers, Numbers], Numbers] | None = None


def known_options(ruleset: HeapRuleset) -> Known:
    """Give what the ruleset's formula knows; nothing when there is none.

    >>> from grundy.heaps.parse import parse_game
    >>> list(known_options(parse_game("nim")).options(10**200, 7))
    [(7,)]
    """
    for formula, known in _KNOWN:
        if ruleset.formula is formula:
            return known
    period = ruleset.sequence.period
    if isinstance(ruleset, AllBut) and period is not None:
        return Known(partial(all_but_options, ruleset, period), complete=True)
    return Known(lambda heap, value: _by_period(ruleset, heap, value), complete=False)


def _by_period(ruleset: HeapRuleset, heap: int, value: int) -> Iterator[Option]:
    """Give options of a heap of a code with a proved period that is known.

    A part from the preperiod on may be changed by periods, if the other one stays there too.
    So an option into two heaps has one of the same value whose first heap is below preperiod +
    period, and where there are options of the value at all, one of these is among them.
    """
    code, period = ruleset.code, ruleset.sequence.period
    if code is None or not code.is_finite or code.constraint != ANY or period is None:
        return
    value_of = ruleset.value
    for taken, digit in enumerate(code.digits[: heap + 1]):
        rest = heap - taken
        if rest == 0:
            if digit & 1 and value == 0:
                yield ()
            continue
        if digit & 2 and value_of(rest) == value:
            yield (rest,)
        if digit & 4:
            for first in range(1, min(period.preperiod + period.period, rest // 2 + 1)):
                if value_of(first) ^ value_of(rest - first) == value:
                    yield first, rest - first


def _nim(heap: int, value: int) -> Iterator[Option]:
    if value < heap:
        yield (value,) if value else ()


def _lasker(heap: int, value: int) -> Iterator[Option]:
    # The formula is its own inverse, apart from the heaps that change places.
    smaller = formulas.lasker(value)
    if smaller < heap:
        yield (smaller,) if smaller else ()
    elif smaller == heap + 1 and heap % 4 == 3:
        # No heap below 4k + 3 has the value 4k + 3, but 1 and 4k + 2 together have it.
        yield (1, heap - 1)


def _at_most_half(heap: int, value: int) -> Iterator[Option]:
    # The heaps of value v are 2^j (2v + 1) - 1; each is twice the one before, and one more, so
    # that at most one of them is left by taking at most half.
    left = 2 * value
    while 2 * left < heap:
        left = 2 * left + 1
    if 0 < left < heap:
        yield (left,)


def _one_or_prime(heap: int, value: int) -> Iterator[Option]:
    taken = (heap - value) % 4
    if value < 4 and taken and taken <= heap:
        yield (heap - taken,) if heap > taken else ()


def _aliquot(heap: int, value: int) -> Iterator[Option]:
    if value < formulas.trailing_zeros(heap):
        yield (heap - (1 << value),)


_KNOWN = (
    (formulas.NIM, Known(_nim, complete=True, counts=lambda heaps, values: values < heaps)),
    (formulas.LASKER, Known(_lasker, complete=False)),
    (formulas.AT_MOST_HALF, Known(_at_most_half, complete=True)),
    (formulas.ONE_OR_PRIME, Known(_one_or_prime, complete=False)),
    (formulas.ALIQUOT, Known(_aliquot, complete=False)),
)
