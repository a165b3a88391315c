"""Where output goes: a file, whole or not at all, or standard output for "-"."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from grundy.files.whole import whole_file


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
