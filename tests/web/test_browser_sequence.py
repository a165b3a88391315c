"""The page's sequences and nimbers in a real browser: what is stopped, and what comes late."""

import re
from typing import Any

import pytest

import grundy
from grundy import catalogue
from grundy.answers.theorems import period_theorem
from grundy.named.written_out import written_out
from web_browser import PHONE, expect, page_of, violations


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def compute(page: Any, game: str, stop: int) -> None:
    page.get_by_label("Game:").fill(game)
    page.get_by_label("Heaps below").fill(str(stop))
    page.keyboard.press("Enter")


def test_what_was_computed_before_a_stop_is_shown(browser, address):
    with page_of(browser, f"{address}#sequence") as page:
        compute(page, "0.4156", 5_000_000)
        page.wait_for_function("() => document.querySelector('progress.wide').value > 1000")
        button(page, "Stop").click()
        found = page.get_by_text("before a period was looked for").inner_text()
        count = int(re.sub(r"\D", "", found))
        with page.expect_download() as saved:
            button(page, "CSV").click()
        lines = saved.value.path().read_text().splitlines()
        assert lines[:4] == ["heap,value", "0,0", "1,0", "2,1"]
        assert len(lines) == count + 1
        assert saved.value.suggested_filename == f"0.4156-to-{count - 1}.csv"
        assert page.get_by_text("have value 0 (P-positions): 0, 1, ").count() == 1
        assert page.get_by_role("region", name="Frequencies").locator("tr").count() > 2
        assert button(page, "Certificate of the period").count() == 0
        assert button(page, "Theorem for Coq").count() == 0


@pytest.mark.parametrize(("game", "length"), [("kayles", 12), ("nim", 10), ("0.137", 34)])
def test_the_rows_of_a_period_are_in_view_with_the_plot(browser, address, game, length):
    with page_of(browser, address, viewport={"width": 1440, "height": 900}) as page:
        page.goto(f"{address}#sequence={game}&n=1000")
        page.locator(".found").get_by_text("proved.").wait_for()
        rows = page.locator(".period-rows tr")
        plot = page.locator(".plot .u-over")
        page.get_by_role("button", name="Got it").click()
        expect(plot).to_be_in_viewport(ratio=0.8)
        expect(rows.nth(7)).to_be_in_viewport(ratio=0.9)
        assert rows.first.locator("td").count() == length
        button(page, "The proof, checked").click()  # the check has the whole width below the plot
        check = page.get_by_role("region", name="Values", exact=True).bounding_box()
        assert plot.bounding_box()["y"] < check["y"]


def test_forced_colours_leave_the_plot_its_own_and_mark_part_and_exceptions(browser, address):
    colours = """() => import('/js/appearance.js').then(({ coloursAt }) =>
      coloursAt(document.querySelector('.plot'), ['--accent', '--panel']))"""
    with page_of(browser, f"{address}#sequence=kayles&n=500", forced_colors="active") as page:
        for marked in (".period-rows .exception", "nav a[aria-current]"):
            expect(page.locator(marked).first).to_have_css("outline-style", "solid")
        assert page.evaluate(colours) == ["rgb(29, 95, 135)", "rgb(255, 255, 255)"]
        page.goto(f"{address}#nimbers")
        page.locator(".nim-table td").nth(40).hover()
        for marked in ("th.lit", "tr.lit th", "tr.lit td.lit"):
            expect(page.locator(marked)).to_have_css("outline-style", "solid")


