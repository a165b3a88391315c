"""Two pages in one game: the rooms of the server, and two pages that follow each other."""

import asyncio
import json
from contextlib import ExitStack
from typing import Any

from grundy.web import rooms
from grundy.web.browser import answer as browser_answer
from grundy.web.rooms import Rooms
from web_browser import expect, page_of, says, watched_page

PLAY = "#game=nim+3"


def ask(of: Rooms, by: str = "", **request: Any) -> tuple[int, Any]:
    return asyncio.run(of.answer(json.dumps(request).encode(), by))


def test_a_room_holds_the_last_play_of_two_seats_and_others_watch(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(rooms, "_SECONDS_WAITED", 0.01)
    of = Rooms(lambda: now[0])
    opened = ask(of, "one", play=PLAY)[1]
    name = opened["room"]
    assert ask(of, "one", room=name, after=0) == (200, {"number": 1, "play": PLAY, "seat": 1})
    seats = [ask(of, by, room=name, after=0)[1]["seat"] for by in ("two", "three", "one")]
    assert [opened["seat"], *seats] == [1, 2, 0, 1]
    watched = ask(of, "three", room=name, after=1, play=PLAY + "&m=3")[1]
    assert watched == {"number": 1, "play": PLAY, "seat": 0}
    assert ask(of, "two", room=name, after=1, play=PLAY + "&m=1")[1]["number"] == 2
    older = ask(of, "one", room=name, after=1, play=PLAY + "&m=2")[1]
    assert older == {"number": 2, "play": PLAY + "&m=1", "seat": 1}
    assert ask(of, "one", room=name, after=2)[1]["number"] == 2  # the same after a while
    now[0] = 200.0
    assert ask(of, "two", room=name, after=0)[1]["seat"] == 2
    assert ask(of, "three", room=name, after=0)[1]["seat"] == 1


def test_rooms_end_after_a_time_and_are_bounded(monkeypatch):
    now = [0.0]
    of = Rooms(lambda: now[0])
    monkeypatch.setattr(rooms, "_MOST_ROOMS", 2)
    names = [ask(of, play=PLAY)[1]["room"] for _ in range(3)]
    assert [ask(of, room=name, after=0)[0] for name in names] == [422, 200, 200]
    now[0] = 7 * 3600
    status, refused = ask(of, room=names[2], after=0)
    assert (status, refused["error"]) == (422, rooms._GONE)
    for play in (3, "#graph=a", PLAY + "x" * 9_000):
        assert ask(of, play=play) == (422, {"error": rooms._NO_PLAY})
    assert asyncio.run(of.answer(b"[")) == asyncio.run(of.answer(b"[]"))
    monkeypatch.setattr(rooms, "_MOST_WAITING", 0)
    assert ask(of, room=ask(of, play=PLAY)[1]["room"], after=1)[0] == 503


def opened(one: Any) -> str:
    one.get_by_role("button", name="Play on two phones").click()
    link = str(one.get_by_label("Link").input_value())
    assert "room=" in link
    one.get_by_role("button", name="Done").click()
    return link


def test_each_page_moves_for_its_side_and_a_third_one_watches(browser, address):
    mine = ".play-cell.playable"
    with page_of(browser, f"{address}#game=nim+3+4&against=person") as one:
        link = opened(one)
        with ExitStack() as stack:
            other = stack.enter_context(page_of(browser, link))
            other.get_by_text("You are Player 2.").wait_for()
            third = stack.enter_context(page_of(browser, link))
            third.get_by_text("Both seats are taken: you watch this game.").wait_for()
            expect(one.locator(mine)).to_have_count(7)
            for page in (other, third):
                expect(page.locator(".play-status")).to_have_text("Player 1 is to move.")
                expect(page.locator(mine)).to_have_count(0)
            one.get_by_role("button", name="take 1 from 4 in B", exact=True).click()
            says(other, "Player 1 played: take 1 from 4 in B. It is your turn.")
            expect(other.locator(mine)).to_have_count(6)
            other.reload()
            expect(other.locator(mine)).to_have_count(6)
            expect(third.locator(".play-step")).to_have_count(2)
            third.get_by_role("button", name="Undo").click()
            says(third, "Player 1 played: take 1 from 4 in B. Player 2 is to move.")
            other.get_by_role("button", name="take 3 from 3 in A", exact=True).click()
            for page in (one, third):
                says(page, "Player 2 played: take 3 from 3 in A.")
            one.get_by_role("button", name="Undo").click()
            expect(other.locator(".play-status")).to_contain_text("It is your turn")
            other.get_by_role("button", name="Leave").click()
            one.get_by_role("button", name="Undo").click()
            says(third, "Player 1 is to move.")
            says(other, "Player 1 played: take 1 from 4 in B.")
            assert "room=" not in other.url


def test_a_page_works_without_https(browser, address):
    """As phones reach it in a classroom: what browsers keep for https alone is not needed."""
    with watched_page(browser, address) as page:
        page.add_init_script("delete Crypto.prototype.randomUUID; delete window.caches;")
        page.goto(f"{address}#graph")
        page.locator(".vertex").first.wait_for()


def test_a_page_without_a_server_says_what_it_needs():
    """The site has Python in the browser, and nobody who brings two browsers together."""
    said: list[Any] = []
    browser_answer("room", "{}", lambda kind, what: said.append(what))
    assert json.loads(said[0])["status"] == 404
    assert "need grundy serve" in json.loads(said[1])["error"]


def test_a_room_that_is_gone_is_a_sentence(browser, address):
    with page_of(browser, f"{address}#game=nim+3+4&against=person&room=gone") as page:
        page.get_by_text("This game is over here").wait_for()
        page.get_by_role("button", name="take 1 from 4 in B", exact=True).click()
        says(page, "Player 1 played")
