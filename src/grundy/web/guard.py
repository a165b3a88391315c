"""The guard in front of every route, and the page's files, packed and kept in memory."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grundy.errors import TooLargeError
from grundy.web.settings import Settings

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
        if not _from_here(headers) and not _is_link(headers, scope):
            return 403, _OTHER_SITE
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", length) or int(length) > self._settings.body:
            return 413, self._too_large()
        return None

    def _too_large(self) -> str:
        return f"A request may have {self._settings.body:,} bytes at most."


def _from_here(headers: Headers) -> bool:
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def _is_link(headers: Headers, scope: Scope) -> bool:
    """Return whether a person follows a link of another site to the page."""
    wanted = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
    is_page = not scope["path"].startswith("/api/")
    return is_page and scope["method"] == "GET" and wanted == ("navigate", "document")


def _refusal(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            _set(MutableHeaders(scope=message), _HEADERS.items())
        await send(message)

    return sending


def _set(headers: MutableHeaders, pairs: Iterable[tuple[str, str]]) -> None:
    for name, value in pairs:
        headers.setdefault(name, value)


# The files of the page, packed once and kept in memory: a first view asks for fifty at once.


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

    def __init__(self, folder: Path) -> None:
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
            self._read[name] = file = _read(path, changed)
        return file


def _read(path: Path, changed: int) -> _File:
    body = path.read_bytes()
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= _LEAST_PACKED else None
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    tag = f'W/"{blake2b(body, digest_size=12).hexdigest()}"'  # of what it says, packed or not
    return _File(body, packed, kind, tag, changed)
