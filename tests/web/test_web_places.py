"""Places of a pool: handed over in the order of asking, and none is lost."""

from __future__ import annotations

import asyncio

from grundy.web.places import Places


def test_who_waits_longest_is_served_first_and_nobody_comes_in_between() -> None:
    """A place given back goes to the first who waits, not to somebody who asks meanwhile."""

    async def play() -> list[str]:
        places: Places[int] = Places()
        served: list[str] = []

        async def ask(name: str) -> None:
            place = await places.take()
            served.append(name)
            await asyncio.sleep(0)
            places.give(place)

        places.give(7)
        held = await places.take()
        waiting = [asyncio.ensure_future(ask(name)) for name in "abc"]
        await asyncio.sleep(0)
        assert (places.free, places.waiting) == (0, 3)
        places.give(held)
        late = asyncio.ensure_future(ask("late"))
        await asyncio.gather(*waiting, late)
        assert (places.free, places.waiting) == (1, 0)
        return served

    assert asyncio.run(play()) == ["a", "b", "c", "late"]


def test_a_place_given_to_somebody_who_has_left_goes_on() -> None:
    """Who is cancelled while waiting, or just when served, leaves the place to the others."""

    async def play() -> int:
        places: Places[int] = Places()
        first, second = (asyncio.ensure_future(places.take()) for _ in range(2))
        gone = asyncio.ensure_future(places.take())
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        places.give(1)
        first.cancel()  # it has been served, and does not know yet
        place = await second
        await asyncio.gather(first, gone, return_exceptions=True)
        assert places.waiting == 0
        places.give(place)
        return places.free

    assert asyncio.run(play()) == 1
