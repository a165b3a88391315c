"""A real JupyterLab, in which one cell of a notebook is run and its widget looked at."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from waiting import LONGEST, wait_until
from web_browser import DESKTOP, chromium

# What is run before the kernel is connected is lost.
RUN = """async () => {
    const { context } = jupyterapp.shell.currentWidget;
    await context.ready;
    await context.sessionContext.ready;
    await jupyterapp.commands.execute("notebook:run-all-cells");
}"""


@contextmanager
def jupyter_lab(folder: Path) -> Iterator[tuple[str, Path]]:
    names = ("RUNTIME_DIR", "CONFIG_DIR", "DATA_DIR")
    apart = {f"JUPYTER_{name}": str(folder / name) for name in names}
    settings = {f"JUPYTERLAB_{name}_DIR": str(folder / name) for name in ("SETTINGS", "WORKSPACES")}
    quiet = folder / "SETTINGS/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    quiet.parent.mkdir(parents=True)
    quiet.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
         "--port=0", f"--ServerApp.root_dir={folder}", "--IdentityProvider.token=",
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
    import nbformat

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
