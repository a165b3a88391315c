"""Files packed by gzip: the same bytes for the same contents, and what is said of damaged ones."""

from __future__ import annotations

import gzip
from typing import BinaryIO

MAGIC = b"\x1f\x8b"
"""How a gzip file begins."""

CUT_OFF = "the gzip file is cut off; copy it again."
DAMAGED = "the gzip file is damaged; copy it again."


def packer(stream: BinaryIO) -> gzip.GzipFile:
    """Return a file to write to whose contents go packed to *stream*; close it at the end."""
    return gzip.GzipFile("", "wb", fileobj=stream, mtime=0)
