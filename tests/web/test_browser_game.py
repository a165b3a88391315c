"""The page's games in a real browser, by what a person does with mouse and keys."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from grundy import catalogue
from web_browser import DESKTOP, PHONE, Held, expect, hint, open_settings, says, violations


def open_game(page: Any, address: str, text: str, **settings: str) -> None:
    page.goto(f"{address}#{urlencode({'game': text, 'against': 'person'} | settings)}")
    expect(page.locator(".play-status")).not_to_be_empty()
    expect(page.locator(".play-step")).not_to_have_count(0)


def thing(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(:|$)"))


def test_a_game_is_chosen_and_played_with_the_mouse(page, address):
    page.goto(f"{address}#game")
    says(page, "It is your turn")
    open_settings(page).get_by_label("Against").select_option("person")
    page.get_by_role("button", name="Choose a game").click()
    expect(page.locator(".play-games h3").first).to_have_text("Famous")
    assert page.locator(".play-game .tile svg").count() > 50
    page.get_by_label("Search by name or rule").fill("same number from both")
    expect(page.locator(".play-game")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".play-head h2")).to_have_text("Wythoff's game")
    page.get_by_label("Say who wins").check()
    thing(page, "square 6,10").click()
    says(page, "Player 1 played: queen to 6,10. Player 2 is to move.")
    expect(page.locator(".play-judged")).to_contain_text("loses, whatever they play")


def test_a_row_is_played_by_two_clicks(page, address):
    open_game(page, address, "kayles 5")
    thing(page, "pin 2").click()
    expect(page.locator(".play-move")).to_have_count(3)
    expect(thing(page, "pin 2")).to_have_attribute("aria-pressed", "true")
    thing(page, "pin 3").click()
    says(page, "take 2 from 5 and split the rest into 1 and 2")
    expect(page.locator("svg.play-board")).to_have_count(1)
    expect(page.locator(".play-board .fallen")).to_have_count(2)
    thing(page, "pin 5").click()
    says(page, "Player 2 is to move")
    thing(page, "pin 5").click()
    says(page, "Player 2 played: take 1 from 2 in A2.")
    expect(thing(page, "pin 4")).to_have_count(1)
    for step, pins in ((0, 5), (1, 3)):  # a small board shows a step that is pointed at
        page.locator(".play-step button").nth(step).hover()
        expect(page.locator(".play-peek .pin")).to_have_count(pins)


def test_the_history_says_where_the_win_changed_hands(page, address):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_game(page, address, "nim 1 3")
    expect(page.locator(".lead")).to_have_count(0)
    assert not any("game/judge" in url for url in asked)  # nothing is said unasked
    page.get_by_label("Colour the moves").check()
    badges = page.locator(".play-move .badge")
    expect(badges).to_have_text(["loses", "loses", "wins", "loses"])
    expect(page.locator(".lead text")).to_have_text(["L", "L", "W", "L"])
    expect(
        page.get_by_role("button", name="stone 2: take 2 from 3 in B, wins in 3 moves")
    ).to_have_count(1)
    page.get_by_label("Say who wins").check()
    page.locator(".play-list").get_by_role("button", name="take 3 from 3").click()

    steps = page.locator(".play-step")
    expect(steps.nth(1)).to_contain_text("the win changes hands")
    expect(steps.nth(0)).to_contain_text("Player 1 can win in 3 · value 2")
    page.get_by_role("button", name="Undo").click()
    says(page, "Player 1 is to move")
    page.get_by_role("button", name="Redo").click()
    says(page, "Player 2 is to move")
    steps.nth(0).get_by_role("button").click()
    page.locator(".play-list").get_by_role("button", name="take 2 from 3").click()
    expect(steps).to_have_count(2)
    expect(steps.nth(1)).not_to_contain_text("changes hands")


def test_a_hint_has_three_steps(page, address):
    open_game(page, address, "nim 4 8 17")
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()

    reason = page.locator(".play-reason")
    expect(reason).to_contain_text("1 of 3")
    expect(reason).to_contain_text("A winning move is in C (17).")
    expect(reason).not_to_contain_text("take 5")
    expect(page.locator("figcaption > .pointed")).to_have_text("C 17")
    expect(page.locator(".play-cell.lit")).to_have_count(0)
    reason.get_by_role("button", name="Show the move").click()
    expect(reason).to_contain_text("2 of 3")
    expect(reason).to_contain_text("A winning move: take 5 from 17")
    expect(page.locator(".play-cell.lit")).to_have_count(1)
    expect(reason.locator("table")).to_have_count(0)
    hint.click()
    expect(reason).to_contain_text("The nim-sum, bit by bit")
    link = reason.get_by_role("link", name="Calculate with it").get_attribute("href")
    assert link == "#nimbers=4+%2B+8+%2B+17"

    # the bits of the sum are those after the move that is pointed at
    total = reason.locator(".bits tr.total td.number")
    expect(total).to_have_text("29")
    page.locator(".play-list").get_by_role("button", name="take 5 from 17 in C").hover()
    expect(total).to_have_text("0")
    expect(page.locator(".bits tr.changed td.number")).to_have_text("12")
    page.get_by_role("heading", name="Hint").hover()
    expect(total).to_have_text("29")
    reason.get_by_role("button", name="Play it").click()
    says(page, "Player 1 played: take 5 from 17 in C.")


def test_mistakes_are_retried_one_by_one(page, address):
    """The positions come back in which the win was given away: of 1 3 only taking 2 keeps it."""
    open_game(page, address, "nim 1 3", against="perfect", first="1")
    expect(page.get_by_role("button", name="Why did I lose?")).to_be_hidden()
    page.locator(".play-list").get_by_role("button", name="take 3 from 3").click()
    says(page, "Ada wins!")
    page.get_by_role("button", name="Why did I lose?").click()
    retry = page.locator(".play-retry")
    expect(retry).to_contain_text("Mistake 1 of 1. Here you played “take 3 from 3 in B”")
    page.locator(".play-list").get_by_role("button", name="take 1 from 3 in B").click()
    expect(retry).to_contain_text("gives it away too")
    expect(page.locator(".play-step")).to_have_count(3)
    page.locator(".play-list").get_by_role("button", name="take 2 from 3 in B").click()
    expect(retry).to_contain_text("✓ Right.")
    retry.get_by_role("button", name="Play on from here").click()
    says(page, "Ada played")


def test_a_play_by_keys_alone(page, address):
    open_game(page, address, "cram 2,3")
    thing(page, "square a1").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(thing(page, "square b1")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Player 1 played: domino on a1-b1.")
    thing(page, "square b2").focus()
    page.keyboard.press(" ")
    page.keyboard.press("ArrowLeft")
    expect(thing(page, "square a2")).to_be_focused()
    page.keyboard.press(" ")
    says(page, "Player 2 played: domino on a2-b2.")


def test_a_link_brings_the_play_back_whatever_goes_on(page, address):
    link = urlencode(
        {"game": "kayles 5 + cram 3,5", "against": "person", "play": "misere", "m": "1"}
    )
    open_game(page, address, "nim 3 4 5")
    held = Held(page, "game/position")
    page.evaluate("link => { location.hash = link; }", link)
    held.wait()
    page.locator(".play-list").get_by_role("button", name="take 1 from 3 in A").click()
    held.release()
    says(page, "Player 1 played: take 1 from 5 in A. Player 2 is to move.")
    expect(page.locator(".play-step")).to_have_count(2)
    expect(page.get_by_label("The rule")).to_have_value("misere")
    expect(page.locator(".play-part figcaption").last).to_contain_text("Cram 3,5")
    page.wait_for_url("**&m=1")


@pytest.mark.parametrize(("label", "value"), [("Who begins", "1"), ("Against", "person")])
def test_a_setting_stops_the_computers_thinking(page, address, label, value):
    open_game(page, address, "nim 3", against="perfect")
    held = Held(page, "game/answer")
    open_settings(page).get_by_label("Who begins").select_option("2")
    held.wait()
    says(page, "Ada is thinking")
    open_settings(page).get_by_label(label).select_option(value)
    held.release()
    says(page, "Player 1 is to move" if label == "Against" else "It is your turn")
    expect(page.locator(".play-step")).to_have_count(1)


def test_a_judgement_by_other_rules_is_dropped(page, address):
    """Misère 1 1 is won by who moves; the answer for normal play comes too late to say no."""
    open_game(page, address, "nim 1 1 1")
    page.get_by_label("Colour the moves").check()
    page.get_by_label("Say who wins").check()
    held = Held(page, "game/judge")
    page.locator(".play-list").get_by_role("button", name="take 1 from 1 in A").click()
    held.wait()
    page.get_by_label("Colour the moves").uncheck()
    page.get_by_label("Say who wins").uncheck()
    open_settings(page).get_by_label("The rule").select_option("misere")
    held.release()
    page.get_by_label("Say who wins").check()
    expect(page.locator(".play-judged .badge")).to_have_text("N")


def test_a_click_is_seen_before_the_answer_comes(page, address):
    open_game(page, address, "nim 3")
    held = Held(page, "game/position", most=1)
    thing(page, "stone 2").click()
    held.wait()
    expect(page.locator(".play-cell.going")).to_have_count(2)
    expect(page.locator("html")).to_have_attribute("data-waiting", "")
    held.release()
    says(page, "Player 1 played: take 2 from 3.")
    expect(page.locator(".play-cell.going")).to_have_count(0)
    expect(page.locator("html")).not_to_have_attribute("data-waiting", "")


@pytest.mark.parametrize("keys", [
    pytest.param(["wythoff", "sticks", "northcott", "green-hackenbush", "grim"], id="some"),
    pytest.param(list(catalogue), id="all", marks=pytest.mark.long),
])  # fmt: skip
def test_every_game_opens_on_its_board(page, address, keys):
    page.set_viewport_size(PHONE)
    for key in keys:
        entry = catalogue.entry(key)
        open_game(page, address, f"{entry.game} {entry.start}")
        expect(page.locator(".play-head h2")).to_have_text(entry.name)
        expect(page.locator("svg.play-board").first).to_be_visible()
        page.locator(":is(.playable, .sprouts.drawable)").first.wait_for()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], key


@pytest.mark.parametrize("page", [DESKTOP, PHONE], indirect=True, ids=["desktop", "phone"])
def test_nothing_stands_in_the_way_of_anyone(page, address):
    open_game(page, address, "kayles 5 + wythoff 2,3 + grim path:4")
    page.get_by_label("Colour the moves").check()
    page.get_by_label("Say who wins").check()
    hint(page, 3)
    expect(page.locator(".bits")).to_have_count(1)
    assert violations(page) == []
    page.get_by_role("button", name="Choose a game").click()
    expect(page.locator(".play-game")).not_to_have_count(0)
    assert violations(page) == []


def test_an_answer_that_takes_too_long_is_made_at_random(page, address):
    def refuse_the_best(route: Any) -> None:
        if route.request.post_data_json["level"] == "random":
            route.continue_()
        else:
            reason = {"error": "The search reached its limit of 10 seconds."}
            route.fulfill(json=reason, headers={"Grundy-Refused": "422"})

    page.route("**/api/game/answer", refuse_the_best)
    page.goto(f"{address}#{urlencode({'game': 'nim 3 4 5', 'against': 'perfect'})}")
    page.locator(".play-list").get_by_role("button", name="take 1 from 3").click()
    expect(page.locator(".play-step")).to_have_count(3)
    says(page, "It is your turn.")
    sentence = page.get_by_role("alert").filter(has_text="moved at random")
    expect(sentence).to_contain_text("The search reached its limit of 10 seconds.")
    page.get_by_role("button", name="Undo").click()
    expect(sentence).to_have_count(0)
