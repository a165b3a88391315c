"""The page and its server, which goes away and comes back; the first page and its small game."""

from typing import Any

import pytest

from grundy.web.tasks import TASKS
from web_browser import DESKTOP, LOOKS, PHONE, expect, page_of, serves_everybody, watched_page
from web_server import running


def test_what_waits_for_the_server_is_asked_again_by_itself(browser):
    with running() as first:
        port = first.host.rpartition(":")[2]
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{first.address}#nimbers")
        page.get_by_text("= 29", exact=True).wait_for()
        first.interrupt()
        page.get_by_label("Expression").fill("4 + 8")
        page.get_by_text("The server does not answer").wait_for()
    with running("--port", port):
        page.get_by_text("= 12", exact=True).wait_for()
        page.get_by_text("The server does not answer").wait_for(state="hidden")
        context.close()


def test_a_busy_server_is_asked_again(browser, address):
    asked: list[str] = []

    def busy_at_first(route: Any) -> None:
        asked.append(route.request.post_data)
        if len(asked) > 2:
            route.continue_()
        else:
            headers = {"Grundy-Refused": "503", "Content-Type": "application/json"}
            route.fulfill(body='{"error": "The server is busy."}', headers=headers)

    with watched_page(browser, address) as page:
        page.route("**/api/nimbers/calculate", busy_at_first)
        page.goto(f"{address}#nimbers")
        page.get_by_text("= 29", exact=True).wait_for()
        assert len(asked) == 3
        assert len(set(asked)) == 1


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_the_interface_has_a_page(browser, address, scheme, viewport):
    with watched_page(browser, address, viewport=viewport, color_scheme=scheme) as page:
        page.goto(f"{address}api.html")
        page.get_by_text("/api/nimbers/calculate").click()
        shown = page.locator("details[open]")
        shown.get_by_role("button", name="Send").click()
        shown.get_by_text("Status 200").wait_for()
        shown.locator("pre").get_by_text('"value": "29"').wait_for()
        assert page.locator("details").count() == len(TASKS)
        serves_everybody(page)


MOST = 300_000  # bytes over the network
LOADED = """() => performance.getEntriesByType("resource")
  .concat(performance.getEntriesByType("navigation"))
  .filter(one => !one.name.includes("graphviz"))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


@pytest.mark.parametrize("part", ["start", "graph", "game", "sequence", "nimbers"])
def test_a_part_weighs_less_than_300_kilobytes(browser, address, part):
    """Without Graphviz, which is loaded when a picture is laid out; files come packed."""
    with page_of(browser, f"{address}#{part}") as page:
        page.wait_for_load_state("networkidle")
        loaded = page.evaluate(LOADED)
        assert 10_000 < loaded < MOST
        assert loaded < MOST / 2  # packed: about a quarter of what the files take


def status(page: Any) -> Any:
    return expect(page.locator(".start-status"))


def take(page: Any, stone: int, heap: int) -> None:
    boards = page.locator(".start-game .play-board").filter(has=page.get_by_role("button"))
    board = boards.nth(heap)
    board.get_by_role("button", name=f"stone {stone}:").click()


@pytest.mark.parametrize("page", [DESKTOP, PHONE], indirect=True, ids=["desktop", "phone"])
def test_the_first_page_is_a_game_that_the_beginner_can_win(page, address):
    """Two stones of the heap of three leave 1 4 5, which is lost; a link leads on from there."""
    page.goto(address)
    status(page).to_contain_text("Click a stone")
    status(page).to_be_in_viewport()
    serves_everybody(page)
    sizes = [body.bounding_box()["width"] for body in page.locator(".play-cell .body").all()]
    assert min(sizes) >= 44
    about = page.get_by_role("region", name="What grundy is")
    expect(about).to_contain_text("grundy solve kayles 5 7")
    take(page, 2, 0)
    status(page).to_contain_text("Ada played")
    expect(page.get_by_role("button", name="Play again")).to_be_hidden()
    expect(page.locator(".badge")).to_have_count(0)  # nobody says who wins
    page.get_by_role("link", name="Hints, history").click()
    expect(page.locator(".play-status").first).to_contain_text("Ada played")
    expect(page.locator(".play-head h2")).to_have_text("Nim")
    page.goto(f"{address}#graph")
    page.get_by_role("button", name="No more of these").click()  # first words, said nowhere now
    page.goto(f"{address}#nimbers")
    page.get_by_label("Expression").wait_for()
    expect(page.locator(".intro")).to_have_count(0)


def test_the_small_game_ends_and_begins_again(page, address):
    page.goto(address)
    status(page).to_contain_text("Click a stone")
    take(page, 1, 0)
    status(page).to_contain_text("Ada played: take 1 from 5 in C.")
    take(page, 1, 0)  # of 4 4 the first heap; the computer takes the other
    status(page).to_have_text("Ada wins. Once more?")
    page.get_by_role("link", name="Why did I lose?").click()
    expect(page.locator(".play-retry")).to_contain_text("Mistake 1 of 1")
    page.get_by_role("link", name="Start", exact=True).click()
    status(page).to_have_text("Ada wins. Once more?")
    page.get_by_role("button", name="Play again").click()
    status(page).to_have_text("Click a stone: it goes, with those after it.")


@pytest.mark.parametrize("part", ["graph", "sequence", "nimbers"])
def test_a_card_opens_its_part_whose_first_words_are_said_once(page, address, part):
    page.goto(address)
    page.locator(f'.start-card[href="#{part}"]').click()
    words = page.get_by_role("complementary", name="First words")
    expect(words).to_be_visible()
    words.get_by_role("button", name="Got it").click()
    expect(words).to_have_count(0)
    page.reload()
    expect(page.locator(f'nav a[data-part="{part}"][aria-current]')).to_have_count(1)
    expect(page.locator("h2").first).to_be_attached()
    expect(words).to_have_count(0)
