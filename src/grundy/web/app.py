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
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from grundy.web.answer import Answer
from grundy.web.guard import Guard
from grundy.web.openapi import description
from grundy.web.pool import Pool
from grundy.web.settings import Settings
from grundy.web.tasks import TASKS

STATIC = Path(__file__).parent / "static"

_NO_JSON = "Send the request as JSON, with Content-Type: application/json."
_SLOW = "The request did not arrive in time."


def create_app(settings: Settings | None = None) -> Starlette:
    """Make the application: the page, its JSON interface and its description.

    Short answers and streams have workers of their own: no number of streams keeps a short
    answer waiting.
    """
    chosen = settings or Settings()
    short = Pool(chosen.workers, chosen.memory, chosen.waiting)
    long = Pool(chosen.streams, chosen.memory, chosen.waiting)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await short.start()
        try:
            yield
        finally:
            await asyncio.gather(short.stop(), long.stop())

    pools = {True: long, False: short}
    routes = [
        Route(f"/api/{name}", _route(name, pools[task.streams], chosen), methods=["POST"])
        for name, task in TASKS.items()
    ]
    routes.append(Route("/api/openapi.json", _openapi))
    app = Starlette(
        routes=[*routes, Mount("/", _Page(directory=STATIC, html=True))],
        middleware=[Middleware(Guard, settings=chosen)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.state.pools = {"short": short, "streams": long}
    return app


class _Page(StaticFiles):
    """The page's files; a browser asks each time whether they are new."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response

    async def get_response(self, path: str, scope: Any) -> Response:
        if "\0" in path:
            raise HTTPException(404)
        return await super().get_response(path, scope)


def _route(name: str, pool: Pool, settings: Settings) -> Callable[[Request], Awaitable[Response]]:
    seconds = settings.stream_seconds if TASKS[name].streams else settings.seconds

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
        return Answer(pool, name, body, seconds)

    return answer


async def _openapi(request: Request) -> Response:
    return JSONResponse(description())


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for no other
    return JSONResponse({"error": f"{error.detail}."}, error.status_code, error.headers)
