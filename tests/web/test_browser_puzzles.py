"""Puzzles in a real browser: a right answer, a wrong one, and the streak that is kept."""

import json
from typing import Any

from web_browser import page_of, violations

NIM = {
    "position": "nim 3 5",
    "level": 2,
    "moves": 8,
    "tempting": 1,
    "seed": 1,
    "winning": {"name": "take 2 from 5", "part": 1, "to": "nim 3 3", "ways": []},
}


def draw(page: Any) -> None:
    """Ask for a puzzle, and wait until it stands there."""
    page.get_by_role("button", name="New puzzle").click()
    page.get_by_text("exactly one of 8 moves wins").wait_for()


def answer(page: Any, typed: str) -> None:
    page.get_by_label("Find a move, or type one and press Enter").fill(typed)
    page.keyboard.press("Enter")


def test_a_puzzle_is_right_or_wrong_and_the_streak_is_kept(browser, address):
    """Two right answers are a streak of two; it outlasts the page, and a wrong one ends it."""
    with page_of(browser, f"{address}#game=kayles+9") as page:
        page.route("**/api/game/puzzle", lambda route: route.fulfill(body=json.dumps(NIM)))
        for number in (1, 2):
            draw(page)
            answer(page, "take 2 from 5")
            page.get_by_text("Right: take 2 from 5").wait_for()
            page.get_by_text(f"Solved in a row: {number}; most: {number}.").wait_for()
        assert violations(page) == []

        page.reload()
        page.get_by_text("Solved in a row: 2; most: 2.").wait_for()
        draw(page)
        answer(page, "take 1 from 5")
        page.get_by_text('Not this one: after "take 1 from 5"').wait_for()
        page.get_by_text("Solved in a row: 0; most: 2.").wait_for()

        page.get_by_role("button", name="Try again").click()
        answer(page, "take 2 from 5")
        page.get_by_text("Right: take 2 from 5").wait_for()
        page.get_by_text("Solved in a row: 0; most: 2.").wait_for()  # the first try counts


def test_a_puzzle_is_of_the_game_that_is_played(browser, address):
    """The server draws one; its position is that of the address."""
    with page_of(browser, f"{address}#game=kayles+9") as page:
        page.get_by_role("heading", name="Kayles").wait_for()
        page.get_by_role("button", name="New puzzle").click()
        page.get_by_text("moves wins. Your move.").wait_for()

        page.wait_for_function(r"() => /^#game=kayles\+(?!9&)/.test(location.hash)")
