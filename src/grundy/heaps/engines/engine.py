"""What the engines share: values, the first of them in plain Python, masks, windows of values."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code, Constraint
from grundy.heaps.numbers import counts_of
from grundy.runtime.threads import Control

if TYPE_CHECKING:
    from grundy.heaps.engines.blocks import BlockGame


_AT_ONCE = 1 << 22  # heaps: nothing stops what goes through a whole array

Values = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Mask:
    """Which values are rare."""

    bits: int
    by_position: bool
    rares: int

    def rare_class(self, size: int, offset: int) -> npt.NDArray[np.uint8]:
        """Tabulate rarity, uint8[2, size]: row (heap - offset) & 1, column value."""
        even = (np.bitwise_count(np.arange(size) & self.bits) & 1 == 0).astype(np.uint8)
        return np.stack([even, 1 - even if self.by_position else even])


def best_mask(values: Values, size: int, breaking: Numbers) -> Mask:
    """Find the mask with the fewest rare heaps among heaps 1 and up."""
    count = len(values) - 1
    near = 2 - int(breaking[0] & 1)  # the first heap, from 1 on, at an even distance
    histogram = np.stack([counts_of(values[first::2], size) for first in (near, 3 - near)])
    masks = []
    one_parity = len(set((breaking & 1).tolist())) == 1
    for by_position in (False, True) if one_parity else (False,):
        signed = histogram[0] - histogram[1] if by_position else histogram.sum(axis=0)
        # A sum over heaps of (-1)^(bits in common): rares minus commons.
        sums = transform(signed)
        bits = int(np.argmin(sums[1:])) + 1 if size > 1 and not by_position else int(sums.argmin())
        masks.append(Mask(bits, by_position, (int(sums[bits]) + count) // 2))
    return min(masks, key=lambda mask: mask.rares)


def transform(result: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the Walsh-Hadamard transform of int64[2^k], or of Python's integers."""
    width = 1
    while width < len(result):
        pairs = result.reshape(-1, 2, width)
        result = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).ravel()
        width *= 2
    return result


class Engine:
    """Extends the values of one game from where they stand.

    Attributes:
        plain_heaps: Up to here sets of Python are as fast as a kernel.
        by_function: Whether a function of the user runs in plain Python.
        mask: What makes a sparse space, where an octal code has one.
        mask_from: The number of heaps from which a mask is looked for; None where it never is.
    """

    name = ""
    plain_heaps = 0
    by_function = False
    mask: Mask | None = None
    mask_from: int | None = None

    def __init__(self) -> None:
        self.values: Values = np.zeros(0, np.uint8)
        self.filled = 0

    @property
    def rares(self) -> int:
        """How many rare heaps are known, heap 0 counted; 0 before a mask is chosen."""
        return 0

    @property
    def rare_heaps(self) -> Numbers:
        """The rare heaps from 0 on, int64."""
        return np.zeros(0, np.int64)

    def block_game(self) -> BlockGame | None:
        """Return what blocks have to know of this game, where they serve from here on."""
        return None

    def start_from(self, values: Values) -> None:
        """Go on from the first values, which somebody else has computed."""
        self.values = values.astype(np.promote_types(values.dtype, self.values.dtype))
        self.filled = len(values)
        self._restart()

    def _restart(self) -> None:
        """Make what goes with `values`, of which the first ones are new."""

    def extend(self, stop: int, control: Control) -> None:
        """Fill in the values up to heap stop - 1, or until control[1] is set."""
        while self.filled < stop and not control[1]:
            end = min(stop, max(2 * self.filled, _AT_ONCE))
            self._make_room(end)
            if stop <= self.plain_heaps:
                self._extend_plain(end)
            if self.filled < end and not control[1]:
                self.filled = self._extend_compiled(end, control)

    def _extend_plain(self, stop: int) -> None:
        values = self.values[: self.filled].tolist()
        self.filled = self._store(plain_values(values, stop, self._plain_rule(stop)), self.filled)
        self._restart()

    def _plain_rule(self, stop: int) -> PlainRule:
        """Return the rule for heaps below *stop*, in lists and sets."""
        raise NotImplementedError

    def _extend_compiled(self, stop: int, control: Control) -> int:
        raise NotImplementedError

    def _make_room(self, stop: int) -> None:
        if stop > len(self.values):
            size = max(stop, min(2 * len(self.values), 1 << 20))
            longer = np.zeros(size, self.values.dtype)
            longer[: self.filled] = self.values[: self.filled]
            self.values = longer

    def _wide(self) -> Values:
        """Return the values in the type that kernels with values of any size work on."""
        return self.values.astype(np.uint32)

    def _keep(self, wide: Values, filled: int) -> int:
        """Take over what a kernel has filled in, in the least type that holds it."""
        greatest = int(wide[:filled].max(initial=0))
        self.values = wide[:filled].astype(np.promote_types(np.min_scalar_type(greatest), np.uint8))
        return filled

    def _store(self, values: list[int], start: int) -> int:
        """Write values[start:] to the array, widening its dtype where needed."""
        fresh = np.array(values[start:], np.int64)
        if len(fresh):
            self._fit(int(fresh.max()))
            self.values[start : len(values)] = fresh
        return len(values)

    def _fit(self, greatest: int) -> None:
        if greatest > np.iinfo(self.values.dtype).max:
            self.values = self.values.astype(np.min_scalar_type(greatest))


