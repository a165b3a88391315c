"""Wait for what is meant, never for a time that only seems long enough."""

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

# Seconds until a test gives up on what never comes; no test that passes takes them
LONGEST = float(os.environ.get("TESTS_WAIT", "300"))


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until something holds; fail when it never does."""
    end = time.monotonic() + LONGEST
    while not holds():
        assert time.monotonic() < end, "what this test waits for never came"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # it ended just now, or there is no /proc
        return not Path("/proc/self").exists()


def children_of(pid: int) -> list[int]:
    found: list[int] = []
    for each in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended
            found += map(int, each.read_text().split())
    return found


def processor_seconds(pid: int) -> float:
    try:
        user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        children = children_of(pid)
    except (FileNotFoundError, ProcessLookupError):
        return float("inf")
    own = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(processor_seconds, children))
