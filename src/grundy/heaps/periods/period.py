"""Periods of Grundy values: found, proved by a theorem for each kind of rule, or observed.

Heaps 0 .. N - 1 have been computed, and G(n + p) = G(n) + s whenever n0 <= n < N - p.

**Guy and Smith** (1956), for take-and-break codes with finitely many digits, s = 0. Let k be
the index of the last digit that is not 0, and b >= 1 the most heaps that a digit allows. If

    N >= b * (max(n0, 1) + p) + k - b + 1

the period holds for all n >= n0. (Every option of n + p >= N then has a part so large that
p can be taken from it, which gives an option of n of the same value; and back.) No theorem is
known here for codes with constraints on the parts, since moving one part by p can make two
parts equal: Grundy's game meets the bound with N = 11, n0 = 3, p = 3, and G(13) breaks it.

**Finite subtraction sets**, s = 0: G(n) depends on the last max(S) values only. If these
repeat, N >= n0 + p + max(S), all that follows repeats.

**All-but sets**, any s. Let M be the greatest number that may not be subtracted (0 if there is
none). Before heap N is computed, everything that matters from then on is the last M values and the
set A of the values of heaps below N - M, which stay options of all larger heaps; of A only what is
at least c = mex A matters, as no later value is less than c. If the last M values and that part of
A were the same p heaps before, but for s that is added to all of them, then every later value is
that of p heaps before, plus s, because the rule only compares values with each other. Hence N >= n0
+ p + max(M, 1), together with A(N) = A(N - p) + s from c on, is enough. (The search asks for p
heaps more, or chance repetitions at the end would hide the period.)

**Amounts that repeat**, any s: the same for a set whose amounts above M repeat with q. Values of
heaps below N - M stay options of the larger heaps of some classes modulo q, so there is a set A of
each class. N >= n0 + t + p + max(M, 1), where t is the least multiple of p and q, and each A has
moved up by what t adds.

**A proved formula** gives its period without any heap computed: `Formula.period`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy import markup
from grundy.heaps.codes import ANY, Code
from grundy.heaps.numbers import HeapRules
from grundy.runtime.kernels import compiled
from grundy.runtime.threads import in_time


@compiled(lists=True)
def match_lengths(values: Any, lengths: Any) -> None:
    """Fill in how far the end of a sequence agrees with itself, moved by p (Z-function).

    values      integer[n]    the sequence, read from its end; n >= len(lengths) - 1
    lengths     int32/64[m]   on exit lengths[p] for 1 <= p < m: how many items at the end
                              equal the item p places before them, without a gap

    Runs compiled and as plain Python (on lists). Cost O(n): an item is compared again only
    when it was unequal before.
    """
    size, last = len(values), len(values) - 1
    left = right = 0  # items left .. right - 1 from the end equal items 0 .. right - left - 1
    for p in range(1, len(lengths)):
        length = 0
        if p < right:
            length = min(right - p, lengths[p - left])
        if p + length >= right:
            while p + length < size and values[last - length] == values[last - p - length]:
                length += 1
            left, right = p, p + length
        lengths[p] = length


_BLOCK = 1 << 18
_FEW = 1 << 17  # values that are compared in a moment

Needed = Callable[[Any, Any], Any]


def candidates(
    values: npt.NDArray[np.integer[Any]], most: int, needed: Needed, *, arithmetic: bool = False
) -> Iterator[tuple[int, int]]:
    """Find each period p whose repetition at the end of *values* is long enough."""
    size = len(values)
    most = min(most, size - 1)
    if most < 1:
        return
    lengths = np.zeros(most + 1, np.int64 if size >= 2**31 else np.int32)
    if arithmetic:
        signed = np.promote_types(values.dtype, np.int8)
        values = np.subtract(values[1:], values[:-1], dtype=signed)
    if size < _FEW:
        match_lengths(values, lengths)
    else:
        late = "How the values repeat is not seen within the seconds given; give more."
        in_time(partial(match_lengths, values, lengths), late)
    for start in range(1, most + 1, _BLOCK):
        periods = np.arange(start, min(start + _BLOCK, most + 1), dtype=np.int64)
        # With k equal differences there are k + 1 pairs of values that differ by the same.
        pairs = lengths[periods].astype(np.int64) + int(arithmetic)
        preperiods = size - periods - pairs
        for place in np.flatnonzero(needed(preperiods, periods) <= size).tolist():
            yield int(periods[place]), int(preperiods[place])


@dataclass(frozen=True)
class Theorem:
    """What a rule's repetition has to reach to be a proof."""

    name: str
    heaps: int
    reach: int
    first: int
    arithmetic: bool = False
    tail: tuple[int, ...] = (3,)  # which amounts above all others may be taken, again and again

    def needed(self, preperiod: Any, period: Any) -> Any:
        """Return the least N for n0 and p: integers, or int64 arrays of one shape."""
        least = preperiod + (preperiod < self.first) * (self.first - preperiod)
        seen = 2 * period if self.arithmetic else period
        if len(self.tail) > 1:
            seen = np.lcm(period, len(self.tail)) + period
        return self.heaps * (least + seen) + self.reach - self.heaps + 1

    def longest(self, size: int) -> int:
        """Return the greatest period that *size* values could prove."""
        return (size - self.reach + self.heaps - 1) // self.heaps - self.first


