"""Misère quotients in the page: rows, products, the certificate; sums of any size are played."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest

from grundy.cli.main import run
from web_browser import LOOKS, PHONE, expect, hint, page_of, says, serves_everybody

FOUND = "The misère quotient is checked."


@contextmanager
def quotient_of(browser: Any, address: str, game: str, **options: Any) -> Iterator[Any]:
    with page_of(browser, f"{address}#sequence", **options) as page:
        ask(page, game)
        page.get_by_text(FOUND).wait_for()
        yield page


def ask(page: Any, game: str) -> None:
    page.get_by_label("Game:").fill(game)
    page.get_by_label("Play").select_option("misere")


def facts(page: Any) -> dict[str, str]:
    both = page.locator("dl.facts:visible").locator("dt, dd").all_inner_texts()
    return dict(zip(both[::2], both[1::2], strict=True))


# Whatever the colour of a row, the edge of its squares differs from the ground.
@pytest.mark.parametrize(("scheme", "edge"), [
    ("light", "rgb(51, 51, 51)"), ("dark", "rgb(207, 214, 218)"),
])  # fmt: skip
def test_kayles_is_shown_whole(browser, address, scheme, edge):
    with quotient_of(browser, address, "kayles", color_scheme=scheme) as page:
        page.get_by_text("of 40 elements, 9 P-positions; proved for heaps").wait_for()
        known = facts(page)
        assert known["period"].startswith("12 from heap 71 on")
        assert known["tame"] == "no: heap 5 is the first wild one"
        assert known["kernel"].startswith("16 elements; in the kernel misère play is normal play")
        assert "heap 27 to 40 (9 P)" in known["grew at"]
        presentation = page.get_by_role("region", name="Presentation")
        expect(presentation).to_have_text(re.compile("^⟨a, b, c,"))

        elements = page.get_by_role("region", name="Elements from heap 0 on").inner_text()
        words = elements.split(", ")
        assert words[:10] == ["1", "a", "b", "ab", "a", "c", "ab", "b", "ab²", "d"]
        top = "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
        names = page.locator(".element-name").all_inner_texts()
        rows = page.eval_on_selector_all(".element-names li", top)
        for word, square in zip(
            words, page.eval_on_selector_all(".elements .square", top), strict=True
        ):
            assert abs(rows[names.index(word)] - square) < 3
        assert page.locator(".elements .grown").count() == 7
        assert page.locator(".elements .begins").count() == 2
        lost = page.locator(".element-names li").filter(has=page.locator(".badge"))
        assert lost.locator(".element-name").all_inner_texts() == ["a", "d", "e", "ade"]
        edges = "all => [...new Set(all.map(s => getComputedStyle(s).stroke))]"
        assert page.locator(".elements .square").evaluate_all(edges) == [edge]


def test_products_are_shaded(browser, address):
    with quotient_of(browser, address, "0.75") as page:
        table = page.get_by_role("region", name="Multiplication table").locator("table")
        head = table.locator("thead th").all_inner_texts()
        rows = [one.locator("td").all_inner_texts() for one in table.locator("tbody tr").all()]
        lost = set(table.locator("td.lost").all_inner_texts())
        kernel = table.locator("thead th.kernel").all_inner_texts()
        assert head[:3] == ["·", "1", "a"]
        assert rows[0] == head[1:]
        assert rows[1][1] == "1"  # a² = 1
        assert lost == {"a", "b²"}
        assert kernel == head[-4:]
        assert set(table.locator("td.kernel").all_inner_texts()) == set(kernel)
        assert page.get_by_text("P-portion: who has to move loses").is_visible()
        assert page.locator(".plot").count() == 0
        page.get_by_label("Play").select_option("normal")
        page.get_by_text("All 1,000 values are computed.").wait_for()
        expect(page.locator(".plot canvas")).to_have_count(1)
        expect(page.locator(".elements")).to_have_count(0)


def test_the_certificate_is_one_for_the_command_line(browser, address, tmp_path):
    with quotient_of(browser, address, "0.07") as page:
        sentence = page.get_by_text("a higher limit goes further").inner_text()
        assert re.search(r"proved for heaps up to \d+ \(\d+ elements\)", sentence)
        assert re.search(r"at least \d+ elements", sentence)
        page.get_by_text("elements; the table is shown up to 60.").wait_for()
        assert page.locator(".products").count() == 0
        with page.expect_download() as saved:
            page.get_by_role("button", name="Certificate of the quotient").click()
        saved.value.save_as(tmp_path / "dawson.json")
        assert saved.value.suggested_filename == "0.07-misere-certificate.json"
        assert run(["verify", str(tmp_path / "dawson.json")]) == 0
        last = len(json.loads((tmp_path / "dawson.json").read_text())["phi"]) - 1
        page.get_by_text(f"partial: proved for heaps 0 to {last}.").wait_for()


def test_stop_ends_the_search(browser, address):
    with page_of(browser, f"{address}#sequence") as page:
        page.route("**/api/sequence/quotient", lambda route: None)  # no answer
        ask(page, "4.[3]")
        page.get_by_text("The misère quotient of 4.[3] is being looked for.").wait_for()
        assert page.get_by_role("heading", name="Multiplication table").count() == 0
        page.get_by_role("button", name="Stop").click()
        page.get_by_text("Stopped before a misère quotient was found.").wait_for()
        page.unroute("**/api/sequence/quotient")
        page.get_by_role("button", name="0.77", exact=True).click()
        page.get_by_text(FOUND).wait_for()


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
@pytest.mark.parametrize("game", ["kayles", "take-a-square"])
def test_everybody_can_use_the_quotient(browser, address, game, scheme, viewport):
    with quotient_of(browser, address, game, viewport=viewport, color_scheme=scheme) as page:
        page.wait_for_function("document.getAnimations().length === 0")
        serves_everybody(page)
        certificate = page.get_by_role("button", name="Certificate of the quotient")
        assert certificate.count() == (game == "kayles")  # no promise of a file that there is not


JUDGED = """() => {
  const words = document.querySelector(".play-judged").textContent;
  return words && !words.startsWith("Who wins");
}"""
FAR = "kayles 1000000 12 7"
SUMS = ["0.07 20 15 9", "kayles 9 9 9 9 9 9 9 8"]


@contextmanager
def misere_play(browser: Any, address: str, text: str, **options: Any) -> Iterator[Any]:
    """Open a play, and wait until it is judged; a search that was not done is asked for again."""
    fields = {"game": text, "play": "misere", "against": "perfect"}
    options = {"reduced_motion": "reduce"} | options
    with page_of(browser, f"{address}#{urlencode(fields)}", **options) as page:
        for _ in range(10):
            page.get_by_label("Say who wins").check()
            page.wait_for_function(JUDGED)
            if page.locator(".play-judged .badge").count():
                break
            page.reload()
        yield page


def reason_of(page: Any) -> str:
    hint(page, 3)
    page.locator(".play-reason section").first.wait_for()
    return str(page.locator(".play-reason").inner_text())


@pytest.mark.parametrize("text", [FAR, *SUMS])
def test_a_sum_of_any_size_is_played(browser, address, text):
    with misere_play(browser, address, text) as page:
        page.get_by_text("The player to move can win.").wait_for()
        reason = reason_of(page)
        page.get_by_role("button", name="Play it").click()
        page.locator(".play-step").nth(2).wait_for()
        page.get_by_text("The player to move can win.").wait_for()
        assert "misère quotient" in reason
        assert "A winning move:" in reason
        says(page, "Ada played")
        assert page.get_by_text("the win changes hands").count() == 0


def test_a_long_row_is_marked_whole_and_its_number_read(browser, address):
    with misere_play(browser, address, FAR, viewport=PHONE) as page:
        page.get_by_label("Colour the moves").check()
        page.get_by_text("Moves", exact=True).click()  # folded on a phone
        page.locator(".play-move .badge").first.wait_for()
        moves = page.locator(".play-move").count()
        assert page.locator(".play-move .badge").count() == moves > 100
        reason_of(page)
        row = page.locator(".play-cell.stone.lit").first
        frame, body, number, letter = (
            row.locator(name).bounding_box() for name in (".halo", ".body", ".label", ".lead")
        )
        assert frame["x"] <= body["x"] + 1
        assert frame["x"] + frame["width"] >= body["x"] + body["width"] - 1
        assert (
            number["x"] + number["width"] <= letter["x"]
            or letter["y"] + letter["height"] <= (number["y"])
        )


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_everybody_can_use_a_hint_of_the_quotient(browser, address, scheme, viewport):
    options = {"viewport": viewport, "color_scheme": scheme}
    with misere_play(browser, address, "0.75 1000000000 12 9", **options) as page:
        page.get_by_label("Colour the moves").check()
        page.locator(".play-move .badge").first.wait_for(state="attached")
        reason_of(page)
        serves_everybody(page)
