"""The page in Chromium: when the first board is there, and the longest task of a hand at work."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from benchmarks.measure import Spread, Timing

Row = tuple[str, str, str, str]

_PHONE = {"width": 390, "height": 844}
_BOARDS = {
    "start": ".start-game .play-board",
    "game=nim+3+5+7": ".play-boards .play-board",
    "graph": ".vertex",
}
_LONGEST = """() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(longest, duration);
  }).observe({ entryTypes: ["longtask"] });
}"""
# A layout puts vertices on whole numbers; a large graph is painted, and has few elements.
_LAID_OUT = """() => document.querySelector('.vertex, .painting:not([hidden])') &&
  [...document.querySelectorAll('.vertex')].every(
    v => /^translate\\(-?\\d+ -?\\d+\\)$/.test(v.getAttribute('transform')))"""

_BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell")


def browser_rows(*, smoke: bool) -> Iterator[Row]:
    """Measure the page; nothing where no Chromium is installed, or nothing that leads it."""
    with chromium() as browser:
        if browser is not None:
            yield from _first_boards(browser, 1 if smoke else 7)
            yield from _longest_tasks(browser, 200 if smoke else 2_000, 400 if smoke else 19_999)


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the Chromium of this machine; None where there is none, or nothing that leads it."""
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None or find_spec("playwright") is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chosen = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=path, args=chosen)
        browser.new_page().goto("about:blank")
        yield browser
        browser.close()


def _first_boards(browser: Any, repetitions: int) -> Iterator[Row]:
    for part, board in _BOARDS.items():
        first, later, started = [], [], []
        for _ in range(repetitions):
            begin = time.perf_counter()
            with _explorer() as address:
                started.append(time.perf_counter() - begin)
                for seconds in (first, later):
                    seconds.append(_seconds_to(browser, f"{address}#{part}", board))
        cold, warm = Timing(tuple(first)), Timing(tuple(later))
        yield (
            f"page: first board of a server that has just said its address, #{part}",
            f"{Spread.of(first)} s",
            f"takes {cold.over(warm)} times a second view; the address came after "
            f"{Spread.of(started)} s",
            "at most 1 s",
        )


def _seconds_to(browser: Any, address: str, board: str) -> float:
    """Open an address in a browser that keeps nothing, until a board is seen."""
    begin = time.perf_counter()
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    page.locator(board).first.wait_for()
    spent = time.perf_counter() - begin
    context.close()
    return spent


def _longest_tasks(browser: Any, vertices: int, arcs: int) -> Iterator[Row]:
    with _explorer() as address:
        context = browser.new_context(viewport=_PHONE, has_touch=True)
        page = context.new_page()
        page.goto(f"{address}#graph")
        page.wait_for_function(_LAID_OUT)
        page.evaluate(_LONGEST)
        for what, act in (
            (f"a graph of {vertices:,} vertices and {arcs:,} arcs comes", _give_edges),
            ("a name is searched by keys", _search),
            ("the picture is dragged", _drag),
            ("vertices are moved by keys", _move),
        ):
            page.evaluate("() => { window.longest = 0; }")
            act(page, vertices, arcs)
            page.wait_for_timeout(400)  # a task is reported after it has ended
            longest = page.evaluate("() => window.longest")
            longest_text = f"{longest:.0f} ms" if longest else "below 50 ms"
            yield (f"page: longest task while {what}", longest_text, "", "at most 200 ms")
        context.close()


def _give_edges(page: Any, vertices: int, arcs: int) -> None:
    draw = random.Random(7)  # noqa: S311 - a graph, no secret
    lines = [f"v{i} v{draw.randrange(i)}" for i in range(1, vertices)]
    lines += [f"v{draw.randrange(vertices)} v{draw.randrange(vertices)}" for _ in range(arcs)]
    page.get_by_role("button", name="Edges", exact=True).click()
    text = "\n".join(lines[:arcs])
    file = {"name": "graph.edgelist", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("#graph-file").set_input_files(file)
    page.wait_for_function(
        f"() => document.getElementById('graph-title').textContent.includes(' {vertices} vert')"
    )
    page.wait_for_function(_LAID_OUT)
    page.wait_for_timeout(2_000)  # until it is painted and labelled


def _search(page: Any, vertices: int, arcs: int) -> None:
    page.get_by_label("Find a vertex").press_sequentially(f"v{vertices // 2}", delay=60)


def _drag(page: Any, vertices: int, arcs: int) -> None:
    box = page.locator(".board").bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    for step in range(40):
        page.mouse.move(box["x"] + 8 + 4 * step, box["y"] + 8 + 3 * step)
    page.mouse.up()


def _move(page: Any, vertices: int, arcs: int) -> None:
    chosen = page.locator('.vertex[tabindex="0"]').first
    chosen.focus()
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowDown") * 3:
        page.keyboard.press(key)


@contextmanager
def _explorer() -> Iterator[str]:
    """Start an explorer; give its address once it is said."""
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0"]
    silent = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=silent, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.terminate()
