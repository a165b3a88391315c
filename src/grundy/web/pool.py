"""Pools of worker processes, for which clients take turns, and which pool is asked first."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from grundy.errors import BusyError, WorkerLostError
from grundy.web.settings import Settings
from grundy.web.tasks import LATER, TASKS

# Places that are taken and given back: clients take turns, and each waits in a line of its own.

Place = TypeVar("Place")


class FairQueue(Generic[Place]):
    """The places of a pool, free or taken."""

    def __init__(self, most_each: int | None = None, most_waiting: int | None = None) -> None:
        self._most_each = most_each
        self._most_waiting = most_waiting
        self.free: list[Place] = []
        self._lines: dict[str, deque[asyncio.Future[Place]]] = {}  # whose turn it is stands first
        self._in_use: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return sum(not one.done() for line in self._lines.values() for one in line)

    def give(self, place: Place, client: str | None = None) -> None:
        """Return a place back, that of a *client* if one had it."""
        if client is not None:
            self._in_use[client] -= 1
            self._in_use += Counter()  # forgets who has none
        self.free.append(place)
        self._serve()

    async def take(self, client: str = "") -> Place:
        """Take a place, or wait for one."""
        coming: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(client, deque()).append(coming)
        self._serve()
        if not coming.done():
            self._refuse_one_too_many(client)
        try:
            return await coming
        except asyncio.CancelledError:
            if coming.done() and not coming.cancelled() and coming.exception() is None:
                self.give(coming.result(), client)  # it came too late for this one
            raise

    def _serve(self) -> None:
        """Hand the free places over, in turns."""
        while self.free and (client := self._next()) is not None:
            line = self._lines.pop(client)
            line.popleft().set_result(self.free.pop())
            self._in_use[client] += 1
            if line:
                self._lines[client] = line  # last in turn

    def _next(self) -> str | None:
        """Return the first client in turn that waits and may have one more."""
        for client, line in list(self._lines.items()):
            while line and line[0].done():  # it has left
                line.popleft()
            if not line:
                del self._lines[client]
            elif self._most_each is None or self._in_use[client] < self._most_each:
                return client
        return None

    def _refuse_one_too_many(self, client: str) -> None:
        if self._most_waiting is None or self.waiting <= self._most_waiting:
            return
        lengths = {one: sum(not each.done() for each in line) for one, line in self._lines.items()}
        longest = max(lengths, key=lengths.__getitem__)
        refused = longest if lengths[longest] > lengths[client] else client
        next(one for one in reversed(self._lines[refused]) if not one.done()).set_exception(
            BusyError()
        )


# A pool of worker processes: a task for each request, ended when its time or client is gone.

_LENGTH = 4
# After so many tasks, or bytes, a fresh worker takes its place, so that memory stays flat
_TASKS_A_WORKER = 20_000
_BYTES_A_WORKER = 1 << 29
_TO_START = 60.0  # seconds, on a machine that is busy with other things
_PAUSE = 2.0  # seconds
_GRACE = 0.2  # seconds for an answer that nobody waits for: often shorter than a new process
_GRACE_WHILE_YOUNG = 5.0  # of the first tasks, which wait for what a process loads once
_YOUNG = 20  # tasks


@dataclass(frozen=True, slots=True)
class Head:
    """How an answer begins."""

    status: int
    media_type: str


class Pool:
    """Worker processes, each with one task at a time; clients take turns."""

    def __init__(
        self,
        size: int,
        settings: Settings,
        *,
        hurry: float = 0.0,
        nice: int = 0,
        most_each: int | None = None,
    ) -> None:
        self._size = size
        kind = (str(settings.memory), str(hurry), str(nice), *settings.tables)
        self._command = (sys.executable, "-m", "grundy.web.worker", *kind)
        self._workers: set[_Worker] = set()
        self._beside: set[asyncio.Task[None]] = set()  # what is done while others are served
        self._renewing = False
        self._begun: _Worker | None = None  # a process that nobody waited for yet
        self.warm = asyncio.Event()
        """Set when the first process that `start` asked has answered, or could not."""
        self._places: FairQueue[_Worker | None] = FairQueue(most_each, settings.waiting)
        for _ in range(size):
            self._places.give(None)  # a place; its process starts when it is needed

    async def begin(self) -> None:
        """Start the first process and do not wait for it: the server has things to load too."""
        self._begun = _Worker(await _process(self._command))
        self._workers.add(self._begun)

    async def start(self, name: str, body: bytes) -> None:
        """Start the processes, and ask each this, so that it has loaded what answers need."""
        clients = [f"start {number}" for number in range(self._size)]
        places = [await self._places.take(client) for client in clients]
        for place, client in zip(places, clients, strict=True):
            if client != clients[0]:
                await asyncio.sleep(_PAUSE)
            worker: _Worker | None = None
            try:
                with contextlib.suppress(TimeoutError, WorkerLostError):
                    worker = await self._started(place)
                    async with asyncio.timeout(_TO_START):
                        await worker.begin(name, body)
                        async for _ in worker.content():
                            pass
            finally:
                self._places.give(worker, client)
                self.warm.set()

    async def stop(self) -> None:
        """End all processes, in the middle of a task too."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))
        self._workers.clear()

    @contextlib.asynccontextmanager
    async def task(
        self, name: str, body: bytes, seconds: float, client: str = ""
    ) -> AsyncIterator[tuple[Head, AsyncIterator[bytes]]]:
        """Run one task; its worker is ended when the block is left before the answer is whole."""
        worker = await self._places.take(client)
        try:
            worker = await self._started(worker)
            async with asyncio.timeout(seconds):
                head = await worker.begin(name, body)
                yield head, worker.content()
        finally:
            if worker is None or worker.is_free:
                self._places.give(worker, client)
                if worker is not None and worker.due_for_recycling and not self._renewing:
                    self._renewing = True
                    self._do_beside(self._renew(worker))
            else:
                self._do_beside(self._retire(worker, client))

    def _do_beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _retire(self, worker: _Worker, client: str) -> None:
        """Wait a moment for an answer that nobody reads, or end its worker; free the place."""
        successor: _Worker | None = worker
        try:
            async with asyncio.timeout(_GRACE_WHILE_YOUNG if worker.is_young else _GRACE):
                async for _ in worker.content():
                    pass
        except (TimeoutError, WorkerLostError):
            successor = None
            await self._end(worker)
            with contextlib.suppress(TimeoutError, WorkerLostError):
                successor = await self._started(None)  # before somebody waits for it
        finally:
            self._places.give(successor, client)

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
        fresh, self._begun = self._begun or _Worker(await _process(self._command)), None
        self._workers.add(fresh)
        try:
            async with asyncio.timeout(_TO_START):
                await fresh.frame()  # empty: it has loaded what it needs
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
    def is_young(self) -> bool:
        return self._tasks < _YOUNG

    @property
    def due_for_recycling(self) -> bool:
        grown = self._tasks >= _TASKS_A_WORKER or self._memory >= _BYTES_A_WORKER
        return grown and self.successor is None

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
        head = json.loads(await self.frame())
        self._memory = head["memory"]
        return Head(head["status"], head["type"])

    async def content(self) -> AsyncIterator[bytes]:
        while frame := await self.frame():
            yield frame
        self.is_free = True

    async def frame(self) -> bytes:
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
        await _ended(self._process)


