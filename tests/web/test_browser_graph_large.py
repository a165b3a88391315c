"""Large graphs in the page: laid out, painted, dragged, searched, edited."""

import random
from typing import Any

import pytest

from graph_page import LAID_OUT, button, use_edges, vertex, wait_for_names

pytest.importorskip("starlette")
playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

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


@pytest.mark.parametrize(("vertices", "arcs"), [(2_000, 19_999)])
def test_a_large_graph_is_laid_out_and_painted(opened, vertices, arcs):
    page = opened("graph")
    vertex(page, "t").wait_for()
    use_edges(page, some_edges(vertices, arcs), vertices)
    page.wait_for_function(LAID_OUT)
    painted(page)

    playwright.expect(page.locator(".status")).to_have_text("")
    playwright.expect(page.locator(".vertex")).to_have_count(1)  # the one that the keyboard is at
    vertex(page, "v1").wait_for()
    vertex(page, "v1").press("PageDown")
    page.wait_for_selector('.vertex[aria-label^="v0: value"]')


def test_a_layout_that_fails_gives_way_to_force(opened):
    """Where layers cannot be had there are places nevertheless, with the reason."""
    page = opened("nimbers")
    page.route("**/layout-worker.js", lambda route: route.fulfill(body="onmessage = () => f();"))
    page.get_by_role("link", name="Graph").click()
    page.locator(".status").get_by_text("Layers: ").wait_for()

    playwright.expect(page.locator(".status")).to_contain_text("these places are by force.")
    page.wait_for_function(LAID_OUT)


def test_a_painted_graph_is_edited_like_a_small_one(opened):
    page = opened("graph")
    vertex(page, "t").wait_for()
    use_edges(page, some_edges(400, 600), 400)
    page.wait_for_function(LAID_OUT)
    painted(page)
    page.get_by_label("Find a vertex").fill("v123")
    found = vertex(page, "v123")
    found.wait_for()
    playwright.expect(page.get_by_label("Name", exact=True)).to_have_value("v123")

    box = found.locator(".shape").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    place = found.get_attribute("transform")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 30, steps=4)
    page.mouse.up()
    playwright.expect(found).not_to_have_attribute("transform", place)
    page.keyboard.press("Control+z")
    playwright.expect(found).to_have_attribute("transform", place)
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
    """It is there only where not all is seen; a click goes to a place."""
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
    playwright.expect(board).not_to_have_attribute("viewBox", before)
    button(page, "Show the whole graph").click()
    small.wait_for(state="hidden")
