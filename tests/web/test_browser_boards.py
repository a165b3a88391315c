"""Boards in their place, in a real browser: how large they are, what they are called."""

from typing import Any

import pytest

from web_browser import DESKTOP, PHONE, expect, open_game, page_of, says


@pytest.mark.parametrize("page", [DESKTOP, PHONE], indirect=True)
def test_boards_leave_room_for_what_is_said_below_them(page, address):
    open_game(page, address, "dawsons-kayles 1 5 2 2 4 1 5 2 2 2", puzzle="1")
    page.get_by_text("Exactly one of").wait_for()
    words = page.locator(".play-picked").bounding_box()
    pins = [pin.bounding_box() for pin in page.locator(".play-cell.pin .body").all()]
    assert max(pin["y"] + pin["height"] for pin in pins) <= words["y"]


def test_boards_and_their_places_have_names(page, address):
    names = page.locator(".play-part figcaption")
    open_game(page, address, "nim 3 4")
    expect(names).to_have_text(["A 3", "B 4"])
    open_game(page, address, "nim 3 + kayles 4")
    expect(names).to_have_text(["A Nim 3", "B Kayles 4"])
    page.goto(f"{address}#start")
    page.get_by_role("button", name="stone 1: take 3 from 3 in A").click()
    page.get_by_text("Ada played: take 1 from 5 in C.").wait_for()
    page.get_by_role("button", name="stone 1: take 4 from 4 in B").wait_for()


@pytest.fixture
def phone(browser: Any, address: str) -> Any:
    with page_of(browser, address, viewport=PHONE, has_touch=True, is_mobile=True) as found:
        yield found


def test_games_are_chosen_by_finger(phone, address):
    open_game(phone, address, "nim 3")
    phone.get_by_role("button", name="Choose a game").tap()
    first, second = (phone.locator(".play-game").nth(place) for place in range(2))
    assert first.bounding_box()["y"] == second.bounding_box()["y"]
    expect(phone.get_by_label("Search by name or rule")).not_to_be_focused()
    expect(phone.locator(".play-game .sprout-spot").first).to_be_attached()


class Finger:
    def __init__(self, page: Any) -> None:
        self.page = page
        self.send = page.context.new_cdp_session(page).send

    def touch(self, kind: str, points: list[tuple[float, float]]) -> None:
        for x, y in points:
            self.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [{"x": x, "y": y}]})  # fmt: skip

    def drag(self, start: tuple[float, float], end: tuple[float, float], *, held: str = "") -> None:
        """Put it down, let it rest until something is there, and go to the end in steps."""
        self.touch("touchStart", [start])
        if held:
            self.page.locator(held).first.wait_for()
        part = [step / 12 for step in range(1, 13)]
        self.touch("touchMove", [tuple(a + (b - a) * at for a, b in zip(start, end, strict=True))
                                 for at in part])  # fmt: skip
        self.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(place: Any) -> tuple[float, float]:
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_is_dragged_on_a_board_that_scrolls(phone, address):
    open_game(phone, address, "wythoff 12,20", against="person")
    queen = phone.locator(".playable:has(.queen), .playable.queen").first
    x, y = middle(queen)
    Finger(phone).drag((x, y), (x, y - 100))
    says(phone, ",20. Player 2 is to move.")


def test_a_finger_that_rests_swipes_and_one_that_does_not_scrolls(phone, address):
    open_game(phone, address, "kayles 24", against="person")
    figure = phone.locator(".play-part")
    pins = phone.locator(".play-cell.pin")
    Finger(phone).drag(middle(pins.nth(3)), middle(pins.nth(4)), held=".play-cell.preview")
    says(phone, "take 2 from 24 and split the rest into 3 and 19. Player 2 is to move.")
    assert figure.evaluate("figure => figure.scrollLeft") == 0
    Finger(phone).drag(middle(pins.nth(7)), middle(pins.nth(1)))
    phone.wait_for_function("() => document.querySelector('.play-part').scrollLeft > 40")
    says(phone, "Player 2 is to move.")


@pytest.mark.parametrize("page", [{"width": 1024, "height": 700}], indirect=True)
def test_boards_that_are_too_high_push_what_is_below_them_down(page, address):
    open_game(page, address, "kayles 5 7 + wythoff 8,12")
    board = page.locator(".play-table .play-board").last.bounding_box()
    words = page.locator(".play-table .play-picked").bounding_box()
    assert board["y"] + board["height"] <= words["y"]


def test_nobody_asks_for_a_hint_before_there_is_a_position(page, address):
    """What is pressed while the position is still on its way would be lost."""
    held: list[Any] = []
    page.route("**/api/game/position", lambda route: held.append(route))
    page.goto(f"{address}#game=nim+3+4+5")
    hint = page.get_by_role("button", name="Hint", exact=True)
    expect(hint).to_be_disabled()
    held[0].continue_()
    hint.click()
    expect(page.locator(".play-reason")).to_contain_text("A winning move is in A")
