"""Natural numbers as they come in, each one checked."""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np

from grundy.errors import PositionError
from grundy.heaps.words import size_text


def whole(number: SupportsIndex) -> int | None:
    """Return an int for an int or NumPy integer, and None for anything else, such as True."""
    if isinstance(number, (bool, np.bool_)):
        return None
    try:
        return operator.index(number)
    except TypeError:
        return None


def require_heap(heap: SupportsIndex) -> int:
    """Return a heap as an int, or raise `PositionError` where it is no natural number."""
    number = whole(heap)
    if number is None or number < 0:
        raise PositionError(f"A heap is a natural number, found {size_text(heap)}.")
    return number


def require_natural(number: SupportsIndex, name: str) -> int:
    """Return a natural number as an int, or raise `ValueError` with what it is called."""
    found = whole(number)
    if found is None or found < 0:
        raise ValueError(f"{name} is a natural number, found {size_text(number)}.")
    return found
