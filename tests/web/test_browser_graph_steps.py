"""The algorithms play in the page: forwards, back, by themselves, and as a quiz."""

from collections.abc import Callable
from typing import Any

import pytest

from graph_page import button, shown, use_edges, vertex
from waiting import wait_until
from web_browser import LOOKS, PHONE, violations

pytest.importorskip("starlette")
playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

PATH = "a b\nb c"
CYCLE = "a b\nb a\nb t"


def begun(opened: Callable[..., Any], edges: str, **options: Any) -> Any:
    page = opened("graph", **options)
    shown(page)
    use_edges(page, edges, 3)
    shown(page)
    button(page, "Steps").click()
    button(page, "Next").wait_for()
    return page


def lit(page: Any) -> Any:
    """What is expected of the line of the algorithm that is lit."""
    return playwright.expect(page.locator(".algorithm [aria-current=step]"))


def test_each_line_of_the_first_algorithm_is_lit(opened):
    page = begun(opened, PATH)
    lit(page).to_contain_text("for each vertex y")
    button(page, "Next").click()
    lit(page).to_have_text("l(y) = 0")
    playwright.expect(page.locator(".vertex.current")).to_have_attribute("aria-label", "c: 0")
    page.get_by_role("list", name="Queue C: empty").wait_for()
    button(page, "Next").click()
    button(page, "Next").click()
    page.get_by_role("list", name="Queue C: c").wait_for()
    row = page.locator(".succ tbody tr").nth(1)
    playwright.expect(row.get_by_role("cell")).to_have_text(["{c}", "{a}", "{0}", ""])
    button(page, "Back").click()
    lit(page).to_contain_text("for each z in Prec[y]")
    page.get_by_label("Speed").select_option("0.5")  # which ends long after the next click
    button(page, "Play").click()
    button(page, "Pause").click()
    page.get_by_label("Speed").select_option("8")
    button(page, "Play").click()
    page.get_by_text("The queue is empty.").wait_for()
    button(page, "Play").wait_for()  # it has come to its end
    slider = page.get_by_label("Step", exact=True)
    playwright.expect(slider).to_have_value(slider.get_attribute("max"))


def test_the_second_algorithm_shows_levels_and_ranks(opened):
    page = begun(opened, CYCLE)
    for _ in range(2):
        button(page, "Next").click()
    page.get_by_text("S_ν = {b}").wait_for()
    levels = playwright.expect(page.get_by_role("region", name="The levels"))
    levels.to_contain_text("t c = 0")
    levels.to_contain_text("a c = 1")
    lit(page).to_contain_text("l(u) = i, c(u) = m")
    button(page, "Last").click()
    lit(page).to_have_text("until S_ν = {}")


@pytest.mark.parametrize(
    ("edges", "answers", "judged"),
    [(PATH, ["0", "0", "0"], "RNR"), (CYCLE, ["0", "0", "inf"], "RRN")],
)
def test_the_quiz_asks_for_each_label(opened, edges, answers, judged):
    page = begun(opened, edges)
    button(page, "Quiz").click()
    for text, right in zip(answers, judged, strict=True):
        assert "?" in page.locator(".vertex.current .value").all_text_contents()
        field = page.get_by_role("textbox", name="The label of")
        field.fill("two")
        field.press("Enter")  # neither right nor wrong
        page.get_by_text("Write a number from 0 up, or inf.").wait_for()
        field.fill(text)
        field.press("Enter")
        answer = page.locator(".asked [role=status], .asked[role=status]")
        playwright.expect(answer).to_contain_text("Right. " if right == "R" else "No. ")
    page.get_by_text("That was the last. 2 of 3 right.").wait_for()
    button(page, "Quiz").click()
    page.get_by_text("That was the last.").wait_for(state="hidden")


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_the_column_of_labels_is_always_seen(opened, viewport, scheme):
    page = begun(opened, PATH, viewport=viewport, color_scheme=scheme)
    table = page.get_by_role("region", name="The table of Algorithm 1")
    for _ in range(9):
        button(page, "Next").click()

    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    button(page, "Quiz").click()
    assert violations(page) == []


def test_the_row_that_changes_is_in_view(opened):
    """Of a long table the row that is lit is seen, and the page stays where it is."""
    page = opened("graph")
    shown(page)
    use_edges(page, "\n".join(f"v{i} v{i + 1}" for i in range(50)), 51)
    button(page, "Steps").click()
    button(page, "Next").click()
    row = page.locator(".succ tbody tr.current")
    inside = """row => { const box = row.closest('.scroll').getBoundingClientRect();
      const own = row.getBoundingClientRect();
      return own.top >= box.top && own.bottom <= box.bottom + 1; }"""

    playwright.expect(row.get_by_role("rowheader")).to_have_text("v50")
    wait_until(lambda: row.evaluate(inside))
    vertex(page, "v50").wait_for()


def test_the_picture_and_the_buttons_are_above_the_algorithm_on_a_phone(opened):
    page = begun(opened, PATH, viewport=PHONE)
    page.locator(".algorithm li").last.scroll_into_view_if_needed()
    playwright.expect(page.locator("svg.board")).to_be_in_viewport(ratio=0.95)
    playwright.expect(page.locator(".said")).to_be_in_viewport(ratio=0.95)
    playwright.expect(button(page, "Next")).to_be_in_viewport(ratio=0.95)
    board, following = page.locator("svg.board").bounding_box(), button(page, "Next").bounding_box()
    assert board["y"] + board["height"] <= following["y"]
    playwright.expect(page.locator(".algorithm li").last).to_be_in_viewport()
