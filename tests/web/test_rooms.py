"""Two pages in one game: the rooms of the server, and two pages that follow each other."""

import asyncio
import json
from typing import Any

import pytest

from grundy.web import rooms
from grundy.web.browser import answer as browser_answer
from grundy.web.rooms import Rooms
from web_browser import page_of, says

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

PLAY = "#game=nim+3"


def ask(of: Rooms, **request: Any) -> tuple[int, Any]:
    return asyncio.run(of.answer(json.dumps(request).encode()))


def test_a_room_holds_the_last_play_and_no_older_one(monkeypatch):
    """A change counts only on what was known; without news the same comes again after a while."""
    monkeypatch.setattr(rooms, "_SECONDS_WAITED", 0.01)
    of = Rooms()
    _, opened = ask(of, play=PLAY)
    name = opened["room"]
    assert ask(of, room=name, after=0) == (200, {"number": 1, "play": PLAY})
    assert ask(of, room=name, after=1, play=PLAY + "&m=1")[1]["number"] == 2
    assert ask(of, room=name, after=1, play=PLAY + "&m=2") == (
        200, {"number": 2, "play": PLAY + "&m=1"},
    )  # fmt: skip
    assert ask(of, room=name, after=2)[1]["number"] == 2


def test_rooms_end_after_a_time_and_are_bounded(monkeypatch):
    """The oldest goes first; what is no room, or no play, is one sentence."""
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


def test_one_page_follows_the_other(browser, address):
    """A link brings a second page into the game; moves go both ways, and Leave ends it."""
    with page_of(browser, f"{address}#game=nim+3+4&against=person") as one:
        one.get_by_role("button", name="Play on two phones").click()
        link = one.get_by_label("Link").input_value()
        assert "room=" in link
        one.get_by_role("button", name="Done").click()
        with page_of(browser, link) as other:
            other.get_by_text("Who has the link follows this game.").wait_for()
            one.get_by_role("button", name="take 1 from 4 in B", exact=True).click()
            says(other, "Player 1 played: take 1 from 4 in B. Player 2 is to move.")
            other.get_by_role("button", name="take 2 from 3 in A", exact=True).click()
            says(one, "Player 2 played: take 2 from 3 in A. Player 1 is to move.")
            one.get_by_role("button", name="Undo").click()
            playwright.expect(other.locator(".play-status")).to_contain_text("Player 2 is to move")
            other.get_by_role("button", name="Leave").click()
            one.get_by_role("button", name="take 3 from 3 in B", exact=True).click()
            says(one, "take 3 from 3 in B")
            playwright.expect(other.locator(".play-step")).to_have_count(3)
            assert "room=" not in other.url


def test_a_page_without_a_server_says_what_it_needs():
    """The site has Python in the browser, and nobody who brings two browsers together."""
    said: list[Any] = []
    browser_answer("room", "{}", lambda kind, what: said.append(what))
    assert json.loads(said[0])["status"] == 404
    assert "need grundy serve" in json.loads(said[1])["error"]


def test_a_room_that_is_gone_is_a_sentence(browser, address):
    """The game of the link is there all the same."""
    with page_of(browser, f"{address}#game=nim+3+4&against=person&room=gone") as page:
        page.get_by_text("This game is over here").wait_for()
        page.get_by_role("button", name="take 1 from 4 in B", exact=True).click()
        says(page, "Player 1 played")
