"""A headless Chromium for the tests of the page; they are skipped where there is none."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest

from waiting import LONGEST

# The first opens a page with a quarter of the work: it has no window of its own to draw.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LOOKS = [  # a colour scheme and the size of a screen
    pytest.param("light", DESKTOP, id="light-desktop"),
    pytest.param("dark", PHONE, id="dark-phone"),
    pytest.param("dark", DESKTOP, id="dark-desktop", marks=pytest.mark.long),
    pytest.param("light", PHONE, id="light-phone", marks=pytest.mark.long),
]


@contextmanager
def chromium() -> Iterator[Any]:
    library = pytest.importorskip("playwright.sync_api")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no chromium is installed; apt-get install chromium-headless-shell")
    library.expect.set_options(timeout=1000 * LONGEST)
    with library.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def page_of(browser: Any, address: str, **options: Any) -> Iterator[Any]:
    with watched_page(browser, address, **options) as page:
        page.goto(address)
        yield page


@contextmanager
def watched_page(
    browser: Any, address: str, *, refused: bool = False, **options: Any
) -> Iterator[Any]:
    """Open an empty page; what is said on its console or asked of another host is a failure.

    Where a request is to be *refused*, the browser's own note of the status 422 is none.
    """
    context = browser.new_context(**{"viewport": DESKTOP, "accept_downloads": True, **options})
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda asked: _note_foreign(asked.url, address, said))
    page.set_default_timeout(1000 * LONGEST)
    try:
        yield page
    finally:
        context.close()
    if refused:
        said = [text for text in said if "status of 422" not in text]
    assert not said, said


def _note_foreign(url: str, address: str, said: list[str]) -> None:
    if not url.startswith((address.partition("#")[0], "data:", "blob:")):
        said.append(f"asked of another host: {url}")


class Held:
    """Keeps the first requests of a kind from the server until they are released."""

    def __init__(self, page: Any, name: str, most: int = 100) -> None:
        self.page, self.most = page, most
        self.routes: list[Any] = []
        page.route(f"**/api/{name}", self.take)

    def take(self, route: Any) -> None:
        if len(self.routes) < self.most:
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        while not self.routes:
            self.page.wait_for_timeout(10)

    def release(self) -> None:
        self.most = 0
        for route in self.routes:
            route.continue_()
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(800)


def violations(page: Any) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found
    ]


def serves_everybody(page: Any) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def open_game(page: Any, address: str, text: str, **settings: str | list[str]) -> None:
    page.goto(f"{address}#{urlencode({'game': text} | settings, doseq=True)}")
    page.wait_for_url("**&first=*")  # it stands there, and not the game that was there before
    page.locator("svg.play-board").first.wait_for()


def expect(place: Any) -> Any:
    from playwright.sync_api import expect as expect_of

    return expect_of(place)


def says(page: Any, words: str) -> None:
    """Wait until the status of the play says some words."""
    expect(page.locator(".play-status")).to_contain_text(words)


def hint(page: Any, steps: int = 1) -> None:
    """Ask for a hint: where to move, then which move, then why."""
    for _ in range(steps):
        page.get_by_role("button", name="Hint", exact=True).click()


def type_move(page: Any, text: str) -> None:
    field = page.get_by_label("Find a move, or type one and press Enter")
    field.fill(text)
    field.press("Enter")


def open_settings(page: Any) -> Any:
    settings = page.locator(".play-setup")
    if settings.get_attribute("open") is None:
        settings.locator("summary").click()
    return settings


def start(page: Any, text: str) -> None:
    settings = open_settings(page)
    settings.get_by_label("Position, such as").fill(text)
    settings.get_by_role("button", name="Start", exact=True).click()
