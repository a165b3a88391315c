"""The page's games in a real browser, by what a person does with mouse and keys."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from grundy import catalogue
from web_browser import DESKTOP, PHONE, says, violations, watched_page

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")


def open_game(page: Any, address: str, text: str, **settings: str) -> None:
    """Follow a link to a play, and wait for its board."""
    page.goto(f"{address}#{urlencode({'game': text, 'against': 'person'} | settings)}")
    playwright.expect(page.locator(".play-status")).not_to_be_empty()
    playwright.expect(page.locator(".play-step")).not_to_have_count(0)


def thing(page: Any, name: str) -> Any:
    """Return what can be clicked on the board, by its name as a screen reader says it."""
    return page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(, |$)"))


def test_what_is_typed_before_the_list_has_come_counts(page, address):
    """A slow server's list shows what fits, and nothing is said to be missing before."""
    held: list[Any] = []
    page.route("**/api/game/list", lambda route: held.append(route))
    page.goto(f"{address}#game")
    says(page, "It is your turn")
    page.get_by_role("button", name="Choose a game").click()
    page.get_by_label("Search by name or rule").fill("same number from both")
    assert page.get_by_text("No game has these words.").count() == 0
    held[0].continue_()

    page.locator(".play-game").first.wait_for()
    assert page.locator(".play-game").count() == 1


def test_a_game_is_chosen_and_played_with_the_mouse(page, address):
    """Search, choose, click a stone: the stones behind it go, and it is the other's turn."""
    page.goto(f"{address}#game")
    says(page, "It is your turn")
    page.get_by_label("Against").select_option("person")
    page.get_by_role("button", name="Choose a game").click()
    page.get_by_label("Search by name or rule").fill("same number from both")
    playwright.expect(page.locator(".play-game")).to_have_count(1)
    page.locator(".play-game").click()
    playwright.expect(page.locator(".play-head h2")).to_have_text("Wythoff's game")

    page.get_by_label("Say who wins").check()
    thing(page, "square 6,10").click()

    says(page, "Player 1 played: take 2 from heaps 1 and 2. Player 2 is to move.")
    playwright.expect(page.locator(".play-judged")).to_contain_text("loses, whatever they play")


def test_a_row_is_played_by_two_clicks(page, address):
    """Two neighbouring pins are picked one after the other, and a single one by two clicks.

    What is left stays on one board, each pin in its place with its name.
    """
    open_game(page, address, "kayles 5")
    thing(page, "pin 2").click()
    playwright.expect(page.locator(".play-move")).to_have_count(3)
    playwright.expect(thing(page, "pin 2")).to_have_attribute("aria-pressed", "true")
    thing(page, "pin 3").click()
    says(page, "take 2 from 5 and split the rest into 1 and 2")
    playwright.expect(page.locator("svg.play-board")).to_have_count(1)
    playwright.expect(page.locator(".play-board .fallen")).to_have_count(2)

    thing(page, "pin 5").click()
    says(page, "Player 2 is to move")
    thing(page, "pin 5").click()
    says(page, "Player 2 played: take 1 from 2.")
    playwright.expect(thing(page, "pin 4")).to_have_count(1)


def test_the_computer_answers_and_wins(page, address):
    """From a position that is lost the computer finds the winning answer, until the end."""
    open_game(page, address, "nim 1 2 3", against="perfect", first="1")
    page.get_by_role("button", name="take 3 from 3").click()
    says(page, "The computer played: take 1 from 2. It is your turn.")
    page.get_by_role("button", name="take 1 from 1").first.click()
    says(page, "The computer played: take 1 from 1. The play is over: You have no move.")
    says(page, "The computer wins!")
    playwright.expect(page.locator(".play-step")).to_have_count(5)


def test_the_computer_may_begin(page, address):
    """When the computer begins, it makes the first move by itself: in Chomp the winning one."""
    open_game(page, address, "chomp 4,4,4", against="perfect", first="2")

    says(page, "The computer played: bite at 1,2. It is your turn.")


def test_misere_play_is_won_by_who_cannot_move(page, address):
    """With one heap of one, the player to move loses misère play."""
    open_game(page, address, "nim 1", play="misere")
    page.get_by_role("button", name="take 1 from 1").click()

    says(page, "Player 2 has no move, and so wins!")


