"""Links of the page as codes that a camera reads."""

from __future__ import annotations

import io
from typing import Annotated

from grundy.errors import LimitError
from grundy.runtime.delivery import library
from grundy.web.records import Request

_MOST = 2_000  # bytes; a code of more is too fine for a projector


class LinkCode(Request):
    """A link."""

    link: Annotated[str, ("minLength", 1), ("maxLength", 200_000)]


def code(request: LinkCode) -> tuple[str, bytes]:
    """Draw a link as a QR code, which a camera reads."""
    segno = library("segno", "web", "A QR code")
    count = len(request.link.encode())
    if count > _MOST:
        raise LimitError(f"The link has {count:,} bytes, and a code holds {_MOST:,} at most.")
    drawn = io.BytesIO()
    segno.make_qr(request.link, error="m").save(drawn, kind="svg", scale=5, light="white")
    return "image/svg+xml", drawn.getvalue()
