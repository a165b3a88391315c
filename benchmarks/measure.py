"""Time a call several times; report the best and the spread."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """Seconds of one call, over several calls.

    Attributes:
        best: The least seconds; the others were disturbed.
        worst: The most seconds.
    """

    best: float
    worst: float

    @property
    def spread(self) -> str:
        """How much longer the slowest call took."""
        return f"+{100 * (self.worst / self.best - 1):.0f} %"


def timed(call: Callable[[], object], repetitions: int = 5) -> Timing:
    """Time ``call()``; the first call, which may compile, does not count when there are more."""
    if repetitions > 1:
        call()
    seconds = []
    for _ in range(repetitions):
        gc.collect()
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    return Timing(min(seconds), max(seconds))


def command(arguments: list[str], repetitions: int = 5) -> Timing:
    """Time a whole process, start-up included."""
    return timed(lambda: subprocess.run(arguments, check=True, capture_output=True), repetitions)


def peak_memory(code: str) -> tuple[float, str]:
    """Run Python code in a process of its own; give its peak memory in GB and what it printed."""
    tail = (
        "\nimport resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code + tail], check=True, capture_output=True, text=True
    )
    *printed, peak = done.stdout.splitlines()
    return float(peak), "\n".join(printed)
