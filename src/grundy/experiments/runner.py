"""Run many independent tasks on an executor; survive lost processes, and take Ctrl-C well."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    ALL_COMPLETED,
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import Any, TypeVar

from grundy.errors import GrundyError

Task = TypeVar("Task")
Result = TypeVar("Result")

_TRIES = 3  # a task that is alone with so many lost processes has lost them itself


class LostWorkerError(GrundyError):
    """A task ended its process again and again; carries the task.

    Attributes:
        task: The task.
    """

    def __init__(self, task: object) -> None:
        """Say which task it was."""
        super().__init__(
            f"The process that worked on {task} was killed {_TRIES} times, perhaps for want of "
            "memory; all other tasks are done."
        )
        self.task = task


class Processes(Executor):
    """An executor of processes that can begin anew when one of them has been killed.

    A ``ProcessPoolExecutor`` is broken as a whole by that. `run` begins anew and repeats the
    few tasks that were under way.

    Attributes:
        width: How many tasks are handed out at a time: they are all that a kill can cost.
    """

    def __init__(self, count: int) -> None:
        """Start *count* processes, before the caller has threads, such as a progress bar's.

        A process that forks while it has threads can lock up.
        """
        self.width = 2 * count  # each has its next task at hand
        self._count = count
        self._pool = self._started(None)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a call to a process."""
        return self._pool.submit(function, *args, **kwargs)

    def renew(self) -> None:
        """Begin anew with other processes; these are not forked, as there may be threads now."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._started("spawn")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the processes end."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def _started(self, method: str | None) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(
            self._count, multiprocessing.get_context(method), initializer=_ignore_interrupts
        )
        with _interrupts_held_back():
            pool.submit(os.getpid)
        return pool


def run(
    function: Callable[[Task], Result], tasks: Sequence[Task], executor: Executor | None
) -> Iterator[tuple[Task, Result]]:
    """Call *function* on every task; yield (task, result) as the results come.

    The order is not fixed, so a task has to carry whatever its result depends on, its seed
    among it. When the caller stops early, tasks that have not begun are cancelled. On
    `Processes` a process that is killed costs the tasks that were under way: they are done
    again after all others, one at a time.

    Args:
        function: Defined at the top of a module, for an executor with processes.
        tasks: Independent of each other.
        executor: Any executor; None calls the function here, in the order of the tasks.

    Raises:
        LostWorkerError: If one task ends its process again and again.
    """
    if executor is None:
        for task in tasks:
            yield task, function(task)
        return
    width = getattr(executor, "width", len(tasks))
    lost: list[Task] = []
    yield from _some_at_a_time(function, tasks, executor, width, lost)
    if lost and not isinstance(executor, Processes):
        raise BrokenExecutor("The executor has lost a process and cannot begin anew.")
    losing: Task | None = None
    for task in lost:
        tries = 0
        again = [task]
        while again and tries < _TRIES:
            tries += 1
            again = []
            yield from _some_at_a_time(function, [task], executor, 1, again)
        if again:
            losing = task
    if losing is not None:
        raise LostWorkerError(losing)


def _some_at_a_time(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    executor: Executor,
    width: int,
    lost: list[Task],
) -> Iterator[tuple[Task, Result]]:
    """Keep *width* tasks handed out; note in *lost* those that a broken executor has taken."""
    waiting = deque(tasks)
    futures: dict[Future[Result], Task] = {}
    try:
        while waiting or futures:
            broken = not _hand_out(function, waiting, futures, executor, width)
            done = wait(futures, return_when=ALL_COMPLETED if broken else FIRST_COMPLETED).done
            for future in done:
                task = futures.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    broken = True
                    lost.append(task)
                else:
                    yield task, result
            if broken:
                if not isinstance(executor, Processes):
                    lost += waiting
                    return
                if not futures:  # of a broken executor all are done soon
                    executor.renew()
    finally:
        for future in futures:
            future.cancel()


def _hand_out(
    function: Callable[[Task], Result],
    waiting: deque[Task],
    futures: dict[Future[Result], Task],
    executor: Executor,
    width: int,
) -> bool:
    """Hand out tasks up to *width*; say whether the executor took them."""
    with _interrupts_held_back():  # a process that starts now is not to be interrupted
        while waiting and len(futures) < width:
            try:
                future = executor.submit(function, waiting[0])
            except BrokenExecutor:
                return False
            futures[future] = waiting.popleft()
    return True


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
    executor = Processes(count)
    try:
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
