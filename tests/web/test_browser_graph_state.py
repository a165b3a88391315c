"""A drawing is never lost: Back, Forward, undo, reloading, bad links; and the picture by keys."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from graph_page import button, names, shown, vertex, wait_for_names

pytest.importorskip("starlette")
playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

FIRST = ["a", "b", "t", "d", "c", "e"]


def begun(opened: Callable[..., Any]) -> Any:
    """Open the part, and wait until the address says what it begins with."""
    page = opened("graph")
    shown(page)
    page.wait_for_url("**/#graph=first")
    return page


def add(page: Any, beside: str, expected: list[str]) -> None:
    """Add a vertex beside another one by a key, and wait until the address has it."""
    before = page.url
    vertex(page, beside).press("n")
    wait_for_names(page, expected)
    page.wait_for_function("before => location.href !== before", arg=before)
    shown(page)


def test_back_undoes_and_forward_does_again(opened):
    page = begun(opened)
    add(page, "t", [*FIRST, "f"])
    drawn = page.url
    add(page, "t", [*FIRST, "f", "g"])
    page.go_back()
    wait_for_names(page, [*FIRST, "f"])
    page.go_back()
    wait_for_names(page, FIRST)
    page.wait_for_url("**/#graph=first")

    button(page, "Redo").click()
    wait_for_names(page, [*FIRST, "f"])
    page.wait_for_url(drawn)  # what Back is pressed before is no step
    button(page, "Undo").click()
    wait_for_names(page, FIRST)
    page.wait_for_url("**/#graph=first")
    page.go_back()
    wait_for_names(page, [*FIRST, "f"])
    page.go_forward()
    wait_for_names(page, FIRST)

    for key, expected in (("y", [*FIRST, "f"]), ("z", FIRST), ("Shift+z", [*FIRST, "f"])):
        page.keyboard.press(f"Control+{key}")
        wait_for_names(page, expected)
    button(page, "Edges").click()
    area = page.get_by_label("One edge a line")
    area.press("x")
    area.press("Control+z")  # which is an undo of the field's own
    assert names(page) == [*FIRST, "f"]


def test_back_never_takes_edits_and_their_undo(opened):
    page = begun(opened)
    add(page, "t", [*FIRST, "f"])
    drawn = page.url
    page.get_by_role("link", name="Nimbers").click()
    page.get_by_label("Expression").wait_for()
    page.get_by_role("link", name="Graph").click()
    page.wait_for_url(drawn)
    vertex(page, "f").press("Delete")
    page.wait_for_url("**/#graph=first")
    wait_for_names(page, FIRST)
    page.go_back()
    wait_for_names(page, [*FIRST, "f"])
    page.go_back()
    page.get_by_label("Expression").wait_for()
    page.go_back()

    wait_for_names(page, [*FIRST, "f"])
    button(page, "Redo").click()
    wait_for_names(page, FIRST)


def test_a_link_to_another_graph_can_be_undone(opened):
    """A graph that comes by its address replaces what is drawn, which Undo brings back."""
    other = begun(opened)
    add(other, "t", [*FIRST, "f"])
    page = begun(opened)
    vertex(page, "e").press("Delete")
    wait_for_names(page, FIRST[:-1])
    for link, names_there in ((urlsplit(other.url).fragment, [*FIRST, "f"]),
                              ("graph=loop", ["a", "b", "t"])):  # fmt: skip
        page.evaluate("link => { location.hash = link; }", link)
        wait_for_names(page, names_there)
        page.keyboard.press("Control+z")
        wait_for_names(page, FIRST[:-1])


@pytest.mark.parametrize("code", ["rubbish", "__proto__"])
def test_a_bad_link_opens_the_first_graph(opened, code):
    page = opened(f"graph={code}")
    page.get_by_text("The link does not hold a graph.").wait_for()

    assert list(shown(page)) == FIRST
    for name in ("New", "Undo", "Redo", "Undo", "Tokens", "Steps", "Edges"):
        button(page, name).click()
    wait_for_names(page, FIRST)


def test_a_drawing_is_offered_again(opened, address):
    """After the page was closed; whoever edits the first graph before that loses nothing."""
    page = begun(opened)
    add(page, "t", [*FIRST, "f"])
    page.goto("about:blank")
    page.goto(f"{address}#graph")
    page.get_by_text("You have drawn a graph here before: 7 vertices.").wait_for()
    shown(page)
    vertex(page, "e").press("Delete")
    wait_for_names(page, FIRST[:-1])
    button(page, "Continue your drawing").click()
    wait_for_names(page, [*FIRST, "f"])
    page.get_by_role("region", name="Your last drawing").wait_for(state="hidden")
    page.keyboard.press("Control+z")
    wait_for_names(page, FIRST[:-1])
    for times in (1, 0):  # who starts anew is not asked a second time
        page.goto("about:blank")
        page.goto(f"{address}#graph")
        wait_for_names(page, FIRST)
        anew = button(page, "Start anew")
        if times:
            anew.click()
    page.wait_for_url("**/#graph=first")
    anew.wait_for(state="hidden")


def test_the_picture_is_one_stop_of_tab(opened):
    page = begun(opened)

    def reached() -> str:
        return str(page.evaluate("document.activeElement.ariaLabel ?? ''")).partition(":")[0]

    assert page.locator('.board [tabindex="0"], .board[tabindex="0"]').count() == 1
    vertex(page, "e").focus()
    page.keyboard.press("ArrowDown")
    assert reached() in ("d", "c")
    page.keyboard.press("End")
    assert reached() == "e"
    page.keyboard.press("PageDown")
    assert reached() == "a"
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('.board')")
    page.keyboard.press("Shift+Tab")
    assert reached() == "a"