def test_moves_are_coloured_with_a_word_and_a_letter(page, address):
    """What a move leads to is said in the list, on the board, and to a screen reader."""
    open_game(page, address, "nim 1 3")
    page.get_by_label("Colour the moves").check()

    playwright.expect(page.locator(".play-move .badge")).to_have_text(
        ["loses", "loses", "wins", "loses"]
    )
    playwright.expect(page.locator(".lead text")).to_have_text(["L", "L", "W", "L"])
    playwright.expect(page.get_by_role("button", name="stone 2, wins in 3 moves")).to_have_count(1)


def test_the_history_says_where_the_win_changed_hands(page, address):
    """A blunder is marked; undo and redo go back and forward; a click looks at any step."""
    open_game(page, address, "nim 1 3")
    page.get_by_label("Say who wins").check()
    page.get_by_role("button", name="take 3 from 3").click()

    steps = page.locator(".play-step")
    playwright.expect(steps.nth(1)).to_contain_text("the win changes hands")
    playwright.expect(steps.nth(0)).to_contain_text("Player 1 can win in 3 · value 2")
    page.get_by_role("button", name="Undo").click()
    says(page, "Player 1 is to move")
    page.get_by_role("button", name="Redo").click()
    says(page, "Player 2 is to move")
    steps.nth(0).get_by_role("button").click()
    page.get_by_role("button", name="take 2 from 3").click()
    playwright.expect(steps).to_have_count(2)
    playwright.expect(steps.nth(1)).not_to_contain_text("changes hands")


def test_a_hint_has_three_steps(page, address):
    """First where, then which move, lit on the board, then why; and it can be played."""
    open_game(page, address, "nim 4 8 17")
    page.get_by_role("button", name="Hint").click()

    told = page.locator(".play-reason")
    playwright.expect(told).to_contain_text("A winning move is in C (17).")
    playwright.expect(told).not_to_contain_text("take 5")
    playwright.expect(page.locator(".play-cell.lit")).to_have_count(0)
    told.get_by_role("button", name="Show the move").click()
    playwright.expect(told).to_contain_text("A winning move: take 5 from 17")
    playwright.expect(page.locator(".play-cell.lit")).to_have_count(5)
    playwright.expect(told.locator("table")).to_have_count(0)
    told.get_by_role("button", name="Show the proof").click()
    playwright.expect(told.locator("table")).not_to_have_count(0)
    told.get_by_role("button", name="Play it").click()
    says(page, "Player 1 played: take 5 from 17.")


def proof(page: Any) -> Any:
    """Ask for the whole hint."""
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Show the proof").click()
    return page.locator(".play-reason")


def test_the_nim_sum_changes_as_a_move_is_pointed_at(page, address):
    """The bits of the part that a move changes, and of the sum, are those after the move."""
    open_game(page, address, "nim 1 2 4")
    total = proof(page).locator(".bits tr.total td.number")
    playwright.expect(total).to_have_text("7")

    page.get_by_role("button", name="take 1 from 4 in C").hover()
    playwright.expect(total).to_have_text("0")
    playwright.expect(page.locator(".bits tr.changed td.number")).to_have_text("3")
    playwright.expect(page.locator(".play-bits p")).to_contain_text("who moves then loses")

    thing(page, "stone 1").first.hover()
    playwright.expect(total).to_have_text("6")
    page.get_by_role("heading", name="History").hover()
    playwright.expect(total).to_have_text("7")


def test_a_value_lights_the_moves_that_lead_to_it(page, address):
    """In the proof of a row of pins, the value 1 lights those moves of the board, and no others."""
    open_game(page, address, "kayles 4 + nim 2")
    told = proof(page)
    told.get_by_role("button", name=re.compile("^value 3:")).hover()

    lit = page.locator(".playable.lit")
    playwright.expect(lit).to_have_count(2)
    playwright.expect(lit.first).to_have_attribute("aria-label", re.compile("^pin 1"))
    playwright.expect(told.locator(".play-components svg")).to_have_count(2)


