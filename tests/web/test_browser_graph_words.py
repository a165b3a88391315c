"""What the part "Graph" says to a newcomer, in a real browser."""

import pytest

from graph_page import button, names, option, shown, vertex, wait_for_names
from web_browser import violations

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")


def test_an_empty_picture_invites(opened):
    page = opened("graph")
    shown(page)
    invitation = page.get_by_text("Double-click here for a vertex")
    playwright.expect(invitation).to_be_hidden()
    button(page, "New").click()
    playwright.expect(invitation).to_be_visible()
    page.locator(".board").dblclick(position={"x": 200, "y": 200})
    wait_for_names(page, ["a"])
    playwright.expect(invitation).to_be_hidden()


def test_a_double_click_renames_a_vertex(opened):
    page = opened("graph=loop")
    shown(page)
    before = names(page)
    vertex(page, "a").dblclick()
    playwright.expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("start")
    page.keyboard.press("Enter")
    wait_for_names(page, ["start", *before[1:]])


def test_a_cycle_is_explained_to_a_pupil_first(opened):
    page = opened("graph=draws")
    shown(page)
    vertex(page, "a").click()
    details = page.get_by_role("region", name="Details")
    playwright.expect(details).to_contain_text("play can go round without end. Neither player can")
    meaning = details.get_by_text("As ∞(K) it wins against a Nim heap")
    playwright.expect(meaning).to_be_hidden()
    details.get_by_text("More: what").click()
    playwright.expect(meaning).to_be_visible()


def test_a_circle_has_room_for_long_names(opened):
    """It is computed at once, without the program for layers, and no two vertices meet."""
    page = opened("graph")
    shown(page)
    button(page, "Edges").click()
    ring = [f"a long name {i}" for i in range(12)]
    text = "\n".join(f'"{u}" "{v}"' for u, v in zip(ring, ring[1:] + ring[:1], strict=True))
    page.locator("#edges").fill(text)
    button(page, "Use these edges").click()
    wait_for_names(page, ring)
    option(page, "Layout").select_option("circular")
    page.wait_for_function(
        """() => {
          const boxes = [...document.querySelectorAll('.vertex .shape')]
            .map((shape) => shape.getBoundingClientRect());
          const meet = (a, b) => a.left < b.right && b.left < a.right
            && a.top < b.bottom && b.top < a.bottom;
          return boxes.every((a, i) => boxes.every((b, j) => i === j || !meet(a, b)));
        }"""
    )


def test_a_graph_is_played_on_the_drawing(opened):
    page = opened("graph")
    shown(page)
    status = playwright.expect(page.locator(".graph .status"))
    details = page.get_by_role("region", name="Details")
    vertex(page, "d").click()
    button(page, "Play this graph").click()
    status.to_have_text("The token stands on d. Click a vertex that an arrow leads to.")
    assert page.locator(".vertex:is(.P, .N)").count() == 0  # nobody says who wins
    assert violations(page) == []
    page.locator('.vertex[aria-label="e"]').click()
    status.to_have_text("No arrow leads from d to e.")
    page.locator('.vertex[aria-label="b, move the token here"]').click()
    status.to_have_text("Ada moved from b to t. You have no move: Ada wins!")
    playwright.expect(page.locator('.vertex[aria-label="t, 1 token"]')).to_be_visible()
    details.get_by_role("button", name="Take back").click()
    status.to_contain_text("The token stands on d.")
    button(page, "Vertex").last.click()
    playwright.expect(vertex(page, "t")).to_have_class("vertex P")

    vertex(page, "e").click()
    button(page, "Play this graph").click()
    details.get_by_role("button", name="d", exact=True).click()
    status.to_contain_text("Ada moved from d to")
    details.get_by_role("button", name="t", exact=True).click()
    status.to_contain_text("Ada has no move: you win!")
    details.get_by_role("button", name="With hints, in the part Game").click()
    page.wait_for_url("**/#game=token*")
