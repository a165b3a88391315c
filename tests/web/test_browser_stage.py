"""The stage of the part "Game" in a real browser: its size, its words, its hints, its looks."""

from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

import pytest

from waiting import LONGEST
from web_browser import DESKTOP, PHONE, open_settings, page_of, says, serves_everybody

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

WIDE = {"width": 1920, "height": 1080}


def open_game(page: Any, address: str, text: str, **settings: str) -> None:
    """Follow a link to a play."""
    page.goto(f"{address}#{urlencode({'game': text} | settings)}")
    playwright.expect(page.locator(".play-status")).not_to_be_empty()
    page.locator("svg.play-board").first.wait_for()


@pytest.mark.parametrize(
    ("page", "least"), [(DESKTOP, 80), (WIDE, 100), (PHONE, 50)], indirect=["page"]
)
def test_the_board_fills_its_place(page, address, least):
    """Stones are large, and the board, the status and the buttons are in view together."""
    open_game(page, address, "nim 3 4 5")
    sizes = [body.bounding_box()["width"] for body in page.locator(".play-cell .body").all()]
    assert min(sizes) >= least
    if least > 50:
        for what in (".play-status", ".play-buttons", ".play-boards", ".play-setup"):
            playwright.expect(page.locator(what)).to_be_in_viewport(ratio=1)
    serves_everybody(page)


def test_the_line_above_the_board_says_the_rule(page, address):
    """Who begins, how well the opponent plays, and that the last move loses, where it does."""
    open_game(page, address, "kayles 5", against="teacher", play="misere")
    line = page.locator(".play-setup summary")
    playwright.expect(line).to_contain_text("You begin against Tom, who errs once in four moves")
    playwright.expect(line).to_contain_text("who makes the last move loses")
    open_settings(page).get_by_label("The rule").select_option("normal")
    playwright.expect(line).to_contain_text("who makes the last move wins")


def test_a_lost_position_says_why_at_once(page, address):
    """No move wins, for every column of the nim-sum is even already."""
    open_game(page, address, "nim 1 2 3")
    page.get_by_role("button", name="Hint", exact=True).click()
    reason = page.locator(".play-reason")
    playwright.expect(reason).to_contain_text("No move wins")
    playwright.expect(reason).to_contain_text("Every column is even.")
    playwright.expect(reason).not_to_contain_text("A winning move makes")


def test_the_button_of_the_hint_goes_on(page, address):
    """Pressed again it shows the move, and then why; the places to click are marked."""
    open_game(page, address, "kayles 5 + nim 2")
    hint = page.get_by_role("button", name="Hint", exact=True)
    reason = page.locator(".play-reason")
    hint.click()
    playwright.expect(reason).to_contain_text("1 of 3")
    hint.click()
    playwright.expect(reason).to_contain_text("2 of 3")
    assert 1 <= page.locator(".play-cell.lit").count() <= 2
    hint.click()
    playwright.expect(reason).to_contain_text("The nim-sum, bit by bit")
    link = reason.get_by_role("link", name="Calculate with it").get_attribute("href")
    assert link == "#nimbers=4+%2B+2"
    page.get_by_role("region", name="Hint").get_by_role("button", name="Close").click()
    playwright.expect(page.locator(".play-cell.lit")).to_have_count(0)


def test_the_proof_of_a_single_board_lays_values_over_it(page, address):
    """Each place has the value that a move there leaves; Wythoff's pairs (3,5), (4,7) are zeros."""
    open_game(page, address, "wythoff 5,7")
    hint = page.get_by_role("button", name="Hint", exact=True)
    for _ in range(3):
        hint.click()
    playwright.expect(page.locator(".play-reason")).to_contain_text("The board has the value")
    playwright.expect(page.locator(".worth")).to_have_count(5 + 7 + 5)
    zeros = page.locator(".play-cell", has=page.locator(".worth.zero")).all()
    names = [zero.get_attribute("aria-label").partition(":")[0] for zero in zeros]
    assert names == ["square 3,5", "square 4,7", "square 5,3"]
    page.get_by_role("region", name="Hint").get_by_role("button", name="Close").click()
    playwright.expect(page.locator(".worth")).to_have_count(0)


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_hint_leaves_the_board_in_view_on_a_phone(page, address):
    """The sheet comes from below; the board is above it."""
    open_game(page, address, "nim 3 4 5")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the move").click()
    lit = page.locator(".play-cell.lit").bounding_box()
    sheet = page.locator(".play-hint").bounding_box()
    assert 0 <= lit["y"] <= lit["y"] + lit["height"] <= sheet["y"] + 1
    assert sheet["y"] + sheet["height"] <= PHONE["height"] + 1


