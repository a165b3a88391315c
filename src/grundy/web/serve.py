"""Run the explorer: find a free port, say the address, open the browser."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace

from grundy.errors import MissingExtraError, PositionError
from grundy.web.settings import Settings

_PORTS_TRIED = 50


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    settings: Settings | None = None,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve the page until interrupted.

    Args:
        host: The address to listen on.
        port: The first port to try; a busy one means the next. 0 takes any free one.
        settings: Limits; names under which the server answers.
        announce: Called with the address once the port is taken.

    Raises:
        MissingExtraError: If Starlette or uvicorn is not installed.
        PositionError: If no port is free.
    """
    try:
        import uvicorn

        from grundy.web.app import create_app
    except ImportError as error:
        raise MissingExtraError(str(error.name), "web", "The explorer") from None
    listening = _listen(host, port)
    chosen = settings or Settings()
    if host not in ("127.0.0.1", "localhost", "::1"):
        chosen = replace(chosen, hosts=chosen.hosts | {host})
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    config = uvicorn.Config(
        create_app(chosen), log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    announce(address)
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Take the first free port from *port* on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in [port] if port == 0 else range(port, min(port + _PORTS_TRIED, 65_536)):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, tried))
            listening.listen(128)
        except OSError as error:
            listening.close()
            if not isinstance(error, PermissionError) and error.errno != 98:
                raise
            continue
        return listening
    raise PositionError(f"No port from {port} on is free; name another with --port.")