GUY_SMITH = "Guy and Smith 1956"
SUBTRACTION = "repetition of the last max(S) values"
ALL_BUT = "shifted repetition of the state of an all-but set"
REPEATING = "shifted repetition of the state of a set that repeats"


def theorem_of(code: Code) -> Theorem | None:
    """Return the theorem that proves periods of the game of a code; None where there is none."""
    if code.constraint != ANY:
        return None
    takes_only = code.digits[0] == 0 and {0, 3}.issuperset(code.digits)
    if code.is_finite:
        if takes_only:
            return subtraction_theorem(code.last)
        return Theorem(GUY_SMITH, heaps=code.most_heaps, reach=code.last, first=1)
    if takes_only and code.tail == (3,):
        return all_but_theorem(max(r for r, digit in enumerate(code.digits) if not digit))
    if takes_only and {0, 3}.issuperset(code.tail):
        return Theorem(REPEATING, 1, max(len(code.digits) - 1, 1), 0, True, code.tail)
    return None


def subtraction_theorem(greatest: int) -> Theorem:
    """Return the theorem on finite subtraction sets, for one whose greatest number this is."""
    return Theorem(SUBTRACTION, heaps=1, reach=greatest, first=0)


def all_but_theorem(greatest: int) -> Theorem:
    """Return the theorem on all-but sets, where this is the greatest number not to be taken."""
    return Theorem(ALL_BUT, heaps=1, reach=max(greatest, 1), first=0, arithmetic=True)


def settled(values: npt.NDArray[Any], period: int, saltus: int, theorem: Theorem) -> bool:
    """Return whether A(N) = A(N - p) + s from mex A(N - p) on, for the N = len(values) heaps."""
    turn = math.lcm(period, len(theorem.tail))
    moved = turn, turn // period * saltus, theorem.reach
    backwards = theorem.tail[::-1]
    staying = (np.resize(np.roll(backwards, r), len(values)) == 3 for r in range(len(backwards)))
    return all(_has_moved(values, stay, *moved) for stay in staying)


def _has_moved(
    values: npt.NDArray[Any], stay: npt.NDArray[np.bool_], period: int, saltus: int, reach: int
) -> bool:
    """Return the same of those heaps that stay options of one class of larger heaps."""
    then, size = max(0, len(values) - period - reach), max(0, len(values) - reach)
    before = _members(values[:then][stay[:then]])
    now = _members(values[:size][stay[:size]])
    base = _mex(before)
    return _mex(now) == base + saltus and np.array_equal(
        now[now >= base + saltus], before[before >= base] + saltus
    )