async def _process(command: tuple[str, ...]) -> asyncio.subprocess.Process:
    """Start a process; one that nobody waits for any more is ended."""
    pipe = asyncio.subprocess.PIPE
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 20)
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await _ended(await starting)  # taken back half-made, it would leave pipes open
        raise


async def _ended(process: asyncio.subprocess.Process) -> None:
    """End a process and its pipes: the loop may be closed before it sees that they have ended."""
    assert process.stdin is not None  # noqa: S101 - they were asked for
    assert process.stdout is not None  # noqa: S101
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    process.stdin.close()
    with contextlib.suppress(RuntimeError):  # somebody reads it already, to its end
        await process.stdout.read()
    await process.wait()


_FIRST = ("game/explain", b'{"position": "kayles 3 + nim 2"}')  # it loads what all games have
_NICE = 5  # with 10 they starve beside other work of the machine
_REMEMBERED = 10_000  # questions that took long


class Workers:
    """Three pools: quick workers, searchers, and those of streams."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.quick = Pool(settings.workers, settings, hurry=settings.moment / 6)
        most = max(1, settings.searchers - 1)
        self.searchers = Pool(settings.searchers, settings, nice=_NICE, most_each=most)
        self.streams = Pool(settings.streams, settings, nice=_NICE)
        self._long: OrderedDict[bytes, None] = OrderedDict()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start the quick workers and have them load the games; others start when needed."""
        try:
            await self.quick.begin()
            starting = asyncio.ensure_future(self.quick.start(*_FIRST))
            try:
                yield
            finally:
                starting.cancel()
                await asyncio.gather(starting, return_exceptions=True)
        finally:
            await asyncio.gather(self.quick.stop(), self.searchers.stop(), self.streams.stop())

    async def whole(self, name: str, body: bytes, client: str) -> tuple[Head, bytes]:
        """Answer a question, whole."""
        mark = blake2b(name.encode() + b"\0" + body, digest_size=16).digest()
        if mark not in self._long:
            moment = min(self._settings.moment, self._settings.seconds)
            with contextlib.suppress(TimeoutError):
                head, content = await _whole(self.quick.task(name, body, moment, client))
                if head.status != LATER:
                    return head, content
            self._long[mark] = None
        self._long.move_to_end(mark)
        while len(self._long) > _REMEMBERED:
            self._long.popitem(last=False)
        seconds = self._settings.seconds_of(patient=TASKS[name].patient)
        return await _whole(self.searchers.task(name, body, seconds, client))

    def stream(
        self, name: str, body: bytes, client: str
    ) -> AbstractAsyncContextManager[tuple[Head, AsyncIterator[bytes]]]:
        """Answer line by line; raises as `whole` does."""
        return self.streams.task(name, body, self._settings.stream_seconds, client)


async def _whole(
    task: AbstractAsyncContextManager[tuple[Head, AsyncIterator[bytes]]],
) -> tuple[Head, bytes]:
    async with task as (head, content):
        return head, b"".join([frame async for frame in content])
