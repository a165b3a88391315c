"""How large a table of values is made, when one that is there is too small."""

from __future__ import annotations

import math
from collections.abc import Sequence

from grundy.errors import LimitError
from grundy.files import free_memory
from grundy.games.limits import Limits

_GROWTH = 1.5


def enlarged(
    known: Sequence[int], ends: Sequence[int], limits: Limits | None, cell: int, purpose: str
) -> tuple[int, ...]:
    """Give the sizes of a table that has a place for *ends*.

    Values asked one by one must not make a new table each, so it grows by half along each axis
    that is too short; by less where more is not allowed; and it may lose what was known, where
    nothing else is.

    Args:
        known: The sizes of the table that is there.
        ends: The greatest index along each axis.
        limits: How many cells at most, and how much memory has to stay free.
        cell: The bytes that a cell needs while the table is made.
        purpose: What the table is, for the error.

    Raises:
        LimitError: If no table that holds *ends* is allowed.

    >>> enlarged((10, 10), (12, 3), None, 4, "A table")
    (15, 10)
    """
    limits = limits or Limits()
    most = math.inf if limits.positions is None else limits.positions
    free = free_memory()
    if free is not None:
        most = min(most, max(free - limits.free_memory, 0) // cell)
    needed = tuple(end + 1 for end in ends)
    kept = tuple(map(max, needed, known))
    ample = tuple(
        max(size, int(_GROWTH * old)) if size > old else old
        for size, old in zip(needed, known, strict=True)
    )
    for sizes in (ample, kept, needed):
        if math.prod(sizes) <= most:
            return sizes
    raise LimitError(
        f"{purpose} up to {' by '.join(map(str, ends))} has {math.prod(needed):,} values, over "
        f"the limit of {int(most):,}; ask for a smaller one or set a higher limit."
    )