class FormulaEngine(Engine):
    """Values by a closed form for whole arrays."""

    name = "formula"

    def __init__(self, array: Callable[[Numbers], Numbers]) -> None:
        super().__init__()
        self._array = array

    def _extend_compiled(self, stop: int, control: Control) -> int:
        for start in range(self.filled, stop, 1 << 20):
            end = min(stop, start + (1 << 20))
            fresh = self._array(np.arange(start, end))
            self._fit(int(fresh.max()))
            self.values[start:end] = fresh
            control[0] = end
            if control[1]:
                return end
        return stop


PlainRule = tuple[list[int], set[int], list[tuple[int, int, Constraint]]]
"""Amounts that leave one heap, rising; those that leave none; and those after which several heaps
may be left, rising, with the digit and its constraint."""


def mex(reached: set[int]) -> int:
    """Return the least natural number that is not in a set."""
    value = 0
    while value in reached:
        value += 1
    return value


def plain_rule(code: Code, stop: int) -> PlainRule:
    """Return the rule of any code."""
    places = range(stop if code.tail else min(stop, len(code.digits)))
    digits = [code.digit(amount) for amount in places]
    amounts = [amount for amount in places if digits[amount] & 2]
    whole = {amount for amount in places if digits[amount] & 1}
    return amounts, whole, [(r, digits[r], code.constraint_at(r)) for r in places if digits[r] > 3]


def plain_values(values: list[int], stop: int, rule: PlainRule) -> list[int]:
    """Return the values, extended in place to heap stop - 1."""
    (amounts, whole, splits), sums = rule, _Sums(values)
    for heap in range(len(values), stop):
        reached = {values[heap - r] for r in amounts[: bisect_left(amounts, heap)]}
        if heap in whole:
            reached.add(0)
        for amount, digit, sign in splits:
            if amount >= heap:
                break
            for parts in range(2, digit.bit_length()):
                if digit >> parts & 1:
                    reached |= sums.of(heap - amount, parts, sign)
        values.append(mex(reached))
    return values


