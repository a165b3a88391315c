"""How graphs look in the page and what it says of them, to a newcomer and on a phone."""

import re

import pytest

from graph_page import LAID_OUT, button, graph_of, option, shown, use_edges, vertex, wait_for_names
from web_browser import DESKTOP, PHONE, expect, page_of, violations

# Where the letters and names of the picture are outside the shapes of their vertices.
OUTSIDE = """() => [...document.querySelectorAll('.vertex')].flatMap(v => {
  const shape = v.querySelector('.shape').getBBox();
  return [...v.querySelectorAll('text')].map(t => t.getBBox()).filter(t =>
    t.x < shape.x || t.y < shape.y || t.x + t.width > shape.x + shape.width ||
    t.y + t.height > shape.y + shape.height);
}).length"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_random_graph_is_drawn_by_its_model(opened, scheme):
    page = graph_of(opened, color_scheme=scheme)
    button(page, "Random").click()
    page.get_by_role("spinbutton", name="Vertices").wait_for()
    page.wait_for_function("document.getAnimations().length === 0")
    assert violations(page) == []
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
    page = graph_of(opened, viewport=DESKTOP)
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
    page = graph_of(opened)
    name = "WWWWWWWW"
    use_edges(page, f'{name} 漢字漢字\n漢字漢字 {name}\n"a very long name indeed" שלום\nשלום mm', 5)
    shown(page)
    for colours in ("source", "bw"):
        option(page, "Colours").select_option(colours)
        assert page.evaluate(OUTSIDE) == 0


def test_an_empty_picture_invites(opened):
    page = graph_of(opened)
    invitation = page.get_by_text("Double-click here for a vertex")
    expect(invitation).to_be_hidden()
    button(page, "New").click()
    expect(invitation).to_be_visible()
    page.locator(".board").dblclick(position={"x": 200, "y": 200})
    wait_for_names(page, ["a"])
    expect(invitation).to_be_hidden()


def test_a_double_click_renames_a_vertex(opened):
    page = graph_of(opened, "graph=loop")
    vertex(page, "a").dblclick()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("start")
    page.keyboard.press("Enter")
    wait_for_names(page, ["start", "b", "t"])


def test_a_cycle_is_explained_to_a_pupil_first(opened):
    page = graph_of(opened, "graph=draws")
    vertex(page, "a").click()
    details = page.get_by_role("region", name="Details")
    expect(details).to_contain_text("play can go round without end. Neither player can")
    meaning = details.get_by_text("As ∞(K) it wins against a Nim heap")
    expect(meaning).to_be_hidden()
    details.get_by_text("More: what").click()
    expect(meaning).to_be_visible()


def test_a_circle_has_room_for_long_names(opened):
    page = graph_of(opened)
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
    page = graph_of(opened)
    status = expect(page.locator(".graph .status"))
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
    expect(page.locator('.vertex[aria-label="t, 1 token"]')).to_be_visible()
    details.get_by_role("button", name="Take back").click()
    status.to_contain_text("The token stands on d.")
    button(page, "Vertex").last.click()
    expect(vertex(page, "t")).to_have_class("vertex P")

    vertex(page, "e").click()
    button(page, "Play this graph").click()
    details.get_by_role("button", name="d", exact=True).click()
    status.to_contain_text("Ada moved from d to")
    details.get_by_role("button", name="t", exact=True).click()
    status.to_contain_text("Ada has no move: you win!")
    details.get_by_role("button", name="With hints, in the part Game").click()
    page.wait_for_url("**/#game=token*")


@pytest.fixture
def phone(browser, address):
    with page_of(browser, f"{address}#graph", viewport=PHONE, has_touch=True, is_mobile=True) as it:
        shown(it)
        button(it, "No more of these").tap()
        yield it


def test_what_is_said_of_a_vertex_is_in_view_on_a_phone(phone):
    vertex(phone, "b").tap()
    expect(phone.get_by_text("b has value 1")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".board")).to_be_in_viewport(ratio=1)
    tools = phone.get_by_role("toolbar", name="Tools").locator("> *").all()
    tops = {tool.bounding_box()["y"] for tool in tools}
    assert len(tops) == 1
    phone.locator(".options summary").tap()
    phone.get_by_label("Find a vertex").fill("e")
    expect(phone.get_by_text("e has value 2")).to_be_attached()
    card = phone.locator(".options > .card").bounding_box()
    for select in phone.locator(".options select").all():
        box = select.bounding_box()
        assert box["x"] + box["width"] <= card["x"] + card["width"] - 8


def test_a_graph_is_drawn_by_finger(phone):
    phone.locator(".options summary").tap()
    button(phone, "New").tap()
    invitation = phone.locator(".invitation")
    expect(invitation).to_be_visible()
    expect(invitation).to_contain_text("Choose Vertex, and tap here for one.")
    assert not {"click", "Shift", "press"} & set(invitation.text_content().lower().split())
    tools = phone.get_by_role("toolbar", name="Tools")
    tools.get_by_role("button", name="Vertex", exact=True).tap()
    board = phone.locator(".board")
    board.tap(position={"x": 90, "y": 100})
    expect(invitation).to_be_hidden()
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
    expect(phone.locator(".board")).to_be_in_viewport(ratio=0.95)


def test_among_many_moves_those_that_win_are_seen_first(opened):
    page = opened("game=nim+5+6")
    page.get_by_role("button", name="Show as graph").click()
    losing = page.locator(".arc-group:has(.to-N)", has_text="5 + 6 → ").first
    expect(losing).to_have_css("opacity", "0.22")
    expect(page.locator(".arc-group:has(.to-P)").first).to_have_css("opacity", "1")
    page.locator("[data-vertex='0']").hover()
    expect(losing).to_have_css("opacity", "1")
    page.mouse.move(1, 1)
    expect(losing).to_have_css("opacity", "0.22")


def test_a_value_stands_below_its_name(opened):
    """Beside the name "2 + 3" it would be read as a part of it."""
    page = opened("game=nim+2+3")
    page.get_by_role("button", name="Show as graph").click()
    shown(page)
    assert page.locator(".vertex .second .value").count() == 9
    assert page.locator(".vertex .value").count() == 9
