"""From which heap on each game of a space has given values, also where they go beyond the table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from grundy.heaps.periods.period import prove
from grundy.heaps.periods.theorems import Theorem
from grundy.recognition.given import Given
from grundy.recognition.spaces import Part, padding
from grundy.recognition.windows import Places, fits

_SHARE = 4  # of the heaps of a row, values on so many are looked for before the others
_FEWEST = 16  # values that are looked for first


def least_heaps(part: Part, given: Given) -> npt.NDArray[np.int64]:
    """Return for each game the least heap from which on it has the values, or -1."""
    within = np.full(len(part.rows), -1, np.int64)
    beyond: dict[int, list[int]] = {}
    for above, heaps in _candidates(part, given):
        ends = heaps + int(given.offsets[-1]) >= part.space.heaps
        # the last assignment to a row is that of its least heap
        within[above[~ends][::-1]] = heaps[~ends][::-1]
        for row, heap in zip(above[ends].tolist(), heaps[ends].tolist(), strict=True):
            beyond.setdefault(row, []).append(heap)
    found = within[part.row_of]
    theorem = part.space.theorem
    for row, heaps_of_row in beyond.items():
        if within[row] < 0 and theorem is not None:
            _look_beyond(part, theorem, given, row, heaps_of_row, found)
    return found


def _candidates(part: Part, given: Given) -> list[tuple[Places, Places]]:
    """Return rows, and heaps in them, from which on they have the values as far as they go."""
    offsets, numbers, size = given.offsets, given.numbers, part.space.heaps
    first = len(offsets)
    if int(offsets[-1]) >= size // _SHARE:
        first = max(_FEWEST, int(np.searchsorted(offsets, size // _SHARE)))
    found = []
    for above, heaps in fits(part.rows, offsets[:first], numbers[:first]):
        for offset, number in zip(offsets[first:].tolist(), numbers[first:].tolist(), strict=True):
            at = heaps + offset
            inside = at < size
            there = part.rows[above, np.where(inside, at, 0)]
            keep = ~inside | ((there == number) & (number != padding(part.rows)))
            above, heaps = above[keep], heaps[keep]
        found.append((above, heaps))
    return found


def _look_beyond(
    part: Part,
    theorem: Theorem,
    given: Given,
    row: int,
    heaps: list[int],
    found: npt.NDArray[np.int64],
) -> None:
    """Fill in the games of a row that have the values from one of some heaps on."""
    games = np.flatnonzero(part.row_of == row)
    stop = heaps[-1] + int(given.offsets[-1]) + 1
    longer = _goes_on(theorem, part.rows[row], stop)
    sure = games < part.space.covered
    if longer is not None:
        found[games[sure]] = _least(longer, heaps, given)
        games = games[~sure]
    for heap in heaps:
        have = part.space.have(games, _wanted(part.rows[row], given, heap))
        found[games[have]] = heap
        games = games[~have]


def _wanted(row: npt.NDArray[np.unsignedinteger], given: Given, heap: int) -> npt.NDArray[np.int64]:
    """Return a row, and beyond it the values that are given from a heap on; -1 for gaps."""
    places = heap + given.offsets
    values = np.full(int(places[-1]) + 1, -1, np.int64)
    values[: len(row)] = row
    values[places] = given.numbers
    return values


def _goes_on(
    theorem: Theorem, row: npt.NDArray[np.unsignedinteger], stop: int
) -> npt.NDArray[np.int64] | None:
    """Return the values of heaps below *stop* that a proved period gives, or None without one."""
    period = prove(theorem, row)
    if period is None:
        return None
    turns, rest = np.divmod(np.arange(stop) - period.preperiod, period.period)
    early = turns < 0
    turns[early], rest[early] = 0, np.arange(stop)[early] - period.preperiod
    values: npt.NDArray[np.int64] = row[period.preperiod + rest] + turns * period.saltus
    return values


def _least(values: npt.NDArray[np.integer], heaps: list[int], given: Given) -> int:
    """Return the first of some heaps from which on values are those given, or -1."""
    for heap in heaps:
        if np.array_equal(values[heap + given.offsets], given.numbers):
            return heap
    return -1