def test_a_period_has_a_theorem_to_take_home_and_colours_by_phase(browser, address):
    with page_of(browser, f"{address}#sequence=kayles&n=500") as page:
        box = page.get_by_label("Colour by phase of the period")
        expect(box).to_be_visible()
        with page.expect_download() as begun:
            button(page, "Theorem for Coq").click()
        assert begun.value.suggested_filename == "kayles-period.v"
        kayles = grundy.TakeAndBreak("0.77")
        written = period_theorem(kayles, kayles.find_period(500))
        assert begun.value.path().read_bytes() == written
        stated = page.get_by_text("no shorter period is one, and none begins earlier")
        expect(stated).to_be_visible()
        page.get_by_text("As the proof assistant Coq reads it").click()
        file = page.locator(".presentation pre", has_text="Theorem period")
        expect(file).to_be_visible()
        assert file.text_content() == written.decode()
        compute(page, "take-a-prime", 1_000)
        page.locator(".found").get_by_text("proved by a formula for all values").wait_for()
        assert button(page, "b-file").count() == 1
        assert button(page, "Certificate of the period").count() == 0
        compute(page, "grundys-game", 500)
        expect(box).to_be_hidden()


def test_pasted_values_are_recognised(browser, address):
    with page_of(browser, f"{address}#sequence", refused=True) as page:
        page.get_by_text("Which game has these values?").click()
        pasted = page.get_by_label("Values of consecutive heaps")
        pasted.fill("0, 1, 2, 3, 1, 4, ?, 2, 1, 4, 2, 6")
        button(page, "Recognise").click()
        page.get_by_text("0.77 is Kayles (OEIS A002186), with the first value").wait_for()
        assert violations(page) == []
        page.get_by_role("link", name="0.77", exact=True).click()
        page.wait_for_url("**/#sequence=0.77*")
        page.get_by_text("Period 12 from heap 71 on, proved.", exact=True).wait_for()
        pasted.fill("0 1 zwei")
        button(page, "Recognise").click()
        page.locator("details .problem").get_by_text("zwei").wait_for()


def test_the_address_holds_what_is_shown_and_back_undoes_it(browser, address):
    one, other = (catalogue[game].values(50) for game in ("0.6", "kayles"))
    sentence = f"they agree in {int((one == other).sum())} of 50 heaps"
    with page_of(browser, f"{address}#sequence=0.6&n=50&vs=kayles&y=log") as page:
        page.get_by_text(f"0.6 as squares, kayles as crosses; {sentence}").wait_for()
        expect(page.get_by_label("Values logarithmic")).to_be_checked()
        labels = page.locator(".u-legend .u-label")
        expect(labels).to_have_text(["heap", "0.6", "kayles"])
        page.get_by_label("Over it, another game").fill("")
        compute(page, "0.137", 60)
        page.get_by_text("All 60 values are computed.").wait_for()
        page.wait_for_url("**/#sequence=0.137&n=60&y=log")
        page.go_back()
        page.get_by_text("0.6 as squares, kayles as crosses").wait_for()
        expect(page.get_by_label("Game:")).to_have_value("0.6")
        page.go_forward()
        page.get_by_text("All 60 values are computed.").wait_for()


def test_a_code_is_said_in_words_and_as_moves_beside_a_plot_that_zooms(browser, address):
    painted = "document.querySelector('.uplot canvas').toDataURL()"
    with page_of(browser, f"{address}#sequence=0.77&n=2000") as page:
        known = page.locator(".card", has=page.get_by_role("heading", name="What is known"))
        rule = "0.77 (Kayles): take 1 or 2 tokens, and leave the rest in at most two heaps."
        known.get_by_text(rule).wait_for()
        known.get_by_text("The moves from a heap of 7").click()
        known.get_by_text("take 2 from 7 and split the rest into 1 and 4").wait_for()
        known.get_by_text("0 → 0, 1 → 1, 2 → 2, 3 → 3, 5 → 4, 11 → 6, 15 → 7, 27 → 8.").wait_for()
        page.get_by_text("All 2,000 values are computed.").wait_for()
        page.locator(".u-over").hover()
        for zoom in (lambda: page.mouse.wheel(0, -200), lambda: page.keyboard.press("+")):
            page.get_by_role("group", name="Plot of value against heap").focus()
            before = page.evaluate(painted)
            zoom()
            page.wait_for_function(f"before => {painted} !== before", arg=before)
        compute(page, "kayls", 2_000)
        page.get_by_role("alert").get_by_text("Did you mean kayles").wait_for()
        expect(page.locator(".uplot")).to_have_count(0)
        compute(page, "grundys-game", 2_000)
        known.get_by_text("4!.0 (Grundy's game): split a heap into two unequal heaps.").wait_for()
        known.get_by_text("Not known: up to heap 1,999").wait_for()
        expect(page.locator(".uplot")).to_be_visible()


