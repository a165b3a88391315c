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


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go before it raises `LimitError`.

    Attributes:
        positions: The most positions that one call may look at.
        seconds: The longest that one call may take, or None.
        free_memory: The bytes that have to stay free on the machine.

    >>> Limits(positions=1000).positions
    1000
    """

    positions: int = 10_000_000
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

    def look(self, count: int) -> None:
        """Say that *count* positions have been looked at.

        Raises:
            LimitError: If a limit is passed; ``partial`` holds the values known so far.
        """
        now = time.monotonic()
        limits = self._limits
        if count > limits.positions:
            self._stop(f"{limits.positions:,} positions", "a higher limit goes further", count)
        if limits.seconds is not None and now - self._start > limits.seconds:
            self._stop(f"{limits.seconds:g} seconds", "a longer time goes further", count)
        if now - self._told > _SECONDS_BETWEEN:
            self._told = now
            free = free_memory()
            if free is not None and free < limits.free_memory:
                self._stop("what memory is free", "a smaller position needs less", count)
            if self._progress is not None:
                self._progress("positions", count, 0)

    def _stop(self, limit: str, advice: str, count: int) -> None:
        raise LimitError(
            f"{self._purpose} is not done within {limit} ({count:,} positions seen); {advice}, "
            "if the game ends at all.",
            partial=self._known,
        )
