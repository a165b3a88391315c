"""What a running explorer allows itself and its clients, and a worker each of its searches."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grundy.errors import BusyError, FolderError, LaterError
from grundy.runtime.limits import Limits
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


# How a quick worker tries a search: for a moment, and then leaves it to the searchers. A worker is
# one process with one task at a time, so what it may take is kept in this module. It is time of the
# processor: what waits for one among many others has not taken longer.

# Seconds of the clock that count as one of the processor: in a hurry, and in a search whose answer
# has to be there before the server gives it up.
_WAITING, _WAITING_ALONE = 3, 1.8

_most: float | None = None
_shortened = False
_began = _computed = 0.0


def hurry(seconds: float | None) -> None:
    """Limit each search of this process to so many seconds; None for no limit."""
    global _most, _shortened, _began, _computed
    _most, _shortened = seconds, False
    _began, _computed = time.monotonic(), time.process_time()


def begin() -> None:
    """Start a task: none of its searches was truncated yet."""
    hurry(_most)


def clock() -> float:
    """Return the seconds by which searches are measured here; only differences mean something."""
    waiting = (time.monotonic() - _began) / (_WAITING_ALONE if _most is None else _WAITING)
    return max(time.process_time() - _computed, waiting)


def at_most(seconds: float) -> float:
    """Return how long a search may last, of the *seconds* that it has without hurry."""
    global _shortened
    if _most is None or seconds <= _most:
        return seconds
    _shortened = True
    return _most


def limits(seconds: float) -> Limits:
    """Return the limits of a search that has so many seconds without hurry."""
    return Limits(seconds=at_most(seconds), _clock=clock)


def was_truncated() -> bool:
    """Whether a limit that is passed may be one of the hurry only: its time is over."""
    passed = max(time.monotonic() - _began, clock())  # some searches look at the clock itself
    return _shortened and _most is not None and passed >= _most


def defer_to_searcher() -> None:
    """Leave a question whose limit was passed to the searchers, where it was tried in a hurry."""
    if was_truncated():
        raise LaterError
