"""Standard output and standard error as every command may use them: there, and for any text."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO

_REFUSING = ("strict", "surrogateescape")


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    r"""Make the standard streams safe to write to while the block runs."""
    before = sys.stdout, sys.stderr
    _occupy_closed()
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(ClosedOutput(), "utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in _REFUSING:
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def forget_output() -> None:
    """Send what standard output still holds nowhere, after an error of its own."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def flush(stream: TextIO | None) -> None:
    """Write out what the stream holds; give up where that fails a second time."""
    try:
        if stream is not None:
            stream.flush()
    except (OSError, ValueError):
        forget_output()


class ClosedOutput(io.RawIOBase):
    """Stands for standard output where there is none (``>&-``)."""

    def writable(self) -> bool:
        """Say yes; `write` says more."""
        return True

    def write(self, data: object) -> int:
        """Raise an error that says what is wrong and what would be right."""
        raise OSError(
            errno.EBADF, "it is closed; open it, or name a file to write to", "standard output"
        )


def _occupy_closed() -> None:
    """Keep the numbers 0, 1 and 2 from files of ours; who writes to "output" would spoil them."""
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)
