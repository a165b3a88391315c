"""The application: routes, and the way of a request to a worker and back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from grundy.web.answer import Answer
from grundy.web.guard import Guard
from grundy.web.openapi import description
from grundy.web.page_files import PageFiles
from grundy.web.settings import Settings
from grundy.web.tasks import TASKS
from grundy.web.workers import Workers

STATIC = Path(__file__).parent / "static"

PAGE_HEADER = "Grundy-Page"
"""Sent by the page: a number that it draws for itself, so that pages take turns. See `Answer`
for how it is told of a refusal."""

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