class _Sums:
    """The values of so many heaps of a total, each set computed once."""

    def __init__(self, values: list[int]) -> None:
        self._values = values
        self._memo: dict[tuple[int, int, Constraint], set[int]] = {}

    def of(self, total: int, parts: int, sign: Constraint) -> set[int]:
        key = total, parts, sign
        if key not in self._memo:
            self._memo[key] = self._compute(total, parts, sign)
        return self._memo[key]

    def _compute(self, total: int, parts: int, sign: Constraint) -> set[int]:
        values = self._values
        if sign is Constraint.ALL_EQUAL:
            return {values[total // parts] * (parts % 2)} if total % parts == 0 else set()
        if parts == 2:
            half = (total if sign is Constraint.ANY else total - 1) // 2
            return set(map(xor, values[1 : half + 1], values[total - half : total][::-1]))
        if sign is Constraint.UNEQUAL:
            return set(self._unequal(total, parts, 1))
        sums: set[int] = set()
        for first in range(1, total - parts + 2):
            if sign is Constraint.NOT_ALL_EQUAL and first * parts == total:
                continue  # another part is not the mean
            value = values[first]
            sums.update(value ^ rest for rest in self.of(total - first, parts - 1, Constraint.ANY))
        return sums

    def _unequal(self, total: int, parts: int, least: int) -> list[int]:
        values = self._values
        if parts == 2:
            return [values[a] ^ values[total - a] for a in range(least, (total - 1) // 2 + 1)]
        return [
            values[first] ^ rest
            for first in range(least, total // parts + 1)
            for rest in self._unequal(total - first, parts - 1, first + 1)
        ]


_BLOCK = 1 << 14  # heaps
_SAMPLE, _CANDIDATES, _TRIES = 300, 700, 40

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Window:
    """What the check of a period from a window of values is given.

    Attributes:
        mask: What makes heaps rare; none is after the window.
        reach: How many of the last values decide the next.
        near: Below this are the small heaps by which smaller values are options.
        tries: Those of them that help most, which are looked at first.
    """

    mask: Mask
    reach: int
    near: int
    tries: tuple[int, ...]


def window_of(code: Code, values: Array, before: int, least: int = 0) -> Window | None:
    """Find the window that decides all values after it; None if there is none.

    Args:
        code: A code with splits.
        values: The values of heaps 0 .. n - 1, in which the guess is right.
        before: No heap from here on may be rare.
        least: `near` is at least this, for heaps beyond the known ones.
    """
    digits = np.array(code.digits)
    breaking = np.flatnonzero(digits & 4)
    width = 1 << int(values.max(initial=1)).bit_length()
    mask = best_mask(values, width, breaking)
    heaps = np.arange(1, len(values))
    kinds = mask.rare_class(width, int(breaking[0]))
    rares = heaps[kinds[(heaps - breaking[0]) & 1, values[1:]] == 1]
    last = int(rares.max(initial=0))
    start = last + len(digits)
    if last >= before or start >= len(values):
        return None
    options = _Options.of(values, digits, rares, width)
    near = options.nearest(start)
    if near is None:
        return None
    near = max(near + 1, least)
    common = np.setdiff1d(np.arange(1, min(near, _CANDIDATES)), rares)
    tries = options.most_useful(start + _CANDIDATES, common)
    return Window(mask, max(last, near) + len(digits), near, tries)


@dataclass(frozen=True)
class _Options:
    """What is an option of a heap by its rare heaps, and what is missing then.

    Heap n has the options ``sums[i] ^ values[n - gaps[i]]``, and others where two heaps are left.
    """

    values: Array
    gaps: Array
    sums: Array
    breaking: Array
    words: Array  # uint64[k, width]: each value as a bit of one of k words

    @classmethod
    def of(cls, values: Array, digits: Array, rares: Array, width: int) -> _Options:
        """Put together the options of a code with these digits."""
        breaking = np.flatnonzero(digits & 4)
        rests = np.flatnonzero(digits[1:] & 2) + 1
        gaps = np.concatenate([rests, np.add.outer(rares, breaking).ravel()])
        sums = np.concatenate([0 * rests, np.repeat(values[rares].astype(int), len(breaking))])
        every = np.arange(width)
        words = np.zeros(((width + 63) // 64, width), np.uint64)
        words[every >> 6, every] = np.uint64(1) << (every & 63).astype(np.uint64)
        return cls(values, gaps, sums, breaking, words)

    def missing(self, heaps: Array) -> Array:
        """Return uint64[k, len(heaps)]: the smaller values that no rare heap makes an option."""
        below = np.roll(np.bitwise_or.accumulate(self.words, axis=1), 1, axis=1)
        below[:, 0] = 0
        missing = below[:, self.values[heaps]]
        for gap, nim_sum in zip(self.gaps.tolist(), self.sums.tolist(), strict=True):
            self.reach(missing, nim_sum ^ self.values[heaps - gap])
        return missing

    def reach(self, missing: Array, values: Array) -> None:
        """Take a value of each heap from those that are missing."""
        for row, words in zip(missing, self.words, strict=True):
            row &= ~words.take(values)

    def nearest(self, start: int) -> int | None:
        """Return the largest small heap that heaps from *start* on need; None if none helps."""
        most = 0
        for begin in range(start, len(self.values), _BLOCK):
            heaps = np.arange(begin, min(begin + _BLOCK, len(self.values)))
            missing = self.missing(heaps)
            small = 0
            while (left := missing.any(axis=0)).any():
                small += 1
                heaps, missing = heaps[left], missing[:, left]
                if heaps[0] - self.breaking[-1] - small < 1:
                    return None
                for amount in self.breaking:
                    self.reach(missing, self.values[small] ^ self.values[heaps - amount - small])
            most = max(most, small)
        return most

    def most_useful(self, start: int, common: Array) -> tuple[int, ...]:
        """Choose small heaps by which most of the missing values are options, best first."""
        if start >= len(self.values) or not len(common):
            return ()
        heaps = np.linspace(start, len(self.values) - 1, _SAMPLE).astype(int)
        rows = np.arange(_SAMPLE)[:, None]
        lacking = self.missing(heaps)[:, :, None] & self.words[:, None]
        missing: Array = np.bitwise_or.reduce(lacking, axis=0) != 0
        parts = common[:, None]
        reached = self.values[parts] ^ self.values[heaps[:, None, None] - parts - self.breaking]
        chosen = []
        for _ in range(_TRIES):
            gains = missing[rows[:, :, None], reached].sum(axis=(0, 2))
            best = int(gains.argmax())
            if not gains[best]:
                break
            chosen.append(int(common[best]))
            missing[rows, reached[:, best]] = False
        return tuple(chosen)
