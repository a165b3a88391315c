"""Run the explorer: find a free port, say the address, load what answers need meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.util import find_spec

from grundy.errors import AddressError, MissingExtraError
from grundy.web.settings import Settings

_LONGEST_SILENCE = 5.0  # seconds


async def _serve(listening: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    """Serve on a socket until interrupted; call *ready* once requests may come."""
    from grundy.web.pool import Workers

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


_PORTS_TRIED = 50
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only when the user asks for it


def _say(address: str) -> None:
    print(address, flush=True)  # whoever reads it through a pipe waits for it


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    names: Iterable[str] = (),
    settings: Settings | None = None,
    announce: Callable[[str], None] = _say,
) -> None:
    """Serve the page until interrupted."""
    for name in ("starlette", "uvicorn"):
        if find_spec(name) is None:
            raise MissingExtraError(name, "web", "The explorer")
    listening = _listen(host, port)
    chosen = settings or Settings()
    written = f"[{host}]" if ":" in host else host
    chosen = replace(chosen, hosts=chosen.hosts | {name.lower() for name in (written, *names)})
    shown = next(iter(names), written) if host in _EVERYWHERE else written
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    with asyncio.Runner(loop_factory=_loop()) as runner:
        runner.run(_serve(listening, chosen, lambda: announce(address)))


def _listen(host: str, port: int) -> socket.socket:
    """Take the first free port from *port* on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in [port] if port == 0 else range(port, min(port + _PORTS_TRIED, 65_536)):
        listening = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would share a port that is in use
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, tried))
            listening.listen(128)
        except OSError as error:
            listening.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                reason = (error.strerror or str(error)).lower()
                raise AddressError(f"Cannot listen on {host}: {reason}.") from None
        else:
            return listening
    raise AddressError(f"No port from {port} on is free; name another with --port.")
