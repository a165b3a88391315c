"""The application: routes, and the way of a request to a worker and back."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from grundy.errors import BusyError, WorkerLostError
from grundy.web.guard import Guard, PageFiles
from grundy.web.pool import Head
from grundy.web.schemas import description
from grundy.web.settings import Settings, refusal
from grundy.web.tasks import TASKS
from grundy.web.workers import Workers

# One answer: what a worker finds, sent while the client is there.


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
            status, problem = refusal(error, self._seconds)
            if sending.begun:
                await _send(send, json.dumps(problem).encode() + b"\n", more=False)
            else:
                retry = {"Retry-After": "1"} if status == 503 else {}
                shown, refused = self._shown(status)
                await JSONResponse(problem, shown, retry | refused)(scope, receive, send)

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


# The application: routes, and the way of a request to a worker and back.


STATIC = Path(__file__).parent / "static"

PAGE_HEADER = "Grundy-Page"
"""Sent by the page: a number that it draws for itself, so that pages take turns. See `Answer`
for what it gets for a refusal."""

_PAGE_SIGNS = 40
_NO_JSON = "Send the request as JSON, with Content-Type: application/json."
_SLOW = "The request did not arrive in time."


def create_app(settings: Settings | None = None, workers: Workers | None = None) -> Starlette:
    """Make the application: the page, its JSON interface and its description."""
    chosen = settings or Settings()
    asked = workers or Workers(chosen)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if workers is not None:  # whoever made them ends them
            yield
            return
        async with asked.running():  # the page itself need not wait for them
            yield

    routes = [
        Route(f"/api/{name}", _route(name, asked, chosen), methods=["POST"]) for name in TASKS
    ]
    routes.append(Route("/api/openapi.json", _openapi))
    return Starlette(
        routes=[*routes, Mount("/", PageFiles(STATIC))],
        middleware=[Middleware(Guard, settings=chosen)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )


def _route(
    name: str, workers: Workers, settings: Settings
) -> Callable[[Request], Awaitable[Response]]:
    task = TASKS[name]
    seconds = settings.seconds_of(patient=task.streams or task.patient)

    async def answer(request: Request) -> Response:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return JSONResponse({"error": _NO_JSON}, 415)
        try:
            async with asyncio.timeout(settings.seconds):
                body = await request.body()
        except TimeoutError:
            return JSONResponse({"error": _SLOW}, 408, {"Connection": "close"})
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        page = PAGE_HEADER in request.headers
        return Answer(workers, name, body, _client(request), seconds, page=page)

    return answer


def _client(request: Request) -> str:
    """Return who asks: an address, and of several pages there which one, as it says itself."""
    address = "" if request.client is None else request.client.host
    return f"{address} {request.headers.get(PAGE_HEADER, '')[:_PAGE_SIGNS]}"


async def _openapi(request: Request) -> Response:
    return JSONResponse(description())


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for no other
    return JSONResponse({"error": f"{error.detail}."}, error.status_code, error.headers)
