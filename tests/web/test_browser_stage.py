"""The stage of the part "Game" in a real browser: its size, its words, its hints, its looks."""

import re

import pytest

from waiting import LONGEST, wait_until
from web_browser import (
    DESKTOP,
    PHONE,
    expect,
    hint,
    open_game,
    open_settings,
    page_of,
    says,
    serves_everybody,
    type_move,
)

WIDE = {"width": 1920, "height": 1080}


@pytest.mark.parametrize(
    ("page", "least"), [(DESKTOP, 80), (WIDE, 100), (PHONE, 50)], indirect=["page"]
)
def test_the_board_fills_its_place(page, address, least):
    open_game(page, address, "nim 3 4 5")
    sizes = [body.bounding_box()["width"] for body in page.locator(".play-cell .body").all()]
    assert min(sizes) >= least
    if least > 50:
        for what in (".play-status", ".play-buttons", ".play-boards", ".play-setup"):
            expect(page.locator(what)).to_be_in_viewport(ratio=1)
    switches = [page.get_by_label(name) for name in ("Say who wins", "Colour the moves")]
    one, other = (switch.bounding_box()["y"] for switch in switches)
    assert one == pytest.approx(other, abs=1)  # both in the bar, or both below it
    serves_everybody(page)


def test_the_line_above_the_board_says_the_rule(page, address):
    open_game(page, address, "kayles 5", against="teacher", play="misere")
    line = page.locator(".play-setup summary")
    expect(line).to_contain_text("You begin against Tom, who errs once in four moves")
    expect(line).to_contain_text("whoever makes the last move loses")
    open_settings(page).get_by_label("The rule").select_option("normal")
    expect(line).to_contain_text("whoever makes the last move wins")


def test_a_lost_position_says_why_at_once(page, address):
    open_game(page, address, "nim 1 2 3")
    hint(page)
    reason = page.locator(".play-reason")
    expect(reason).to_contain_text("No move wins")
    expect(reason).to_contain_text("Every column is even.")
    expect(reason).not_to_contain_text("A winning move makes")
    expect(page.locator(".play-components svg")).to_have_count(3)  # with their values
    expect(page.locator(".bits .total .bit")).to_have_text(["0", "0"])  # one for each column
    open_game(page, address, "cram 4x4")
    hint(page)
    expect(reason).to_contain_text("Here all looks the same after half a turn")


def test_the_proof_of_a_single_board_lays_values_over_it(page, address):
    """Each place has the value that a move there leaves; Wythoff's pairs (3,5), (4,7) are zeros."""
    open_game(page, address, "wythoff 5,7")
    hint(page, 3)
    expect(page.locator(".play-reason")).to_contain_text("The board has the value")
    expect(page.locator(".worth")).to_have_count(5 + 7 + 5)
    expect(page.locator(".play-components svg")).to_have_count(0)  # not drawn again
    zeros = page.locator(".play-cell", has=page.locator(".worth.zero")).all()
    names = [zero.get_attribute("aria-label").partition(":")[0] for zero in zeros]
    assert names == ["square 3,5", "square 4,7", "square 5,3"]
    page.get_by_role("region", name="Hint").get_by_role("button", name="Close").click()
    expect(page.locator(".worth")).to_have_count(0)


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_hint_leaves_the_board_in_view_on_a_phone(page, address):
    open_game(page, address, "nim 3 4 5")
    hint(page, 2)
    lit = page.locator(".play-cell.lit").bounding_box()
    sheet = page.locator(".play-hint").bounding_box()
    assert 0 <= lit["y"] <= lit["y"] + lit["height"] <= sheet["y"] + 1
    assert sheet["y"] + sheet["height"] <= PHONE["height"] + 1


def test_what_is_left_of_a_row_is_named_over_its_own_pins(page, address):
    open_game(page, address, "kayles 9", m="=take 2 from 9 and split the rest into 3 and 4")
    names = page.locator(".play-part figcaption span")
    expect(names).to_have_text(["A1 3", "A2 4"])
    pins = sorted(pin.bounding_box()["x"] for pin in page.locator(".play-cell.pin .body").all())
    for name, own in (("A1", pins[:3]), ("A2", pins[3:])):
        box = names.filter(has_text=name).bounding_box()
        assert own[0] < box["x"] + box["width"] / 2 < own[-1] + (own[1] - own[0])