def test_a_winning_move_that_is_half_made_keeps_its_mark(page, address):
    """The first pin of a winning pair keeps its W while the second is chosen."""
    open_game(page, address, "kayles 4")
    page.get_by_label("Colour the moves").check()
    playwright.expect(page.get_by_role("button", name="pin 2, wins")).to_have_count(1)

    thing(page, "pin 2").click()

    picked = page.locator(".playable.picked")
    playwright.expect(picked.locator(".lead text")).to_have_text("W")
    playwright.expect(picked).to_have_class(re.compile("leads-P.*shade-[1-4]"))


def test_nothing_is_told_before_it_is_asked_for(page, address):
    """Who wins and the colours are off at first, and nobody is asked who wins."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_game(page, address, "nim 3 4 5")
    page.get_by_role("button", name="take 1 from 3 in A").click()
    says(page, "Player 2 is to move")

    assert not page.get_by_label("Say who wins").is_checked()
    assert not page.get_by_label("Colour the moves").is_checked()
    playwright.expect(page.locator(".lead")).to_have_count(0)
    assert not any("game/judge" in url for url in asked)


def test_a_long_row_is_one_row(page, address):
    """Twenty-four pins stand in one line, inside the card, also on a phone."""
    open_game(page, address, "kayles 24")
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        boxes = [pin.bounding_box() for pin in page.locator(".play-cell.pin .body").all()]
        card = page.locator(".play-table").bounding_box()
        assert len({round(box["y"]) for box in boxes}) == 1
        assert boxes[-1]["x"] + boxes[-1]["width"] <= card["x"] + card["width"]


def test_treblecross_is_played_with_crosses(page, address):
    """A click on a square puts a cross there; the squares that it makes lost are dead."""
    open_game(page, address, "treblecross 10")
    playwright.expect(page.locator(".play-cell.square")).to_have_count(8)
    thing(page, "square 3").click()

    playwright.expect(page.locator(".play-cell.crossed")).to_have_count(1)
    playwright.expect(page.locator(".play-cell.dead")).to_have_count(4)
    playwright.expect(page.locator(".playable")).to_have_count(3)


def test_pieces_move_unless_motion_is_not_wanted(browser, address):
    """A pin that falls is shown on its way, for 200 ms; under reduced motion nothing is."""
    for wanted, motions in (("no-preference", 2), ("reduce", 0)):
        with watched_page(browser, address, reduced_motion=wanted) as page:
            page.add_init_script("""
                window.motions = [];
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (steps, options) {
                    window.motions.push(options.duration);
                    return animate.call(this, steps, options);
                };
            """)
            open_game(page, address, "kayles 5")
            page.get_by_role("button", name="take 2 from 5 and split").first.click()
            says(page, "Player 2 is to move")
            assert page.evaluate("window.motions") == [200] * motions


def test_the_history_shows_a_position_that_is_pointed_at(page, address):
    """A small board of it stands beside the list, as it was then."""
    open_game(page, address, "kayles 5")
    page.get_by_role("button", name="take 2 from 5 and split").first.click()
    says(page, "Player 2 is to move")
    peek = page.locator(".play-peek")
    page.mouse.move(0, 0)
    playwright.expect(peek).to_be_hidden()

    page.locator(".play-step button").nth(0).hover()
    playwright.expect(peek.locator(".pin")).to_have_count(5)
    page.locator(".play-step button").nth(1).hover()
    playwright.expect(peek.locator(".pin")).to_have_count(3)


def test_mistakes_are_retried_one_by_one(page, address):
    """After a loss the positions in which the win was given away come back, until a move keeps it.

    Of 1 3 the only winning move is to take 2; taking 3 gives it away.
    """
    open_game(page, address, "nim 1 3", against="perfect", first="1")
    playwright.expect(page.get_by_role("button", name="Retry your mistakes")).to_be_hidden()
    page.get_by_role("button", name="take 3 from 3").click()
    says(page, "The computer wins!")
    page.get_by_role("button", name="Retry your mistakes").click()

    told = page.locator(".play-retry")
    playwright.expect(told).to_contain_text("Mistake 1 of 1. Here you played “take 3 from 3”")
    page.get_by_role("button", name="take 1 from 3 in B").click()
    playwright.expect(told).to_contain_text("gives it away too")
    playwright.expect(page.locator(".play-step")).to_have_count(3)
    page.get_by_role("button", name="take 2 from 3 in B").click()
    playwright.expect(told).to_contain_text("✓ Right.")
    told.get_by_role("button", name="Play on from here").click()
    says(page, "The computer played")


def test_a_play_by_keys_alone(page, address):
    """Arrow keys go over the board, Enter chooses; the focus stays where it was."""
    open_game(page, address, "cram 2,3")
    thing(page, "square a1").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    playwright.expect(thing(page, "square b1")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Player 1 played: domino on a1-b1.")

    thing(page, "square b2").focus()
    page.keyboard.press(" ")
    page.keyboard.press("ArrowLeft")
    playwright.expect(thing(page, "square a2")).to_be_focused()
    page.keyboard.press(" ")
    says(page, "Player 2 played: domino on a2-b2.")


def test_a_move_is_found_and_typed(page, address):
    """The list is filtered by words; what is not listed can be typed; nonsense is refused."""
    open_game(page, address, "nim 5000")
    field = page.get_by_label("Find a move, or type one and press Enter")
    field.fill("take 4000 from 5000")
    field.press("Enter")
    says(page, "take 4000 from 5000")

    field.fill("take 9999")
    field.press("Enter")
    playwright.expect(page.get_by_role("alert").filter(has_text="no legal move")).to_be_visible()


def test_a_link_brings_the_play_back(page, address):
    """The address has the start, the moves and the settings, and restores them."""
    open_game(page, address, "kayles 5 + wythoff 3,4", play="misere")
    page.get_by_role("button", name="take 1 from 5 in A").click()
    says(page, "Player 2 is to move")
    there = page.url

    page.goto("about:blank")
    page.goto(there)

    says(page, "Player 1 played: take 1 from 5. Player 2 is to move.")
    playwright.expect(page.locator(".play-step")).to_have_count(2)
    playwright.expect(page.get_by_label("Who cannot move")).to_have_value("misere")


def test_a_link_is_followed_while_the_play_before_it_goes_on(page, address):
    """A change of the old play between a new address and its event leaves the address alone."""
    open_game(page, address, "nim 3")

    page.evaluate("""() => {
        const against = [...document.querySelectorAll(".play-choices select")][0];
        location.hash = "game=kayles+5&against=person";
        against.value = "random";
        against.dispatchEvent(new Event("change"));
    }""")

    playwright.expect(page.locator(".play-head h2")).to_have_text("Kayles")
    assert "#game=kayles+5" in page.url


def test_a_wrong_position_is_refused_in_a_sentence(page, address):
    """A game that is not there, with the one that is meant."""
    open_game(page, address, "nim 3")
    with page.expect_response("**/api/game/replay") as answered:
        page.get_by_label("Position, such as").fill("kayls 5")
        page.get_by_role("button", name="Start", exact=True).click()

    assert answered.value.status == 200
    playwright.expect(page.get_by_role("alert").filter(has_text="kayles")).to_be_visible()


def test_games_are_added_to_a_sum(page, address):
    """A game can be added to what is played, on a board of its own beside the others."""
    open_game(page, address, "nim 3")
    page.get_by_role("button", name="Choose a game").click()
    page.get_by_label("Add it to the position").check()
    page.get_by_role("button", name=re.compile("^Cram")).click()

    playwright.expect(page.locator(".play-part figcaption")).to_have_text(["A Nim 3", "B Cram 3,5"])
    playwright.expect(page.locator("svg.play-board > title")).to_have_text(["Nim: 3", "Cram: 3,5"])
    assert page.locator("svg.play-board > desc").first.text_content()


class Held:
    """Keeps the first requests of a kind from the server until they are released."""

    def __init__(self, page: Any, name: str, most: int = 100) -> None:
        self.page, self.most = page, most
        self.routes: list[Any] = []
        page.route(f"**/api/{name}", self.take)

    def take(self, route: Any) -> None:
        """Keep a request, or let it go."""
        if len(self.routes) < self.most:
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        """Wait until a request is held."""
        while not self.routes:
            self.page.wait_for_timeout(10)

    def release(self) -> None:
        """Let them go, and give the page the time in which it would do something wrong."""
        self.most = 0
        for route in self.routes:
            route.continue_()
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(800)


def start(page: Any, text: str) -> None:
    """Type a position and start."""
    page.get_by_label("Position, such as").fill(text)
    page.get_by_role("button", name="Start", exact=True).click()


def test_words_typed_while_a_move_is_judged_stay(page, address):
    """The answer to the move before clears its own words, and not those of the next move."""
    open_game(page, address, "nim 5000")
    page.get_by_label("Say who wins").check()
    playwright.expect(page.locator(".play-judged .badge")).to_have_text("N")
    held = Held(page, "game/judge")
    field = page.get_by_label("Find a move, or type one and press Enter")
    field.fill("take 4000 from 5000")
    field.press("Enter")
    says(page, "take 4000 from 5000")
    held.wait()
    field.fill("take 99")

    held.release()

    playwright.expect(field).to_have_value("take 99")


def test_a_move_while_a_link_is_loading(page, address):
    """The link's play takes the place of the old one as a whole."""
    open_game(page, address, "nim 3 4 5")
    held = Held(page, "game/position")
    page.evaluate("location.hash = 'game=kayles+9+9&against=person&m=1&m=1'")
    held.wait()
    page.get_by_role("button", name="take 1 from 3 in A").click()
    held.release()

    playwright.expect(page.locator(".play-head h2")).to_have_text("Kayles")
    playwright.expect(page.locator(".play-step")).to_have_count(3)
    assert "3" not in page.locator(".play-step").first.text_content()
    assert page.url.endswith("&m=1&m=1")


