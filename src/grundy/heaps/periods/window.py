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
from grundy.runtime.kernels import compiled

_SAMPLE, _CANDIDATES, _TRIES = 300, 700, 40

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Window:
    """What the check of a period from a window of values is told.

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
    rests = np.flatnonzero(digits[1:] & 2) + 1
    gaps = np.concatenate([rests, np.add.outer(rares, breaking).ravel()])
    sums = np.concatenate([0 * rests, np.repeat(values[rares].astype(int), len(breaking))])
    seen = np.zeros(width, np.int64)
    near = int(_nearest(values, start, seen, gaps, sums, breaking))
    if near < 0:
        return None
    near = max(near + 1, least)
    common = np.setdiff1d(np.arange(1, min(near, _CANDIDATES)), rares)
    tries = _most_useful(values, start + _CANDIDATES, width, gaps, sums, breaking, common)
    return Window(mask, max(last, near) + len(digits), near, tries)


def _look_ups(of: Any) -> int:
    return (len(of.values) - of.start) * len(of.gaps)


@compiled(steps=_look_ups)
def _nearest(values: Any, start: int, seen: Any, gaps: Any, sums: Any, breaking: Any) -> int:
    """Return the largest small heap that is needed for heaps from *start* on; -1 if none helps.

    values  uint[n]         the values of heaps
    seen    int64[w]        zeros; values are below w
    gaps, sums  int64[k]    options of heap n have the values sums[i] ^ values[n - gaps[i]]
    """
    most = 0
    for heap in range(start, len(values)):
        for i in range(len(gaps)):
            seen[sums[i] ^ values[heap - gaps[i]]] = heap
        value = values[heap]
        missing = 0
        for j in range(value):
            if seen[j] != heap:
                missing += 1
        small = 0
        while missing > 0:
            small += 1
            if heap - breaking[-1] - small < 1:
                return -1
            for taken in breaking:
                reached = values[small] ^ values[heap - taken - small]
                if reached < value and seen[reached] != heap:
                    seen[reached] = heap
                    missing -= 1
        most = max(most, small)
    return most


def _most_useful(
    values: Array, start: int, width: int, gaps: Array, sums: Array, breaking: Array, common: Array
) -> tuple[int, ...]:
    """Choose the small heaps by which most of the missing values are options, best first."""
    if start >= len(values) or not len(common):
        return ()
    heaps = np.linspace(start, len(values) - 1, _SAMPLE).astype(int)[:, None]
    rows = np.arange(_SAMPLE)[:, None]
    missing = np.arange(width) < values[heaps]
    missing[rows, sums ^ values[heaps - gaps]] = False
    parts = common[:, None]
    reached = values[parts] ^ values[heaps[:, :, None] - parts - breaking]
    chosen = []
    for _ in range(_TRIES):
        gains = missing[rows[:, :, None], reached].sum(axis=(0, 2))
        best = int(gains.argmax())
        if not gains[best]:
            break
        chosen.append(int(common[best]))
        missing[rows, reached[:, best]] = False
    return tuple(chosen)
