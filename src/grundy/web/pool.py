"""The pool of worker processes: a task for each request, ended when its time or client is gone."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass

_LENGTH = 4
_TASKS_A_WORKER = 2_000  # then a fresh one takes its place, so that memory stays flat
_TO_START = 60.0  # seconds, on a machine that is busy with other things
_GRACE = 0.2  # seconds for an answer that nobody waits for: often shorter than a new process


@dataclass(frozen=True, slots=True)
class Head:
    """How an answer begins."""

    status: int
    media_type: str


class BusyError(Exception):
    """Too many requests are waiting for a worker."""


class WorkerLostError(Exception):
    """A worker ended in the middle of a task, as when its memory was not enough."""


class Pool:
    """Worker processes, each with one task at a time.

    Args:
        size: How many.
        memory: The bytes that each may take.
        waiting: How many tasks may wait for a free worker.
    """

    def __init__(self, size: int, memory: int, waiting: int) -> None:
        self._size = size
        self._memory = memory
        self._most_waiting = waiting
        self._waiting = 0
        self._workers: set[_Worker] = set()
        self._retiring: set[asyncio.Task[None]] = set()
        self._free: asyncio.Queue[_Worker | None] = asyncio.Queue()
        for _ in range(size):
            self._free.put_nowait(None)  # a place; its process starts when it is needed

    @property
    def free(self) -> int:
        """How many tasks could begin at once."""
        return self._free.qsize()

    async def start(self) -> None:
        """Start the processes, so that the first request need not wait."""
        places = [self._free.get_nowait() for _ in range(self._size)]
        for worker in await asyncio.gather(*(self._started(place) for place in places)):
            self._free.put_nowait(worker)

    async def stop(self) -> None:
        """End all processes, in the middle of a task too."""
        for retiring in self._retiring:
            retiring.cancel()
        await asyncio.gather(*self._retiring, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))
        self._workers.clear()

    @contextlib.asynccontextmanager
    async def task(
        self, name: str, body: bytes, seconds: float
    ) -> AsyncIterator[tuple[Head, AsyncIterator[bytes]]]:
        """Run one task; its worker is ended when the block is left before the answer is whole.

        Raises:
            BusyError: If too many tasks are waiting already.
            TimeoutError: If the answer takes longer than *seconds*.
            WorkerLostError: If the worker ends.
        """
        worker = await self._next()
        try:
            worker = await self._started(worker)
            async with asyncio.timeout(seconds):
                head = await worker.begin(name, body)
                yield head, worker.content()
        finally:
            if worker is None or worker.is_free:
                self._free.put_nowait(worker)
            else:
                retiring = asyncio.ensure_future(self._retire(worker))
                self._retiring.add(retiring)
                retiring.add_done_callback(self._retiring.discard)

    async def _next(self) -> _Worker | None:
        if self._free.empty() and self._waiting >= self._most_waiting:
            raise BusyError
        self._waiting += 1
        try:
            return await self._free.get()
        finally:
            self._waiting -= 1

    async def _retire(self, worker: _Worker) -> None:
        """Wait a moment for an answer that nobody reads, or end its worker; free the place."""
        found: _Worker | None = worker
        try:
            async with asyncio.timeout(_GRACE):
                async for _ in worker.content():
                    pass
        except (TimeoutError, WorkerLostError):
            found = None
            await self._end(worker)
            with contextlib.suppress(TimeoutError, WorkerLostError):
                found = await self._started(None)  # before somebody waits for it
        finally:
            self._free.put_nowait(found)

    async def _started(self, worker: _Worker | None) -> _Worker:
        if worker is not None and worker.tasks < _TASKS_A_WORKER and worker.is_alive:
            return worker
        if worker is not None:
            await self._end(worker)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "grundy.web.worker", str(self._memory),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
        )  # fmt: skip
        fresh = _Worker(process)
        self._workers.add(fresh)
        try:
            async with asyncio.timeout(_TO_START):
                await fresh.ready()
        except BaseException:  # the client has left meanwhile, too
            await self._end(fresh)
            raise
        return fresh

    async def _end(self, worker: _Worker) -> None:
        self._workers.discard(worker)
        await worker.end()


class _Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._coming: int | None = None  # the length of a frame whose content is not read yet
        self.tasks = 0
        self.is_free = True

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def ready(self) -> None:
        """Wait until the process has loaded what it needs."""
        await self._frame()

    async def begin(self, name: str, body: bytes) -> Head:
        self.is_free = False
        self.tasks += 1
        stream = self._process.stdin
        assert stream is not None  # noqa: S101 - it was asked for
        for frame in (name.encode(), body):
            stream.write(len(frame).to_bytes(_LENGTH, "big") + frame)
        try:
            await stream.drain()
        except ConnectionError:
            raise WorkerLostError from None
        head = json.loads(await self._frame())
        return Head(head["status"], head["type"])

    async def content(self) -> AsyncIterator[bytes]:
        while frame := await self._frame():
            yield frame
        self.is_free = True

    async def _frame(self) -> bytes:
        stream = self._process.stdout
        assert stream is not None  # noqa: S101 - it was asked for
        try:
            if self._coming is None:
                self._coming = int.from_bytes(await stream.readexactly(_LENGTH), "big")
            frame = await stream.readexactly(self._coming)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerLostError from None
        self._coming = None
        return frame

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
