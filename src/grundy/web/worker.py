"""A worker: one process that answers one task after the other, read from its standard input.

Both directions carry frames: four bytes of length, then as many bytes. A task is two frames,
its name and the body of the request. An answer is a frame of JSON (status, type), frames of
content, and an empty frame. Nothing is pickled.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import BinaryIO

_LENGTH = 4


def main() -> None:
    """Answer tasks until standard input ends."""
    _limit_memory(int(sys.argv[1]))
    source = sys.stdin.buffer
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no part of an answer
    while True:
        name, body = _read(source), _read(source)
        if name is None or body is None:
            return
        _answer(name.decode(), body, target)


def _answer(name: str, body: bytes, target: BinaryIO) -> None:
    from grundy.web.tasks import answer

    for frame in answer(name, body):
        _write(target, frame)
    _write(target, b"")


def _read(source: BinaryIO) -> bytes | None:
    length = source.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    return source.read(int.from_bytes(length, "big"))


def _write(target: BinaryIO, frame: bytes) -> None:
    target.write(len(frame).to_bytes(_LENGTH, "big"))
    target.write(frame)
    target.flush()


def _limit_memory(count: int) -> None:
    try:
        resource = import_module("resource")
    except ImportError:  # Windows has no such limit
        return
    resource.setrlimit(resource.RLIMIT_AS, (count, count))


def header(status: int, media_type: str) -> bytes:
    """Give the first frame of an answer."""
    return json.dumps({"status": status, "type": media_type}).encode()


Frames = Iterator[bytes]

if __name__ == "__main__":
    main()
