"""Who answers a question: a quick worker for a moment, then a searcher; places in turns."""

import asyncio
import json
import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.errors import BusyError, LimitError
from grundy.runtime.limits import Watch
from grundy.web import pool as pool_module
from grundy.web import settings
from grundy.web.pool import FairQueue
from grundy.web.settings import Settings
from grundy.web.tasks import LATER
from page_tasks import asked
from waiting import LONGEST, children_of, wait_until
from web_server import PATIENT, SMALL, running

httpx = pytest.importorskip("httpx")
pytest.importorskip("starlette")


SPROUTS = {"position": "sprouts 8", "moves": True}
MINUTES = {"game": "0.007", "stop": 5_000_000, "format": "csv"}


@pytest.fixture
def hurried() -> Iterator[None]:
    settings.hurry(0.1)
    yield
    settings.hurry(None)


@pytest.mark.parametrize(("name", "body"), [
    ("game/judge", SPROUTS),
    ("game/judge", {"position": "sprouts 6", "moves": True}),  # the value is found, no move
    ("game/explain", {"position": "sprouts 8"}),
    ("sequence/quotient", {"game": "0.16", "stop": 10_000}),
])  # fmt: skip
@pytest.mark.usefixtures("hurried")
def test_a_search_that_takes_long_is_left_to_a_searcher(name, body):
    assert asked(name, **body)[0] == LATER


@pytest.mark.usefixtures("hurried")
def test_a_limit_of_positions_leaves_nothing_to_the_searchers():
    settings.hurry(5.0)  # less than a search has, and more than this one takes
    assert asked("game/judge", position="0.07 30 40", moves=True)[0] == 200


@pytest.mark.usefixtures("hurried")
def test_a_limit_that_is_passed_in_time_is_not_one_of_the_hurry():
    settings.hurry(1_000)
    settings.limits(2_000)
    assert not settings.was_truncated()


@pytest.mark.usefixtures("hurried")
def test_a_length_that_is_not_soon_seen_leaves_nothing_to_the_searchers(monkeypatch):
    """On a busy machine the time may be over before the length of a play is seen."""

    def late(*_: object) -> None:
        monkeypatch.setattr(settings, "_began", settings._began - 1_000)
        raise LimitError("The time is over.")

    settings.hurry(5)
    monkeypatch.setattr("grundy.games.states.SumGraph", late)
    assert asked("game/judge", position="kayles 5", moves=True)[0] == 200


@pytest.mark.usefixtures("hurried")
def test_who_waits_for_a_processor_has_not_searched_for_long():
    settings.hurry(0.3)
    watch = Watch(settings.limits(5), "The search", {})
    time.sleep(0.31)
    watch.look(1)
    with pytest.raises(LimitError, match=r"0\.3 seconds"):
        deque(map(watch.look, count(1)))
    assert settings.was_truncated()


@pytest.mark.usefixtures("hurried")
def test_what_has_no_search_is_answered_in_a_hurry_too():
    assert asked("game/judge", position="nim 2 3", moves=True)[0] == 200
    assert asked("game/judge", position="nosuch 3")[0] == 422
    never = {"game": "kayles", "stop": 10, "format": "certificate"}
    assert asked("sequence/file", **never)[0] == 422


def test_a_quick_question_is_answered_while_a_long_one_is_searched():
    with (
        running(*PATIENT, script=SMALL) as server,
        ThreadPoolExecutor(1) as thread,
        httpx.Client(base_url=server.address, timeout=LONGEST) as client,
        httpx.Client(base_url=server.address, timeout=LONGEST) as other,
    ):
        for _ in range(2):  # the worker has started, and done what it is asked for at the start
            assert _post(other, "nimbers/calculate", {"expression": "4+8"}) == 200
        long = thread.submit(_post, client, "sequence/file", MINUTES)
        wait_until(lambda: len(server.workers()) == 2)  # the searcher has been started for it
        for _ in range(3):
            assert _post(other, "nimbers/calculate", {"expression": "4+8"}) == 200
        assert not long.done()
        server.process.kill()


def _post(client: Any, name: str, body: dict[str, Any]) -> int:
    try:
        status: int = client.post(f"/api/{name}", json=body).status_code
    except httpx.TransportError:  # the server was ended
        return 0
    return status


def test_only_a_page_hears_of_a_refusal_with_status_200(address):
    bad, asked_at = {"expression": "+"}, f"{address}api/nimbers/calculate"
    program, page = (
        httpx.post(asked_at, json=bad, headers=headers, timeout=LONGEST)
        for headers in ({}, {"Grundy-Page": "1"})
    )
    assert program.json() == page.json()
    assert (program.status_code, page.status_code) == (422, 200)
    assert program.headers.get("Grundy-Refused") is None
    assert page.headers["Grundy-Refused"] == "422"


@pytest.mark.parametrize("pause", [0, 3600])
def test_the_first_process_is_ready_before_the_others_begin(pause, monkeypatch):
    monkeypatch.setattr(pool_module, "_PAUSE", pause)
    body = json.dumps({"position": "nim 3", "moves": []}).encode()

    async def start() -> None:
        pool = pool_module.Pool(2, Settings())
        others = set(children_of(os.getpid()))
        try:
            await pool.begin()
            assert len(pool._places.free) == 2
            assert not pool.warm.is_set()
            starting = asyncio.ensure_future(pool.start("game/replay", body))
            await asyncio.wait_for(pool.warm.wait(), LONGEST)
            async with pool.task("game/replay", body, LONGEST) as (head, content):
                assert head.status == 200
                assert b"nim 3" in b"".join([frame async for frame in content])
            done, _ = await asyncio.wait([starting], timeout=1 if pause else LONGEST)
            assert bool(done) == (not pause)
            assert len(set(children_of(os.getpid())) - others) == (1 if pause else 2)
            starting.cancel()
        finally:
            await pool.stop()

    asyncio.run(start())


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
        assert (len(places.free), places.waiting) == (0, len(asked))
        places.give(held, "held")
        late = asyncio.ensure_future(ask("z"))
        await asyncio.gather(*waiting, late)
        assert (len(places.free), places.waiting) == (1, 0)
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
        assert (len(places.free), places.waiting) == (1, 1)
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
        return len(places.free)

    assert asyncio.run(play()) == 1
