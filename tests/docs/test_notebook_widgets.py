"""Widgets in a real JupyterLab: boards that are played on, with hints, and graphs with steps."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from waiting import LONGEST, wait_until
from web_browser import DESKTOP, chromium

pytest.importorskip("anywidget", reason="widgets are anywidget's, of the group notebooks")
pytest.importorskip("jupyterlab", reason="JupyterLab is in the group notebooks")
nbformat = pytest.importorskip("nbformat", reason="nbformat is in the group notebooks")
playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

# What is run before the kernel is connected is lost.
RUN = """async () => {
    const { context } = jupyterapp.shell.currentWidget;
    await context.ready;
    await context.sessionContext.ready;
    await jupyterapp.commands.execute("notebook:run-all-cells");
}"""

pytestmark = pytest.mark.filterwarnings("default")  # libraries below warn of what is theirs


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Yield the address and the folder of a JupyterLab that keeps to that folder."""
    folder = tmp_path_factory.mktemp("lab")
    names = ("RUNTIME_DIR", "CONFIG_DIR", "DATA_DIR")
    apart = {f"JUPYTER_{name}": str(folder / name) for name in names}
    settings = {f"JUPYTERLAB_{name}_DIR": str(folder / name) for name in ("SETTINGS", "WORKSPACES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
         "--port=0", f"--ServerApp.root_dir={folder}", "--IdentityProvider.token=",
         "--LabApp.news_url=None",
         "--LabApp.expose_app_in_browser=True"],
        env={**os.environ, **apart, **settings},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        runtime = folder / "RUNTIME_DIR"
        wait_until(lambda: list(runtime.glob("jpserver-*.json")))
        (file,) = runtime.glob("jpserver-*.json")
        wait_until(lambda: file.read_text().endswith("}"))
        yield json.loads(file.read_text())["url"], folder
    finally:
        process.terminate()
        process.wait(LONGEST)


@contextmanager
def shown(lab: tuple[str, Path], name: str, code: str) -> Iterator[Any]:
    """Run one cell of a notebook, and give its page when a widget stands there."""
    address, folder = lab
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata["kernelspec"] = kernel
    nbformat.write(notebook, folder / f"{name}.ipynb")
    with chromium() as browser:
        page = browser.new_page(viewport=DESKTOP)
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.set_default_timeout(1000 * LONGEST)
        # A workspace of its own: JupyterLab opens what an earlier test had opened, too.
        page.goto(f"{address}lab/workspaces/{name}/tree/{name}.ipynb")
        page.wait_for_selector(".jp-Notebook .cm-content")
        page.evaluate(RUN)
        page.wait_for_selector(".grundy-widget")
        yield page
        assert said == []


def test_a_position_is_played_in_a_notebook(lab: tuple[str, Path]) -> None:
    """A hint comes from the kernel, a click makes a move, and Undo takes it back."""
    code = "import grundy\n(grundy.catalogue['nim'].sum([1, 3])).widget()"
    with shown(lab, "position", code) as page:
        status = page.locator(".grundy-widget .play-status")
        playwright.expect(status).to_contain_text("Player 1 is to move. Who is to move can win.")
        playwright.expect(page.locator(".grundy-widget h2").first).to_have_text("Nim")
        playwright.expect(page.locator(".grundy-widget .play-rule")).to_contain_text("Take any")

        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Show the move").click()
        playwright.expect(page.locator(".grundy-widget .play-reason")).to_contain_text(
            "take 2 from 3"
        )
        page.locator(".grundy-widget").get_by_role("button", name="stone 2: take 2 from 3").click()
        playwright.expect(status).to_contain_text("take 2 from 3. Player 2 is to move.")
        playwright.expect(status).to_contain_text("loses, whatever they play")
        page.get_by_role("button", name="Undo").click()
        playwright.expect(status).to_contain_text("Player 1 is to move.")
        page.get_by_role("button", name="Ada, move").click()
        playwright.expect(status).to_contain_text("played: take 2 from 3. Player 2 is to move.")
        scheme = "getComputedStyle(document.querySelector('.grundy-widget')).colorScheme"
        assert page.evaluate(scheme) == "light"
        page.evaluate("document.body.dataset.jpThemeLight = 'false'")  # while the widget is shown
        page.wait_for_function(f"() => {scheme} === 'dark'")
        # the styles of the page stay in the widget
        assert "Roboto" not in page.evaluate("getComputedStyle(document.body).fontFamily")
        card = "document.querySelector('.grundy-widget .card')"
        assert page.evaluate(f"getComputedStyle({card}).borderRadius") != "0px"


def test_a_labelling_is_looked_into_in_a_notebook(lab: tuple[str, Path]) -> None:
    """A click on a vertex says why it has its value; the algorithm goes step by step."""
    code = "import grundy\ngrundy.label([('a', 'b'), ('b', 'a'), ('b', 't')]).widget()"
    with shown(lab, "labelling", code) as page:
        widget = page.locator(".grundy-widget")
        playwright.expect(widget.locator(".vertex.P")).to_have_count(2)
        widget.locator(".vertex.N").click()
        playwright.expect(widget.locator(".graph-side")).to_contain_text("b has value 1")

        widget.get_by_role("button", name="Algorithm step by step").click()
        playwright.expect(widget.locator(".graph-side")).to_contain_text("Algorithm 2")
        widget.get_by_role("slider").press("End")
        playwright.expect(widget.locator(".graph-side")).to_contain_text("Every vertex has a label")
