"""Answers in a browser: what the worker of a server does, for the worker of a page."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grundy.web import tasks


def answer(name: str, body: str, post: Callable[[str, Any], None]) -> None:
    """Answer a question by messages: the head as JSON, each frame of the content, the end.

    Args:
        name: The name of the task.
        body: Its request, in JSON.
        post: Sends a message, by its kind and what it holds.
    """
    frames = tasks.answer(name, body.encode())
    post("head", next(frames).decode())
    for frame in frames:
        post("frame", frame)
    post("end", None)


def bytecode() -> bytes:
    """Return the compiled modules of this process as a ZIP file of absolute paths."""
    cached = {getattr(module, "__cached__", None) for module in tuple(sys.modules.values())}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(Path(each) for each in cached if each):
            if path.is_file():
                archive.write(path, path.relative_to("/"))
    return packed.getvalue()
