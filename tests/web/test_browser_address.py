"""The address says what the page shows: Back undoes, Forward redoes, a bad link gets a sentence."""

import re
from pathlib import Path

from web_browser import expect, open_settings, says, violations


def test_back_takes_a_move_back_and_forward_makes_it_again(page, address):
    page.goto(f"{address}#game=nim+2+3&against=person")
    says(page, "Player 1 is to move")
    page.locator(".play-list").get_by_role("button", name="take 1 from 2").click()
    says(page, "Player 1 played: take 1 from 2 in A.")
    page.locator(".play-list").get_by_role("button", name="take 3 from 3").click()
    says(page, "Player 2 played: take 3 from 3 in B.")
    page.go_back()
    says(page, "Player 1 played: take 1 from 2 in A.")
    page.go_back()
    expect(page.locator(".play-status")).to_have_text("Player 1 is to move.")
    page.go_forward()
    says(page, "Player 1 played: take 1 from 2 in A.")
    page.reload()
    says(page, "Player 1 played: take 1 from 2 in A.")
    page.goto(f"{address}#game=nim+1+2+3&against=perfect")  # whose answer goes with the move
    says(page, "It is your turn.")
    page.locator(".play-list").get_by_role("button", name="take 3 from 3").click()
    says(page, "Ada played: take 1 from 2 in B. It is your turn.")
    page.go_back()
    expect(page.locator(".play-status")).to_have_text("It is your turn.")
    page.go_forward()
    says(page, "Ada played: take 1 from 2 in B. It is your turn.")


def test_keys_undo_and_redo_moves(page, address):
    page.goto(f"{address}#game=nim+2+3&against=person")
    page.locator(".play-list").get_by_role("button", name="take 1 from 2").click()
    says(page, "Player 1 played")
    page.keyboard.press("Control+z")
    expect(page.locator(".play-status")).to_have_text("Player 1 is to move.")
    page.keyboard.press("Control+y")
    says(page, "Player 1 played: take 1 from 2 in A.")
    position = open_settings(page).get_by_label("Position, such as")
    position.fill("kayles 5")
    position.press("Control+z")
    says(page, "Player 1 played: take 1 from 2 in A.")
    page.get_by_role("button", name="Undo").click()  # is a step, which Back takes back
    expect(page.locator(".play-status")).to_have_text("Player 1 is to move.")
    page.go_back()
    says(page, "Player 1 played: take 1 from 2 in A.")


def test_a_link_to_no_game_opens_another_one_and_says_so(page, address):
    page.goto(f"{address}#game=nosuch+3")
    sentence = page.get_by_role("alert").filter(has_text="this link cannot be opened")
    expect(sentence).to_be_visible()
    says(page, "It is your turn.")
    for name in ("Undo", "Redo", "Hint", "Play again"):
        button = page.get_by_role("button", name=name, exact=True)
        if button.is_enabled():
            button.click()
    says(page, "It is your turn.")


def test_a_link_with_a_bad_step_keeps_the_rest(page, address):
    page.goto(f"{address}#game=nim+3+4&m=1&m=foo&m=1")
    problem = page.locator(".play-table > .problem")
    expect(problem).to_contain_text('The play ends before move 2: "foo" is no legal move')
    says(page, "Player 1 played: take 1 from 3 in A. Player 2 is to move.")
    page.evaluate("location.hash = 'game=kayle+5'")
    expect(problem).to_contain_text("Did you mean kayles")
    page.wait_for_url("**/#game=nim+3+4&play=normal&against=person&first=1&m=1")
    page.evaluate("location.hash = 'game=nim+3+4'")
    expect(problem).to_be_hidden()
    page.evaluate("location.hash = 'game=&m=1'")
    expect(problem).to_have_text("This link holds no position.")
    page.evaluate("location.hash = 'game=nim+0'")
    says(page, "Nobody can move here: choose a game, or a larger position.")


def test_a_link_to_no_part_or_of_a_later_format_says_so(page, address):
    page.goto(f"{address}#__proto__")
    expect(page.locator("#toast")).to_contain_text("There is no part of that name")
    expect(page.locator('nav a[aria-current="page"]')).to_have_text("Start")
    page.goto(f"{address}#game=nim+3+5&v=2")  # of what is there all is shown that can be
    expect(page.locator("#toast")).to_contain_text("made by a later version")
    says(page, "Player 1 is to move.")


LINKS = [
    tuple(part.strip() for part in line.split(" | "))
    for line in (Path(__file__).parent / "links-1.txt").read_text(encoding="utf-8").splitlines()[1:]
]


def test_links_of_the_first_format_open(page, address):
    for link, seen in LINKS:
        page.goto("about:blank")
        page.goto(f"{address}{link}")
        expect(page.locator("main")).to_contain_text(seen)


def test_a_position_is_shared(page, address):
    page.goto(f"{address}#game=kayles+5+7+%2B+wythoff+8%2C12")
    expect(page.locator(".play-head h2")).to_have_text(re.compile("Kayles"))
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share")
    link = dialog.get_by_label("Link").input_value()
    assert len(link) < 200
    assert dialog.get_by_label("For a page of yours").input_value().startswith("<iframe src=")
    expect(dialog.get_by_role("img")).to_have_js_property("complete", True)
    assert violations(page) == []
    page.goto(f"{link}&embed=1")
    expect(page.locator(".play-head h2")).to_have_text(re.compile("Kayles"))
    expect(page.get_by_role("navigation")).to_be_hidden()
