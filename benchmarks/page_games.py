"""`uv run python -m benchmarks.page_games`: each game of the catalogue, on the page.

One server says who wins the start of every game, and some heaps, why, and what the computer moves,
alone; another one does so while six clients search. Printed is what takes five times as long
there, and half a second (--all: each).
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import subprocess
import sys
import time

from benchmarks.load import _request, _searcher
from grundy.named.catalogue import catalogue

QUESTIONS: dict[str, dict[str, object]] = {
    "game/judge": {"moves": True},
    "command/solve": {},
    "game/answer": {},
    "game/explain": {},
}
HEAPS = ("kayles 20 30 40", "kayles 11", "dawsons-kayles 20 30 40", "0.07 30 40 50", "0.77 1000")


def measure(asked: list[tuple[str, str]], searches: int) -> list[float]:
    """Return the seconds of the first answer to each, by a server of their own."""
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
            assert found is not None
            return asyncio.run(_work(found[1], int(found[2]), asked, searches))
        finally:
            process.terminate()


async def _work(host: str, port: int, asked: list[tuple[str, str]], searches: int) -> list[float]:
    await asyncio.sleep(10)  # until all quick workers have started
    searching = [asyncio.ensure_future(_searcher(host, port, number)) for number in range(searches)]
    await asyncio.sleep(5 if searches else 0)
    found = [await _seconds(host, port, *one) for one in asked]
    for task in searching:
        task.cancel()
    await asyncio.gather(*searching, return_exceptions=True)
    return found


async def _seconds(host: str, port: int, name: str, position: str) -> float:
    reader, writer = await asyncio.open_connection(host, port)
    began = time.monotonic()
    question = {"position": position, **QUESTIONS[name]}
    writer.write(_request(host, port, name, question, "class"))
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = re.search(rb"content-length: (\d+)", head)
    assert length is not None
    body = await reader.readexactly(int(length[1]))
    seconds = time.monotonic() - began
    assert not body.startswith(b'{"error"'), f"{name} {position}: {body[:200]!r}"
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
    asked = [(name, position) for name in QUESTIONS for position in positions]
    alone, beside = (measure(asked, searches) for searches in (0, chosen.searches))
    slow = 0
    for (name, position), first, second in zip(asked, alone, beside, strict=True):
        is_slow = second > max(0.5, 5 * first)
        slow += is_slow
        if is_slow or chosen.all:
            print(f"{name:13}  {position[:36]:36}  {first:6.3f} s alone  {second:6.3f} s beside")
    ratio = statistics.median(second / first for first, second in zip(alone, beside, strict=True))
    print(f"half of {len(asked)} answers take {ratio:.1f} times as long beside searches")
    print(f"{slow} are slow beside {chosen.searches} searches only")


if __name__ == "__main__":
    main()
