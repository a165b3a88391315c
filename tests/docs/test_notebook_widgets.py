"""Widgets in a real JupyterLab: boards that are played on, with hints, and graphs with steps."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import grundy
from jupyter_lab import jupyter_lab, shown

pytest.importorskip("anywidget", reason="widgets are anywidget's, of the group notebooks")
pytest.importorskip("jupyterlab", reason="JupyterLab is in the group notebooks")
pytest.importorskip("nbformat", reason="nbformat is in the group notebooks")
playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = pytest.mark.filterwarnings("default")  # libraries below warn of what is theirs


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    with jupyter_lab(tmp_path_factory.mktemp("lab")) as found:
        yield found


def test_a_position_is_played_in_a_notebook(lab: tuple[str, Path]) -> None:
    code = "import grundy\n(grundy.catalogue['nim'].sum([1, 3])).widget()"
    with shown(lab, "position", code) as page:
        status = page.locator(".grundy-widget .play-status")
        playwright.expect(status).to_contain_text(
            "Player 1 is to move. The player to move can win."
        )
        playwright.expect(page.locator(".grundy-widget h2").first).to_have_text("Nim")
        playwright.expect(page.locator(".grundy-widget .play-rule")).to_contain_text("Take any")
        widget = page.locator(".grundy-widget")
        playwright.expect(widget).to_contain_text("whoever makes the last move wins")
        playwright.expect(widget).to_contain_text("4 moves: a click makes one.")
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Show the move").click()
        playwright.expect(page.locator(".grundy-widget .play-reason")).to_contain_text(
            "take 2 from 3"
        )
        page.locator(".grundy-widget").get_by_role("button", name="stone 2: take 2 from 3").click()
        playwright.expect(status).to_contain_text("take 2 from 3 in B. Player 2 is to move.")
        playwright.expect(status).to_contain_text("loses, whatever they play")
        page.get_by_role("button", name="Undo").click()
        playwright.expect(status).to_contain_text("Player 1 is to move.")
        page.get_by_role("button", name="Ada, move").click()
        playwright.expect(status).to_contain_text(
            "played: take 2 from 3 in B. Player 2 is to move."
        )
        scheme = "getComputedStyle(document.querySelector('.grundy-widget')).colorScheme"
        assert page.evaluate(scheme) == "light"
        page.evaluate("document.body.dataset.jpThemeLight = 'false'")  # while the widget is shown
        page.wait_for_function(f"() => {scheme} === 'dark'")
        # the styles of the page stay in the widget
        assert "Roboto" not in page.evaluate("getComputedStyle(document.body).fontFamily")
        card = "document.querySelector('.grundy-widget .card')"
        assert page.evaluate(f"getComputedStyle({card}).borderRadius") != "0px"
        # and count for more there than what the notebook says of all buttons
        rounded = page.locator(".grundy-widget button").first
        playwright.expect(rounded).to_have_css("border-radius", "7.2px")


@pytest.mark.parametrize(("edges", "places"), [
    ([((1, 1), (0, 1)), ((1, 1), (1, 0)), ((1, 1), (0, 0)), ((0, 1), (0, 0)), ((1, 0), (0, 0))],
     {(x, y): (110 * x, -90 * y) for x in (0, 1) for y in (0, 1)}),
    ([("a", "b"), ("b", "c"), ("a", "c"), ("d", "c")],
     {"a": (0, 0), "b": (-55, 90), "d": (55, 90), "c": (0, 180)}),
    ([("a", "b"), ("b", "a"), ("b", "c")], None),
])  # fmt: skip
def test_a_labelling_stands_as_a_game_on_the_page(edges, places):
    """Pairs of numbers as a grid, else layers by how long a play lasts; with a cycle, neither."""
    labelling = grundy.label(edges)
    found = labelling.widget().shown["places"]
    assert found == (places and [places[name] for name in labelling])


def test_sprouts_are_drawn_in_a_notebook(lab: tuple[str, Path]) -> None:
    with shown(lab, "sprouts", "import grundy\ngrundy.catalogue['sprouts'][2].widget()") as page:
        names = page.locator(".grundy-widget .play-list button")
        names.filter(has_text="join a to b").click()
        playwright.expect(page.locator(".grundy-widget .sprout-spot")).to_have_count(3)
        names.last.click()
        playwright.expect(page.locator(".grundy-widget .sprout-spot")).to_have_count(4)


def test_a_labelling_is_looked_into_in_a_notebook(lab: tuple[str, Path]) -> None:
    code = "import grundy\ngrundy.label([('a', 'b'), ('b', 'a'), ('b', 't')]).widget()"
    with shown(lab, "labelling", code) as page:
        widget = page.locator(".grundy-widget")
        playwright.expect(widget.locator(".vertex.P")).to_have_count(2)
        playwright.expect(widget).to_contain_text("A move is along an arc; who cannot move loses.")
        playwright.expect(widget.get_by_role("list", name="Legend")).to_contain_text("a draw")
        picture, cell = widget.locator(".board").bounding_box(), page.viewport_size
        assert picture["height"] < cell["height"] / 2  # its table is in view below it
        widget.locator(".vertex.N").click()
        playwright.expect(widget.locator(".graph-side")).to_contain_text("b has value 1")
        widget.get_by_role("button", name="Algorithm step by step").click()
        playwright.expect(widget.locator(".graph-side")).to_contain_text("Algorithm 2")
        widget.get_by_role("slider").press("End")
        playwright.expect(widget.locator(".graph-side")).to_contain_text("Every vertex has a label")
