"""Run the server: what it loads and what its first worker loads at the same time."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from importlib.util import find_spec

from grundy.web.settings import Settings
from grundy.web.workers import Workers

_LONGEST_SILENCE = 5.0  # seconds


def require() -> None:
    """Raise the ModuleNotFoundError of a library that is not there, before anything starts."""
    for name in ("starlette", "uvicorn"):
        if find_spec(name) is None:
            raise ModuleNotFoundError(name=name)


def run(listening: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    """Serve on a socket until interrupted; call *ready* once requests may come."""
    with asyncio.Runner(loop_factory=_loop()) as runner:
        runner.run(_serve(listening, settings, ready))


async def _serve(listening: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    workers = Workers(settings)
    async with workers.running():
        import uvicorn

        from grundy.web.app import create_app

        config = uvicorn.Config(
            create_app(settings, workers), log_level="warning", access_log=False,
            server_header=False, timeout_graceful_shutdown=1, limit_concurrency=1_000,
            proxy_headers=False, ws="none",
        )  # fmt: skip
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(workers.quick.warm.wait(), _LONGEST_SILENCE)
        ready()  # said now, for a page that comes while the games are loaded shares the processors
        await uvicorn.Server(config).serve(sockets=[listening])


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the quicker loop, where there is one."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # Windows has none
        return None
    return new_event_loop