def test_names_of_boards_never_change(page, address):
    open_game(page, address, "nim 3 4 5", m=["1", "=take 4 from 4"], against="person")
    expect(page.locator(".play-status")).to_contain_text("take 4 from 4 in B")
    names = page.locator(".play-part figcaption strong")
    expect(names).to_have_text(["A", "C"])
    page.get_by_role("button", name="take 1 from 5 in C", exact=True).wait_for()
    hint(page)
    expect(page.locator(".play-reason")).to_contain_text("A winning move is in C (5).")
    hint(page, 2)
    expect(page.locator(".play-reason")).to_contain_text("C (5) has value 5")
    type_move(page, "take 1 from 2 in B")
    page.get_by_text("There is no board B here.").wait_for()
    type_move(page, "take 3 from 5 in C")
    says(page, "Player 1 played: take 3 from 5 in C.")


def test_escape_takes_a_pick_back(page, address):
    open_game(page, address, "kayles 5")
    page.get_by_role("button", name="pin 2: pick", exact=True).click()
    words = page.locator(".play-picked")
    expect(words).to_contain_text("3 of 5 moves: pick what is marked, too, or the same again for “")
    expect(page.locator(".play-cell.next")).to_have_count(2)
    pins = page.locator(".play-cell.playable")
    said = ["pin 1: take 2 from 5", "pin 2: take 1 from 5 and split the rest into 1 and 3"]
    for pin, label in zip(pins.all(), said, strict=False):
        expect(pin).to_have_attribute("aria-label", label)
    page.keyboard.press("Escape")
    expect(words.get_by_role("status")).to_have_text("5 moves: click everything your move touches.")
    expect(page.locator(".play-cell.picked, .play-cell.next")).to_have_count(0)


@pytest.mark.parametrize(("text", "over", "said"), [
    ("wythoff 5,7", ["queen on 5,7", "square 5,2"], "queen to 5,2"),
    ("wythoff 5,7", ["queen on 5,7", "square 2,4"], "queen to 2,4"),
    ("silver-dollar 9", ["coin on square 9", "square 4"], "move the coin at 9 to 4"),
    ("kayles 7", ["pin 4", "pin 3"], "take 2 from 7 and split the rest into 2 and 3"),
    ("cram 3,4", ["square b1", "square b2"], "domino on b1-b2"),
    ("nim 5", ["stone 1", "stone 2", "stone 3"], "take 3 from 5"),
])  # fmt: skip
def test_pieces_are_dragged_and_places_swiped_over(page, address, text, over, said):
    open_game(page, address, text, against="person")

    def middle(name: str) -> tuple[float, float]:
        box = page.get_by_role("button", name=re.compile(f"^{name}(:|$)")).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def go(names: list[str]) -> None:
        for name in names:
            page.mouse.move(*middle(name), steps=4)
            if name == names[0]:
                page.mouse.down()

    go(over)
    page.mouse.move(*middle(over[0]), steps=4)
    page.mouse.up()
    expect(page.locator(".play-cell.picked, .play-cell.preview")).to_have_count(0)
    expect(page.locator(".play-status")).to_have_text("Player 1 is to move.")
    go(over)
    expect(page.locator(".play-cell.preview").first).to_be_attached()
    page.mouse.up()
    says(page, f"Player 1 played: {said}. Player 2 is to move.")


def test_a_good_move_gets_a_word(page, address):
    open_game(page, address, "nim 3 4 5", against="perfect")
    page.locator(".play-list").get_by_role("button", name="take 2 from 3 in A").click()
    says(page, "Well played! Ada played")
    open_game(page, address, "nim 3 4 6", against="perfect")
    page.locator(".play-list").get_by_role("button", name="take 3 from 3 in A").click()
    says(page, "Ada played")
    expect(page.locator(".play-status")).not_to_contain_text("Well played")


