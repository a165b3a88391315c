"""Who leads a crew: it says which step comes next, and sees none of the graph itself.

A turn ends when every member is quiet. When nobody has told anybody anything, the peeling or the
level is at its end.

Source: docs/theory.md 2.5 and 6; for the levels C. A. B. Smith 1966, A. S. Fraenkel.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from grundy.errors import LimitError
from grundy.large.edge_file import EdgeFile
from grundy.large.label_output import Counts
from grundy.large.shares.crew import WorkerGroup
from grundy.running.limits import Progress

_PIECE = 4_000_000  # arcs that a member reads before it sends them on
_CLOCK = 2**31 - 1


@dataclass
class State:
    """Where a run stands between two turns."""

    vertices: int
    arcs: int
    level: int = -1
    turn: int = 0
    clock: int = 0
    left: int = 0
    quiet: bool = False
    natural: bool = False
    done: bool = False

    def after(self, labelled: list[int], told: bool) -> None:
        """Take note of a turn."""
        self.turn += 1
        self.clock += max(labelled)
        self.quiet = not told
        if self.clock > _CLOCK:
            raise LimitError(f"The counters pass {_CLOCK}; use more workers.")


@dataclass
class Leader:
    """Leads a crew from files to labels."""

    crew: WorkerGroup
    progress: Progress | None = None
    piece: int = field(default=_PIECE, kw_only=True)

    def spread(self, file: EdgeFile, *, misere: bool) -> State:
        """Have the arcs read, and each brought to the owner of its tail."""
        arcs, natural = self._read(file) if file.numbered else self._read_names(file)
        greatest, _ = self.crew.all("greatest")
        below = 1 + max(greatest)
        self._report("building rows", 0, 0)
        self.crew.all("build", below, file.name)
        self.crew.all("connect", misere)
        return State(below, arcs, left=below, natural=natural)

    def _read(self, file: EdgeFile) -> tuple[int, bool]:
        arcs, reading = 0, True
        while reading:
            found, _ = self.crew.all("read", file, self.piece)
            reading = any(more for more, _ in found)
            arcs += sum(count for _, count in found)
            self._report("reading arcs", arcs, file.arcs)
        return arcs, False

    def _read_names(self, file: EdgeFile) -> tuple[int, bool]:
        self._report("reading names", 0, 0)
        arcs, _ = self.crew.all("read_names", file)
        natural, _ = self.crew.all("number_names")
        self.crew.all("deal_names")
        return sum(arcs), all(natural)

    def step(self, state: State) -> None:
        """Run one turn."""
        if state.quiet:
            self._next_level(state)
        elif state.level < 0:
            state.after(*self.crew.all("peel", state.clock))
        else:
            state.after(*self.crew.all("run_level", state.level, state.clock))
        self._report("turns", state.turn, 0)

    def _next_level(self, state: State) -> None:
        left, _ = self.crew.all("close_level", state.level)
        state.left = sum(left)
        state.done = state.left == 0
        if not state.done:
            state.level += 1
            state.after(*self.crew.all("open_level", state.level, state.clock))

    def write(self, folder: str | None, play: str, *, natural: bool = False) -> Counts:
        """Have every member write its labels to a file of the folder; return how many are what."""
        self._report("writing labels", 0, 0)
        found, _ = self.crew.all("write", folder, play, natural)
        total = Counts()
        for counts in found:
            total.values.update(counts.values)
            total.outcomes.update(counts.outcomes)
            total.infinite += counts.infinite
        return total

    def _report(self, stage: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(stage, done, total)
