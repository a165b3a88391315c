"""The guard in front of every route: who may ask, how much, and what the browser may do."""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grundy.errors import TooLargeError
from grundy.web.settings import Settings

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
