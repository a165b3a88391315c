"""Puzzles in a real browser: a right answer, a wrong one, and the streak that is kept."""

import json
from datetime import date
from typing import Any
from urllib.parse import urlencode

from grundy.named.notation import written
from grundy.strategy.puzzles import puzzle_of_the_day
from web_browser import hint, page_of, says, type_move, violations

NIM = {
    "position": "nim 3 5",
    "level": 2,
    "moves": 8,
    "tempting": 1,
    "seed": 1,
    "winning": {"name": "take 2 from 5", "part": 1, "to": "nim 3 3", "ways": []},
}


def draw(page: Any) -> None:
    page.get_by_role("button", name="New puzzle").click()
    page.get_by_text("exactly one of 8 moves wins").wait_for()


def test_a_puzzle_is_right_or_wrong_and_the_streak_is_kept(browser, address):
    with page_of(browser, f"{address}#game=kayles+9") as page:
        page.route("**/api/game/puzzle", lambda route: route.fulfill(body=json.dumps(NIM)))
        draw(page)  # with help a right answer does not count
        hint(page)
        page.get_by_text("A winning move is in B (5).").wait_for()
        type_move(page, "take 2 from 5")
        page.get_by_text("Right, with help: take 2 from 5").wait_for()
        assert page.get_by_text("Solved in a row: 0; most: 0.").count() == 1
        for number in (1, 2):
            draw(page)
            type_move(page, "take 2 from 5")
            page.get_by_text("Right: take 2 from 5").wait_for()
            page.get_by_text(f"Solved in a row: {number}; most: {number}.").wait_for()
        assert violations(page) == []
        page.reload()
        page.get_by_text("Solved in a row: 2; most: 2.").wait_for()
        draw(page)
        type_move(page, "take 1 from 5")
        page.get_by_text("✗ Not this one: after “take 1 from 5 in B”").wait_for()
        page.get_by_text("Solved in a row: 0; most: 2.").wait_for()
        says(page, "It is your turn.")  # the move was taken back
        type_move(page, "take 2 from 5")
        page.get_by_text("Right: take 2 from 5").wait_for()
        page.get_by_text("Solved in a row: 0; most: 2.").wait_for()  # the first try counts


def test_a_puzzle_is_sent_to_a_friend(browser, address):
    with page_of(browser, f"{address}#game=nim+3+5&against=perfect&puzzle=1") as page:
        page.get_by_text("Exactly one of 8 moves wins. Your move.").wait_for()
        type_move(page, "take 1 from 3")
        page.get_by_text("✗ Not this one").wait_for()
        assert "puzzle=1" in page.url
    with page_of(browser, f"{address}#game=nim+3+3&against=perfect&puzzle=1") as page:
        says(page, "It is your turn.")
        page.wait_for_function("() => !document.querySelector('.play-verdict').textContent")


def test_the_puzzle_of_the_day_is_that_of_the_command(browser, address):
    with page_of(browser, address) as page:
        page.clock.set_fixed_time("2026-11-26T12:00:00")
        page.get_by_role("link", name="The puzzle of the day").click()
        page.get_by_text("moves wins. Your move.").wait_for()
        found = puzzle_of_the_day(date(2026, 11, 26))
        wanted = urlencode({"game": written(found.position)})
        page.wait_for_function("text => location.hash.startsWith(`#${text}&`)", arg=wanted)


def test_a_puzzle_is_of_the_game_that_is_played(browser, address):
    with page_of(browser, f"{address}#game=kayles+5+5") as page:
        page.get_by_role("heading", name="Kayles").wait_for()
        page.get_by_role("button", name="New puzzle").click()
        page.get_by_text("moves wins. Your move.").wait_for()
        page.wait_for_function(r"() => /^#game=kayles\+(?!5\+5(&|$))/.test(location.hash)")
