"""Let the csv module read fields of any length, for as long as a reader of ours runs.

Its limit is one for the whole process, so it is given back after the last of our readers.
"""

from __future__ import annotations

import contextlib
import csv
import threading
from collections.abc import Iterator

_NO_LIMIT = 2**31 - 1  # the greatest that fits a C long everywhere
_LOCK = threading.Lock()
_before: list[int] = []


@contextlib.contextmanager
def fields_of_any_length() -> Iterator[None]:
    """Lift the limit of the csv module inside the block, in any number of threads."""
    with _LOCK:
        # One entry a reader; the first holds what the limit was.
        _before.append(csv.field_size_limit(_NO_LIMIT))
    try:
        yield
    finally:
        with _LOCK:
            if len(_before) == 1:
                csv.field_size_limit(_before[0])
                _before.clear()
            else:
                _before.pop()
