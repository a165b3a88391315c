"""Windows of values: where rare heaps end, the last values of an octal code decide the next.

A value of parity 1 comes from one rare heap, and smaller values are options by small heaps. What is
found here is a guess that `proofs/Window.v` checks (docs/theory.md 3.3 has the rare heaps).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code
from grundy.heaps.engines.engine import Mask, best_mask

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
