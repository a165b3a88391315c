"""Counts of heaps: starting positions by value, the k-th lost heap, sums of values.

Where the values repeat, or are read off the digits, by a proof, heaps have any size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError, PositionError
from grundy.games.ruleset import Ruleset
from grundy.heaps.conjectures import proved_by_digits
from grundy.heaps.engines.engine import transform
from grundy.heaps.numbers import Within, require_natural
from grundy.heaps.periods.period import Period, search_period
from grundy.heaps.periods.verify_digits import Automaton
from grundy.heaps.rules import require_heaps
from grundy.heaps.ruleset import HeapRuleset
from grundy.printable import counted
from grundy.runtime.files import require_memory
from grundy.runtime.limits import PLAIN_SECONDS, Limits, reports

_LOOKED_AT = 10_000  # heaps in which a period is looked for
_MOST_HEAPS = 100_000_000  # heaps whose values are counted one by one
_BYTES = 32  # for each of them: its value, twice, and sorted
_LIMITS = Limits(seconds=PLAIN_SECONDS)  # for values one by one, where none are chosen
_MOST_DIGITS = 1_000_000  # of a count that is written out


@dataclass(frozen=True)
class _Heaps:
    """The heaps least .. below - 1 of a game."""

    ruleset: HeapRuleset
    least: int
    below: int
    limits: Limits | None = None

    @cached_property
    def period(self) -> Period | None:
        """The period, proved; None where none is found soon."""
        with Within(self.limits, self.ruleset.text).watched():
            return search_period(self.ruleset, _LOOKED_AT)

    @property
    def is_nim(self) -> bool:
        """Whether the value of each heap is its size."""
        period = self.period
        return period is not None and (period.preperiod, period.period, period.saltus) == (0, 1, 1)

    @cached_property
    def automaton(self) -> Automaton | None:
        """What gives the values of all heaps by their digits, where that is proved."""
        formula = self.ruleset.formula
        if self.below <= _LOOKED_AT or self.period or formula is None or not formula.certificate:
            return None
        proved = proved_by_digits(self.ruleset.text)
        return None if proved is None else proved.automaton

    def repeating(self) -> tuple[npt.NDArray[np.int64], int, int]:
        """Return values of heaps 0 .. n, the period with which they go on from its first, and s."""
        period = self.period if self.below > _LOOKED_AT else None
        if period is None:
            return self.one_by_one(), self.below or 1, 0
        stop = period.preperiod + period.period
        return self.ruleset.values(stop).astype(np.int64), period.period, period.saltus

    def counts(self) -> dict[int, int]:
        """Return how many heaps have each value."""
        totals: Counter[int] = Counter()
        bounds = (1, self.below), (-1, min(self.least, self.below))
        if self.automaton is not None:
            for value in set(self.automaton.outputs):
                weights = [int(output == value) for output in self.automaton.outputs]
                totals[value] = sum(s * _sum_below(self.automaton, weights, n) for s, n in bounds)
            return totals
        formula = self.ruleset.formula
        if formula is not None and formula.counts is not None and self.below > _LOOKED_AT:
            for sign, stop in bounds:
                for value, count in formula.counts(stop).items():
                    totals[value] += sign * count
            return totals
        values, period, saltus = self.repeating()
        if saltus and self.below > len(values):
            values, period = self.one_by_one(), self.below
        for sign, stop in bounds:
            turns, rest = divmod(max(stop - len(values), 0), period)
            for some, times in (
                (values[:stop], 1),
                (values[len(values) - period :], turns),
                (values[len(values) - period :][:rest], 1),
            ):
                different, counts = np.unique(some, return_counts=True)
                for value, count in zip(different.tolist(), counts.tolist(), strict=True):
                    totals[value] += sign * count * times
        return {value: count for value, count in totals.items() if count}

    def one_by_one(self) -> npt.NDArray[np.int64]:
        """Return the values of heaps 0 .. below - 1."""
        if self.below > _MOST_HEAPS:
            raise LimitError(
                f"{self._problem()}; {counted(self.below, 'heap')} are too many to count: "
                f"take {_MOST_HEAPS:,} at most."
            )
        purpose = f"To count {counted(self.below, 'value')}"
        require_memory(_BYTES * self.below, purpose, "take fewer")
        try:
            values = self.ruleset.values(self.below, limits=self.limits or _LIMITS)
        except LimitError as error:
            raise LimitError(
                f"{self._problem()}; values of {counted(self.below, 'heap')} are not found "
                f"{_within(self.limits)}: take fewer.",
                partial=error.partial,
            ) from None
        return values.astype(np.int64)

    def _problem(self) -> str:
        """Return what is known of the values, which is too little."""
        text, formula = self.ruleset.text, self.ruleset.formula
        if self.period is not None:
            return f"The values of {text} grow, and values that grow cannot be counted so far"
        problem = f"{text} has no period that {counted(_LOOKED_AT, 'heap')} prove"
        return problem if formula is None else f"{problem} (what is known: {formula.text})"


def _within(limits: Limits | None) -> str:
    return "within the limits" if limits else f"within {PLAIN_SECONDS:g} seconds"


# Sums over all numbers below another, by the digits that an automaton reads.


def _sums(automaton: Automaton, weights: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield, of 0, 1, 2, … digits that follow each state, the sum of the weights they end in."""
    while True:
        yield weights
        weights = [sum(weights[state] for state in step) for step in automaton.steps]


