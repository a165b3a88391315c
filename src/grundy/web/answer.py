"""One answer: what a worker finds, sent while the client is there."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from grundy.errors import BusyError, WorkerLostError
from grundy.web.pool import Head
from grundy.web.refusals import refusal
from grundy.web.tasks import TASKS
from grundy.web.workers import Workers

REFUSED_HEADER = "Grundy-Refused"

_REFUSALS = (422, 503)


class Answer(Response):
    """Runs a task and sends what it finds: whole, or line by line where the task streams.

    The worker is ended, or free again, as soon as the client leaves. A refusal that a *page*
    shows to a person is an answer like any other: it comes with status 200, for a browser notes
    every other on its console, and the header Grundy-Refused has the status that programs get.
    """

    def __init__(
        self,
        workers: Workers,
        name: str,
        body: bytes,
        client: str,
        seconds: float,
        *,
        page: bool = False,
    ) -> None:
        self._workers = workers
        self._name = name
        self._body = body
        self._client = client
        self._seconds = seconds
        self._page = page
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
            status, told = refusal(error, self._seconds)
            if sending.begun:
                await _send(send, json.dumps(told).encode() + b"\n", more=False)
            else:
                retry = {"Retry-After": "1"} if status == 503 else {}
                shown, refused = self._shown(status)
                await JSONResponse(told, shown, retry | refused)(scope, receive, send)

    def _shown(self, status: int) -> tuple[int, dict[str, str]]:
        """Return the status that is sent, and the header that says what it stands for."""
        if self._page and status in _REFUSALS:
            return 200, {REFUSED_HEADER: str(status)}
        return status, {}

    async def _whole(self, scope: Scope, receive: Receive, send: Send) -> None:
        head, found = await self._workers.whole(self._name, self._body, self._client)
        # The worker is free again: a client that reads slowly keeps no other waiting.
        shown, refused = self._shown(head.status)
        await Response(found, shown, refused, head.media_type)(scope, receive, send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        streamed = self._workers.stream(self._name, self._body, self._client)
        async with streamed as (head, content):
            await send(_start(head, *self._shown(head.status)))
            async for frame in content:
                await _send(send, frame, more=True)
        await _send(send, b"", more=False)


class _Begun:
    """Sends, and remembers that something was sent."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: Any) -> None:
        self.begun = True
        await self._send(message)


def _start(head: Head, status: int, more: dict[str, str]) -> dict[str, Any]:
    pairs = {"content-type": head.media_type, **more}
    headers = [(name.lower().encode(), value.encode()) for name, value in pairs.items()]
    return {"type": "http.response.start", "status": status, "headers": headers}


async def _send(send: Send, content: bytes, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": content, "more_body": more})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
