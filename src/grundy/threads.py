"""Run kernels side by side; they release the interpreter lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

Result = TypeVar("Result")


def thread_count() -> int:
    """Give the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def in_parallel(calls: Sequence[Callable[[], Result]]) -> list[Result]:
    """Call all of *calls* at once, a thread each; give their results in order."""
    if len(calls) == 1:
        return [calls[0]()]
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def shares(total: int, parts: int) -> list[tuple[int, int]]:
    """Cut 0 .. total - 1 into ranges (start, stop) of nearly equal length.

    >>> shares(10, 3)
    [(0, 3), (3, 6), (6, 10)]
    """
    cuts = [total * part // parts for part in range(parts + 1)]
    return list(pairwise(cuts))
