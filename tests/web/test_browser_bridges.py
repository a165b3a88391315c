"""From each part of the page to the others, and nimbers in the address, in a real browser."""

import re
from typing import Any

import pytest

from waiting import wait_until
from web_browser import PHONE, expect, page_of, serves_everybody, violations


def test_a_game_is_shown_as_graph_and_played_again(browser, address):
    with page_of(browser, f"{address}#game=kayles+3") as page:
        page.get_by_role("heading", name="Kayles").wait_for()
        page.get_by_role("button", name="Show as graph").click()
        page.wait_for_function("() => location.hash.startsWith('#graph=')")
        expect(page.locator(".vertex")).to_have_count(5)  # 3, 2, 1 + 1, 1, nothing
        page.get_by_role("button", name="Play this graph").click()
        page.get_by_text("The token stands on 3. Click").wait_for()
        page.get_by_role("button", name="With hints, in the part Game").click()
        page.wait_for_function("() => location.hash.startsWith('#game=token')")
        page.locator(".play-board").first.wait_for()
        page.go_back()
        page.locator(".vertex").nth(3).wait_for()


def test_a_game_is_shown_as_sequence_and_played_again(browser, address):
    with page_of(browser, f"{address}#game=kayles+5+7") as page:
        page.get_by_role("button", name="Show as sequence").click()
        page.get_by_text("All 1,000 values are computed.").wait_for()
        page.wait_for_url("**/#sequence=kayles*")
        page.get_by_role("button", name="Play this game").click()
        page.wait_for_function("() => location.hash.startsWith('#game=kayles+5+8')")
        page.get_by_role("heading", name="Kayles").wait_for()


def printed(page: Any, at: str) -> list[str]:
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    page.evaluate("hash => { location.hash = hash; }", at)
    page.get_by_role("button", name="As exercise").click()
    page.wait_for_function("() => window.printed")
    return list(page.locator(".sheet > section").evaluate_all("all => all.map(o => o.ariaLabel)"))


def test_games_and_positions_are_made_exercises(browser, address):
    with page_of(browser, address) as page:
        assert printed(page, "sequence=0.6&n=100") == ["Exercise", "Solutions"]
        page.wait_for_url("**/#graph=*")
    with page_of(browser, address) as page:
        asked = []  # one after the other, so that one worker does it all
        page.on("request", lambda one: asked.append(one.url.rpartition("/")[2]))
        page.on("requestfinished", lambda one: asked.append(one.url.rpartition("/")[2]))
        assert printed(page, "game=nim+40+41+42") == ["Exercise", "Solutions"]
        assert asked[-4:] == ["judge", "judge", "explain", "explain"]
        exercise, solutions = page.locator(".sheet > section").all()
        assert exercise.locator(".play-board").count() == 3
        assert "take" not in exercise.locator("ol").text_content()
        width = exercise.locator(".play-board").first.get_attribute("width")
        assert int(width) > 400  # to be written on
        # 40 xor 41 xor 42 is 43, which the winning move brings down to 0: 40 to 3, 41 to 2, 42 to 1
        words = solutions.text_content()
        assert "take 37 from 40 in A; take 39 from 41 in B; take 41 from 42 in C." in words


def test_a_position_whose_winner_is_not_known_is_an_exercise_too(browser, hasty):
    large = "cram+%23......../" + "........./" * 7 + "........."
    with page_of(browser, hasty.address) as page:
        assert printed(page, f"game={large}&against=person") == ["Exercise", "Solutions"]
        exercise, solutions = page.locator(".sheet > section").all()
        assert "Which moves win?" in exercise.text_content()
        assert "Winning moves" not in solutions.text_content()


def test_of_many_positions_the_first_are_shown(browser, address):
    with page_of(browser, f"{address}#game=cram+3x3") as page:
        page.get_by_role("button", name="Show as graph").click()
        page.get_by_text("The first 60 of 98 positions from here; Fit shows all.").wait_for()
        frame = page.locator(".board").bounding_box()
        first = page.locator(".vertex:is(.P, .N)").first.bounding_box()  # drawn with its value
        assert frame["y"] < first["y"] < frame["y"] + frame["height"]
        assert first["height"] > 20


