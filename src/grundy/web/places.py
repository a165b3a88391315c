"""Places that are taken and given back: clients take turns, and each waits in a line of its own."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Generic, TypeVar

from grundy.errors import BusyError

Place = TypeVar("Place")


class Places(Generic[Place]):
    """The places of a pool, free or taken."""

    def __init__(self, most_each: int | None = None, most_waiting: int | None = None) -> None:
        self._most_each = most_each
        self._most_waiting = most_waiting
        self._free: list[Place] = []
        self._lines: dict[str, deque[asyncio.Future[Place]]] = {}  # whose turn it is stands first
        self._taken: Counter[str] = Counter()

    @property
    def free(self) -> int:
        """How many places are not taken."""
        return len(self._free)

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return sum(not one.done() for line in self._lines.values() for one in line)

    def give(self, place: Place, client: str | None = None) -> None:
        """Return a place back, that of a *client* if one had it."""
        if client is not None:
            self._taken[client] -= 1
            self._taken += Counter()  # forgets who has none
        self._free.append(place)
        self._serve()

    async def take(self, client: str = "") -> Place:
        """Take a place, or wait for one."""
        coming: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(client, deque()).append(coming)
        self._serve()
        if not coming.done():
            self._refuse_one_too_many(client)
        try:
            return await coming
        except asyncio.CancelledError:
            if coming.done() and not coming.cancelled() and coming.exception() is None:
                self.give(coming.result(), client)  # it came too late for this one
            raise

    def _serve(self) -> None:
        """Hand the free places over, in turns."""
        while self._free and (client := self._next()) is not None:
            line = self._lines.pop(client)
            line.popleft().set_result(self._free.pop())
            self._taken[client] += 1
            if line:
                self._lines[client] = line  # last in turn

    def _next(self) -> str | None:
        """Return the first client in turn that waits and may have one more."""
        for client, line in list(self._lines.items()):
            while line and line[0].done():  # it has left
                line.popleft()
            if not line:
                del self._lines[client]
            elif self._most_each is None or self._taken[client] < self._most_each:
                return client
        return None

    def _refuse_one_too_many(self, client: str) -> None:
        if self._most_waiting is None or self.waiting <= self._most_waiting:
            return
        lengths = {one: sum(not each.done() for each in line) for one, line in self._lines.items()}
        longest = max(lengths, key=lengths.__getitem__)
        refused = longest if lengths[longest] > lengths[client] else client
        next(one for one in reversed(self._lines[refused]) if not one.done()).set_exception(
            BusyError()
        )
