"""The application: routes, and the way of a request to a worker and back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from grundy.web.guard import Guard
from grundy.web.openapi import description
from grundy.web.pool import BusyError, Pool, WorkerLostError
from grundy.web.settings import Settings
from grundy.web.tasks import TASKS

STATIC = Path(__file__).parent / "static"

_BUSY = "The server is busy; try again in a moment."
_LOST = "The memory for this answer is not enough; ask for less."


def create_app(settings: Settings | None = None) -> Starlette:
    """Make the application: the page, its JSON interface and its description."""
    chosen = settings or Settings()
    short = Pool(chosen.workers, chosen.memory, chosen.waiting)
    long = Pool(chosen.workers, chosen.memory, chosen.waiting)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await short.start()
        yield
        await short.stop()
        await long.stop()

    pools = {True: long, False: short}
    routes = [
        Route(f"/api/{name}", _route(name, pools[task.streams], chosen), methods=["POST"])
        for name, task in TASKS.items()
    ]
    routes.append(Route("/api/openapi.json", _openapi))
    return Starlette(
        routes=[*routes, Mount("/", _Page(directory=STATIC, html=True))],
        middleware=[Middleware(Guard, settings=chosen)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )


class _Page(StaticFiles):
    """The page's files; a browser asks each time whether they are new."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


def _route(name: str, pool: Pool, settings: Settings) -> Callable[[Request], Awaitable[Response]]:
    seconds = settings.stream_seconds if TASKS[name].streams else settings.seconds

    async def answer(request: Request) -> Response:
        try:
            body = await request.body()
            if TASKS[name].streams:
                return await _stream(pool, name, body, seconds)
            return await _whole(request, pool, name, body, seconds)
        except BusyError:
            return JSONResponse({"error": _BUSY}, 503, {"Retry-After": "1"})
        except TimeoutError:
            sentence = f"The answer takes more than {seconds:g} seconds; ask for less."
            return JSONResponse({"error": sentence, "limit": True}, 422)
        except WorkerLostError:
            return JSONResponse({"error": _LOST, "limit": True}, 422)
        except ClientDisconnect:
            return Response(status_code=499)

    return answer


async def _whole(request: Request, pool: Pool, name: str, body: bytes, seconds: float) -> Response:
    """Give the whole answer at once, or stop when the client leaves."""

    async def work() -> Response:
        async with pool.task(name, body, seconds) as (head, content):
            found = b"".join([frame async for frame in content])
            return Response(found, head.status, media_type=head.media_type)

    working = asyncio.ensure_future(work())
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for future in (working, leaving):
            future.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _stream(pool: Pool, name: str, body: bytes, seconds: float) -> Response:
    """Give the answer line by line; the worker ends when the client leaves."""
    stack = contextlib.AsyncExitStack()
    head, content = await stack.enter_async_context(pool.task(name, body, seconds))

    async def lines() -> AsyncIterator[bytes]:
        async with stack:
            async for frame in content:
                yield frame

    return StreamingResponse(lines(), head.status, media_type=head.media_type)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _openapi(request: Request) -> Response:
    return JSONResponse(description())


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for no other
    return JSONResponse({"error": f"{error.detail}."}, error.status_code, error.headers)