def test_the_value_of_what_hangs_on_what_is_left_out_is_that_of_the_game(browser, address):
    with page_of(browser, f"{address}#game=nim+40+41+42", color_scheme="dark") as page:
        page.get_by_role("button", name="Show as graph").click()
        page.get_by_text("The first 60 positions from here; … stands for all others").wait_for()
        start = page.locator(".vertex").first
        expect(start).to_have_accessible_name(re.compile("value 43, N"))
        expect(page.get_by_role("row", name="40 + 41 + 42 43 N")).to_be_attached()
        rest = page.locator('.vertex[aria-label^="…"]')
        expect(rest).to_have_accessible_name(re.compile("…: not known"))
        assert page.locator(".vertex.D, .badge.D").count() == 0
        serves_everybody(page)
        start.click()
        mine = page.locator(".near > title").all_text_contents()
        assert all("40 + 41 + 42 → " in one for one in mine)
        assert 1 < len(mine) < page.locator(".faded > :not(.near)").count()
        page.get_by_text("The whole game says who wins, and the value.").wait_for()
        page.reload()
        expect(start).to_have_accessible_name(re.compile("value 43, N"))


@pytest.mark.parametrize("game", ["cram+3x3", "kayles+7"])
def test_of_many_positions_those_that_can_be_read_are_shown_on_a_phone(browser, address, game):
    with page_of(browser, f"{address}#game={game}", viewport=PHONE) as page:
        page.get_by_role("button", name="Show as graph").click()
        page.get_by_text("Drag the picture to see more.").wait_for()
        first = page.locator(".vertex").first
        expect(first).to_be_in_viewport(ratio=1)
        size = "text => text.getBoundingClientRect().height"
        wait_until(lambda: first.locator("text").first.evaluate(size) >= 10)


def test_a_graph_that_nearly_fits_is_seen_whole_on_a_phone(browser, address):
    with page_of(browser, f"{address}#game=nim+3+4", viewport=PHONE) as page:
        page.get_by_role("button", name="Show as graph").click()
        expect(page.locator('.vertex[aria-label^="nothing"]')).to_be_in_viewport(ratio=1)


def test_nimbers_are_kept_in_the_address(browser, address):
    rows = "wanted => document.querySelectorAll('.nim-table tbody tr').length === wanted"
    with page_of(browser, f"{address}#nimbers=2*3%2B4&op=sum&size=8") as page:
        page.get_by_text("= 5", exact=True).wait_for()
        page.wait_for_function(rows, arg=8)
        expect(page.get_by_label("Operation")).to_have_value("sum")
        page.get_by_label("Size").select_option("32")
        page.wait_for_function(rows, arg=32)
        page.get_by_role("button", name="sqrt(5)").click()
        page.wait_for_function("() => location.hash.includes('sqrt')")
        page.go_back()
        page.get_by_text("= 5", exact=True).wait_for()
        page.go_back()
        page.wait_for_function(rows, arg=8)


@pytest.mark.parametrize(("size", "sentence"), [("16", "the field of order 16"), ("8", "are none")])
def test_a_field_is_shown_as_one(browser, address, size, sentence):
    with page_of(browser, f"{address}#nimbers=4&size={size}") as page:
        page.get_by_text(sentence).wait_for()
        page.wait_for_function(
            f"() => document.querySelectorAll('.nim-table tbody tr').length === {size}"
        )
        bounds = page.locator(".nim-table tbody tr").first.locator(".field-right")
        expect(bounds).to_have_count(2)  # fields of order 2 and 4
        table = page.locator(".nim-table").bounding_box()
        assert table is not None
        assert table["width"] > 900
        assert violations(page) == []
