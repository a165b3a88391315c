"""Who does the work: processes side by side, lost ones made up for, or a Dask cluster."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from functools import partial
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.errors import ClusterError, LostWorkerError
from grundy.runtime.delivery import library
from grundy.runtime.limits import quiet_context
from grundy.runtime.threads import thread_count

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Processes that work side by side; one that is killed costs only the call that it worked on.


class Processes(Executor):
    """An executor of processes; one that is killed costs the call that it worked on."""

    def __init__(self, count: int) -> None:
        """Start *count* processes, before the caller has threads, such as a progress bar's."""
        self.width = 2 * count  # so that a process need not wait for the caller
        self._free: SimpleQueue[_Worker] = SimpleQueue()
        self._workers: list[_Worker] = []
        for _ in range(count):
            self._workers.append(_Worker(self._workers))
            self._free.put(self._workers[-1])
        self._threads = ThreadPoolExecutor(count)  # one waits for each process

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a call to the process that is free first."""
        return self._threads.submit(self._call, partial(function, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, after the calls that were handed out."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self.kill()

    def kill(self) -> None:
        """End the processes, whatever they do."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.end()

    def _call(self, call: Callable[[], Any]) -> Any:
        worker = self._free.get()
        try:
            return worker.call(call)
        finally:
            self._free.put(worker)


class _Worker:
    """A place for one process, which takes one call after the other through a pipe."""

    def __init__(self, older: Sequence[_Worker]) -> None:
        """Start the process; it is to close the pipes of *older* ones if it inherits them."""
        self._lock = threading.Lock()  # a process is either started or ended
        self._ended = False
        self._start(None, [worker._pipe for worker in older])

    def call(self, call: Callable[[], Any]) -> Any:
        """Make a call there; raise BrokenExecutor if the process is lost meanwhile."""
        message = ForkingPickler.dumps(call)
        try:
            self._pipe.send_bytes(message)
            returned, result = self._pipe.recv()
        except (EOFError, OSError):
            self._renew()
            raise BrokenExecutor("A process was killed.") from None
        if returned:
            return result
        raise result

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        with self._lock:
            self._ended = True
            self._process.terminate()
            self._process.join()

    def _renew(self) -> None:
        with self._lock:
            if not self._ended:
                self._process.join()
                self._pipe.close()
                self._start("spawn", [])  # not forked: there are threads now

    def _start(self, method: str | None, others: Sequence[Connection]) -> None:
        context: Any = multiprocessing.get_context(method)
        self._pipe, there = context.Pipe()
        forks = context.get_start_method() == "fork"
        inherited = [*others, self._pipe] if forks else []
        self._process = context.Process(target=_serve, args=(there, inherited), daemon=True)
        with _interrupts_held_back():
            self._process.start()
        there.close()


def _serve(pipe: Connection, inherited: Sequence[Connection]) -> None:
    """Make the calls that come, until nobody is there any more who sends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A fork has inherited what the command line does about it, and that it is held back.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    for one in inherited:
        one.close()
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(_answer(pipe.recv_bytes()))


def _answer(message: bytes) -> Any:
    try:
        return ForkingPickler.dumps((True, ForkingPickler.loads(message)()))
    except Exception as error:  # whatever it is, it belongs to the caller
        error.add_note(traceback.format_exc())
        return ForkingPickler.dumps((False, error))


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold SIGINT and SIGTERM back until the block ends."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Run many independent tasks on an executor; survive lost processes, and take Ctrl-C well.

Task = TypeVar("Task")
Result = TypeVar("Result")

_TRIES = 3  # a task with so many lost processes, alone in all but the first, has lost them itself


def run(
    function: Callable[[Task], Result], tasks: Sequence[Task], executor: Executor | None
) -> Iterator[tuple[Task, Result]]:
    """Call *function* on every task; yield (task, result) as the results come."""
    if executor is None:
        for task in tasks:
            yield task, quiet_context().run(function, task)
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
    function: Callable[[Task], Result], tasks: Sequence[Task], executor: Executor, lost: list[Task]
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
    count = workers or thread_count()
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


_SECONDS = 10  # to wait for a scheduler


@contextlib.contextmanager
def executor_for(scheduler: str | None, workers: int | None) -> Iterator[Executor | None]:
    """Yield the executor of a Dask scheduler, or else `process_pool` of so many workers."""
    chosen = process_pool(workers) if scheduler is None else dask_executor(scheduler)
    with chosen as executor:
        yield executor


@contextlib.contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """Yield an executor that hands tasks to the workers of a Dask scheduler."""
    with dask_client(address) as client:
        import distributed

        try:
            yield client.get_executor()
        except distributed.KilledWorker as error:
            raise ClusterError(f"{address}: a task was given up. {error}") from None


@contextlib.contextmanager
def dask_client(address: str) -> Iterator[Any]:
    """Yield a client of a Dask scheduler; see `dask_executor`."""
    distributed = library("distributed", "cluster", "A Dask cluster")
    _require_scheduler(address)
    client = distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    try:
        yield client
    finally:
        client.close()


def _require_scheduler(address: str) -> None:
    """Check that a scheduler answers: a client without one prints a traceback on exit."""
    import asyncio

    with ThreadPoolExecutor(1) as thread:  # a notebook's thread has a loop already
        future = thread.submit(lambda: asyncio.run(_kind(address)))
        try:
            kind = future.result()
        except Exception as error:  # what answers may speak anything
            kind = type(error).__name__
    if kind != "Scheduler":
        raise ClusterError(
            f"{address}: no Dask scheduler answers here ({kind}); "
            "give an address such as tcp://host:8786."
        )


async def _kind(address: str) -> str:
    """Describe what listens at an address: a Scheduler, or a Worker."""
    import asyncio

    from distributed import rpc

    connect: Any = rpc
    async with asyncio.timeout(_SECONDS), connect(address, timeout=_SECONDS) as there:
        return str((await there.identity())["type"])
