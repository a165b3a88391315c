"""Run the explorer: find a free port, say the address, open the browser."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Iterable
from dataclasses import replace

from grundy.errors import AddressError, MissingExtraError
from grundy.web.settings import Settings

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
    try:
        from grundy.web.serving import require, run

        require()
    except ImportError as error:
        raise MissingExtraError(str(error.name), "web", "The explorer") from None
    listening = _listen(host, port)
    chosen = settings or Settings()
    written = f"[{host}]" if ":" in host else host
    chosen = replace(chosen, hosts=chosen.hosts | {name.lower() for name in (written, *names)})
    shown = next(iter(names), written) if host in _EVERYWHERE else written
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    run(listening, chosen, lambda: announce(address))


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
