"""What the page weighs when it is opened, in a real browser."""

from __future__ import annotations

import pytest

from web_browser import page_of

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
