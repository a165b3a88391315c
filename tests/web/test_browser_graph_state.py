"""A drawing is never lost: Back, undo, reloading, bad links; files, pictures and sheets of it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from graph_page import LAID_OUT, button, names, option, shown, use_edges, vertex, wait_for_names

FIRST = ["a", "b", "t", "d", "c", "e"]


def begun(opened: Callable[..., Any], **options: Any) -> Any:
    """Open the part, and wait until the address says what it begins with."""
    page = opened("graph", **options)
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


SVG = "{http://www.w3.org/2000/svg}"
# Printing is what a person does in a window of the browser; here it is only noted.
NOTED = "() => { window.printed = 0; window.print = () => { window.printed += 1; }; }"


def exported(page: Any, kind: str) -> bytes:
    with page.expect_download() as waiting:
        option(page, "Export").select_option(kind)
    return Path(waiting.value.path()).read_bytes()


def fills(svg: bytes) -> set[str]:
    tree = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    return {one.get("fill", "") for one in tree.iter()}


@pytest.mark.parametrize("palette", ["bw", "value"])
def test_pictures_are_light_whatever_the_theme(opened, palette):
    files = []
    for scheme in ("light", "dark"):
        page = begun(opened, color_scheme=scheme)
        page.wait_for_function(LAID_OUT)
        option(page, "Colours").select_option(palette)
        files.append(exported(page, "svg"))
    assert files[0] == files[1]
    texts = [one.text for one in ElementTree.fromstring(files[0]).iter(f"{SVG}text")]  # noqa: S314
    assert "the player to move loses" in texts
    assert "Normal play: who cannot move loses." in texts
    assert ("value 2" in texts) == (palette == "value")
    assert "rgb(255, 255, 255)" in fills(files[0])


def test_a_painted_graph_is_exported_whole(opened):
    page = begun(opened)
    use_edges(page, "\n".join(f"v{i} v{i // 2}" for i in range(1, 400)), 400)
    page.wait_for_function(LAID_OUT)
    page.wait_for_selector('.vertex[aria-label*="value"]')
    svg = exported(page, "svg")
    titles = [one.text for one in ElementTree.fromstring(svg).iter(f"{SVG}title")]  # noqa: S314
    assert sum(": value" in (title or "") for title in titles) == 400
    assert sum("→" in (title or "") for title in titles) == 399


def sheet_of(page: Any) -> Any:
    page.evaluate(NOTED)
    option(page, "Export").select_option("sheet")
    page.wait_for_function("() => window.printed === 1")
    page.emulate_media(media="print")
    return page.locator(".sheet")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_sheet_has_the_solutions_on_a_second_page(opened, scheme):
    page = begun(opened, color_scheme=scheme)
    option(page, "Example").select_option("draws")
    vertex(page, "f").wait_for()
    page.wait_for_function(LAID_OUT)
    sheet = sheet_of(page)
    exercise, solutions = sheet.get_by_role("region").all()
    assert exercise.locator(".value, .letter, .vertex.P, .vertex.N, .vertex.D").count() == 0
    assert exercise.locator(".arc:not(.plain)").count() == 0
    assert re.search("value|∞", exercise.locator("svg").text_content()) is None
    assert set(exercise.locator("td").all_inner_texts()) == {""}
    assert solutions.locator(".vertex.P").count() == 1
    assert "∞(2)" in solutions.locator("table").inner_text()
    for height in ("29.7cm", "90cm"):  # on a long one both would have room
        page.emulate_media(media="screen")
        sheet_of(page)
        page.emulate_media(media="print", color_scheme=scheme)
        pdf = page.pdf(width="21cm", height=height)
        assert pdf.count(b"/Type /Page\n") == 2
        # What is printed goes when it is printed, whether or not a PDF counts as that here.
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.locator(".sheet").wait_for(state="detached")


def test_a_sheet_tells_nothing_of_the_algorithm_and_has_60_vertices_at_most(opened):
    page = begun(opened)
    button(page, "Steps").click()
    button(page, "Last").click()
    exercise = sheet_of(page).get_by_role("region", name="Exercise")
    assert exercise.locator(".value, .letter, .current").count() == 0
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    use_edges(page, "\n".join(f"v{i} v{i // 2}" for i in range(1, 80)), 80)
    shown(page)
    option(page, "Export").select_option("sheet")
    page.get_by_role("status").get_by_text("A sheet has 60 vertices at most").wait_for()
