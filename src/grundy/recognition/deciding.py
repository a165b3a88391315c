"""How many of the values, from the first on, decide which values come next."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grundy.recognition.given import Given
from grundy.recognition.spaces import Part, padding
from grundy.recognition.windows import Places, fits

_MOST_FITS = 300_000  # places; more than these say nothing anyway


def deciding_terms(
    parts: Sequence[Part], given: Given, chosen: Places, ends: bool = False
) -> int | None:
    """Return how many values, gaps counted, decide what all values are, as far as tables go."""
    open_ = _parting(parts, given, chosen, ends)
    if open_ != len(given.values):
        return open_
    low, high = given.first + 1, len(given.values)
    while low < high:
        middle = (low + high) // 2
        if _leaves_others(parts, given, middle):
            low = middle + 1
        else:
            high = middle
    return low


def _parting(parts: Sequence[Part], given: Given, chosen: Places, ends: bool) -> int | None:
    """Return how many values it takes until all that fits the given ones agrees with *chosen*."""
    needed, count, length = len(given.values), 0, len(given.values) - given.first
    after = chosen[len(given.values) :]
    for part in parts:
        for above, heaps in fits(part.rows, given.offsets, given.numbers):
            count += len(above)
            if count > _MOST_FITS:
                return None
            rows, at = above, heaps + length
            for place, value in enumerate(after.tolist(), len(given.values) + 1):
                rows, at = _inside(part, rows, at)
                same = part.rows[rows, at] == value
                if not same.all():
                    needed = max(needed, place)
                rows, at = rows[same], at[same] + 1
            if ends and len(_inside(part, rows, at)[0]):
                return None
    return needed


def _inside(part: Part, rows: Places, at: Places) -> tuple[Places, Places]:
    """Return those of the places in rows where a value is known."""
    within = at < part.rows.shape[1]
    rows, at = rows[within], at[within]
    known = part.rows[rows, at] != padding(part.rows)
    return rows[known], at[known]


def _leaves_others(parts: Sequence[Part], given: Given, count: int) -> bool:
    """Return whether anything has the first *count* values and not all of them."""
    start = given.beginning(count)
    rest = slice(len(start.known), None)
    for part in parts:
        length = part.rows.shape[1]
        for above, heaps in fits(part.rows, start.offsets, start.numbers):
            other = np.zeros(len(above), np.bool_)
            for offset, number in zip(given.offsets[rest], given.numbers[rest], strict=True):
                at = heaps + offset
                inside = at < length
                values = part.rows[above, np.where(inside, at, 0)]
                other |= inside & (values != number) & (values != padding(part.rows))
            # where the values would go beyond the row, or into padding, nothing is known
            if other.any():
                return True
    return False
