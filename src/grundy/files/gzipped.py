"""Packed files: gzip of the same bytes for the same contents, a sentence for a damaged one."""

from __future__ import annotations

import gzip
import re
from typing import BinaryIO

MAGIC = b"\x1f\x8b"
"""How a gzip file begins."""

# A name may begin with BZh; a block, or the end where there is none, follows the size.
_BZ2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")

CUT_OFF = "the gzip file is cut off; copy it again."
DAMAGED = "the gzip file is damaged; copy it again."


def is_bzip2(data: bytes) -> bool:
    """Whether a file that begins so is packed by bzip2."""
    return _BZ2.match(data) is not None


def is_packed(data: bytes) -> bool:
    """Whether a file that begins so is packed by gzip or bzip2."""
    return data.startswith(MAGIC) or is_bzip2(data)


def packer(stream: BinaryIO) -> gzip.GzipFile:
    """Return a file to write to whose contents go packed to *stream*; close it at the end."""
    return gzip.GzipFile("", "wb", fileobj=stream, mtime=0)
