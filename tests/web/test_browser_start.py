"""The first page: a game that is played at once, ways to the parts, first words said once."""

from typing import Any

import pytest

from web_browser import DESKTOP, PHONE, serves_everybody

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")


def status(page: Any) -> Any:
    return playwright.expect(page.locator(".start-status"))


def take(page: Any, stone: int, heap: int) -> None:
    """Click a stone of the small game; it goes with those after it."""
    boards = page.locator(".start-game .play-board").filter(has=page.get_by_role("button"))
    board = boards.nth(heap)
    board.get_by_role("button", name=f"stone {stone}:").click()


@pytest.mark.parametrize("page", [DESKTOP, PHONE], indirect=True, ids=["desktop", "phone"])
def test_the_first_page_is_a_game_that_the_beginner_can_win(page, address):
    """Two stones of the heap of three leave 1 4 5, which is lost; a link leads on from there."""
    page.goto(address)
    status(page).to_contain_text("Click a stone")
    serves_everybody(page)
    sizes = [body.bounding_box()["width"] for body in page.locator(".play-cell .body").all()]
    assert min(sizes) >= 44
    about = page.get_by_role("region", name="What grundy is")
    playwright.expect(about).to_contain_text("grundy solve kayles 5 7")
    take(page, 2, 0)
    status(page).to_contain_text("Ada played")
    playwright.expect(page.get_by_role("button", name="Play again")).to_be_hidden()
    playwright.expect(page.locator(".badge")).to_have_count(0)  # nobody says who wins

    page.get_by_role("link", name="Hints, history").click()
    playwright.expect(page.locator(".play-status").first).to_contain_text("Ada played")
    playwright.expect(page.locator(".play-head h2")).to_have_text("Nim")
    page.goto(f"{address}#graph")
    page.get_by_role("button", name="No more of these").click()  # first words, said nowhere now
    page.goto(f"{address}#nimbers")
    page.get_by_label("Expression").wait_for()
    playwright.expect(page.locator(".intro")).to_have_count(0)


def test_the_small_game_ends_and_begins_again(page, address):
    page.goto(address)
    status(page).to_contain_text("Click a stone")
    take(page, 1, 0)
    status(page).to_contain_text("Ada played: take 1 from 5 in C.")
    take(page, 1, 0)  # of 4 4 the first heap; the computer takes the other
    status(page).to_have_text("Ada wins. Once more?")
    page.get_by_role("link", name="Why did I lose?").click()
    playwright.expect(page.locator(".play-retry")).to_contain_text("Mistake 1 of 1")
    page.get_by_role("link", name="Start", exact=True).click()
    status(page).to_have_text("Ada wins. Once more?")
    page.get_by_role("button", name="Play again").click()
    status(page).to_have_text("Click a stone: it goes, with those after it.")


@pytest.mark.parametrize("part", ["graph", "sequence", "nimbers"])
def test_a_card_opens_its_part_whose_first_words_are_said_once(page, address, part):
    """The words stand above the part until they are read; they do not come again."""
    page.goto(address)
    page.locator(f'.start-card[href="#{part}"]').click()
    words = page.get_by_role("complementary", name="First words")
    playwright.expect(words).to_be_visible()
    words.get_by_role("button", name="Got it").click()
    playwright.expect(words).to_have_count(0)
    page.reload()
    playwright.expect(page.locator(f'nav a[data-part="{part}"][aria-current]')).to_have_count(1)
    playwright.expect(page.locator("h2").first).to_be_attached()
    playwright.expect(words).to_have_count(0)
