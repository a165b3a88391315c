"""How a quick worker tries a search: for a moment, and then leaves it to the searchers.

A worker is one process with one task at a time, so what it may take is kept in this module.
It is time of the processor: what waits for one among many others has not taken longer.
"""

from __future__ import annotations

import time

from grundy.errors import LaterError
from grundy.runtime.limits import Limits

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