def test_what_is_left_of_a_row_is_named_over_its_own_pins(page, address):
    """A row of nine that has fallen apart into three and four: each name begins with its pins."""
    open_game(page, address, "kayles 9", m="=take 2 from 9 and split the rest into 3 and 4")
    names = page.locator(".play-part figcaption span")
    playwright.expect(names).to_have_count(2)
    begins = [names.nth(i).bounding_box()["x"] for i in range(2)]
    pins = sorted(pin.bounding_box()["x"] for pin in page.locator(".play-cell.pin .body").all())
    width = pins[1] - pins[0]
    firsts = [pins[0], next(b for a, b in pairwise(pins) if b - a > 1.5 * width)]
    assert all(abs(x - pin) < width for x, pin in zip(sorted(begins), firsts, strict=True))


def test_enter_takes_the_only_game_that_is_found(page, address):
    """The games are tiles with their boards; the famous are first."""
    open_game(page, address, "nim 3")
    page.get_by_role("button", name="Choose a game").click()
    playwright.expect(page.locator(".play-games h3").first).to_have_text("Famous")
    assert page.locator(".play-game .tile svg").count() > 50
    page.get_by_label("Search by name or rule").fill("same number from both")
    playwright.expect(page.locator(".play-game")).to_have_count(1)
    page.keyboard.press("Enter")
    playwright.expect(page.locator(".play-head h2")).to_have_text("Wythoff's game")


def test_escape_takes_a_pick_back(page, address):
    """What is picked, and what a pick needs next, is said below the board."""
    open_game(page, address, "kayles 5")
    page.get_by_role("button", name="pin 2: pick", exact=True).click()
    words = page.locator(".play-picked")
    playwright.expect(words).to_contain_text("3 of 5 moves touch 2: pick more")
    pins = page.locator(".play-cell.playable")
    said = ["pin 1: take 2 from 5", "pin 2: take 1 from 5 and split the rest into 1 and 3"]
    for pin, label in zip(pins.all(), said, strict=False):
        playwright.expect(pin).to_have_attribute("aria-label", label)
    page.keyboard.press("Escape")
    playwright.expect(words).to_have_text("5 moves: click all that a move touches.")
    playwright.expect(page.locator(".play-cell.picked")).to_have_count(0)


def test_a_good_move_gets_a_word(page, address):
    """It is said when the opponent has found that it is lost, and not else."""
    open_game(page, address, "nim 3 4 5", against="perfect")
    page.locator(".play-list").get_by_role("button", name="take 2 from 3 in A").click()
    says(page, "Well played! Ada played")
    open_game(page, address, "nim 3 4 6", against="perfect")
    page.locator(".play-list").get_by_role("button", name="take 3 from 3 in A").click()
    says(page, "Ada played")
    playwright.expect(page.locator(".play-status")).not_to_contain_text("Well played")


def test_light_dark_and_large_are_kept(page, address):
    """The reader's choice wins over the system's, and is there on the next visit."""
    open_game(page, address, "nim 3")
    page.locator(".looks-menu summary").click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Scale").select_option("large")
    page.reload()
    page.locator("svg.play-board").first.wait_for()
    colour, size = page.evaluate(
        "(({ backgroundColor, fontSize }) => [backgroundColor, fontSize])"
        "(getComputedStyle(document.body))"
    )
    assert (colour, size) == ("rgb(20, 24, 27)", "20px")
    serves_everybody(page)


def test_a_part_that_could_not_be_loaded_comes_by_itself(browser, address):
    """A sentence stands there until its files can be had again."""
    page = browser.new_page()
    page.set_default_timeout(1_000 * LONGEST)
    page.goto(address)
    page.route("**/nimbers.js", lambda route: route.abort())
    page.route(address, lambda route: route.abort())
    page.get_by_role("link", name="Nimbers", exact=True).first.click()
    page.get_by_text("This part could not be loaded").wait_for()
    page.unroute_all()
    page.get_by_role("heading", name="Calculate with nimbers").wait_for()
    page.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_moves_by_itself_comes_to_rest(browser, address, motion):
    """Within five seconds, on the first page and for a place that a hint marks."""
    with page_of(browser, address, reduced_motion=motion) as page:
        page.locator(".start-card").first.wait_for()
        ends = "() => document.getAnimations().map(one => one.effect.getComputedTiming().endTime)"
        assert all(end <= 5000 for end in page.evaluate(ends))
        open_game(page, address, "nim 3 4 5")
        for _ in range(2):
            page.get_by_role("button", name="Hint", exact=True).click()
        page.locator(".play-cell.lit").wait_for()
        found = page.evaluate(ends)
        assert bool(found) == (motion == "no-preference")
        assert all(end <= 5000 for end in found)


def test_forced_colours_mark_the_part_that_is_shown(browser, address):
    """A line round it, for its colour is the system's."""
    with page_of(browser, f"{address}#nimbers", forced_colors="active") as page:
        current = page.locator("nav a[aria-current]")
        current.wait_for()
        assert current.evaluate("link => getComputedStyle(link).outlineStyle") == "solid"
