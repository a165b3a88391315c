"""The options of a heap by the definition of codes, for those who check certificates."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from grundy.heaps.codes import Code, Constraint

Rows = npt.NDArray[np.int64]


def options_by_definition(code: Code, heap: int) -> Rows:
    """Return the options of a heap: int64[k, w], the heaps that each leaves, filled up with 0."""
    width = code.most_heaps
    found = [np.zeros((0, width), np.int64)]
    for taken in range(heap + 1 if code.tail else min(heap, code.last) + 1):
        digit, constraint = code.digit(taken), code.constraint_at(taken)
        for parts in range(digit.bit_length()):
            if digit >> parts & 1:
                rows = _allowed(_partitions(heap - taken, parts, 1), constraint)
                found.append(np.pad(rows, [(0, 0), (0, width - parts)]))
    return np.concatenate(found)


def _partitions(total: int, parts: int, least: int) -> Rows:
    """Return the ways to write *total* as so many parts, none smaller than *least*, rising."""
    if parts == 0:
        return np.zeros((int(total == 0), 0), np.int64)
    if parts == 1:
        return np.full((int(total >= least), 1), total, np.int64)
    if parts == 2:
        first = np.arange(least, total // 2 + 1)
        return np.stack([first, total - first], axis=1)
    found = [np.zeros((0, parts), np.int64)]
    for part in range(least, total // parts + 1):
        rest = _partitions(total - part, parts - 1, part)
        found.append(np.insert(rest, 0, part, axis=1))
    return np.concatenate(found)


def _allowed(rows: Rows, constraint: Constraint) -> Rows:
    """Return the splits whose parts, rising, satisfy a constraint."""
    if constraint is Constraint.ANY or rows.shape[1] < 2:
        return rows
    if constraint is Constraint.UNEQUAL:
        return rows[(np.diff(rows, axis=1) > 0).all(axis=1)]
    equal = rows[:, 0] == rows[:, -1]
    kept: Rows = rows[equal if constraint is Constraint.ALL_EQUAL else ~equal]
    return kept
