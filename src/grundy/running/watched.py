"""Run a kernel in a thread, so that progress can be shown and Ctrl-C is heard at once."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from grundy.running.limits import Progress
from grundy.running.threads import HAS_THREADS

Control = npt.NDArray[np.int64]
"""int64[2] shared with a kernel: [0] is how far it has come, [1] is 1 when it should stop."""

Result = TypeVar("Result")

_SECONDS_BETWEEN = 0.1
_PATIENCE = 0.5  # seconds in which a kernel notices that it is to stop


class _Ended(BaseException):
    """Ends code of the user's in a thread that nobody waits for any longer."""


def _end(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_Ended))


def watched(
    run: Callable[[Control], Result],
    stage: str,
    total: int,
    progress: Progress | None,
    *,
    by_function: bool = False,
) -> Result:
    """Call ``run(control)``, report how far it is, and stop it when interrupted."""
    control = np.zeros(2, np.int64)
    if not HAS_THREADS:
        return run(control)
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(copy_context().run, run, control)  # limits of threads too
        thread = next(iter(pool._threads)).ident
        try:
            while not wait([future], timeout=_SECONDS_BETWEEN).done:
                if progress is not None:
                    progress(stage, int(control[0]), total)
        except BaseException:
            control[1] = 1
            # What compiles may not be ended in the middle; code of the user's in Python may.
            while by_function and thread and not wait([future], timeout=_PATIENCE).done:
                _end(thread)
            raise
    if progress is not None:
        progress(stage, total, total)
    return future.result()
