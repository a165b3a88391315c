"""The application: the guard in front, the page's files, and the way of a request to a worker."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grundy.errors import BusyError, TooLargeError, WorkerLostError
from grundy.web.page_files import STATIC, PageFiles, book_files, bundles
from grundy.web.pool import Head, Workers
from grundy.web.rooms import Rooms
from grundy.web.settings import BOOK, FOOT, Settings, refusal
from grundy.web.tasks import TASKS, description

# The guard in front of every route: who may ask, how much, and what the browser may do.

# Graphviz in the page is WebAssembly; nothing else than this server's own files may run or load.
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")
_OTHER_SITE = "This server does not answer the pages of other sites."


class Guard:
    """Checks Host and Origin, bounds the body, and adds the security headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        problem = self._problem(Headers(scope=scope), scope)
        if problem is not None:
            await _refusal(*problem)(scope, receive, _with_headers(send))
            return
        taken = 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._settings.body:
                raise TooLargeError
            return message

        try:
            await self._app(scope, bounded, _with_headers(send))
        except TooLargeError:
            await _refusal(413, self._too_large())(scope, receive, _with_headers(send))

    def _problem(self, headers: Headers, scope: Scope) -> tuple[int, str] | None:
        hosts = headers.getlist("host")
        named = _HOST.fullmatch(hosts[0].lower()) if len(hosts) == 1 else None
        if named is None or named[1] not in self._settings.hosts:
            allowed = ", ".join(sorted(self._settings.hosts))
            return 421, f"This server answers under these names only: {allowed}."
        if any(origin.lower() != f"http://{named[0]}" for origin in headers.getlist("origin")):
            return 403, _OTHER_SITE
        from_here = headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        if not from_here and not _is_link(headers, scope):
            return 403, _OTHER_SITE
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", length) or int(length) > self._settings.body:
            return 413, self._too_large()
        return None

    def _too_large(self) -> str:
        return f"A request may have {self._settings.body:,} bytes at most."


def _is_link(headers: Headers, scope: Scope) -> bool:
    """Return whether a person follows a link of another site to the page."""
    fetch = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
    is_page = not scope["path"].startswith("/api/")
    return is_page and scope["method"] == "GET" and fetch == ("navigate", "document")


def _refusal(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


# One answer: what a worker finds, sent while the client is there.

REFUSED_HEADER = "Grundy-Refused"
_REFUSALS = (422, 503)


@dataclass(frozen=True)
class Answer:
    """Runs a task and sends what it finds: whole, or line by line where the task streams.

    The worker is ended, or free again, as soon as the client leaves. A refusal that a *page*
    shows to a person is an answer like any other: it comes with status 200, for a browser notes
    every other on its console, and the header Grundy-Refused has the status that programs get.
    """

    workers: Workers
    name: str
    body: bytes
    client: str
    seconds: float
    page: bool

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
        run = self._stream if TASKS[self.name].streams else self._whole
        begun = False

        async def sending(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await run(scope, receive, sending)
        except (BusyError, TimeoutError, WorkerLostError) as error:
            status, problem = refusal(error, self.seconds)
            if begun:
                await _send(send, json.dumps(problem).encode() + b"\n", more=False)
            else:
                retry = {"Retry-After": "1"} if status == 503 else {}
                shown, refused = _shown(status, page=self.page)
                await JSONResponse(problem, shown, retry | refused)(scope, receive, send)

    async def _whole(self, scope: Scope, receive: Receive, send: Send) -> None:
        head, content = await self.workers.whole(self.name, self.body, self.client)
        # The worker is free again: a client that reads slowly keeps no other waiting.
        shown, refused = _shown(head.status, page=self.page)
        await Response(content, shown, refused, head.media_type)(scope, receive, send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        streamed = self.workers.stream(self.name, self.body, self.client)
        async with streamed as (head, content):
            await send(_start(head, *_shown(head.status, page=self.page)))
            async for frame in content:
                await _send(send, frame, more=True)
        await _send(send, b"", more=False)


def _shown(status: int, *, page: bool) -> tuple[int, dict[str, str]]:
    """Return the status that is sent, and the header that says what it stands for."""
    return (200, {REFUSED_HEADER: str(status)}) if page and status in _REFUSALS else (status, {})


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

PAGE_HEADER = "Grundy-Page"
"""Sent by the page: a number that it draws for itself, so that pages take turns. See `Answer`
for what it gets for a refusal."""

_PAGE_SIGNS = 40
_NO_JSON = "Send the request as JSON, with Content-Type: application/json"
_SLOW = "The request did not arrive in time"


def create_app(settings: Settings | None = None, workers: Workers | None = None) -> Starlette:
    """Make the application: the page, its JSON interface and its description."""
    chosen = settings or Settings()
    group = workers or Workers(chosen)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # Whoever made the workers ends them; the page itself need not wait for ours.
        async with group.running() if workers is None else contextlib.nullcontext():
            yield

    post = ["POST"]
    routes = [Route(f"/api/{name}", _route(name, group, chosen), methods=post) for name in TASKS]
    room = Route("/api/room", _room_route(Rooms(), chosen), methods=post)
    described = Route("/api/openapi.json", lambda _: JSONResponse(description()))
    foot = None if chosen.book is None else f"{BOOK} · {FOOT}"
    page = [Mount("/", PageFiles(STATIC, bundles(), foot=foot))]
    if chosen.book is not None:
        page.insert(0, Mount("/book", book_files(chosen.book, _POLICY)))
    return Starlette(
        routes=[*routes, room, described, *page],
        middleware=[Middleware(Guard, settings=chosen)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )


def _route(
    name: str, workers: Workers, settings: Settings
) -> Callable[[Request], Awaitable[Answer]]:
    task = TASKS[name]
    seconds = settings.seconds_of(patient=task.streams or task.patient)

    async def answer(request: Request) -> Answer:
        body = await _body(request, settings)
        page = PAGE_HEADER in request.headers
        return Answer(workers, name, body, _client(request), seconds, page)

    return answer


async def _body(request: Request, settings: Settings) -> bytes:
    """Return the body of a request in JSON, or refuse one that is none."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, _NO_JSON)
    try:
        async with asyncio.timeout(settings.seconds):
            return await request.body()
    except TimeoutError:
        raise HTTPException(408, _SLOW, {"Connection": "close"}) from None
    except ClientDisconnect:
        raise HTTPException(400) from None  # nobody reads it


def _room_route(rooms: Rooms, settings: Settings) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        page = request.headers.get(PAGE_HEADER, "")[:_PAGE_SIGNS]
        status, content = await rooms.answer(await _body(request, settings), page)
        return JSONResponse(content, *_shown(status, page=PAGE_HEADER in request.headers))

    return answer


def _client(request: Request) -> str:
    """Return who asks: an address, and of several pages there which one, as it says itself."""
    address = "" if request.client is None else request.client.host
    return f"{address} {request.headers.get(PAGE_HEADER, '')[:_PAGE_SIGNS]}"


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for no other
    return JSONResponse({"error": f"{error.detail}."}, error.status_code, error.headers)
