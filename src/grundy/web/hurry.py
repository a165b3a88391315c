"""How a quick worker tries a search: for a moment, and then leaves it to the searchers.

A worker is one process with one task at a time, so what it may take is kept in this module.
"""

from __future__ import annotations

import time

from grundy.errors import LaterError
from grundy.running.limits import Limits

_most: float | None = None
_shortened = False
_began = 0.0


def hurry(seconds: float | None) -> None:
    """Let each search of this process last so many seconds at most; None for no hurry."""
    global _most, _shortened, _began
    _most, _shortened, _began = seconds, False, time.monotonic()


def begin() -> None:
    """Say that a task begins: no search of it was shortened yet."""
    hurry(_most)


def at_most(seconds: float) -> float:
    """Return how long a search may last, of the *seconds* that it has without hurry."""
    global _shortened
    if _most is None or seconds <= _most:
        return seconds
    _shortened = True
    return _most


def limits(seconds: float) -> Limits:
    """Return the limits of a search that has so many seconds without hurry."""
    return Limits(seconds=at_most(seconds))


def no_answer_yet() -> bool:
    """Whether a limit that is passed may be one of the hurry only: its time is over."""
    return _shortened and _most is not None and time.monotonic() - _began >= _most


def insist() -> None:
    """Leave a question whose limit was passed to the searchers, where it was tried in a hurry."""
    if no_answer_yet():
        raise LaterError