def test_a_typed_move_that_is_found_late(page, address):
    """It belongs to the play before, and is dropped with it."""
    open_game(page, address, "nim 3 4 5")
    held = Held(page, "game/move")
    field = page.get_by_label("Find a move, or type one and press Enter")
    field.fill("=take 1 from 3 in A")
    field.press("Enter")
    held.wait()
    start(page, "kayles 9")
    playwright.expect(page.locator(".play-head h2")).to_have_text("Kayles")
    held.release()

    playwright.expect(page.locator(".play-step")).to_have_count(1)
    assert not page.locator(".problem").all_text_contents()[0]


@pytest.mark.parametrize(("label", "value"), [("Who begins", "1"), ("Against", "person")])
def test_a_setting_stops_the_computers_thinking(page, address, label, value):
    """A move that the computer has found is not made for a person."""
    open_game(page, address, "nim 3", against="perfect")
    held = Held(page, "game/answer")
    page.get_by_label("Who begins").select_option("2")
    held.wait()
    says(page, "The computer is thinking")
    page.get_by_label(label).select_option(value)
    held.release()

    says(page, "Player 1 is to move" if label == "Against" else "It is your turn")
    playwright.expect(page.locator(".play-step")).to_have_count(1)


def test_a_judgement_by_other_rules_is_dropped(page, address):
    """Misère 1 1 is won by who moves; the answer for normal play comes too late to say no."""
    open_game(page, address, "nim 1 1 1")
    page.get_by_label("Colour the moves").check()
    page.get_by_label("Say who wins").check()
    held = Held(page, "game/judge")
    page.get_by_role("button", name="take 1 from 1 in A").click()
    held.wait()
    page.get_by_label("Colour the moves").uncheck()
    page.get_by_label("Say who wins").uncheck()
    page.get_by_label("Who cannot move").select_option("misere")
    held.release()
    page.get_by_label("Say who wins").check()

    playwright.expect(page.locator(".play-judged .badge")).to_have_text("N")


