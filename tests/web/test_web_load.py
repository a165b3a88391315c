"""Many clients at once, and many plays on one page; long, so only with ``-m long``."""

from pathlib import Path
from statistics import median
from urllib.parse import quote_plus

import pytest

pytest.importorskip("starlette")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc").exists(), reason="reads memory from /proc"),
]


def test_fifty_clients_for_a_minute(capsys):
    from benchmarks.load import run

    found = run(clients=50, seconds=60)
    with capsys.disabled():
        print(f"\n{found}")
    half = len(found.memory) // 2
    assert found.errors == 0
    # The middle of each half: while a worker is replaced, one more is counted for a moment.
    assert median(found.memory[half:]) < 1.1 * median(found.memory[:half])


def test_ten_minutes_of_play_leave_no_memory_behind(page, address):
    page.goto(address)
    session = page.context.new_cdp_session(page)

    def held() -> tuple[int, int]:
        session.send("HeapProfiler.collectGarbage")
        nodes = session.send("Memory.getDOMCounters")["nodes"]
        return session.send("Runtime.getHeapUsage")["usedSize"], nodes

    found = []
    for _ in range(4):
        for _ in range(8):
            for game in ("nim 2 3", "kayles 3 2", "wythoff 2,3", "chomp 2x3"):
                page.evaluate("game => { location.hash = game; }", f"game={quote_plus(game)}")
                page.wait_for_url(f"**/#game={quote_plus(game)}&**")
                page.get_by_role("button", name="Hint", exact=True).click()
                while not page.get_by_text("The play is over").first.is_visible():
                    steps = page.locator(".play-step").count()
                    page.locator(".play-move").first.click()
                    page.wait_for_function(
                        "n => document.querySelectorAll('.play-step').length > n", arg=steps
                    )
        page.evaluate("() => { location.hash = 'graph=loop'; }")
        page.get_by_role("button", name="Play this graph").click()
        page.get_by_role("button", name="Vertex", exact=True).last.click()
        found.append(held())

    (first, nodes), (last, more) = found[1], found[-1]
    assert last < 1.1 * first + 5e5, found
    assert more < 1.1 * nodes + 500, found
