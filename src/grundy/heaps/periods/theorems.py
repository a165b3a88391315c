"""When a repetition of computed values goes on for ever: one theorem for each kind of rule.

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

**All-but sets**, any s. Let M be the greatest number that may not be subtracted (0 if there
is none). Before heap N is computed, everything that matters from then on is the last M values
and the set A of the values of heaps below N - M, which stay options for ever; of A only what
is at least c = mex A matters, as no later value is less than c. If the last M values and that
part of A were the same p heaps before, but for s that is added to all of them, then every
later value is that of p heaps before, plus s, because the rule only compares values with each
other. Hence N >= n0 + p + max(M, 1), together with A(N) = A(N - p) + s from c on, is enough.
(The search asks for p heaps more, or chance repetitions at the end would hide the period.)

**A proved formula** gives its period without any heap computed: `Formula.period`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import ANY, Code


@dataclass(frozen=True)
class Theorem:
    """What a rule's repetition has to reach to be a proof."""

    name: str
    heaps: int
    reach: int
    first: int
    arithmetic: bool = False

    def needed(self, preperiod: Any, period: Any) -> Any:
        """Return the least N for n0 and p: integers, or int64 arrays of one shape."""
        least = preperiod + (preperiod < self.first) * (self.first - preperiod)
        seen = 2 * period if self.arithmetic else period
        return self.heaps * (least + seen) + self.reach - self.heaps + 1

    def longest(self, size: int) -> int:
        """Return the greatest period that *size* values could prove."""
        return (size - self.reach + self.heaps - 1) // self.heaps - self.first


GUY_SMITH = "Guy and Smith 1956"
SUBTRACTION = "repetition of the last max(S) values"
ALL_BUT = "shifted repetition of the state of an all-but set"


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
    return None


def subtraction_theorem(greatest: int) -> Theorem:
    """Return the theorem on finite subtraction sets, for one whose greatest number this is."""
    return Theorem(SUBTRACTION, heaps=1, reach=greatest, first=0)


def all_but_theorem(greatest: int) -> Theorem:
    """Return the theorem on all-but sets, where this is the greatest number not to be taken."""
    return Theorem(ALL_BUT, heaps=1, reach=max(greatest, 1), first=0, arithmetic=True)


def settled(values: npt.NDArray[Any], period: int, saltus: int, reach: int) -> bool:
    """Return whether A(N) = A(N - p) + s from mex A(N - p) on, for the N = len(values) heaps."""
    size = len(values)
    before = _members(values[: max(0, size - period - reach)])
    now = _members(values[: max(0, size - reach)])
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