def test_a_move_whose_position_cannot_be_had(page, address):
    """It is not made: nothing to redo, the play goes on from where it was."""
    open_game(page, address, "nim 3")
    page.route(
        "**/api/game/position",
        lambda route: route.fulfill(headers={"Grundy-Refused": "422"}, json={"error": "No."}),
    )
    page.get_by_role("button", name="take 1 from 3").click()
    playwright.expect(page.get_by_role("alert").filter(has_text="No.")).to_be_visible()
    page.unroute("**/api/game/position")

    assert page.get_by_role("button", name="Redo").is_disabled()
    page.get_by_role("button", name="take 2 from 3").click()
    says(page, "Player 1 played: take 2 from 3.")
    playwright.expect(page.locator(".play-step")).to_have_count(2)


def test_a_late_hint_does_not_replace_a_newer_one(page, address):
    """The hint that is shown is that for the rules that are played."""
    open_game(page, address, "nim 1 1 + kayles 3")
    held = Held(page, "game/explain", most=1)
    page.get_by_role("button", name="Hint").click()
    held.wait()
    page.get_by_label("Who cannot move").select_option("misere")
    page.get_by_role("button", name="Hint").click()
    told = page.locator(".play-reason")
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Show the proof").click()
    playwright.expect(told).to_contain_text("isère")
    held.release()

    playwright.expect(told).to_contain_text("isère")


