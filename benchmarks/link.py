"""The static site in Chromium: how long until it answers, at the first visit and at the second."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.browser import chromium
from benchmarks.measure import Spread
from grundy.web.site import _RUNTIME, write_site

Row = tuple[str, str, str, str]

# what stands in both is Pyodide's own
_PACKAGES = ("node_modules/@bentopdf/pymupdf-wasm/assets", "node_modules/pyodide")
_QUESTIONS = {
    "the winning moves of kayles 5 7 + wythoff 8,12": (
        "game/judge",
        {"position": "kayles 5 7 + wythoff 8,12", "moves": True},
    ),
    "the period of Kayles, proved and checked": ("sequence/check", {"game": "kayles", "stop": 500}),
}
_ASK = """async ([name, body]) => {
  const { ask, carryBy } = (await import('./js/main.js')).define({})('js/api.js');
  const { python } = await import('./js/carriers/python.js');
  carryBy(python.carry); // the page may not have come so far
  await ask(name, body);
}"""

# What anybody would write: Pyodide, NumPy and the library, one after the other.
_PLAIN = """import { loadPyodide } from "./runtime/pyodide.mjs";
const python = await loadPyodide({ indexURL: "./runtime/" });
const packed = async (name) => (await fetch(`runtime/${name}`)).arrayBuffer();
for (const name of NAMES) python.unpackArchive(await packed(name), "zip", { extractDir: FOLDER });
python.runPython(`
import json
from grundy.web.tasks import answer
b"".join(answer(NAME, json.dumps(BODY).encode()))`);
postMessage("answered");
"""
_FOLDER = "/lib/python3.13/site-packages"
_BY_WORKER = """name => new Promise((resolve, reject) => {
  Object.assign(new Worker(name, { type: "module" }), { onmessage: resolve, onerror: reject });
})"""


def link_rows(*, smoke: bool) -> Iterator[Row]:
    """Measure the site; nothing without Chromium, or before `npm ci` has brought Python for it."""
    root = Path(__file__).parent.parent
    with tempfile.TemporaryDirectory() as scratch, chromium() as browser:
        runtime, public = Path(scratch) / "runtime", Path(scratch) / "public"
        runtime.mkdir()
        for each in _RUNTIME:
            for name in (each.name, each.name.replace("pyemscripten", "pyodide")):
                for package in _PACKAGES:
                    if (root / package / name).is_file():
                        (runtime / name).write_bytes((root / package / name).read_bytes())
        if browser is None or len(list(runtime.iterdir())) < len(_RUNTIME):
            return
        write_site(public, runtime=runtime)
        with _served(public) as address:
            for what, question in _QUESTIONS.items():
                _write_plain(public, question)
                rounds = [
                    (_plain(browser, address), *_visits(browser, address, question))
                    for _ in range(1 if smoke else 5)
                ]
                plain, first, second = zip(*rounds, strict=True)
                yield (
                    f"link: until the page has {what}",
                    f"first visit {Spread.of(first)} s, second {Spread.of(second)} s; Pyodide, "
                    f"NumPy and the library loaded plainly {Spread.of(plain)} s",
                    " and ".join(str(_ratio(visit, plain)) for visit in (first, second)),
                    "at most 4.5 s, then 2.5 s, where plainly is 5.1 s: 0.88 and 0.49",
                )


def _ratio(visits: tuple[float, ...], plain: tuple[float, ...]) -> Spread:
    return Spread.of([visit / each for visit, each in zip(visits, plain, strict=True)])


def _write_plain(public: Path, question: tuple[str, object]) -> None:
    runtime = public / "runtime"
    lock = json.loads((runtime / "runtime.json").read_text())["lock"]
    (runtime / "pyodide-lock.json").write_text(json.dumps(lock))
    names = [next(runtime.glob("*.whl")).name, "grundy.zip", "rest.zip"]
    script = _PLAIN.replace("NAMES", json.dumps(names)).replace("FOLDER", repr(_FOLDER))
    name, body = question
    (public / "plain.mjs").write_text(
        script.replace("NAME", repr(name)).replace("BODY", repr(body))
    )


def _plain(browser: Any, address: str) -> float:
    """Return the seconds until a worker has the answer that does nothing but load and ask."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(f"{address}icon.svg")
    begin = time.perf_counter()
    page.evaluate(_BY_WORKER, "plain.mjs")
    spent = time.perf_counter() - begin
    context.close()
    return spent


def _visits(browser: Any, address: str, question: tuple[str, object]) -> list[float]:
    """Return the seconds of a first visit and of a second one, with what the browser kept."""
    spent = []
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(120_000)
    for _ in range(2):
        begin = time.perf_counter()
        page = context.new_page()
        page.goto(address)
        page.evaluate(_ASK, list(question))
        spent.append(time.perf_counter() - begin)
        # What a second visit goes by is kept once the page has nothing else to do.
        page.wait_for_timeout(8_000)
        page.close()
    context.close()
    return spent


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "http.server", "0", "-b", "127.0.0.1", "-d", str(folder)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://[0-9.:]+/", process.stdout.readline())
        assert found is not None
        yield found[0]
        process.terminate()
