"""How far a search may go: positions, seconds, memory."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grundy.errors import LimitError
from grundy.files import free_memory
from grundy.graphs.progress import Progress

_KEPT_FREE = 512_000_000  # bytes that a search leaves to the rest of the machine
_SECONDS_BETWEEN = 0.1

PLAIN_POSITIONS = 10_000_000
"""The most positions by rules in Python, where no limit is given."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go before it raises `LimitError`.

    Attributes:
        positions: The most positions that one call may look at. By default ten million by rules
            in Python, and by compiled rules as many as the memory holds.
        seconds: The longest that one call may take, or None.
        free_memory: The bytes that have to stay free on the machine.

    >>> Limits(positions=1000).positions
    1000
    """

    positions: int | None = None
    seconds: float | None = None
    free_memory: int = _KEPT_FREE


class Watch:
    """Watches one search: stops it at a limit, and reports how far it is."""

    def __init__(
        self,
        limits: Limits | None,
        purpose: str,
        known: Mapping[Any, Any],
        progress: Progress | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._purpose = purpose
        self._known = known
        self._progress = progress
        self._start = self._told = time.monotonic()

    def look(self, count: int, *, plain: bool = True) -> None:
        """Say that *count* positions have been looked at.

        Args:
            count: The positions since the search began.
            plain: Whether that was by rules in Python.

        Raises:
            LimitError: If a limit is passed; ``partial`` holds the values known so far.
        """
        now = time.monotonic()
        limits = self._limits
        most = limits.positions
        if most is None and plain:
            most = PLAIN_POSITIONS
        if most is not None and count > most:
            self._stop(f"{most:,} positions", "a higher limit goes further", count)
        if limits.seconds is not None and now - self._start > limits.seconds:
            self._stop(f"{limits.seconds:g} seconds", "a longer time goes further", count)
        if now - self._told > _SECONDS_BETWEEN:
            self._told = now
            free = free_memory()
            if free is not None and free < limits.free_memory:
                self._stop("what memory is free", "a smaller position needs less", count)
            if self._progress is not None:
                self._progress("positions", count, 0)

    def require_memory(self, needed: int, count: int) -> None:
        """Say that *needed* more bytes are wanted after *count* positions.

        Raises:
            LimitError: If they are not free.
        """
        free = free_memory()
        if free is not None and needed + self._limits.free_memory > free:
            self._stop("what memory is free", "a smaller position needs less", count)

    def _stop(self, limit: str, advice: str, count: int) -> None:
        raise LimitError(
            f"{self._purpose} is not done within {limit} ({count:,} positions seen); {advice}, "
            "if the game ends at all.",
            partial=self._known,
        )
