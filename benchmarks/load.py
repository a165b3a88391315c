"""`uv run python -m benchmarks.load`: 50 clients label a graph of 50 vertices for a minute.

The clients are in this process, the explorer in another, both on this machine. A client asks
again as soon as it has its answer, or after a pause (``--pause``), as a class would do. So many
more clients (``--searches``) ask meanwhile for what takes a search of seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.digraphs import random_arcs


@dataclass
class Result:
    """What the clients saw: seconds of each answer, and answers that were not good."""

    seconds: list[float] = field(default_factory=list)
    errors: int = 0
    memory: list[int] = field(default_factory=list)  # bytes of the server and its workers

    def __str__(self) -> str:
        """Say it in one line."""
        at = {q: 1000 * float(np.quantile(self.seconds, q)) for q in (0.5, 0.95, 0.99)}
        half = len(self.memory) // 2
        first, second = (max(part, default=0) / 2**20 for part in
                         (self.memory[:half], self.memory[half:]))  # fmt: skip
        return (
            f"{len(self.seconds):,} answers, {self.errors} errors; "
            f"{at[0.5]:.0f} ms half of them, {at[0.95]:.0f} ms 95 %, {at[0.99]:.0f} ms 99 %; "
            f"memory at most {first:.0f} MB in the first half, {second:.0f} MB in the second"
        )


def run(clients: int = 50, seconds: float = 60, pause: float = 0.0, searches: int = 0) -> Result:
    """Start an explorer, let the clients work, and end it."""
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
            assert found is not None
            host, port = found[1], int(found[2])
            return asyncio.run(_work(host, port, process.pid, clients, seconds, pause, searches))
        finally:
            process.terminate()


async def _work(
    host: str, port: int, pid: int, clients: int, seconds: float, pause: float, searches: int
) -> Result:
    result = Result()
    request = _labelled(host, port)
    await _client(host, port, request, time.monotonic() + 2, 0.0, Result())  # it warms up
    end = time.monotonic() + seconds
    watching = asyncio.ensure_future(_watch(pid, result))
    searching = [asyncio.ensure_future(_searcher(host, port, number)) for number in range(searches)]
    await asyncio.gather(
        *(_client(host, port, request, end, pause, result) for _ in range(clients))
    )
    for task in (watching, *searching):
        task.cancel()
    await asyncio.gather(*searching, return_exceptions=True)
    return result


async def _searcher(host: str, port: int, number: int) -> None:
    """Ask who wins at Sprouts, each time another position, until it is ended."""
    reader, writer = await asyncio.open_connection(host, port)
    while True:
        asked = {"position": f"sprouts {8 + number} + nim {number}", "moves": True}
        writer.write(_request(host, port, "game/judge", asked, f"search {number}"))
        length = re.search(rb"content-length: (\d+)", (await reader.readuntil(b"\r\n\r\n")).lower())
        assert length is not None
        await reader.readexactly(int(length[1]))
        number += 10


async def _client(
    host: str, port: int, request: bytes, end: float, pause: float, result: Result
) -> None:
    reader, writer = await asyncio.open_connection(host, port)
    while time.monotonic() < end:
        began = time.monotonic()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        assert length is not None
        body = await reader.readexactly(int(length[1]))
        result.seconds.append(time.monotonic() - began)
        good = head.startswith(b"HTTP/1.1 200 ") and body.startswith(b'{"play":"normal"')
        result.errors += not good
        if pause:
            await asyncio.sleep(pause)
    writer.close()
    await writer.wait_closed()


async def _watch(pid: int, result: Result) -> None:
    while True:
        result.memory.append(_memory(pid))
        await asyncio.sleep(1)


def _memory(pid: int) -> int:
    """Return the resident bytes of a process and its children (Linux)."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    total = 0
    for one in [str(pid), *children]:
        try:
            status = Path(f"/proc/{one}/status").read_text()
        except FileNotFoundError:  # it has ended meanwhile
            continue
        found = re.search(r"VmRSS:\s+(\d+)", status)
        total += 1024 * int(found[1]) if found else 0
    return total


def _labelled(host: str, port: int) -> bytes:
    sources, targets = random_arcs(50, 150, acyclic=False)
    arcs = list(zip(sources.tolist(), targets.tolist(), strict=True))
    graph = {"vertices": [f"v{number}" for number in range(50)], "arcs": arcs}
    return _request(host, port, "graph/label", {"graph": graph})


def _request(host: str, port: int, name: str, asked: object, page: str = "") -> bytes:
    body = json.dumps(asked).encode()
    return (
        f"POST /api/{name} HTTP/1.1\r\nHost: {host}:{port}\r\nGrundy-Page: {page}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--searches", type=int, default=0)
    chosen = parser.parse_args()
    print(run(chosen.clients, chosen.seconds, chosen.pause, chosen.searches))
