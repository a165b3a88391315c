"""The files of the page and of a book, as they are sent."""

from __future__ import annotations

import gzip
import mimetypes
import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grundy.web.settings import FOOT

# Packed once and kept in memory: a first view asks for fifty at once.

_LEAST_PACKED = 1_000  # bytes; less is one packet as it is


@dataclass(frozen=True, slots=True)
class _File:
    """What is sent of a file, and when it was changed last."""

    body: bytes
    packed: bytes | None
    media_type: str
    tag: str
    changed: int


class PageFiles:
    """Serves the files of a folder, by the names that were there when it was made."""

    def __init__(self, folder: Path, *, foot: str | None = None) -> None:
        self._foot = foot  # in place of the way to the interface for programs
        files = (path for path in sorted(folder.rglob("*")) if path.is_file())
        self._paths = {path.relative_to(folder).as_posix(): path for path in files}
        self._read: dict[str, _File] = {}
        for name in self._paths:  # before somebody waits for them
            self._file(name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request (ASGI)."""
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        name = request.scope["path"].removeprefix("/") or "index.html"
        if name not in self._paths:
            raise HTTPException(404)
        file = self._file(name)
        headers = {"Cache-Control": "no-cache", "ETag": file.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        content = file.body
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content = file.packed
            headers["Content-Encoding"] = "gzip"
        return Response(content, media_type=file.media_type, headers=headers)

    def _file(self, name: str) -> _File:
        path = self._paths[name]
        changed = path.stat().st_mtime_ns
        file = self._read.get(name)
        if file is None or file.changed != changed:
            body = path.read_bytes()
            if name == "index.html" and self._foot is not None:
                body = body.replace(FOOT.encode(), self._foot.encode())
            self._read[name] = file = _packed(path.name, body, changed)
        return file


def _packed(name: str, body: bytes, changed: int) -> _File:
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= _LEAST_PACKED else None
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    tag = f'W/"{blake2b(body, digest_size=12).hexdigest()}"'  # of what it says, packed or not
    return _File(body, packed, kind, tag, changed)


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
