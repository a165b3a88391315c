"""What a running explorer allows itself and its clients."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grundy.errors import BusyError, FolderError
from grundy.runtime.threads import thread_count

FOOT = '<a href="api.html">The interface for programs</a>'
BOOK = '<a href="book/docs/index.html">The book</a>'


def require_book(folder: Path) -> None:
    """Refuse a folder without a built book."""
    if not (folder / "index.html").is_file():
        raise FolderError(f"{folder}: no book there; build it first, see CONTRIBUTING.md.")


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits of the server; the defaults suit a laptop and a classroom."""

    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "[::1]"})
    body: int = 1_000_000
    seconds: float = 20.0
    stream_seconds: float = 300.0
    memory: int = 3 << 30
    workers: int = field(default_factory=lambda: 1 + max(2, thread_count()))
    searchers: int = field(default_factory=lambda: 1 + max(2, thread_count()))
    streams: int = field(default_factory=lambda: 2 * max(2, thread_count()))
    moment: float = 0.9
    waiting: int = 200
    tables: tuple[str, ...] = ()
    book: Path | None = None

    def seconds_of(self, *, patient: bool) -> float:
        """Return the longest that an answer may take that is given whole."""
        return self.stream_seconds if patient else self.seconds


# What is said where no worker has answered: the server is busy, or the work passed a limit.

_BUSY = "The server is busy; try again in a moment."
_LOST = "The memory for this answer is not enough; ask for less."


def refusal(error: Exception, seconds: float) -> tuple[int, dict[str, Any]]:
    """Return the status and the sentence for an answer that did not come."""
    if isinstance(error, BusyError):
        return 503, {"error": _BUSY}
    if isinstance(error, TimeoutError):
        sentence = f"The answer takes more than {seconds:g} seconds; ask for less."
        return 422, {"error": sentence, "limit": True}
    return 422, {"error": _LOST, "limit": True}
