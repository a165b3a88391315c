"""Misère sums of any size on the page's board: who wins, the hint, the opponent, long rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest

from web_browser import LOOKS, PHONE, page_of, says, serves_everybody

JUDGED = """() => {
  const words = document.querySelector(".play-judged").textContent;
  return words && !words.startsWith("Who wins");
}"""
FAR = "kayles 1000000 12 7"
SUMS = ["0.07 20 15 9", "kayles 9 9 9 9 9 9 9 8"]


@contextmanager
def misere_play(browser: Any, address: str, text: str, **options: Any) -> Iterator[Any]:
    """Follow a link to a play against the computer, and wait until it is judged.

    A search that a busy machine does not end in its seconds is asked for again.
    """
    fields = {"game": text, "play": "misere", "against": "perfect"}
    options = {"reduced_motion": "reduce"} | options
    with page_of(browser, f"{address}#{urlencode(fields)}", **options) as page:
        for _ in range(10):
            page.get_by_label("Say who wins").check()
            page.wait_for_function(JUDGED)
            if page.locator(".play-judged .badge").count():
                break
            page.reload()
        yield page


def hint(page: Any) -> str:
    """Ask for a hint, to its last step, and return what it says."""
    page.get_by_role("button", name="Hint", exact=True).click()
    for step in ("Show the move", "Show the proof"):
        page.get_by_role("button", name=step).click()
    page.locator(".play-reason section").first.wait_for()
    return str(page.locator(".play-reason").inner_text())


@pytest.mark.parametrize("text", [FAR, *SUMS])
def test_a_sum_of_any_size_is_played(browser, address, text):
    with misere_play(browser, address, text) as page:
        page.get_by_text("The player to move can win.").wait_for()
        reason = hint(page)
        page.get_by_role("button", name="Play it").click()
        page.locator(".play-step").nth(2).wait_for()
        page.get_by_text("The player to move can win.").wait_for()

        assert "misère quotient" in reason
        assert "A winning move:" in reason
        says(page, "Ada played")
        assert page.get_by_text("the win changes hands").count() == 0


def test_a_long_row_is_marked_whole_and_its_number_read(browser, address):
    with misere_play(browser, address, FAR, viewport=PHONE) as page:
        page.get_by_label("Colour the moves").check()
        page.get_by_text("Moves", exact=True).click()  # folded on a phone
        page.locator(".play-move .badge").first.wait_for()
        moves = page.locator(".play-move").count()
        assert page.locator(".play-move .badge").count() == moves > 100
        hint(page)
        row = page.locator(".play-cell.stone.lit").first
        frame, body, number, letter = (
            row.locator(name).bounding_box() for name in (".halo", ".body", ".label", ".lead")
        )

        assert frame["x"] <= body["x"] + 1
        assert frame["x"] + frame["width"] >= body["x"] + body["width"] - 1
        assert (
            number["x"] + number["width"] <= letter["x"]
            or letter["y"] + letter["height"] <= (number["y"])
        )


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_everybody_can_use_a_hint_of_the_quotient(browser, address, scheme, viewport):
    options = {"viewport": viewport, "color_scheme": scheme}
    with misere_play(browser, address, "0.75 1000000000 12 9", **options) as page:
        page.get_by_label("Colour the moves").check()
        page.locator(".play-move .badge").first.wait_for(state="attached")
        hint(page)

        serves_everybody(page)
