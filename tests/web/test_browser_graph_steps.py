"""The algorithms play in the page; large graphs are laid out, painted, searched and edited."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from graph_page import LAID_OUT, button, graph_of, shown, use_edges, vertex, wait_for_names
from web_browser import LOOKS, PHONE, expect, violations

PATH = "a b\nb c"
CYCLE = "a b\nb a\nb t"


def begun(opened: Callable[..., Any], edges: str, **options: Any) -> Any:
    page = graph_of(opened, **options)
    use_edges(page, edges, 3)
    shown(page)
    button(page, "Steps").click()
    button(page, "Next").wait_for()
    return page


def lit(page: Any) -> Any:
    return expect(page.locator(".algorithm [aria-current=step]"))


def test_each_line_of_the_first_algorithm_is_lit(opened):
    page = begun(opened, PATH)
    lit(page).to_contain_text("for each vertex y")
    button(page, "Next").click()
    lit(page).to_have_text("l(y) = 0")
    expect(page.locator(".vertex.current")).to_have_attribute("aria-label", "c: 0")
    page.get_by_role("list", name="Queue C: empty").wait_for()
    button(page, "Next").click()
    button(page, "Next").click()
    page.get_by_role("list", name="Queue C: c").wait_for()
    row = page.locator(".succ tbody tr").nth(1)
    expect(row.get_by_role("cell")).to_have_text(["{c}", "{a}", "{0}", ""])
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
    expect(slider).to_have_value(slider.get_attribute("max"))


def test_the_second_algorithm_shows_levels_and_ranks(opened):
    page = begun(opened, CYCLE)
    for _ in range(2):
        button(page, "Next").click()
    page.get_by_text("S_ν = {b}").wait_for()
    levels = expect(page.get_by_role("region", name="The levels"))
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
        expect(answer).to_contain_text("Right. " if right == "R" else "No. ")
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


def test_the_picture_and_the_buttons_are_above_the_algorithm_on_a_phone(opened):
    page = begun(opened, PATH, viewport=PHONE)
    page.locator(".algorithm li").last.scroll_into_view_if_needed()
    expect(page.locator("svg.board")).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".said")).to_be_in_viewport(ratio=0.95)
    expect(button(page, "Next")).to_be_in_viewport(ratio=0.95)
    board, following = page.locator("svg.board").bounding_box(), button(page, "Next").bounding_box()
    assert board["y"] + board["height"] <= following["y"]
    expect(page.locator(".algorithm li").last).to_be_in_viewport()


# How many pixels of the painted picture are not empty.
INK = """() => {
  const { width, height } = document.querySelector('.painting');
  if (!width) return 0;
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(document.querySelector('.painting'), 0, 0);
  const { data } = copy.getImageData(0, 0, width, height);
  return data.filter((byte, i) => i % 4 === 3 && byte).length;
}"""


def some_edges(vertices: int, arcs: int) -> str:
    draw = random.Random(7)
    lines = [f"v{i} v{draw.randrange(i)}" for i in range(1, vertices)]
    lines += [f"v{draw.randrange(vertices)} v{draw.randrange(vertices)}" for _ in range(arcs)]
    return "\n".join(lines[:arcs])


def painted(page: Any) -> None:
    page.wait_for_function(f"() => !document.querySelector('.painting').hidden && ({INK})() > 1000")


def test_a_large_graph_is_laid_out_and_painted(opened):
    page = graph_of(opened)
    use_edges(page, some_edges(2_000, 19_999), 2_000)
    button(page, "Tokens").click()
    button(page, "Edges").click()
    page.get_by_placeholder("edges are not written out here").wait_for()  # it would take long
    button(page, "Use these edges").click()  # none are written: the graph stays
    page.get_by_role("alert").get_by_text("edges are not written out here").wait_for()
    page.wait_for_function(LAID_OUT)
    painted(page)
    expect(page.locator(".status")).to_have_text("")
    expect(page.locator(".vertex")).to_have_count(1)  # the one that the keyboard is at
    vertex(page, "v1").press("PageDown")
    page.wait_for_selector('.vertex[aria-label^="v0: value"]')


def test_a_layout_that_fails_gives_way_to_force(opened):
    page = opened("nimbers")
    page.route("**/layout-worker.js", lambda route: route.fulfill(body="onmessage = () => f();"))
    page.get_by_role("link", name="Graph").click()
    page.locator(".status").get_by_text("Layers: ").wait_for()
    expect(page.locator(".status")).to_contain_text("these places are by force.")
    page.wait_for_function(LAID_OUT)


def test_a_painted_graph_is_edited_like_a_small_one(opened):
    page = graph_of(opened)
    use_edges(page, some_edges(400, 600), 400)
    page.wait_for_function(LAID_OUT)
    painted(page)
    page.get_by_label("Find a vertex").fill("v123")
    found = vertex(page, "v123")
    found.wait_for()
    expect(page.get_by_label("Name", exact=True)).to_have_value("v123")

    box = found.locator(".shape").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    place = found.get_attribute("transform")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 30, steps=4)
    page.mouse.up()
    expect(found).not_to_have_attribute("transform", place)
    page.keyboard.press("Control+z")
    expect(found).to_have_attribute("transform", place)
    page.mouse.click(x, y + 150)  # the ground: nothing is chosen then
    page.get_by_text("All vertices").wait_for()
    box = found.locator(".shape").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.get_by_text("v123 has value").wait_for()
    found.press("Delete")
    page.wait_for_function(
        "() => document.getElementById('graph-title').textContent.includes(' 399 vert')"
    )


def test_the_map_shows_where_one_is(opened):
    page = opened("graph")
    wait_for_names(page, ["a", "b", "t", "d", "c", "e"])
    page.wait_for_function(LAID_OUT)
    small = page.locator(".minimap")
    small.wait_for(state="hidden")
    for _ in range(4):
        button(page, "Zoom in").click()
    small.wait_for()
    board = page.locator(".board")
    seen, beside = board.bounding_box(), small.bounding_box()
    assert beside["y"] >= seen["y"] + seen["height"]  # it covers no vertex
    before = board.get_attribute("viewBox")
    small.click(position={"x": 60, "y": 20})
    expect(board).not_to_have_attribute("viewBox", before)
    button(page, "Show the whole graph").click()
    small.wait_for(state="hidden")
