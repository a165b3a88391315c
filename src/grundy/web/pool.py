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
        self._free: asyncio.Queue[_Worker | None] = asyncio.Queue()
        for _ in range(size):
            self._free.put_nowait(None)  # a place; its process starts when it is needed

    async def start(self) -> None:
        """Start the processes, so that the first request need not wait."""
        workers = await asyncio.gather(*(self._started(None) for _ in range(self._size)))
        for _ in workers:
            self._free.get_nowait()
        for worker in workers:
            self._free.put_nowait(worker)

    async def stop(self) -> None:
        """End the processes that have no task."""
        while not self._free.empty():
            worker = self._free.get_nowait()
            if worker is not None:
                worker.end()

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
            async with asyncio.timeout(seconds):
                worker = await self._started(worker)
                head = await worker.begin(name, body)
                yield head, worker.content()
        finally:
            if worker is not None and not worker.is_free:
                worker.end()
                worker = None
            self._free.put_nowait(worker)

    async def _next(self) -> _Worker | None:
        if self._waiting >= self._most_waiting:
            raise BusyError
        self._waiting += 1
        try:
            return await self._free.get()
        finally:
            self._waiting -= 1

    async def _started(self, worker: _Worker | None) -> _Worker:
        if worker is not None and worker.tasks < _TASKS_A_WORKER and worker.is_alive:
            return worker
        if worker is not None:
            worker.end()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "grundy.web.worker", str(self._memory),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
        )  # fmt: skip
        return _Worker(process)


class _Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.tasks = 0
        self.is_free = True

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

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
            length = await stream.readexactly(_LENGTH)
            return await stream.readexactly(int.from_bytes(length, "big"))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerLostError from None

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