def _members(values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the distinct values, rising, in linear time."""
    seen = np.zeros(int(values.max(initial=0)) + 1, np.bool_)
    seen[values] = True
    return np.flatnonzero(seen)


def _mex(members: npt.NDArray[np.int64]) -> int:
    """Return the least natural number that is not among *members*, which rise."""
    missing = np.flatnonzero(members != np.arange(len(members)))
    return int(missing[0]) if len(missing) else len(members)


_FIRST_STOP = 64
_WORTH_A_LOOK = 1 << 20  # with fewer heaps, twice as many are computed in no time


@dataclass(frozen=True, slots=True)
class Proof:
    """What proves a period for all heaps."""

    theorem: str
    heaps: int


@dataclass(frozen=True)
class Period:
    """values[n + period] == values[n] + saltus for every heap n >= preperiod.

    Attributes:
        preperiod: The first heap from which the period holds (Winning Ways and OEIS print
            the last exception, one less).
        period: The least period.
        saltus: What each period adds; 0 for a plain period.
        proved: Whether this holds for all heaps, or was only observed on some.
        proof: The theorem and the heaps that prove it; None where it was only observed, or
            where a formula proves it. Two periods are equal whatever proves them.
    """

    preperiod: int
    period: int
    saltus: int
    proved: bool
    proof: Proof | None = field(default=None, repr=False, compare=False)

    def reduce(self, heap: int) -> tuple[int, int]:
        """Return a heap below preperiod + period, and what its value is short of *heap*'s.

        >>> Period(preperiod=1, period=4, saltus=4, proved=True).reduce(10**30)
        (4, 999999999999999999999999999996)
        """
        if heap < self.preperiod:
            return heap, 0
        turns, rest = divmod(heap - self.preperiod, self.period)
        return self.preperiod + rest, turns * self.saltus

    def value(self, heap: int, values: Sequence[int] | npt.NDArray[Any]) -> int:
        """Return the value of a heap of any size.

        Args:
            heap: A natural number; 200 digits are fine.
            values: The values of heaps 0 .. preperiod + period - 1 at least.

        >>> Period(preperiod=0, period=3, saltus=0, proved=True).value(10**200, [0, 1, 2])
        1
        """
        small, added = self.reduce(heap)
        return int(values[small]) + added

    def _repr_html_(self) -> str:
        added = f" + {self.saltus}" if self.saltus else ""
        law = f"G(n + {self.period}) = G(n){added} for all n ≥ {self.preperiod}"
        return markup.paragraph(f"{law}: {'proved' if self.proved else 'observed, not proved'}.")


def find_period(ruleset: HeapRules, stop: int, store: Any = None) -> Period | None:
    """Find and prove the period of a game's Grundy values.

    Source: R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956.
    """
    if ruleset.period_theorem is None:
        return _by_formula(ruleset)
    return prove(ruleset.period_theorem, ruleset.sequence.values(stop, store))


def prove(theorem: Theorem, values: npt.NDArray[Any]) -> Period | None:
    """Find the least period that these values prove under *theorem*."""
    size = len(values)
    longest = theorem.longest(size)
    if not theorem.arithmetic:
        for period, preperiod in candidates(values, longest, theorem.needed):
            return _proved(theorem, Period(preperiod, period, 0, proved=True), values)
        return None
    least = len(values)
    for period, preperiod in candidates(values, longest, theorem.needed, arithmetic=True):
        if preperiod >= least:
            continue
        least = preperiod
        saltus = int(values[-1]) - int(values[-1 - period])
        if settled(values, period, saltus, theorem):
            return _proved(theorem, Period(preperiod, period, saltus, proved=True), values)
    return None


def _proved(theorem: Theorem, period: Period, values: npt.NDArray[Any]) -> Period:
    return replace(period, proof=Proof(theorem.name, proving_heaps(theorem, period, values)))


def observe(values: npt.NDArray[Any]) -> Period | None:
    """Return the least period seen in *values*, natural numbers; see `HeapRuleset.guess_period`."""
    pairs = candidates(
        values, len(values) // 3, lambda start, p: (3 * start + 1) // 2 + 3 * p, arithmetic=True
    )
    for period, preperiod in pairs:
        saltus = int(values[-1]) - int(values[-1 - period])
        if saltus >= 0:
            return Period(preperiod, period, saltus, proved=False)
    return None


def search_period(ruleset: HeapRules, limit: int, store: Any = None) -> Period | None:
    """Look for a proof in more and more heaps: 64, 128, …, and at last *limit*."""
    theorem = ruleset.period_theorem
    if theorem is None:
        return _by_formula(ruleset)
    stop = min(max(_FIRST_STOP, ruleset.sequence.filled), limit)
    while True:
        period = find_period(ruleset, stop, store)
        if period is not None or stop >= limit:
            return period
        stop = min(_next_stop(theorem, ruleset.sequence.values(stop)), limit)


def _next_stop(theorem: Theorem, values: npt.NDArray[Any]) -> int:
    """Return how many heaps to look at next: twice as many, or as many as may be enough."""
    size = len(values)
    if size < _WORTH_A_LOOK or theorem.arithmetic:
        return 2 * size
    seen = candidates(values, size // 2, lambda preperiod, period: preperiod + period + size // 16)
    for period, preperiod in seen:
        return min(max(int(theorem.needed(preperiod, period)), size + size // 8), 2 * size)
    return 2 * size


def proving_heaps(theorem: Theorem, period: Period, values: npt.NDArray[Any]) -> int:
    """Return the least N such that heaps 0 .. N - 1 prove *period*, which *values* do prove."""
    least = int(theorem.needed(period.preperiod, period.period))
    if not theorem.arithmetic:
        return least
    low, high = least, len(values)  # once settled, always settled
    while low < high:
        middle = (low + high) // 2
        if settled(values[:middle], period.period, period.saltus, theorem):
            high = middle
        else:
            low = middle + 1
    return low


def _by_formula(ruleset: HeapRules) -> Period | None:
    formula = ruleset.formula
    if formula is None or formula.period is None:
        return None
    return Period(*formula.period, proved=True)
