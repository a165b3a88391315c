"""The pool of worker processes: a task for each request, ended when its time or client is gone."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass
from typing import Any

from grundy.errors import BusyError, WorkerLostError
from grundy.web.places import Places

_LENGTH = 4
# After so many tasks, or bytes, a fresh worker takes its place, so that memory stays flat
_TASKS_A_WORKER = 20_000
_BYTES_A_WORKER = 1 << 29
_TO_START = 60.0  # seconds, on a machine that is busy with other things
_GRACE = 0.2  # seconds for an answer that nobody waits for: often shorter than a new process


@dataclass(frozen=True, slots=True)
class Head:
    """How an answer begins."""

    status: int
    media_type: str


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
        self._workers: set[_Worker] = set()
        self._beside: set[asyncio.Task[None]] = set()  # what is done while others are served
        self._renewing = False
        self._places: Places[_Worker | None] = Places()
        for _ in range(size):
            self._places.give(None)  # a place; its process starts when it is needed

    @property
    def free(self) -> int:
        """How many tasks could begin at once."""
        return self._places.free

    async def start(self) -> None:
        """Start the processes, so that the first request need not wait."""
        places = [await self._places.take() for _ in range(self._size)]
        for worker in await asyncio.gather(*(self._started(place) for place in places)):
            self._places.give(worker)

    async def stop(self) -> None:
        """End all processes, in the middle of a task too."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
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
                self._places.give(worker)
                if worker is not None and worker.is_tired and not self._renewing:
                    self._renewing = True
                    self._do_beside(self._renew(worker))
            else:
                self._do_beside(self._retire(worker))

    def _do_beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _next(self) -> _Worker | None:
        if not self._places.free and self._places.waiting >= self._most_waiting:
            raise BusyError
        return await self._places.take()

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
            self._places.give(found)

    async def _renew(self, worker: _Worker) -> None:
        """Start the process that takes a worker's place; until it is ready that one goes on."""
        try:
            with contextlib.suppress(TimeoutError, WorkerLostError):
                worker.successor = await self._started(None)
        finally:
            self._renewing = False

    async def _started(self, worker: _Worker | None) -> _Worker:
        if worker is not None and worker.successor is None and worker.is_alive:
            return worker
        if worker is not None:
            await self._end(worker)
            if worker.successor is not None and worker.successor.is_alive:
                return worker.successor
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
        self._tasks = self._memory = 0
        self.is_free = True
        self.successor: _Worker | None = None

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    @property
    def is_tired(self) -> bool:
        grown = self._tasks >= _TASKS_A_WORKER or self._memory >= _BYTES_A_WORKER
        return grown and self.successor is None

    async def ready(self) -> None:
        """Wait until the process has loaded what it needs."""
        await self._frame()

    async def begin(self, name: str, body: bytes) -> Head:
        self.is_free = False
        self._tasks += 1
        stream = self._process.stdin
        assert stream is not None  # noqa: S101 - it was asked for
        frames = (name.encode(), body)
        stream.write(b"".join(len(one).to_bytes(_LENGTH, "big") + one for one in frames))
        try:
            await stream.drain()
        except ConnectionError:
            raise WorkerLostError from None
        head = json.loads(await self._frame())
        self._memory = head["memory"]
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
