"""Places of a pool: handed over in turns between clients, and none is lost."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from grundy.errors import BusyError
from grundy.web.pool import FairQueue


def order_of(asked: str, *, most_each: int | None = None) -> str:
    async def play() -> str:
        places: FairQueue[int] = FairQueue(most_each)
        served: list[str] = []

        async def ask(client: str) -> None:
            place = await places.take(client)
            served.append(client)
            await asyncio.sleep(0)
            places.give(place, client)

        places.give(7)
        held = await places.take("held")
        waiting = [asyncio.ensure_future(ask(client)) for client in asked]
        await asyncio.sleep(0)
        assert (places.free, places.waiting) == (0, len(asked))
        places.give(held, "held")
        late = asyncio.ensure_future(ask("z"))
        await asyncio.gather(*waiting, late)
        assert (places.free, places.waiting) == (1, 0)
        return "".join(served)

    return asyncio.run(play())


def test_who_waits_longest_is_served_first_and_nobody_comes_in_between():
    async def play() -> list[int]:
        places: FairQueue[int] = FairQueue()
        waiting = [asyncio.ensure_future(places.take("a")) for _ in range(3)]
        await asyncio.sleep(0)
        for place in range(3):
            places.give(place)
        return await asyncio.gather(*waiting)

    assert order_of("abc") == "abcz"
    assert asyncio.run(play()) == [0, 1, 2]


@given(asked=st.text("abcd", max_size=20))
def test_between_two_turns_of_a_client_each_other_that_waits_has_one(asked):
    """However they ask, nobody is served twice while another waits."""
    served = order_of(asked)
    for client in set(asked):
        first = served.index(client)
        assert len(set(served[:first])) == first  # who came before it came once
        assert asked.count(client) == served.count(client)


def test_one_client_leaves_a_place_to_others():
    """Of two places a client has one at most, though nobody else asks; the next client has it."""

    async def play() -> tuple[int, int]:
        places: FairQueue[int] = FairQueue(most_each=1)
        places.give(1)
        places.give(2)
        first = await places.take("a")
        second = asyncio.ensure_future(places.take("a"))
        await asyncio.sleep(0)
        assert (places.free, places.waiting) == (1, 1)
        other = await places.take("b")
        places.give(first, "a")
        return other, await second

    assert asyncio.run(play()) == (1, 2)


def test_a_full_line_refuses_the_client_who_fills_it():
    """Where three may wait, the third question of one client makes room for another's first."""
    refused: list[str] = []

    async def play() -> None:
        places: FairQueue[int] = FairQueue(most_waiting=3)

        async def ask(name: str) -> None:
            try:
                await places.take(name[0])
            except BusyError:
                refused.append(name)

        asking = []
        for name in ("a1", "a2", "a3", "a4", "b1", "c1", "d1"):
            asking.append(asyncio.ensure_future(ask(name)))
            await asyncio.sleep(0)
        assert places.waiting == 3
        for place in range(3):
            places.give(place)
        await asyncio.gather(*asking)

    asyncio.run(play())
    assert refused == ["a4", "a3", "a2", "d1"]


def test_a_place_given_to_somebody_who_has_left_goes_on():
    """Who is cancelled while waiting, or just when served, leaves the place to the others."""

    async def play() -> int:
        places: FairQueue[int] = FairQueue()
        first, second = (asyncio.ensure_future(places.take(client)) for client in "ab")
        gone = asyncio.ensure_future(places.take("c"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        places.give(1)
        first.cancel()  # it has been served, and does not know yet
        place = await second
        await asyncio.gather(first, gone, return_exceptions=True)
        assert places.waiting == 0
        places.give(place, "b")
        return places.free

    assert asyncio.run(play()) == 1