def test_light_dark_and_large_are_kept(page, address):
    open_game(page, address, "nim 3")
    page.get_by_role("button", name="Full screen").click()  # where the switches stay in reach
    page.wait_for_function("() => document.fullscreenElement")
    page.locator(".looks-menu summary").click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Scale").select_option("large")
    page.reload()
    page.locator("svg.play-board").first.wait_for()
    look = "[getComputedStyle(document.body)].map((is) => `${is.backgroundColor} ${is.fontSize}`)"
    assert page.evaluate(look) == ["rgb(20, 24, 27) 20px"]
    serves_everybody(page)


def test_a_part_that_could_not_be_loaded_comes_by_itself(browser, address):
    page = browser.new_page()
    page.set_default_timeout(1_000 * LONGEST)
    page.goto(address)
    page.route("**/nimbers.js", lambda route: route.abort())
    page.route(address, lambda route: route.abort())
    page.get_by_role("link", name="Nimbers", exact=True).first.click()
    page.get_by_text("It comes by itself").wait_for()
    page.unroute(address)
    page.get_by_text("did not help. The next try is in 4 s").wait_for()  # after 0.25 and 1 s
    page.unroute_all()
    page.get_by_role("button", name="Try now").click()
    page.get_by_role("heading", name="Calculate with nimbers").wait_for()
    page.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_moves_by_itself_comes_to_rest(browser, address, motion):
    """Within five seconds; the line that fades in where an answer takes long moves nothing."""
    ends = """() => document.getAnimations().filter((one) => one.animationName !== "waiting")
        .map((one) => one.effect.getComputedTiming().endTime)"""
    with page_of(browser, address, reduced_motion=motion) as page:
        page.locator(".start-card").first.wait_for()
        assert all(end <= 5000 for end in page.evaluate(ends))
        open_game(page, address, "nim 3 4 5")
        hint(page, 2)
        page.locator(".play-cell.lit").wait_for()
        found = page.evaluate(ends)
        assert bool(found) == (motion == "no-preference")
        assert all(end <= 5000 for end in found)


@pytest.mark.parametrize("page", [PHONE], indirect=True)
@pytest.mark.parametrize("text", ["wythoff 12,14", "kayles 20", "cram 12,12"])
def test_places_are_large_enough_for_a_finger(page, address, text):
    open_game(page, address, text, against="person")
    cells = page.locator(".play-board .playable .tint").all()
    assert min(cell.bounding_box()["width"] for cell in cells) >= 24 - 2  # and a line between
    for queen in page.locator(".queen").all():
        expect(queen).to_be_in_viewport(ratio=1)
    serves_everybody(page)


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_place_is_caught_within_24_pixels(page, address):
    open_game(page, address, "grundys-game 9", against="person")
    cut = page.get_by_role("button", name="cut after 4").bounding_box()
    page.mouse.click(cut["x"] + cut["width"] / 2, cut["y"] + cut["height"] + 8)
    says(page, "Player 1 played: split 9 into 4 and 5.")


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_what_is_written_on_a_small_board_is_readable(page, address):
    open_game(page, address, "wythoff 8,12")
    hint(page, 3)
    page.locator(".worth").first.wait_for()
    sizes = page.locator(".play-board").evaluate(
        """svg => [...svg.querySelectorAll("text.play-mark, text.worth")].map(text =>
             parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a)"""
    )
    assert len(sizes) > 28
    assert min(sizes) >= 10


def test_the_history_names_moves_in_full_until_it_is_judged(page, address):
    open_game(page, address, "kayles 12", m="=take 2 from 12 and split the rest into 4 and 6")
    text = page.locator(".play-step .what", has_text="take 2 from 12").last
    width = "text => text.clientWidth"
    wide = text.evaluate(width)
    page.get_by_label("Say who wins").check()
    expect(page.locator(".play-sides")).to_be_visible()
    wait_until(lambda: text.evaluate(width) < wide - 80)