def test_a_late_refusal_is_not_shown_over_a_newer_game(page, address):
    """What is wrong with a position is said only while it is the one that is wanted."""
    open_game(page, address, "nim 3")
    held = Held(page, "game/replay", most=1)
    start(page, "nonsense 3")
    held.wait()
    start(page, "kayles 5 7")
    playwright.expect(page.locator(".play-head h2")).to_have_text("Kayles")
    held.release()

    assert not any(page.locator(".problem").all_text_contents())


def test_a_start_outlives_a_change_of_the_rules(page, address):
    """The new play begins, by the new rules."""
    open_game(page, address, "nim 3")
    held = Held(page, "game/replay", most=1)
    start(page, "kayles 5 7")
    held.wait()
    page.get_by_label("Who cannot move").select_option("misere")
    held.release()

    playwright.expect(page.locator(".play-head h2")).to_have_text("Kayles")
    playwright.expect(page.get_by_label("Who cannot move")).to_have_value("misere")
    assert "play=misere" in page.url


@pytest.mark.parametrize("keys", [
    pytest.param(["wythoff", "sticks", "northcott", "green-hackenbush", "grim"], id="some"),
    pytest.param(list(catalogue), id="all", marks=pytest.mark.long),
])  # fmt: skip
def test_every_game_opens_on_its_board(page, address, keys):
    """Each named game has a board, inside the window of a phone, where something can be done."""
    page.set_viewport_size(PHONE)
    for key in keys:
        entry = catalogue.entry(key)
        open_game(page, address, f"{entry.game} {entry.start}")
        playwright.expect(page.locator(".play-head h2")).to_have_text(entry.name)
        playwright.expect(page.locator("svg.play-board").first).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], key
        can = page.locator(".playable").count() + page.locator(".sprouts.drawable").count()
        assert can > 0, key


@pytest.mark.parametrize("page", [DESKTOP, PHONE], indirect=True, ids=["desktop", "phone"])
def test_nothing_stands_in_the_way_of_anyone(page, address):
    """Axe finds no violation: on boards, coloured and with a hint, and in the list of games."""
    open_game(page, address, "kayles 5 + wythoff 2,3 + grim path:4")
    page.get_by_label("Colour the moves").check()
    page.get_by_label("Say who wins").check()
    playwright.expect(proof(page).locator(".bits")).to_have_count(1)
    assert violations(page) == []
    page.get_by_role("button", name="Choose a game").click()
    playwright.expect(page.locator(".play-game")).not_to_have_count(0)
    assert violations(page) == []


def test_an_answer_that_takes_too_long_is_made_at_random(page, address):
    """The play goes on, with the reason why that move need not be good."""

    def refuse_the_best(route: Any) -> None:
        if route.request.post_data_json["level"] == "random":
            route.continue_()
        else:
            reason = {"error": "The search reached its limit of 10 seconds."}
            route.fulfill(json=reason, headers={"Grundy-Refused": "422"})

    page.route("**/api/game/answer", refuse_the_best)
    page.goto(f"{address}#{urlencode({'game': 'nim 3 4 5', 'against': 'perfect'})}")
    page.get_by_role("button", name="take 1 from 3").click()

    playwright.expect(page.locator(".play-step")).to_have_count(3)
    says(page, "It is your turn.")
    told = page.get_by_role("alert").filter(has_text="moved at random")
    playwright.expect(told).to_contain_text("The search reached its limit of 10 seconds.")
    page.get_by_role("button", name="Undo").click()
    playwright.expect(told).to_have_count(0)
