"""Sprouts as drawn curves, in a real browser: drawn by hand, found for typed moves and answers."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from web_browser import DESKTOP, PHONE, expect, hint, says, serves_everybody, type_move

SPOTS = """() => [...document.querySelectorAll(".play-table .sprout-spot")].map((spot) => {
    const { x, y, width, height } = spot.querySelector("circle").getBoundingClientRect();
    return [x + width / 2, y + height / 2];
})"""


def open_sprouts(page: Any, address: str, text: str, against: str = "person") -> None:
    page.goto(f"{address}#{urlencode({'game': text, 'against': against})}")
    expect(page.locator(".play-step")).to_have_count(1)


def curves(page: Any) -> Any:
    return page.locator(".play-table .sprout-curve")


def spots_of(page: Any) -> list[tuple[float, float]]:
    """Return where the spots are, once the drawing has come: it is loaded with the first one."""
    page.locator("svg.sprouts.drawable").wait_for()
    found: list[tuple[float, float]] = page.evaluate(SPOTS)
    return found


def draw(page: Any, *points: int | tuple[float, float]) -> None:
    """Drag from a spot, by its number, over points beside it on the paper, to a spot."""
    spots = spots_of(page)
    scale = page.locator(".play-table svg.sprouts").bounding_box()["width"] / 720
    (x, y), last = spots[points[0]], points[-1]
    page.mouse.move(x, y)
    page.mouse.down()
    for point in points[1:-1]:
        page.mouse.move(x + scale * point[0], y + scale * point[1], steps=8)
    page.mouse.move(*spots[last], steps=8)
    page.mouse.up()


def drag_beside(page: Any, off: tuple[int, int], high: int) -> None:
    (x, y), (right, other) = spots_of(page)
    page.mouse.move(x + off[0], y + off[1])
    page.mouse.down()
    page.mouse.move((x + right) / 2, y + high, steps=8)
    page.mouse.move(right - off[0], other + off[1], steps=8)
    page.mouse.up()


def test_a_drawn_curve_is_a_move_and_stays(page, address):
    open_sprouts(page, address, "sprouts 3")
    draw(page, 0, (60, 30), 1)
    says(page, "Player 1 played: join a to b. Player 2 is to move.")
    expect(curves(page)).to_have_count(2)
    first = curves(page).nth(0).get_attribute("d")
    draw(page, 2, (-60, -40), (-120, 30), (-40, 50), 2)
    says(page, "Player 2 played: loop at c. Player 1 is to move.")
    expect(curves(page)).to_have_count(4)
    assert curves(page).nth(0).get_attribute("d") == first
    expect(page.locator(".play-table .sprout-name")).to_have_text(list("abcde"))
    expect(page.locator(".play-table .sprout-curve.last")).to_have_count(2)
    expect(page.locator(".sprout-words")).to_contain_text(
        "The last curve went from c to c, with the new spot e."
    )
    page.get_by_role("button", name="Undo").click()
    expect(curves(page)).to_have_count(2)
    page.get_by_role("button", name="Redo").click()
    expect(curves(page)).to_have_count(4)


@pytest.mark.parametrize(("text", "against", "count"), [
    ("sprouts 3", "perfect", 4), ("nim 2 + sprouts 2", "person", 2),
])  # fmt: skip
def test_a_drawing_stays_when_the_other_moves(page, address, text, against, count):
    open_sprouts(page, address, text, against=against)
    draw(page, 0, (100, 40), 1)
    if against == "perfect":
        says(page, "It is your turn.")
    else:
        says(page, "Player 1 played: join a to b in B. Player 2 is to move.")
        page.locator(".play-list").get_by_role("button", name="take 2 from 2 in A").click()
        says(page, "Player 2 played: take 2 from 2 in A.")
    expect(curves(page)).to_have_count(count)
    expect(page.locator("svg.sprouts.drawable")).to_have_count(1)


@pytest.mark.parametrize(("text", "off"), [("sprouts 2", 0), ("brussels-sprouts 2", 14)])
def test_a_drawing_is_in_its_address(page, address, text, off):
    open_sprouts(page, address, text)
    drag_beside(page, (off, 0), -70)
    says(page, "Player 1 played: join")
    page.get_by_role("button", name=re.compile("^(join|cut|loop)")).first.click()
    expect(curves(page)).to_have_count(4)
    drawn = [curve.get_attribute("d") for curve in curves(page).all()]
    page.wait_for_url("**&c=0.0.1.*")
    page.reload()
    expect(curves(page)).to_have_count(4)
    assert [curve.get_attribute("d") for curve in curves(page).all()] == drawn
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as PNG").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_moves_are_called_by_the_names_of_the_spots(page, address):
    open_sprouts(page, address, "sprouts 3")
    listed = page.locator(".play-list button")
    expect(listed).to_have_text(["loop at a", "loop at a around b", "join a to b"])
    expect(page.locator(".play-list")).not_to_contain_text("numbers")
    hint(page, 2)
    expect(page.locator(".play-reason")).to_contain_text("loop at a around b")
    draw(page, 2, (60, -30), 0)
    expect(page.locator(".play-past")).to_contain_text("join a to c")
    expect(page.locator(".play-list")).to_contain_text("loop at b")  # letters have come
    type_move(page, "loop at b")
    says(page, "Player 2 played: loop at b")
    page.goto(f"{address}#game=sprouts+1a1a&against=person")
    expect(page.locator(".play-list")).to_contain_text("The numbers count the spots")
    expect(listed.first).to_contain_text("1")


def test_a_curve_that_does_not_make_its_move_is_found_anew(page, address):
    for curve in ("0.0.1.zzzz", "0.0.0.6t2s8c2s8c4c", "0.9.1.6t2s", "x"):
        page.goto("about:blank")
        page.goto(f"{address}#game=sprouts+2&against=person&m=%3Djoin+1+to+2&c={curve}")
        expect(curves(page)).to_have_count(2)


def test_what_a_loop_goes_around_tells_the_move(page, address):
    open_sprouts(page, address, "sprouts 3")
    draw(page, 0, (60, 120), (120, 260), (230, 260), (230, 150), 0)
    says(page, "Player 1 played: loop at a around b. Player 2 is to move.")
    page.get_by_role("button", name="Undo").click()
    says(page, "Player 1 is to move.")
    draw(page, 0, (50, 60), (-50, 60), 0)
    says(page, "Player 1 played: loop at a. Player 2 is to move.")


@pytest.mark.parametrize(("points", "sentence"), [
    ((0, (200, 120), (60, 60), (300, -60), 1), "crosses itself"),
    ((0, (20, 60), (-20, 60), (60, -60), (400, -100), 2), "crosses"),
    ((0, (12, 9), 0), "too short"),
])  # fmt: skip
def test_a_curve_that_may_not_be_is_refused(page, address, points, sentence):
    open_sprouts(page, address, "sprouts 2")
    draw(page, 0, (100, 40), 1)
    says(page, "Player 2 is to move")
    expect(page.locator(".play-list")).to_contain_text("join a to")
    asked: list[str] = []
    page.on("request", lambda request: "/api/" in request.url and asked.append(request.url))
    draw(page, *points)
    expect(page.locator(".sprout-words")).to_contain_text(sentence)
    expect(curves(page)).to_have_count(2)
    assert asked == []


def test_a_typed_move_gets_a_curve(page, address):
    open_sprouts(page, address, "sprouts 3")
    page.locator(".play-list").get_by_role("button", name="loop at a around b", exact=True).click()
    expect(curves(page)).to_have_count(2)
    page.get_by_label("Find a move, or type one").fill("=1")
    type_move(page, "2")
    expect(curves(page)).to_have_count(4)
    there = page.url
    page.goto("about:blank")
    page.goto(there)
    expect(curves(page)).to_have_count(4)


@pytest.mark.parametrize("page", [DESKTOP, PHONE], indirect=True, ids=["desktop", "phone"])
def test_nothing_stands_in_the_way(page, address):
    open_sprouts(page, address, "sprouts 3")
    expect(page.locator(".play-picked")).to_contain_text(
        "3 moves: draw one, or choose it in the list."
    )
    place = page.locator(".play-table .play-boards").bounding_box()
    paper = page.locator(".play-table svg.sprouts").bounding_box()
    assert paper["width"] > 0.9 * place["width"] or paper["height"] > 0.7 * place["height"]
    draw(page, 0, (20, 15), 1)
    says(page, "Player 2 is to move")
    serves_everybody(page)


def test_crosses_are_joined_at_their_free_ends(page, address):
    open_sprouts(page, address, "brussels-sprouts 2")
    expect(page.locator(".play-table .sprout-arm")).to_have_count(8)
    drag_beside(page, (14, 0), -50)
    says(page, "Player 1 played: join figures of 4 and 4 ends. Player 2 is to move.")
    expect(curves(page)).to_have_count(2)
    expect(page.locator(".play-table .sprout-arm")).to_have_count(8)
    page.locator(".play-list").get_by_role(
        "button", name="cut a figure of 8 ends into 4 | 4"
    ).click()
    expect(curves(page)).to_have_count(4)


def test_a_curve_is_tinted_before_it_is_let_go(page, address):
    open_sprouts(page, address, "sprouts 2")
    rubber, words = page.locator(".sprout-rubber"), page.locator(".sprout-words")
    page.get_by_label("Colour the moves").check()
    badges = page.locator(".play-moves .badge")
    expect(badges.first).to_have_text("loses")  # of two spots the answer always wins
    (x, y), other = spots_of(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 100, y + 40, steps=8)
    page.mouse.move(*other, steps=8)
    expect(words).to_contain_text("This curve loses in")
    expect(rubber).to_have_class(re.compile("leads-N"))
    page.mouse.move(x + 60, y + 150)  # a place without a spot
    expect(rubber).not_to_have_class(re.compile("leads-"))
    expect(words).not_to_contain_text("This curve")
    page.mouse.up()


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_finger_catches_a_spot_on_a_phone(page, address):
    open_sprouts(page, address, "sprouts 2")
    drag_beside(page, (14, -16), 40)
    says(page, "Player 1 played: join a to b.")
    name = page.locator(".play-table .sprout-name").first.bounding_box()
    assert name["height"] >= 12


def test_a_move_is_sketched_as_a_curve(page, address):
    open_sprouts(page, address, "sprouts 3")
    sketch = page.locator(".sprout-sketch")
    page.locator(".play-list").get_by_role("button", name="join a to b").hover()
    expect(sketch).to_have_attribute("d", re.compile("^M.* M"))
    expect(page.locator(".sprout-words")).to_contain_text("The dashed curve goes from")
    page.mouse.move(1, 1)
    expect(sketch).to_have_attribute("d", "")
    hint(page, 2)
    expect(sketch).to_have_attribute("d", re.compile("^M.* M"))
    page.locator(".play-list").get_by_role("button").first.hover()
    page.mouse.move(1, 1)
    expect(sketch).to_have_attribute("d", re.compile("^M.* M"))
    page.get_by_role("button", name="Play it").click()
    expect(curves(page)).to_have_count(2)
    expect(sketch).to_have_count(1)
    assert not page.locator(".sprout-sketch[d]:not([d=''])").count()
