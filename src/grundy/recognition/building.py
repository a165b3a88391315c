"""The table of known games, built: the first values of each, and each row of values once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.heaps.kernels import many
from grundy.recognition.families import family_values
from grundy.recognition.spaces import LARGEST, Codes, Families, Part, Rows, Sets, Space, padding
from grundy.running.threads import in_parallel, thread_count

_CODES_AT_ONCE = 128
_SETS_AT_ONCE = 1 << 14
_WIDTH = 512  # above every value of a code in the table
_SLOTS = 1 << 20  # well above the number of rows of any space


def build(space: Space, report: Callable[[int], None]) -> Part:
    """Compute the values of all games of a space, and report how many more are done."""
    if isinstance(space, Codes):
        return _gathered(space, _code_pieces(space), np.uint16, report)
    if isinstance(space, Families):
        return _family_part(space, report)
    assert isinstance(space, Sets)  # noqa: S101 - there are no others
    rows = _all_but_rows if space.name == "all-but" else _subtraction_rows
    return _gathered(space, _set_pieces(rows, space), np.uint8, report)


def _gathered(
    space: Space,
    pieces: Iterator[Callable[[], Rows]],
    dtype: type[np.uint8 | np.uint16],
    report: Callable[[int], None],
) -> Part:
    """Compute pieces side by side, and keep each row once, in the order in which they come."""
    rows = np.zeros((0, space.heaps), dtype)
    row_of = np.zeros(space.size, np.int32)
    slots = np.full(_SLOTS, -1, np.int32)
    count = done = 0
    left = list(pieces)
    while left:
        together, left = left[: thread_count()], left[thread_count() :]
        for values in in_parallel(together):
            fresh = np.ascontiguousarray(values, dtype)
            rows = _with_room(rows, count, count + len(fresh))
            count = many.gather(fresh, rows, count, slots, row_of[done : done + len(fresh)])
            done += len(fresh)
            report(len(fresh))
    return Part(space, rows[:count].copy(), row_of)


def _with_room(rows: Rows, count: int, needed: int) -> Rows:
    if needed <= len(rows):
        return rows
    longer = np.zeros((max(needed, 2 * len(rows)), rows.shape[1]), rows.dtype)
    longer[:count] = rows[:count]
    return longer


def _code_pieces(space: Codes) -> Iterator[Callable[[], Rows]]:
    for first in range(0, len(space.places), _CODES_AT_ONCE):
        yield partial(_code_rows, space, slice(first, first + _CODES_AT_ONCE))
    for rules in space.named.values():
        yield lambda rules=rules: rules.values(space.heaps)[None]  # type: ignore[misc]


def _code_rows(space: Codes, some: slice) -> Rows:
    places, lengths = space.places[some], space.lengths[some]
    values = np.zeros((len(places), space.heaps), np.uint32)
    kinds = 2 if places.max() > 7 else 0
    done = many.code_rows(
        places, lengths, np.zeros(places.shape[1], np.uint8), values,
        np.zeros((kinds, space.heaps, _WIDTH // 64), np.uint64),
        np.zeros(_WIDTH // 64, np.uint64), np.zeros(_WIDTH, np.int32),
        np.zeros((0, _WIDTH), np.int32), _control(),
    )  # fmt: skip
    assert done == len(places)  # noqa: S101 - else a value is _WIDTH or more
    return values


def _set_pieces(compute: Callable[[Sets, int], Rows], space: Sets) -> Iterator[Callable[[], Rows]]:
    return (partial(compute, space, first) for first in range(0, space.size, _SETS_AT_ONCE))


def _subtraction_rows(space: Sets, first: int) -> Rows:
    values = np.zeros((_SETS_AT_ONCE, space.heaps), np.uint8)
    amounts, whole = np.zeros(LARGEST, np.int64), np.zeros(LARGEST + 1, np.uint8)
    many.subtraction_rows(first, LARGEST, values, amounts, whole, _control())
    return values


def _all_but_rows(space: Sets, first: int) -> Rows:
    values = np.zeros((_SETS_AT_ONCE, space.heaps), np.uint32)
    amounts, counts = np.zeros(LARGEST, np.int64), np.zeros(space.heaps + 1, np.int32)
    many.all_but_rows(first, LARGEST, values, amounts, counts, _control())
    return values


def _family_part(space: Families, report: Callable[[int], None]) -> Part:
    """Compute the values of families, one after the other; each has a row of its own."""
    rows = np.zeros((space.size, space.heaps), np.uint16)
    rows[:] = padding(rows)
    for number in range(space.size):
        family = space.family(number)
        rows[number, family.first : family.stop] = family_values(family)
        report(1)
    return Part(space, rows, np.arange(space.size, dtype=np.int32))


def _control() -> npt.NDArray[Any]:
    """Return the control array of a run that is so short that nobody stops it."""
    return np.zeros(2, np.int64)
