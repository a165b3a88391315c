"""How graphs look in the page: random ones, colours by value, names that fit, the legend."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from graph_page import LAID_OUT, button, option, shown, use_edges, wait_for_names
from web_browser import DESKTOP, violations

pytest.importorskip("starlette")

# Where the letters and names of the picture are outside the shapes of their vertices.
OUTSIDE = """() => [...document.querySelectorAll('.vertex')].flatMap(v => {
  const shape = v.querySelector('.shape').getBBox();
  return [...v.querySelectorAll('text')].map(t => t.getBBox()).filter(t =>
    t.x < shape.x || t.y < shape.y || t.x + t.width > shape.x + shape.width ||
    t.y + t.height > shape.y + shape.height);
}).length"""


def random_panel(opened: Callable[..., Any], **options: Any) -> Any:
    page = opened("graph", **options)
    shown(page)
    button(page, "Random").click()
    page.get_by_role("spinbutton", name="Vertices").wait_for()
    return page


def test_a_random_graph_is_drawn_by_its_model(opened):
    page = random_panel(opened)
    page.get_by_label("Model").select_option("pairs")
    page.get_by_role("spinbutton", name="Vertices").fill("7")
    page.get_by_label("Pairs drawn").fill("12")
    page.get_by_label("Seed").fill("5")
    title = page.locator("#graph-title")
    button(page, "Draw").click()
    wait_for_names(page, [f"v{i}" for i in range(7)])
    drawn = shown(page), title.text_content()
    button(page, "Draw").click()
    page.wait_for_function(LAID_OUT)
    assert (shown(page), title.text_content()) == drawn
    page.get_by_label("Seed").fill("")
    button(page, "Draw").click()
    page.get_by_text(re.compile(r"^Drawn with seed \d+\.$")).wait_for()


def test_colours_by_value_have_a_legend_beside_the_picture(opened):
    page = opened("graph", viewport=DESKTOP)
    shown(page)
    option(page, "Colours").select_option("value")
    legend = page.get_by_role("list", name="Legend")
    legend.get_by_text("value 2").wait_for()
    fills = page.evaluate(
        """() => ['.vertex', '.legend li'].map(kind => Object.fromEntries(
          [...document.querySelectorAll(kind)].map(one => [
            one.querySelector('.value')?.textContent ?? one.textContent.replace('value ', ''),
            getComputedStyle(one.querySelector('.shape') ?? one).fill])))"""
    )

    picture, named = fills
    assert sorted(picture) == ["0", "1", "2"]
    assert len(set(picture.values())) == 3
    assert picture.items() <= named.items()
    board, beside = page.locator(".board").bounding_box(), legend.bounding_box()
    assert beside["x"] >= board["x"] + board["width"]
    assert abs(beside["y"] - board["y"]) < 20
    assert beside["y"] + beside["height"] <= DESKTOP["height"]
    option(page, "Colours").select_option("source")
    legend.get_by_text("value 2").wait_for(state="hidden")


def test_names_fit_in_their_vertices(opened):
    page = opened("graph")
    shown(page)
    name = "WWWWWWWW"
    use_edges(page, f'{name} 漢字漢字\n漢字漢字 {name}\n"a very long name indeed" שלום\nשלום mm', 5)
    shown(page)
    for colours in ("source", "bw"):
        option(page, "Colours").select_option(colours)
        assert page.evaluate(OUTSIDE) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_draw_at_random(opened, scheme):
    page = random_panel(opened, color_scheme=scheme)
    option(page, "Colours").select_option("value")
    page.wait_for_function("document.getAnimations().length === 0")
    assert violations(page) == []
