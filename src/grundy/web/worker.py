"""A worker: one process that answers one task after the other, read from its standard input.

Both directions carry frames: four bytes of length, then as many bytes. The worker says by an
empty frame that it is ready. A task is two frames, its name and the body of the request. An
answer is a frame of JSON (status, type), frames of content, and an empty frame. Nothing is
pickled. The arguments are the bytes that it may take, the seconds after which it leaves a search
to others (0: never), how far it stands back when the processors are busy, and folders of tables.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

_LENGTH = 4
_BUFFER = 1 << 16  # most answers go in one piece, which wakes the server once


def main() -> None:
    """Answer tasks until standard input ends."""
    memory, seconds, nice, *tables = sys.argv[1:]
    _limit_memory(int(memory) + sum(map(_size, tables)))
    if hasattr(os, "nice"):  # Windows has none
        os.nice(int(nice))
    _go_first_when_memory_ends()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which ends its workers
    target = os.fdopen(os.dup(1), "wb", _BUFFER)
    os.dup2(2, 1)  # what a library prints is no part of an answer
    from grundy.web import graph_tasks, settings, tasks  # noqa: F401 - before a task asks for them

    settings.hurry(float(seconds) or None)
    if tables:
        from grundy.tabulated.game_table import use_table

        for folder in tables:
            use_table(folder)
    gc.freeze()  # what is loaded by now lives as long as the process
    frames: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_take, args=(sys.stdin.buffer, frames), daemon=True).start()
    _write(target, b"", now=True)  # ready
    while True:
        name, body = frames.get().decode(), frames.get()
        for frame in tasks.answer(name, body):
            _write(target, frame, now=tasks.TASKS[name].streams)
        _write(target, b"", now=True)


def _take(source: BinaryIO, frames: SimpleQueue[bytes]) -> None:
    """Pass the frames on; end the process with its input, in the middle of a task too."""
    while len(length := source.read(_LENGTH)) == _LENGTH:
        frames.put(source.read(int.from_bytes(length, "big")))
    os._exit(0)


def _write(target: BinaryIO, frame: bytes, *, now: bool) -> None:
    try:
        target.write(len(frame).to_bytes(_LENGTH, "big"))
        target.write(frame)
        if now:
            target.flush()
    except BrokenPipeError:  # the server has gone
        os._exit(0)


def _size(folder: str) -> int:
    """Return the bytes of a table, whose files are mapped besides."""
    return sum(file.stat().st_size for file in Path(folder).iterdir())


def _limit_memory(count: int) -> None:
    try:
        resource = import_module("resource")
    except ImportError:  # Windows has no such limit
        return
    # macOS knows the limit and refuses to set it.
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (count, count))


def _go_first_when_memory_ends() -> None:
    """Tell Linux to end this process rather than the server when the machine's memory ends."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


if __name__ == "__main__":
    main()
