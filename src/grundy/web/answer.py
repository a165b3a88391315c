"""One answer: what a worker finds, sent while the client is there."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from grundy.errors import BusyError, WorkerLostError
from grundy.web.pool import Head, Pool
from grundy.web.tasks import TASKS

_BUSY = "The server is busy; try again in a moment."
_LOST = "The memory for this answer is not enough; ask for less."


class Answer(Response):
    """Runs a task and sends what it finds: whole, or line by line where the task streams.

    The worker is ended, or free again, as soon as the client leaves.
    """

    def __init__(self, pool: Pool, name: str, body: bytes, seconds: float) -> None:
        self._pool = pool
        self._name = name
        self._body = body
        self._seconds = seconds
        self.background = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer, or leave it when the client has left."""
        working = asyncio.ensure_future(self._work(scope, receive, send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                working.result()
        finally:
            for future in (working, leaving):
                future.cancel()
            await asyncio.gather(working, leaving, return_exceptions=True)

    async def _work(self, scope: Scope, receive: Receive, send: Send) -> None:
        run = self._stream if TASKS[self._name].streams else self._whole
        sending = _Begun(send)
        try:
            await run(scope, receive, sending)
        except (BusyError, TimeoutError, WorkerLostError) as error:
            status, told = self._problem(error)
            if sending.begun:
                await _send(send, json.dumps(told).encode() + b"\n", more=False)
            else:
                retry = {"Retry-After": "1"} if status == 503 else None
                await JSONResponse(told, status, retry)(scope, receive, send)

    async def _whole(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._pool.task(self._name, self._body, self._seconds) as (head, content):
            found = b"".join([frame async for frame in content])
        # The worker is free again: a client that reads slowly keeps no other waiting.
        await Response(found, head.status, media_type=head.media_type)(scope, receive, send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._pool.task(self._name, self._body, self._seconds) as (head, content):
            await send(_start(head))
            async for frame in content:
                await _send(send, frame, more=True)
        await _send(send, b"", more=False)

    def _problem(self, error: Exception) -> tuple[int, dict[str, Any]]:
        if isinstance(error, BusyError):
            return 503, {"error": _BUSY}
        if isinstance(error, TimeoutError):
            told = f"The answer takes more than {self._seconds:g} seconds; ask for less."
            return 422, {"error": told, "limit": True}
        return 422, {"error": _LOST, "limit": True}


class _Begun:
    """Sends, and remembers that something was sent."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: Any) -> None:
        self.begun = True
        await self._send(message)


def _start(head: Head) -> dict[str, Any]:
    kind = (b"content-type", head.media_type.encode())
    return {"type": "http.response.start", "status": head.status, "headers": [kind]}


async def _send(send: Send, content: bytes, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": content, "more_body": more})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
