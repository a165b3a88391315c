"""The files of the page and of a book, as they are sent."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grundy.web.settings import FOOT

# Kept in memory, and packed when they are first asked for.

_LEAST_PACKED = 1_000  # bytes; less is one packet as it is


class _File:
    """What is sent of a file."""

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        self.media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.tag = f'W/"{blake2b(body, digest_size=12).hexdigest()}"'  # packed or not

    @cached_property
    def packed(self) -> bytes | None:
        return gzip.compress(self.body, 6, mtime=0) if len(self.body) >= _LEAST_PACKED else None


class PageFiles:
    """Serves the files of a folder as they were at the start, some with other contents."""

    def __init__(
        self, folder: Path, bundles: Mapping[str, str], *, foot: str | None = None
    ) -> None:
        paths = (path for path in folder.rglob("*") if path.is_file())
        bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        bodies |= {name: text.encode() for name, text in bundles.items()}
        if foot is not None:  # in place of the way to the interface for programs
            bodies["index.html"] = bodies["index.html"].replace(FOOT.encode(), foot.encode())
        self._files = {name: _File(name, body) for name, body in bodies.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request (ASGI)."""
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        file = self._files.get(request.scope["path"].removeprefix("/") or "index.html")
        if file is None:
            raise HTTPException(404)
        headers = {"Cache-Control": "no-cache", "ETag": file.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        content = file.body
        if "gzip" in request.headers.get("accept-encoding", "") and file.packed is not None:
            content = file.packed
            headers["Content-Encoding"] = "gzip"
        return Response(content, media_type=file.media_type, headers=headers)


def book_files(folder: Path, policy: str) -> ASGIApp:
    """Serve a book as Sphinx writes it, whose pages have scripts and styles in them."""
    files = StaticFiles(directory=folder)
    inline = re.sub(r"(script-src|style-src) 'self'", r"\g<0> 'unsafe-inline'", policy)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Content-Security-Policy"] = inline
            await send(message)

        await files(scope, receive, sending)

    return answer
