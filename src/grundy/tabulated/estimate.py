"""What a table takes, guessed before the work begins."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.files.whole import byte_size
from grundy.printable import counted
from grundy.tabulated.kernels import reading
from grundy.tabulated.rules import spread

if TYPE_CHECKING:
    from grundy.tabulated.plan import Plan
    from grundy.tabulated.rules import Rules

_SAMPLE = 20_000
_LOOK_UP = 3e-9  # seconds for one option, where most lie near
_LABELLED = 150e-9  # seconds for one arc, sorted on disk and labelled


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a table takes, before it is made."""

    positions: int
    blocks: int
    disk: int
    workspace: int
    memory: int
    seconds: float

    def __str__(self) -> str:
        besides = f" and {byte_size(self.workspace)} more for a while" if self.workspace else ""
        return (
            f"{counted(self.positions, 'position')} in {counted(self.blocks, 'block')}: "
            f"{byte_size(self.disk)} of disk{besides}, {byte_size(self.memory)} of memory, "
            f"some {_duration(self.seconds)}"
        )


def estimate(rules: Rules, cut: Plan, threads: int) -> Estimate:
    """Return what a table takes; the rules are asked for some thousand states."""
    sample = spread(cut.count, _SAMPLE)
    buffer = rules.buffer()
    options = 0
    reading.options(*rules.arguments, 0, buffer)  # compiled before the clock starts
    began = time.perf_counter()
    for number in sample:
        options += max(int(reading.options(*rules.arguments, number, buffer)), 0)
    each = options / len(sample)
    called = (time.perf_counter() - began) / len(sample)
    first = cut.stages()
    beside = max((len(stage) for stage in first), default=1)
    workers = 1 if cut.cyclic else min(threads, beside)
    one = (_LABELLED if cut.cyclic else _LOOK_UP) * each + min(called, 20e-9)
    seconds = cut.count * one * (2 if cut.remoteness else 1) / workers
    return Estimate(
        cut.count, len(cut.tiers), cut.disk, cut.workspace(each), cut.memory(threads, each),
        seconds,
    )  # fmt: skip


def _duration(seconds: float) -> str:
    if seconds > 5400:
        return f"{seconds / 3600:,.1f} hours"
    if seconds > 90:
        return f"{seconds / 60:,.0f} minutes"
    return counted(max(round(seconds), 1), "second")