def _sum_below(automaton: Automaton, weights: Sequence[int], below: int) -> int:
    digits, rest = [], below
    while rest:
        rest, digit = divmod(rest, automaton.base)
        digits.append(digit)
    _require_rows(automaton, below)
    total = state = 0
    rows = list(islice(_sums(automaton, weights), len(digits)))
    for digit, row in zip(reversed(digits), reversed(rows), strict=True):
        *less, state = automaton.steps[state][: digit + 1]
        total += sum(row[before] for before in less)
    return total


def _nth_lost(automaton: Automaton, k: int) -> int | None:
    """Return the k-th number whose output is 0; None where there are fewer."""
    _require_rows(automaton, k)
    rows: list[Sequence[int]] = []
    size = len(automaton.steps)
    for row in _sums(automaton, [int(output == 0) for output in automaton.outputs]):
        if row[0] >= k:
            break
        if len(rows) > size + 1 and rows[-size][0] == row[0]:
            return None  # a longer number that is lost could be shortened to one of these lengths
        rows.append(row)
    number = state = 0
    for row in reversed(rows):
        digit = 0
        while k > row[automaton.steps[state][digit]]:
            k -= row[automaton.steps[state][digit]]
            digit += 1
        number, state = automaton.base * number + digit, automaton.steps[state][digit]
    return number


