"""The page's sequences and nimbers in a real browser: what is stopped, and what comes late."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web_browser import page_of


def button(page: Any, name: str) -> Any:
    """Find a button by its exact name."""
    return page.get_by_role("button", name=name, exact=True)


def compute(page: Any, game: str, stop: int) -> None:
    """Type a game and compute."""
    page.get_by_label("Game:").fill(game)
    page.get_by_label("Heaps below").fill(str(stop))
    page.keyboard.press("Enter")


def test_what_was_computed_before_a_stop_is_shown(browser: Any, address: str) -> None:
    """Zeros, records, frequencies and files of the values that there are, and no certificate."""
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


@pytest.mark.parametrize("game", ["4.[3]", "take-a-prime"])
def test_a_formula_has_no_certificate(browser: Any, address: str, game: str) -> None:
    """What proves the period is said, and no button promises a file that there is not."""
    with page_of(browser, f"{address}#sequence") as page:
        compute(page, game, 1_000)
        page.get_by_text("proved by a formula for all values").wait_for()

        assert button(page, "b-file").count() == 1
        assert button(page, "Certificate of the period").count() == 0


def test_a_late_table_does_not_replace_a_newer_one(browser: Any, address: str) -> None:
    """The table is the one that the two lists ask for."""
    held: list[Any] = []
    with page_of(browser, f"{address}#nimbers") as page:
        cells = page.locator(".nim-table tbody tr")
        page.wait_for_function(
            "() => document.querySelectorAll('.nim-table tbody tr').length === 16"
        )
        page.route(
            "**/api/nimbers/table",
            lambda route: held.append(route) if not held else route.continue_(),
        )
        page.get_by_label("Size").select_option("64")
        page.get_by_label("Operation").select_option("sum")
        page.get_by_label("Size").select_option("8")
        page.wait_for_function(
            "() => document.querySelectorAll('.nim-table tbody tr').length === 8"
        )
        held[0].continue_()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)

        assert cells.count() == 8
        assert page.locator(".nim-table caption").text_content() == "Nim-sums"
