"""The Z-function of a sequence read from its end: how far it agrees with itself, moved."""

from __future__ import annotations

from typing import Any


def match_lengths(values: Any, arithmetic: bool, lengths: Any) -> None:
    """Fill in how far the end of a sequence agrees with itself, moved by p (Z-function).

    values      integer[n]    the sequence, read from its end; n >= len(lengths)
    arithmetic  bool          look at differences of neighbours, of which there are n - 1
    lengths     int32/64[m]   on exit lengths[p] for 1 <= p < m: how many items at the end
                              equal the item p places before them, without a gap

    Runs compiled and as plain Python (on lists). Cost O(n): an item is compared again only
    when it was unequal before.
    """
    size = len(values) - 1 if arithmetic else len(values)
    last = len(values) - 1
    left = right = 0  # items left .. right - 1 from the end equal items 0 .. right - left - 1
    for p in range(1, len(lengths)):
        length = 0
        if p < right:
            length = min(right - p, lengths[p - left])
        if p + length >= right:
            if arithmetic:
                # Unsigned differences wrap, the same on both sides.
                while p + length < size and (
                    values[last - length] - values[last - length - 1]
                    == values[last - p - length] - values[last - p - length - 1]
                ):
                    length += 1
            else:
                while p + length < size and values[last - length] == values[last - p - length]:
                    length += 1
            left, right = p, p + length
        lengths[p] = length
