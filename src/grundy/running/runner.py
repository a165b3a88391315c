"""Run many independent tasks on an executor; survive lost processes, and take Ctrl-C well."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from typing import TypeVar

from grundy.errors import LostWorkerError
from grundy.running.processes import Processes

Task = TypeVar("Task")
Result = TypeVar("Result")

_TRIES = 3  # a task with so many lost processes, alone in all but the first, has lost them itself


def run(
    function: Callable[[Task], Result], tasks: Sequence[Task], executor: Executor | None
) -> Iterator[tuple[Task, Result]]:
    """Call *function* on every task; yield (task, result) as the results come."""
    if executor is None:
        for task in tasks:
            yield task, function(task)
        return
    lost: list[Task] = []
    yield from _some_at_a_time(function, tasks, executor, lost)
    if lost and not isinstance(executor, Processes):
        raise BrokenExecutor("The executor has lost a process and cannot begin anew.")
    for _ in range(_TRIES - 1):
        again: list[Task] = []
        for task in lost:
            yield from _some_at_a_time(function, [task], executor, again)
        lost = again
    if lost:
        raise LostWorkerError(lost[0], _TRIES)


def _some_at_a_time(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    executor: Executor,
    lost: list[Task],
) -> Iterator[tuple[Task, Result]]:
    """Hand out as many tasks as the executor is wide; note in *lost* those it has lost."""
    width = executor.width if isinstance(executor, Processes) else len(tasks)
    waiting = deque(tasks)
    futures: dict[Future[Result], Task] = {}
    try:
        while waiting or futures:
            while waiting and len(futures) < width:
                task = waiting.popleft()
                futures[executor.submit(function, task)] = task
            for future in wait(futures, return_when=FIRST_COMPLETED).done:
                task = futures.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    lost.append(task)
                else:
                    yield task, result
    finally:
        for future in futures:
            future.cancel()


@contextlib.contextmanager
def process_pool(workers: int | None = None) -> Iterator[Executor | None]:
    """Yield an executor of *workers* processes, by default one a core; None for one worker."""
    count = workers or available_cores()
    if count == 1:
        yield None
        return
    executor = Processes(count)
    try:
        yield executor
    except BaseException:
        executor.kill()
        raise
    executor.shutdown()


def available_cores() -> int:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
