"""The part "Graph" on a phone: what belongs together is on one screen."""

import pytest

from graph_page import button, shown, vertex
from web_browser import PHONE, page_of

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")


@pytest.fixture
def phone(browser, address):
    with page_of(browser, f"{address}#graph", viewport=PHONE, has_touch=True, is_mobile=True) as it:
        shown(it)
        button(it, "No more of these").tap()
        yield it


def test_what_is_said_of_a_vertex_is_in_view_on_a_phone(phone):
    vertex(phone, "b").tap()
    playwright.expect(phone.get_by_text("b has value 1")).to_be_in_viewport(ratio=1)
    playwright.expect(phone.locator(".board")).to_be_in_viewport(ratio=1)
    tools = phone.get_by_role("toolbar", name="Tools").locator("> *").all()
    tops = {tool.bounding_box()["y"] for tool in tools}
    assert len(tops) == 2
    phone.locator(".options summary").tap()
    phone.get_by_label("Find a vertex").fill("e")
    playwright.expect(phone.get_by_text("e has value 2")).to_be_attached()
    card = phone.locator(".options > .card").bounding_box()
    for select in phone.locator(".options select").all():
        box = select.bounding_box()
        assert box["x"] + box["width"] <= card["x"] + card["width"] - 8


def test_a_graph_is_drawn_by_finger(phone):
    button(phone, "New").tap()
    invitation = phone.locator(".invitation")
    playwright.expect(invitation).to_be_visible()
    playwright.expect(invitation).to_contain_text("Choose Vertex, and tap here for one.")
    assert not {"click", "Shift", "press"} & set(invitation.text_content().lower().split())
    tools = phone.get_by_role("toolbar", name="Tools")
    tools.get_by_role("button", name="Vertex", exact=True).tap()
    board = phone.locator(".board")
    board.tap(position={"x": 90, "y": 100})
    playwright.expect(invitation).to_be_hidden()
    board.tap(position={"x": 250, "y": 220})
    shown(phone)
    button(phone, "Arc").tap()
    vertex(phone, "a").tap()
    vertex(phone, "b").tap()
    phone.wait_for_selector('.vertex[aria-label^="a: value 1"]')
    button(phone, "Move").tap()
    vertex(phone, "a").tap()
    phone.get_by_text("a has value 1").wait_for()


def test_a_graph_that_was_drawn_at_random_is_in_view(phone):
    phone.get_by_role("group", name="Details").get_by_role("button", name="Random").tap()
    phone.get_by_label("Seed").fill("7")
    button(phone, "Draw").tap()
    vertex(phone, "v19").wait_for(state="attached")
    playwright.expect(phone.locator(".board")).to_be_in_viewport(ratio=0.95)
