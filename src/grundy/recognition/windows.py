"""Where values stand in rows: a look at every row and place, with the telling values first."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from grundy.recognition.spaces import Rows, padding

Places = npt.NDArray[np.int64]

_BLOCK = 1 << 18  # values that are looked at together, from a near cache
_FEW = 64  # one place in so many is few: then they are looked at one by one


def fits(rows: Rows, offsets: Places, numbers: Places) -> Iterator[tuple[Places, Places]]:
    """Yield the rows, and the heaps in them, from which on given values stand there."""
    length = int(offsets[-1]) + 1
    if length > rows.shape[1] or int(numbers.max()) >= padding(rows):
        return
    order = np.argsort(-numbers, kind="stable")  # great values are seldom
    height = max(1, _BLOCK // rows.shape[1])
    for first in range(0, len(rows), height):
        found = _places(rows[first : first + height], offsets[order], numbers[order], length)
        if len(found):
            above, heaps = np.divmod(found, rows.shape[1])
            yield first + above, heaps


def _places(rows: Rows, offsets: Places, numbers: Places, length: int) -> Places:
    """Return the places of fits in the rows, laid end to end."""
    flat = rows.reshape(-1)
    size = len(flat) - length + 1
    fitting = np.ones(size, np.bool_)
    left = iter(zip(offsets.tolist(), numbers.tolist(), strict=True))
    for offset, number in left:
        fitting &= flat[offset : offset + size] == number
        if np.count_nonzero(fitting) * _FEW <= size:
            break
    found: Places = np.flatnonzero(fitting)
    found = found[found % rows.shape[1] <= rows.shape[1] - length]
    for offset, number in left:
        found = found[flat[found + offset] == number]
    return found
