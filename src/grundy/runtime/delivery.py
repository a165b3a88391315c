"""Where output goes, in which format by its ending, and packed by gzip or not."""

from __future__ import annotations

import gzip
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from grundy.errors import GraphFormatError
from grundy.runtime.files import whole_file

# The format of a file by its ending, and whether there is a folder for it.


def format_of(path: str | os.PathLike[str], endings: Mapping[str, Sequence[str]]) -> str | None:
    """Find the format whose endings, with their dots, have that of a path; None if none does."""
    ending = Path(path).suffix.lower()
    return next((name for name, known in endings.items() if ending in known), None)


def require_format(path: str | os.PathLike[str], formats: Sequence[str]) -> str:
    """Find the format that is named as the ending of a file is."""
    found = format_of(path, {name: (f".{name}",) for name in formats})
    if found is None:
        known = ", ".join(f".{name}" for name in formats)
        raise GraphFormatError(f"cannot write this kind of file; use {known}.", file=str(path))
    require_folder(path)
    return found


def require_folder(path: str | os.PathLike[str]) -> None:
    """Raise `GraphFormatError` where the folder of a file is not there."""
    folder = Path(path).parent
    if not folder.is_dir():
        raise GraphFormatError(f'there is no folder "{folder}".', file=str(path))


# Packed files: gzip of the same bytes for the same contents, a sentence for a damaged one.


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


# Where output goes: a file, whole or not at all, or standard output for "-".


def deliver(path: str | os.PathLike[str], put: Callable[[BinaryIO], object]) -> None:
    """Let *put* write to a file, or to standard output when *path* is "-"."""
    if os.fspath(path) == "-":
        put(sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    with whole_file(path) as temporary, temporary.open("wb") as stream:
        put(stream)


def deliver_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write bytes to a file, or to standard output when *path* is "-"."""
    deliver(path, lambda stream: stream.write(data))
