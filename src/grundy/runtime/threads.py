"""Run kernels side by side; they release the interpreter lock."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.runtime.limits import Progress, quiet_context, report, seconds_left

Result = TypeVar("Result")

_allowed: ContextVar[int | None] = ContextVar("allowed", default=None)


@cache
def has_numba() -> bool:
    """Return whether numba can be loaded."""
    return find_spec("numba") is not None


def thread_count() -> int:
    """Return the number of cores that may be used: all of this process's, or as `limited` says."""
    return _allowed.get() or _cores()


@contextlib.contextmanager
def limited(count: int | None) -> Iterator[None]:
    """Limit the work inside to *count* cores; None for all. Other threads are not affected."""
    token = _allowed.set(None if count is None else max(1, min(count, _cores())))
    try:
        yield
    finally:
        _allowed.reset(token)


HAS_THREADS = sys.platform != "emscripten"
"""Whether a thread can be started."""


def _cores() -> int:
    if not HAS_THREADS or not has_numba():  # plain kernels keep the interpreter's lock
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def in_parallel(calls: Sequence[Callable[[], Result]]) -> list[Result]:
    """Make all of *calls*, on as many cores as may be used; give their results in order."""
    helpers = min(len(calls), thread_count()) - 1
    if helpers <= 0:
        return [call() for call in calls]
    from concurrent.futures import ThreadPoolExecutor

    results: dict[int, Result] = {}
    open_ = deque(enumerate(calls))
    first = open_.popleft()

    def take() -> None:
        while True:
            try:
                place, call = open_.popleft()
            except IndexError:  # the other one has taken the last
                return
            results[place] = call()

    with ThreadPoolExecutor(helpers) as pool:
        beside = [pool.submit(quiet_context().run, take) for _ in range(helpers)]
        results[first[0]] = first[1]()
        take()
        for future in beside:
            future.result()
    return [results[place] for place in range(len(calls))]


def shares(total: int, parts: int) -> list[tuple[int, int]]:
    """Cut 0 .. total - 1 into ranges (start, stop) of nearly equal length."""
    cuts = [total * part // parts for part in range(parts + 1)]
    return list(pairwise(cuts))


# Run a kernel in a thread, so that progress can be shown and Ctrl-C is heard at once.

Control = npt.NDArray[np.int64]
"""int64[2] shared with a kernel: [0] is how far it has come, [1] is 1 when it should stop."""

_SECONDS_BETWEEN, _SECONDS_AT_LEAST = 0.1, 0.01
_PATIENCE = 0.5  # seconds in which a kernel notices that it is to stop


class _Ended(BaseException):
    """Ends code of the user's in a thread that nobody waits for any longer."""


def _end(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_Ended))


def _until_a_look() -> float:
    left = seconds_left()
    return _SECONDS_BETWEEN if left is None else min(_SECONDS_BETWEEN, max(left, _SECONDS_AT_LEAST))


def in_time(
    prepare: Callable[[], Result],
    late: str = "What this is computed with is not compiled or loaded within the seconds given; "
    "it will be when you ask again, and a longer time goes further.",
) -> Result:
    """Do something that nothing stops, as to compile: where time is over it ends by itself.

    Raises:
        LimitError: If that takes longer than the limits of the call that runs.
    """
    if seconds_left() is None or not HAS_THREADS:
        return prepare()
    from concurrent.futures import ThreadPoolExecutor, wait

    pool = ThreadPoolExecutor(1)
    future = pool.submit(quiet_context().run, prepare)
    pool.shutdown(wait=False)
    while not wait([future], timeout=_until_a_look()).done:  # what is there needs no time
        if (seconds_left() or 0) < 0:
            raise LimitError(late)
    return future.result()


def watched(
    run: Callable[[Control], Result],
    stage: str,
    total: int,
    look: Progress = report,
    *,
    by_function: bool = False,
) -> Result:
    """Call ``run(control)``, *look* now and then how far it is, and stop it when interrupted."""
    control = np.zeros(2, np.int64)
    if not HAS_THREADS:
        return run(control)
    from concurrent.futures import ThreadPoolExecutor, wait

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(quiet_context().run, run, control)  # limits of threads too
        thread = next(iter(pool._threads)).ident
        try:
            while not wait([future], timeout=_until_a_look()).done:
                look(stage, int(control[0]), total)
        except BaseException:
            control[1] = 1
            # What compiles may not be ended in the middle; code of the user's in Python may.
            while by_function and thread and not wait([future], timeout=_PATIENCE).done:
                _end(thread)
            raise
    result = future.result()
    look(stage, total, total)
    return result
