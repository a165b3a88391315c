"""Time calls in turn, several times; report medians, ratios, and how much they spread."""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """A figure that was measured several times.

    Attributes:
        least: The least.
        median: The one in the middle.
        most: The greatest.
        times: How often it was measured.
    """

    least: float
    median: float
    most: float
    times: int

    @classmethod
    def of(cls, figures: Sequence[float]) -> Spread:
        """Return the spread of some figures."""
        return cls(min(figures), statistics.median(figures), max(figures), len(figures))

    def __str__(self) -> str:
        """Return the median, and where there is more than one figure, the range."""
        if self.times == 1:
            return short(self.median)
        return f"{short(self.median)} ({short(self.least)} .. {short(self.most)})"


def short(figure: float) -> str:
    """Write a figure with three digits that count.

    >>> [short(figure) for figure in (1234.5, 12.345, 0.012345, 0)]
    ['1,234', '12.3', '0.0123', '0']
    """
    if figure == 0:
        return "0"
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"


@dataclass(frozen=True)
class Timing:
    """Seconds of one call, over several calls, in the order in which they were made."""

    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The least seconds; the others were disturbed."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """The seconds in the middle."""
        return statistics.median(self.seconds)

    @property
    def spread(self) -> str:
        """How much longer the slowest call took than the fastest."""
        return f"+{100 * (max(self.seconds) / self.best - 1):.0f} %"

    def rate(self, work: float) -> Spread:
        """Return units of work a second."""
        return Spread.of([work / seconds for seconds in self.seconds])

    def over(self, other: Timing) -> Spread:
        """Return how many times as long as *other* this took, call by call of one run."""
        pairs = zip(self.seconds, other.seconds, strict=False)
        return Spread.of([mine / theirs for mine, theirs in pairs])


def in_turn(
    calls: Mapping[str, Callable[[], object]], repetitions: int, *, warm: bool = True
) -> dict[str, Timing]:
    """Time calls in turn, so that whatever disturbs the machine disturbs all of them.

    Args:
        calls: By name.
        repetitions: How often each is timed.
        warm: Whether each is called once before, which compiles and does not count.
    """
    if warm:
        for call in calls.values():
            call()
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repetitions):
        for name, call in calls.items():
            gc.collect()
            start = time.perf_counter()
            call()
            seconds[name].append(time.perf_counter() - start)
    return {name: Timing(tuple(spent)) for name, spent in seconds.items()}


def timed(call: Callable[[], object], repetitions: int = 5) -> Timing:
    """Time one call; the first, which may compile, does not count when there are more."""
    return in_turn({"": call}, repetitions, warm=repetitions > 1)[""]


def commands(lines: Mapping[str, list[str]], repetitions: int) -> dict[str, Timing]:
    """Time whole processes in turn, start-up included."""

    def runner(arguments: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run(arguments, check=True, capture_output=True)

    return in_turn({name: runner(line) for name, line in lines.items()}, repetitions)


def peak_memory(code: str) -> tuple[float, str]:
    """Run Python code in a process of its own; give its peak memory in GB and what it printed."""
    # Linux counts the parent's memory, too, in the ru_maxrss of a process that it has started.
    tail = (
        "\nimport pathlib, re, resource\n"
        "status = pathlib.Path('/proc/self/status')\n"
        "found = status.exists() and re.search(r'VmHWM:\\s+(\\d+)', status.read_text())\n"
        "peak = found[1] if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(int(peak) * 1024 / 1e9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code + tail], check=True, capture_output=True, text=True
    )
    *printed, peak = done.stdout.splitlines()
    return float(peak), "\n".join(printed)
