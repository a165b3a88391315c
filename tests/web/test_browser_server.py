"""The page and its server: what is refused, and a server that goes away and comes back."""

from typing import Any

import pytest

from grundy.web.tasks import TASKS
from web_browser import LOOKS, page_of, serves_everybody, watched_page
from web_server import running


def test_what_waits_for_the_server_is_asked_again_by_itself(browser):
    """While it is away a notice says so; when it is back that goes, and the answer comes."""
    with running() as first:
        port = first.host.rpartition(":")[2]
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{first.address}#nimbers")
        page.get_by_text("= 29", exact=True).wait_for()
        first.interrupt()

        page.get_by_label("Expression").fill("4 + 8")
        page.get_by_text("The server does not answer").wait_for()
    with running("--port", port):
        page.get_by_text("= 12", exact=True).wait_for()
        page.get_by_text("The server does not answer").wait_for(state="hidden")
        context.close()


def test_a_busy_server_is_asked_again(browser, address):
    asked: list[str] = []

    def busy_at_first(route: Any) -> None:
        asked.append(route.request.post_data)
        if len(asked) > 2:
            route.continue_()
        else:
            headers = {"Grundy-Refused": "503", "Content-Type": "application/json"}
            route.fulfill(body='{"error": "The server is busy."}', headers=headers)

    with watched_page(browser, address) as page:
        page.route("**/api/nimbers/calculate", busy_at_first)
        page.goto(f"{address}#nimbers")
        page.get_by_text("= 29", exact=True).wait_for()

        assert len(asked) == 3
        assert len(set(asked)) == 1


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_the_interface_has_a_page(browser, address, scheme, viewport):
    with watched_page(browser, address, viewport=viewport, color_scheme=scheme) as page:
        page.goto(f"{address}api.html")
        page.get_by_text("/api/nimbers/calculate").click()
        shown = page.locator("details[open]")
        shown.get_by_role("button", name="Send").click()
        shown.get_by_text("Status 200").wait_for()

        shown.locator("pre").get_by_text('"value": "29"').wait_for()
        assert page.locator("details").count() == len(TASKS)
        serves_everybody(page)


MOST = 300_000  # bytes over the network
LOADED = """() => performance.getEntriesByType("resource")
  .concat(performance.getEntriesByType("navigation"))
  .filter(one => !one.name.includes("graphviz"))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


@pytest.mark.parametrize("part", ["start", "graph", "game", "sequence", "nimbers"])
def test_a_part_weighs_less_than_300_kilobytes(browser, address, part):
    """Without Graphviz, which is loaded when a picture is laid out; files come packed."""
    with page_of(browser, f"{address}#{part}") as page:
        page.wait_for_load_state("networkidle")
        loaded = page.evaluate(LOADED)
        assert 10_000 < loaded < MOST
        assert loaded < MOST / 2  # packed: about a quarter of what the files take
