"""Counts: starting positions by value, the k-th lost heap, sums of values, the longest play.

Whole numbers of any size, and fractions; where the values repeat by a proof, heaps have any size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from grundy.errors import CycleError, LimitError, PositionError
from grundy.games.misere_quotient import closed
from grundy.games.state_text import shown
from grundy.heaps.numbers import require_natural
from grundy.heaps.periods.period import Period, search_period
from grundy.heaps.rules import require_heaps
from grundy.printable import counted
from grundy.runtime.files import require_memory
from grundy.runtime.limits import Limits, Watch

if TYPE_CHECKING:
    import numpy.typing as npt

    from grundy.games.position import Position
    from grundy.games.ruleset import Ruleset
    from grundy.heaps.ruleset import HeapRuleset

_LOOKED_AT = 10_000  # heaps in which a period is looked for
_MOST_HEAPS = 100_000_000  # heaps whose values are counted one by one
_BYTES = 32  # for each of them: its value, twice, and sorted
_MOST_DIGITS = 1_000_000  # of a count that is written out

# Heaps below some number: their values one by one, or by a period that is proved.


@dataclass(frozen=True)
class _Heaps:
    """The heaps least .. below - 1 of a game."""

    ruleset: HeapRuleset
    least: int
    below: int

    @cached_property
    def period(self) -> Period | None:
        """The period, proved; None where none is found soon."""
        return search_period(self.ruleset, _LOOKED_AT)

    def repeating(self) -> tuple[npt.NDArray[np.int64], int, int]:
        """Return values of heaps 0 .. n, the period with which they go on from its first, and s."""
        period = self.period if self.below > _LOOKED_AT else None
        if period is None:
            _require_few(self.ruleset, self.below)
            return self.ruleset.values(self.below).astype(np.int64), self.below or 1, 0
        stop = period.preperiod + period.period
        return self.ruleset.values(stop).astype(np.int64), period.period, period.saltus

    def counts(self) -> dict[int, int]:
        """Return how many heaps have each value."""
        values, period, saltus = self.repeating()
        if saltus and self.below > len(values):
            _require_few(self.ruleset, self.below)
            values, period = self.ruleset.values(self.below).astype(np.int64), self.below
        found: Counter[int] = Counter()
        for sign, stop in ((1, self.below), (-1, min(self.least, self.below))):
            turns, rest = divmod(max(stop - len(values), 0), period)
            for some, times in (
                (values[:stop], 1),
                (values[len(values) - period :], turns),
                (values[len(values) - period :][:rest], 1),
            ):
                different, counts = np.unique(some, return_counts=True)
                for value, count in zip(different.tolist(), counts.tolist(), strict=True):
                    found[value] += sign * count * times
        return {value: count for value, count in found.items() if count}


def _require_few(ruleset: HeapRuleset, heaps: int) -> None:
    if heaps > _MOST_HEAPS:
        raise LimitError(
            f"{ruleset.text} has no period that {counted(_LOOKED_AT, 'heap')} prove, and values of "
            f"{counted(heaps, 'heap')} are too many to count; take {_MOST_HEAPS:,} at most."
        )
    require_memory(_BYTES * heaps, f"To count {counted(heaps, 'value')}", "take fewer")


def count_positions(
    ruleset: Ruleset,
    piles: int,
    below: int,
    value: int = 0,
    *,
    least: int = 0,
    modulus: int | None = None,
) -> int:
    """Count the positions of some piles that have a value; with value 0 those that are lost.

    The piles are told apart: 1, 2 and 2, 1 are two positions.

    Args:
        ruleset: A game of heaps, or of one number.
        piles: How many piles.
        below: Each pile is smaller.
        value: The nim-sum of the values of the piles.
        least: Each pile has so many at least; 1 leaves out empty ones.
        modulus: Return the remainder by this number, which need not be a prime.

    Raises:
        LimitError: If there are too many heaps to look at, or the count has too many digits.

    Cost: the values, then V log V for values below V (a Walsh-Hadamard transform).

    >>> from grundy import catalogue
    >>> count_positions(catalogue["nim"], 3, 8, least=1)
    42
    >>> count_positions(catalogue["kayles"], 10**9, 10**18, modulus=998_244_353)
    777496292
    """
    asked = {"piles": piles, "below": below, "value": value, "least": least}
    piles, below, value, least = (require_natural(asked[name], name) for name in asked)
    if modulus is not None and modulus < 1:
        raise PositionError(f"{modulus} is no modulus; it has to be 1 or more.")
    counts = _Heaps(require_heaps(ruleset), least, below).counts()
    digits = piles * len(str(below))
    if modulus is None and digits > _MOST_DIGITS:
        raise LimitError(
            f"That count may have {counted(digits, 'digit')}; ask for its remainder by a modulus."
        )
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
    found = total // size if within is None else total % within // size
    return found if modulus is None else found % modulus


def _transformed(counts: Mapping[int, int], size: int) -> npt.NDArray[np.object_]:
    """Return the Walsh-Hadamard transform of how many heaps have each value."""
    fits = sum(counts.values()) < 2**62
    found = np.zeros(size, np.int64 if fits else object)
    for value, count in counts.items():
        found[value] = count
    half = 1
    while half < size:
        pairs = found.reshape(-1, 2, half)
        found = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    return found


def lost_heap(ruleset: Ruleset, k: int) -> int:
    """Return the k-th heap that whoever moves loses; the first, k = 1, is often the empty one.

    Args:
        ruleset: A game of heaps, or of one number.
        k: Which one, from 1 on, of any size where a period is proved.

    Raises:
        PositionError: If k is 0, or there are not so many.
        LimitError: If there are too many heaps to look at.

    >>> from grundy import TakeAndBreak, catalogue
    >>> lost_heap(catalogue["subtraction"]({1, 3, 4}), 10**18)
    3499999999999999995
    """
    heaps = require_heaps(ruleset)
    if require_natural(k, "k") == 0:
        raise PositionError("The lost heaps are counted from 1 on.")
    values, period, saltus = _Heaps(heaps, 0, _LOOKED_AT + 1).repeating()
    lost = np.flatnonzero(values == 0).tolist()
    if k <= len(lost):
        return int(lost[k - 1])
    if period <= _LOOKED_AT:
        again = [heap for heap in lost if heap >= len(values) - period]
        if saltus or not again:
            raise PositionError(f"{heaps.text} has {counted(len(lost), 'lost heap')} only.")
        turns, place = divmod(k - len(lost) - 1, len(again))
        return int(again[place] + (turns + 1) * period)
    stop = len(values)
    while stop < _MOST_HEAPS:
        stop = min(4 * stop, _MOST_HEAPS)
        found = np.flatnonzero(heaps.values(stop) == 0)
        if k <= len(found):
            return int(found[k - 1])
    raise LimitError(f"Below {_MOST_HEAPS:,} there are not so many lost heaps of {heaps.text}.")


def value_sum(ruleset: Ruleset, below: int) -> int:
    """Return the sum of the values of heaps 0 .. below - 1, the ordinary sum of numbers.

    Raises:
        LimitError: If there are too many heaps to look at.

    >>> from grundy import catalogue
    >>> value_sum(catalogue["kayles"], 10**18)
    3916666666666666646
    """
    values, period, saltus = _Heaps(
        require_heaps(ruleset), 0, require_natural(below, "below")
    ).repeating()
    turns, rest = divmod(max(below - len(values), 0), period)
    again = values[len(values) - period :]
    first = sum(values[:below].tolist())
    whole = turns * sum(again.tolist()) + saltus * period * (turns * (turns + 1) // 2)
    return int(first + whole + sum(again[:rest].tolist()) + saltus * rest * (turns + 1))


class _Reached:
    """All that a position reaches, by names that are the same for the same parts in any order."""

    def __init__(self, position: Position, purpose: str, limits: Limits | None) -> None:
        self._positions: dict[Hashable, Position] = {}
        self._options: dict[Hashable, list[Hashable]] = {}
        self.first = self._named(position)
        watch = Watch(limits, purpose, {})
        try:
            self.in_order = closed([self.first], self.options, watch, self._text)  # options first
        except CycleError as error:
            advice = "grundy graph shows all that can be reached."
            raise CycleError(error.cycle, f"{purpose} has no end", advice) from None

    def options(self, name: Hashable) -> list[Hashable]:
        """Return what each move leads to, one for each move."""
        if name not in self._options:
            moves = self._positions[name].moves()
            self._options[name] = [self._named(move.option) for move in moves]
        return self._options[name]

    def _named(self, position: Position) -> Hashable:
        name = frozenset(Counter(position.parts).items())
        self._positions.setdefault(name, position)
        return name

    def _text(self, name: Hashable) -> str:
        return shown(self._positions[name])


def longest_play(position: Position, *, limits: Limits | None = None) -> int:
    """Return the most moves that a play from a position can have.

    Raises:
        CycleError: If a play need not end.
        LimitError: If a limit is passed.

    >>> from grundy import catalogue
    >>> longest_play(catalogue["kayles"][5] + catalogue["kayles"][7])
    12
    """
    reached = _Reached(position, "The longest play", limits)
    longest: dict[Hashable, int] = {}
    for name in reached.in_order:
        longest[name] = max((1 + longest[option] for option in reached.options(name)), default=0)
    return longest[reached.first]


def chance(
    position: Position,
    random: Literal["first", "second", "both"] = "both",
    *,
    limits: Limits | None = None,
) -> Fraction:
    """Return the chance that who begins wins, when one or both players move at random.

    Each of the listed moves is drawn alike. Who does not move at random moves best: so that the
    chance to win is the greatest. Who cannot move loses.

    Raises:
        ValueError: If *random* is another word.
        CycleError: If a play need not end.
        LimitError: If a limit is passed.

    >>> from grundy import catalogue
    >>> chance(catalogue["nim"][2]), chance(catalogue["nim"].sum([1, 2]), "first")
    (Fraction(1, 2), Fraction(1, 3))
    """
    if random not in ("first", "second", "both"):
        raise ValueError(f'At random moves the "first", the "second" or "both", not {random!r}.')
    reached = _Reached(position, "The chance to win", limits)
    at_random = (random != "second", random != "first")  # the one who begins, the other
    wins: dict[tuple[Hashable, bool], Fraction] = {}
    for name in reached.in_order:
        for turn in (False, True):
            left = [1 - wins[option, not turn] for option in reached.options(name)]
            wins[name, turn] = _expected(left, drawn=at_random[turn])
    return wins[reached.first, False]


def _expected(chances: Iterable[Fraction], *, drawn: bool) -> Fraction:
    found = list(chances)
    if not found:
        return Fraction(0)
    return sum(found, Fraction(0)) / len(found) if drawn else max(found)