def test_the_check_of_a_certificate_is_played(browser, address):
    with page_of(browser, f"{address}#sequence=kayles&n=300") as page:
        button(page, "The proof, checked").click()
        button(page, "Check the certificate step by step").click()
        page.get_by_text("asks for 2 · (71 + 12) + 2 − 2 + 1 = 167 heaps").wait_for()
        for _ in range(2):
            button(page, "Step forward").click()
        page.get_by_text("G(83) = 7 = 7 = G(71) ✓").wait_for()
        lit, pair = page.locator(".lit-part.checked"), page.locator(".lit-part.pair")
        expect(pair).to_have_count(2)  # 71 and 83
        expect(lit).to_be_in_viewport()
        begun = lit.bounding_box()["width"]
        argument = expect(page.locator(".argument .lit"))
        argument.to_contain_text("from 71 to 154")
        page.get_by_label("Step of the check").focus()
        page.keyboard.press("End")
        argument.to_contain_text("for all larger heaps")
        assert lit.bounding_box()["width"] > 100 * begun
        button(page, "Step back").click()
        page.get_by_text("G(82) = 2 ≠ 6 = G(70) ✓").wait_for()
        assert violations(page) == []
        button(page, "Values").click()
        page.get_by_label("Step of the check").wait_for(state="hidden")
        expect(lit).to_have_count(0)
        button(page, "The proof, checked").click()
        page.get_by_text("G(82) = 2 ≠ 6 = G(70) ✓").wait_for()  # as it was left
        compute(page, "0.6", 300)  # which has no proof, and no tab for it
        page.get_by_text("All 300 values are computed.").wait_for()
        expect(button(page, "The proof, checked")).to_have_count(0)
        page.get_by_label("Values from heap 0 on").wait_for()


def test_what_is_proved_is_a_program_to_copy(browser, address):
    with page_of(browser, f"{address}#sequence=0.07&n=400", refused=True) as page:
        page.get_by_text("All 400 values are computed.").wait_for()
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_text("Code", exact=True).click()
        program = page.get_by_label("Program")
        for language in ("python", "cpp"):
            page.get_by_label("Language").select_option(language)
            expect(program).to_have_text(written_out(catalogue["0.07"], language, 400))
        button(page, "Copy").click()
        page.get_by_text("The program is copied.").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == written_out(catalogue["0.07"], "cpp", 400)
        assert violations(page) == []
        compute(page, "grundys-game", 60)
        page.get_by_text("All 60 values are computed.").wait_for()
        page.get_by_text("Code", exact=True).click()
        page.get_by_text("Nothing is found in 60 values of grundys-game").wait_for()
        expect(button(page, "Copy")).to_be_disabled()


def test_what_is_proved_and_the_rows_are_on_the_first_screen_of_a_phone(browser, address):
    with page_of(browser, f"{address}#sequence", viewport=PHONE) as page:
        page.get_by_role("button", name="Got it").click()
        tops = {
            page.get_by_label(name, exact=True).bounding_box()["y"]
            for name in ("Heaps below", "Over it, another game")
        }
        assert len(tops) == 1
        said = page.get_by_text("values are computed. Period 12 from heap 71 on, proved.")
        said.wait_for()
        assert said.bounding_box()["y"] < page.locator("canvas").first.bounding_box()["y"]
        expect(page.locator(".period-rows tr").nth(5)).to_be_in_viewport()
        expect(page.locator(".plot .u-over")).to_be_in_viewport(ratio=0.1)
