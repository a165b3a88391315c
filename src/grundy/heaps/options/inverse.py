"""Options with a given value that a formula names, for heaps whose options nobody can list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from grundy.heaps.codes import ANY
from grundy.heaps.formulas import formula as formulas
from grundy.heaps.options.lookup import Numbers
from grundy.heaps.options.periodic import all_but_options, split_counts
from grundy.heaps.rules.arithmetic import NamedRule
from grundy.heaps.rules.subtraction import AllBut

if TYPE_CHECKING:
    from grundy.heaps.ruleset import HeapRuleset

Option = tuple[int, ...]
KnownOptions = Callable[[int, int], Iterable[Option]]


def largest_heap_listed(ruleset: HeapRuleset) -> float:
    """Return the largest heap whose options can be asked for without waiting for ever."""
    if isinstance(ruleset, NamedRule):
        return ruleset.rule.largest_listed
    return float("inf")


class Known(NamedTuple):
    """What a formula knows of the options of a heap that have a given value.

    Attributes:
        options: Gives options of (heap, value); when the value is below the heap's own, one at
            least.
        complete: Whether it gives all of them.
        counts: Whether int64 arrays of heaps and values have such an option, when there is
            never more than one; else None.
        number: Counts the options of (heap, value) without listing them; None where that is no
            less work.
    """

    options: KnownOptions
    complete: bool
    counts: Callable[[Numbers, Numbers], Numbers] | None = None
    number: Callable[[int, int], int] | None = None


def known_options(ruleset: HeapRuleset) -> Known:
    """Return what the ruleset's formula knows; nothing when there is none.

    >>> from grundy import TakeAndBreak
    >>> list(known_options(TakeAndBreak("0.[3]")).options(10**200, 7))
    [(7,)]
    """
    for formula, known in _KNOWN:
        if ruleset.formula is formula:
            return known
    period = ruleset.sequence.period
    if isinstance(ruleset, AllBut) and period is not None:
        return Known(partial(all_but_options, ruleset, period), complete=True)
    splits = split_counts(ruleset)
    return Known(
        lambda heap, value: _by_period(ruleset, heap, value),
        complete=False,
        number=None if splits is None else splits.count,
    )


def _by_period(ruleset: HeapRuleset, heap: int, value: int) -> Iterator[Option]:
    """Yield options of a heap of a code with a proved period that is known.

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


def lasker_count(heap: int, value: int) -> int:
    """Count the options of a heap in Lasker's Nim that have a value.

    A heap 4x + r has the value 4X + l, with X = x for r = 1, 2, x + 1 for r = 3 (l = 0) and
    x - 1 for r = 0 (l = 3). So two heaps of a given sum and nim-sum are two numbers X of a given
    sum and nim-sum, for each pair of r: 2^k ordered pairs, where the nim-sum has k ones.

    >>> lasker_count(7, 7), lasker_count(4**40, 0)
    (3, 2)
    """
    smaller = formulas.lasker(value)
    ordered = sum(_lasker_pairs(heap, value, r, s) for r in range(4) for s in range(4))
    halves = heap % 2 == 0 and heap > 0 and value == 0
    return (smaller < heap) + (ordered + halves) // 2


def _lasker_pairs(total: int, value: int, *ends: int) -> int:
    """Count the ordered pairs of heaps with these remainders by 4, a sum and a nim-sum."""
    low = [(3, 1, 2, 0)[end] for end in ends]
    rest = total - sum(ends)
    if rest % 4 or low[0] ^ low[1] != value % 4:
        return 0
    high = rest // 4 + sum((-1, 0, 0, 1)[end] for end in ends)
    wanted = value // 4
    twice = high - wanted  # the sum less the nim-sum: twice the bits that both numbers have
    if twice < 0 or twice % 2 or twice // 2 & wanted:
        return 0
    # X = 0 comes from no heap with r = 3; the other X is then the whole sum, and the nim-sum.
    empty = ends.count(3) if high == wanted else 0
    return (1 << wanted.bit_count()) - (min(empty, 1) if high == 0 else empty)


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
    (formulas.LASKER, Known(_lasker, complete=False, number=lasker_count)),
    (formulas.AT_MOST_HALF, Known(_at_most_half, complete=True)),
    (formulas.ONE_OR_PRIME, Known(_one_or_prime, complete=False)),
    (formulas.ALIQUOT, Known(_aliquot, complete=False)),
)
