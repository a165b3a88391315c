"""`uv run python -m benchmarks.page_games`: who wins, on the page, for each game of the catalogue.

One server judges the start of every game, and some heaps, alone; another one does so while six
clients search. Printed is what takes five times as long there, and half a second (--all: each).
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import time

from benchmarks.load import _request, _searcher
from grundy.named.catalogue import catalogue

HEAPS = ("kayles 20 30 40", "kayles 11", "dawsons-kayles 20 30 40", "0.07 30 40 50", "0.77 1000")


def measure(positions: list[str], searches: int) -> list[float]:
    """Return the seconds of the first answer to each, by a server of their own."""
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
            assert found is not None
            return asyncio.run(_work(found[1], int(found[2]), positions, searches))
        finally:
            process.terminate()


async def _work(host: str, port: int, positions: list[str], searches: int) -> list[float]:
    await asyncio.sleep(10)  # until all quick workers have started
    searching = [asyncio.ensure_future(_searcher(host, port, number)) for number in range(searches)]
    await asyncio.sleep(5 if searches else 0)
    found = [await _seconds(host, port, position) for position in positions]
    for task in searching:
        task.cancel()
    await asyncio.gather(*searching, return_exceptions=True)
    return found


async def _seconds(host: str, port: int, position: str) -> float:
    reader, writer = await asyncio.open_connection(host, port)
    began = time.monotonic()
    writer.write(_request(host, port, "game/judge", {"position": position, "moves": True}, "class"))
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = re.search(rb"content-length: (\d+)", head)
    assert length is not None
    body = await reader.readexactly(int(length[1]))
    seconds = time.monotonic() - began
    assert b'"outcome":"' in body, f"{position}: {body[:200]!r}"
    writer.close()
    await writer.wait_closed()
    return seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--searches", type=int, default=6)
    parser.add_argument("--all", action="store_true", help="print every game")
    chosen = parser.parse_args()
    positions = [f"{one.game} {one.start}" for one in map(catalogue.entry, catalogue)] + [*HEAPS]
    alone, beside = (measure(positions, searches) for searches in (0, chosen.searches))
    slow = 0
    for position, first, second in zip(positions, alone, beside, strict=True):
        is_slow = second > max(0.5, 5 * first)
        slow += is_slow
        if is_slow or chosen.all:
            print(f"{position[:50]:50}  {first:8.3f} s alone  {second:8.3f} s beside searches")
    print(f"{len(positions)} positions, {slow} slow beside {chosen.searches} searches only")


if __name__ == "__main__":
    main()
