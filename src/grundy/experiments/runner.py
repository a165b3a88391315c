"""Run many independent tasks on an executor, and take Ctrl-C well."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def run(
    function: Callable[[Task], Result], tasks: Sequence[Task], executor: Executor | None
) -> Iterator[tuple[Task, Result]]:
    """Call *function* on every task; yield (task, result) as the results come.

    The order is not fixed, so a task has to carry whatever its result depends on, its seed
    among it. When the caller stops early, tasks that have not begun are cancelled.

    Args:
        function: Defined at the top of a module, for an executor with processes.
        tasks: Independent of each other.
        executor: Any executor; None calls the function here, in the order of the tasks.
    """
    if executor is None:
        for task in tasks:
            yield task, function(task)
        return
    with _interrupts_held_back():
        futures = {executor.submit(function, task): task for task in tasks}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


@contextlib.contextmanager
def process_pool(workers: int | None = None) -> Iterator[Executor | None]:
    """Give an executor of *workers* processes, by default one a core; None for one worker.

    A single worker needs no second process. The processes ignore Ctrl-C, which a terminal
    sends to them as well, and are ended when the block ends with an error or an interrupt.
    """
    count = workers or available_cores()
    if count == 1:
        yield None
        return
    older = multiprocessing.active_children()
    executor = ProcessPoolExecutor(count, initializer=_ignore_interrupts)
    try:
        # Started before the caller has threads, such as that of a progress bar: a process
        # that forks while it has threads can lock up.
        with _interrupts_held_back():
            executor.submit(os.getpid)
        yield executor
    except BaseException:
        # In this order: a pool that finds its processes gone complains of cancelled tasks
        # (before Python 3.12), so it has to have dropped those first.
        executor.shutdown(wait=False, cancel_futures=True)
        children = [child for child in multiprocessing.active_children() if child not in older]
        for child in children:
            child.terminate()
        for child in children:
            child.join()
        raise
    executor.shutdown()


def available_cores() -> int:
    """Give the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold SIGINT back until the block ends.

    Processes that start meanwhile inherit that, and so cannot be interrupted before they
    have come to `_ignore_interrupts`.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
