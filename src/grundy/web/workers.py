"""All workers of a server: who tries a question first, and who goes on where that takes longer."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from hashlib import blake2b

from grundy.web.pool import Head, Pool
from grundy.web.settings import Settings
from grundy.web.tasks import LATER, TASKS

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
            try:
                head, content = await _whole(self.quick.task(name, body, moment, client))
            except TimeoutError:
                pass
            else:
                if head.status != LATER:
                    return head, content
            self._long[mark] = None
        if mark in self._long:
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