def _require_rows(automaton: Automaton, number: int) -> None:
    needed = len(automaton.steps) * number.bit_length() * (number.bit_length() // 16 + _BYTES)
    require_memory(needed, "To count by so many digits", "take a smaller number")


@reports
def count_positions(
    ruleset: Ruleset,
    piles: int,
    below: int,
    value: int = 0,
    *,
    least: int = 0,
    modulus: int | None = None,
    limits: Limits | None = None,
) -> int:
    """Count the positions of some piles that have a value; with value 0 those that are lost.

    The order of the piles counts: 1, 2 and 2, 1 are two positions.

    Args:
        ruleset: A game of heaps, or of one number.
        piles: How many piles.
        below: Each pile is smaller.
        value: The nim-sum of the values of the piles.
        least: Each pile has so many at least; 1 leaves out empty ones.
        modulus: Return the remainder by this number, which need not be a prime.
        limits: How far values may be computed one by one; by default for 20 seconds.

    Raises:
        LimitError: If there are too many heaps to look at, or the count has too many digits.

    Cost: the values, then V log V for values below V (a Walsh-Hadamard transform); for values that
    are those of Nim as many steps as the heaps have bits.

    >>> from grundy import catalogue
    >>> count_positions(catalogue["nim"], 3, 8, least=1)
    42
    >>> count_positions(catalogue["kayles"], 10**9, 10**18, modulus=998_244_353)
    777496292
    """
    arguments = {"piles": piles, "below": below, "value": value, "least": least}
    piles, below, value, least = (require_natural(arguments[name], name) for name in arguments)
    if modulus is not None and modulus < 1:
        raise PositionError(f"{modulus} is no modulus; it has to be 1 or more.")
    heaps = _Heaps(require_heaps(ruleset), least, below, limits)
    digits = piles * len(str(below))
    if modulus is None and digits > _MOST_DIGITS:
        raise LimitError(
            f"That count may have {counted(digits, 'digit')}; ask for its remainder by a modulus."
        )
    if below > _LOOKED_AT and heaps.is_nim:
        positions = _nim_positions(piles, min(least, below), below, value, modulus)
        return positions if modulus is None else positions % modulus
    counts = heaps.counts()
    size = 1 << max(counts, default=0).bit_length()
    if value >= size:
        return 0
    transformed = _transformed(counts, size)
    parity = np.bitwise_count(np.arange(size) & value) & 1
    total = 0
    within = None if modulus is None else modulus * size
    for factor, odd in ((1, 0), (-1, 1)):
        different, times = np.unique(transformed[parity == odd], return_counts=True)
        for one, count in zip(different.tolist(), times.tolist(), strict=True):
            total += factor * count * pow(one, piles, within)
    positions = total // size if within is None else total % within // size
    return positions if modulus is None else positions % modulus


def _nim_positions(piles: int, least: int, below: int, value: int, modulus: int | None) -> int:
    """Count the piles least .. below - 1 whose nim-sum is *value*, by the same transform.

    At w, whose lowest bit is t, the transform of 0 .. n - 1 is how far n is from a multiple of
    2^(t+1), with the sign of w at the bits of n above t; all such w are summed at once.
    """
    bits = max(below - 1, value, 1).bit_length()
    within = None if modulus is None else modulus << bits + 2
    total = 4 * pow(below - least, piles, within)
    for t in range(bits):
        block = 2 << t
        far, near = (min(n % block, -n % block) for n in (below, least))
        sign = -1 if value >> t & 1 else 1
        for of_below, of_least in product((0, 1), repeat=2):
            # The sum over w is 0 but where these bits cancel above t.
            if (value ^ below * of_below ^ least * of_least) // block:
                continue
            for one, other in product((1, -1), repeat=2):
                power = pow(one * far - other * near, piles, within)
                total += sign * one**of_below * other**of_least * power << bits - 1 - t
    return (total if within is None else total % within) >> bits + 2


def _transformed(counts: Mapping[int, int], size: int) -> npt.NDArray[np.object_]:
    """Return the Walsh-Hadamard transform of how many heaps have each value."""
    fits = sum(counts.values()) < 2**62
    sums = np.zeros(size, np.int64 if fits else object)
    for value, count in counts.items():
        sums[value] = count
    return transform(sums)


@reports
def lost_heap(ruleset: Ruleset, k: int, *, limits: Limits | None = None) -> int:
    """Return the k-th heap that whoever moves loses; the first, k = 1, is often the empty one.

    Args:
        ruleset: A game of heaps, or of one number.
        k: Which one, from 1 on, of any size where a period or a form by digits is proved.
        limits: How far values may be computed one by one; by default for 20 seconds.

    Raises:
        PositionError: If k is 0, or there are not so many.
        LimitError: If there are too many heaps to look at.

    >>> from grundy import TakeAndBreak, catalogue
    >>> lost_heap(catalogue["subtraction"]({1, 3, 4}), 10**18)
    3499999999999999995
    >>> lost_heap(catalogue["mark"], 10**18)
    2999999999999999990
    """
    heaps = require_heaps(ruleset)
    if require_natural(k, "k") == 0:
        raise PositionError("The lost heaps are counted from 1 on.")
    looked_at = _Heaps(heaps, 0, _LOOKED_AT + 1, limits)
    values, period, saltus = looked_at.repeating()
    lost = np.flatnonzero(values == 0).tolist()
    if k <= len(lost):
        return int(lost[k - 1])
    if looked_at.automaton is not None:
        nth = _nth_lost(looked_at.automaton, k)
        if nth is None:
            raise PositionError(f"{heaps.text} has fewer lost heaps.")
        return nth
    if period > _LOOKED_AT:
        return _lost_by_values(heaps, k, limits)
    again = [heap for heap in lost if heap >= len(values) - period]
    if saltus or not again:
        raise PositionError(f"{heaps.text} has {counted(len(lost), 'lost heap')} only.")
    turns, place = divmod(k - len(lost) - 1, len(again))
    return int(again[place] + (turns + 1) * period)


def _lost_by_values(heaps: HeapRuleset, k: int, limits: Limits | None) -> int:
    within = (limits or _LIMITS).for_one_question()
    stop, count = _LOOKED_AT, 0
    try:
        while stop < _MOST_HEAPS:
            stop = min(4 * stop, _MOST_HEAPS)
            lost = heaps.zeros(stop, limits=within)
            if k <= len(lost):
                return int(lost[k - 1])
            count = len(lost)
        reached = f"below {_MOST_HEAPS:,}"
    except LimitError:
        reached = _within(limits)
    theorem = heaps.theorem
    raise LimitError(
        f"Lost heap {k:,} of {heaps.text} is not found {reached} ({count:,} are); larger ones are "
        "found where a period or a form by digits is proved"
        + (f", and known is: {theorem.statement}" if theorem else ".")
    )


@reports
def value_sum(ruleset: Ruleset, below: int, *, limits: Limits | None = None) -> int:
    """Return the sum of the values of heaps 0 .. below - 1, the ordinary sum of numbers.

    Args:
        ruleset: A game of heaps, or of one number.
        below: How many heaps, of any size where a period, a form by digits or a sum is known.
        limits: How far values may be computed one by one; by default for 20 seconds.

    Raises:
        LimitError: If there are too many heaps to look at.

    >>> from grundy import catalogue
    >>> value_sum(catalogue["kayles"], 10**18), value_sum(catalogue["mark"], 10**18)
    (3916666666666666646, 999999999999999997)
    """
    below = require_natural(below, "below")
    heaps = _Heaps(require_heaps(ruleset), 0, below, limits)
    formula = heaps.ruleset.formula
    if formula is not None and formula.total is not None:
        return formula.total(below)
    if heaps.automaton is not None:
        return _sum_below(heaps.automaton, heaps.automaton.outputs, below)
    values, period, saltus = heaps.repeating()
    turns, rest = divmod(max(below - len(values), 0), period)
    again = values[len(values) - period :]
    first = sum(values[:below].tolist())
    whole = turns * sum(again.tolist()) + saltus * period * (turns * (turns + 1) // 2)
    return int(first + whole + sum(again[:rest].tolist()) + saltus * rest * (turns + 1))
