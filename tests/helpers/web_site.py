"""The static site for tests in a browser: Python from the packages of npm, and a file server."""

import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grundy.web.site import _RUNTIME
from project import ROOT

PACKAGES = (ROOT / "node_modules/pyodide", ROOT / "node_modules/@bentopdf/pymupdf-wasm/assets")
READY = "html[data-python=ready]"
ASK = """async ([name, body]) => {
    window.api = (await import("./js/main.js")).define({})("js/api.js");
    try { return [200, await api.ask(name, body)]; }
    catch (error) { return [error.status, error.message]; }
}"""


def copy_runtime(folder: Path) -> None:
    for each in _RUNTIME:
        for name in {each.name, each.name.replace("pyemscripten", "pyodide")}:
            for package in PACKAGES[each.name.endswith(".whl") :]:
                if (package / name).is_file() and not (folder / name).exists():
                    shutil.copy(package / name, folder)
    if len(list(folder.iterdir())) < len(_RUNTIME):
        pytest.skip("Python for the browser is not there; npm ci")


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    handler = functools.partial(Files, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def visited(visitor: Any, address: str) -> Iterator[Any]:
    """Open a page of the site with Python there; nothing may go wrong on its console."""
    found = visitor.new_page()
    said: list[str] = []
    found.on("pageerror", lambda error: said.append(str(error)))
    found.on("console", lambda message: message.type == "error" and said.append(message.text))
    found.goto(address)
    found.wait_for_selector(READY, state="attached")
    yield found
    assert said == [], said
    found.close()
