"""Write files whole or not at all, and know how much memory there is."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from grundy.errors import LimitError


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a temporary path beside *path*; put it in place when the block ends well.

    An error or an interrupt leaves neither a half-written file nor the temporary one, and an
    older file of that name stays as it was. The temporary name keeps the ending of *path*.
    """
    target = Path(path)
    handle, name = tempfile.mkstemp(
        prefix=f".{target.stem}-", suffix=target.suffix, dir=target.parent
    )
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def require_memory(
    needed: int, purpose: str, advice: str = "use a smaller graph or a larger machine"
) -> None:
    """Raise `LimitError` when *needed* bytes are more than this machine has free.

    Asked before a large allocation, so that the answer is a sentence and not a killed process.
    """
    free = free_memory()
    if free is not None and needed > free:
        raise LimitError(
            f"{purpose} needs about {_size(needed)} of memory and {_size(free)} are free; {advice}."
        )


def free_memory() -> int | None:
    """Give the bytes that can still be allocated, or None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 10**8 else f"{count / 1e6:.1f} MB"
