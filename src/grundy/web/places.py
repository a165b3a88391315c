"""Places that are taken and given back, to whoever has waited longest."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

Place = TypeVar("Place")


class Places(Generic[Place]):
    """The free places of a pool.

    A queue of asyncio wakes the first who waits, but lets somebody who comes in between take
    what he was woken for; he then waits again, as the last. Here a place is handed over.
    """

    def __init__(self) -> None:
        self._free: list[Place] = []
        self._waiting: deque[asyncio.Future[Place]] = deque()

    @property
    def free(self) -> int:
        """How many places can be taken at once."""
        return len(self._free)

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return sum(not one.done() for one in self._waiting)

    def give(self, place: Place) -> None:
        """Return a place back."""
        while self._waiting:
            longest = self._waiting.popleft()
            if not longest.done():
                longest.set_result(place)
                return
        self._free.append(place)

    async def take(self) -> Place:
        """Take a place, or wait for one."""
        if self._free:
            return self._free.pop()
        coming: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        self._waiting.append(coming)
        try:
            return await coming
        except asyncio.CancelledError:
            if coming.done() and not coming.cancelled():
                self.give(coming.result())  # it came too late for this one
            raise
