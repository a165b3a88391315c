"""Rooms: two pages follow one play. A room holds the address of the play, as text, and no more.

Rooms are kept in memory, a bounded number of them and each for a while; whoever knows the random
name of one may read it. The first two pages have a seat, by which they may change it; others
watch. What is in a room is never run, nor read here.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

from grundy.errors import BusyError, PositionError
from grundy.web.settings import refusal

_MOST_ROOMS = 500
_MOST_WAITING = 300
_MOST_SIGNS = 8_000  # of an address
_SECONDS_KEPT = 6 * 3600.0  # after the last change
_SECONDS_WAITED = 20.0  # for news, until a page asks again
_SECONDS_SEATED = 180.0  # that a page is not heard of before its seat goes to another one
_GONE = "This game is over here: its link is too old, or the server has begun anew."
_NO_PLAY = "A room holds the address of a game, #game=…, of up to 8,000 signs."


@dataclass(slots=True)
class _Room:
    play: str
    number: int = 1  # of the play, counted up by each change
    changed: float = 0.0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    seats: dict[int, tuple[str, float]] = field(default_factory=dict)
    """The pages that sit on seats 1 and 2, and when they were heard last."""


class Rooms:
    """The rooms of a server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rooms: dict[str, _Room] = {}
        self._waiting = 0

    async def answer(self, body: bytes, page: str = "") -> tuple[int, dict[str, Any]]:
        """Open or change a room by a play; without one, wait for its next change."""
        try:
            request = json.loads(body)
            room, after, play = (request.get(name) for name in ("room", "after", "play"))
            if room is None:
                name, number = self.open(play)
                return 200, {"room": name, "number": number, "seat": self.seat(name, page)}
            seat = self.seat(room, page)
            if play is None:
                number, text = await self.news(room, after)
            else:
                number, text = self.change(room, after if seat else None, play)
        except BusyError as error:
            return refusal(error, 0)
        except PositionError as error:
            return 422, {"error": str(error)}
        except (ValueError, AttributeError, RecursionError):
            return 422, {"error": _NO_PLAY}
        return 200, {"number": number, "play": text, "seat": seat}

    def open(self, play: object) -> tuple[str, int]:
        """Open a room and return its name; the oldest one goes where there are many."""
        room = _Room(_checked(play), changed=self._clock())
        self._forget()
        while len(self._rooms) >= _MOST_ROOMS:
            del self._rooms[next(iter(self._rooms))]
        name = secrets.token_urlsafe(9)
        self._rooms[name] = room
        return name, room.number

    def seat(self, name: object, page: str) -> int:
        """Return the seat of a page: 1, 2, or 0 for who watches; a free one is taken."""
        seats, now = self._room(name).seats, self._clock()
        mine = [number for number, (one, _) in seats.items() if one == page]
        left = now - _SECONDS_SEATED
        free = [number for number in (1, 2) if seats.get(number, ("", -inf))[1] < left]
        for number in (mine or free)[:1]:
            seats[number] = (page, now)
            return number
        return 0

    def change(self, name: object, after: object, play: object) -> tuple[int, str]:
        """Change the play that has this number; return what stands now, by whomever it is."""
        room, text = self._room(name), _checked(play)
        if after == room.number:
            room.play, room.number, room.changed = text, room.number + 1, self._clock()
            self._rooms[str(name)] = self._rooms.pop(str(name))  # the last to go
            room.news.set()
            room.news = asyncio.Event()
        return room.number, room.play

    async def news(self, name: object, after: object) -> tuple[int, str]:
        """Return the play and its number as soon as that is another one, or after a while."""
        room = self._room(name)
        if after == room.number:
            if self._waiting >= _MOST_WAITING:
                raise BusyError
            self._waiting += 1
            try:
                async with asyncio.timeout(_SECONDS_WAITED):
                    await room.news.wait()
            except TimeoutError:
                pass  # the same again
            finally:
                self._waiting -= 1
        return room.number, room.play

    def _room(self, name: object) -> _Room:
        self._forget()
        room = self._rooms.get(name) if isinstance(name, str) else None
        if room is None:
            raise PositionError(_GONE)
        return room

    def _forget(self) -> None:
        until = self._clock() - _SECONDS_KEPT
        for name in [name for name, room in self._rooms.items() if room.changed < until]:
            del self._rooms[name]


def _checked(play: object) -> str:
    if not isinstance(play, str) or not play.startswith("#game=") or len(play) > _MOST_SIGNS:
        raise PositionError(_NO_PLAY)
    return play
