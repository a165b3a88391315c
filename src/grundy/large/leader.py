"""A crew labels a file of arcs, with checkpoints, and begins again where a member is lost.

A turn ends when every member is quiet. When no share has sent anything, the peeling or the
level is at its end.

Source: docs/theory.md 2.5 and 6; for the levels C. A. B. Smith 1966, A. S. Fraenkel.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from grundy.errors import ClusterError, LimitError, WorkerLostError
from grundy.large.edge_file import EdgeFile, Folder
from grundy.large.output import ARCS, NAMES, Counts
from grundy.large.share import Owners
from grundy.runtime.limits import report

if TYPE_CHECKING:
    from grundy.large.cluster import CrewOnDask

# Who leads a crew: it says which step comes next, and sees none of the graph itself.

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
    done: bool = False

    def after(self, labelled: list[int], has_news: bool) -> None:
        """Record a turn."""
        self.turn += 1
        self.clock += max(labelled)
        self.quiet = not has_news
        if self.clock > _CLOCK:
            raise LimitError(f"The counters pass {_CLOCK}; use more workers.")


@dataclass
class Leader:
    """Leads a crew from files to labels."""

    crew: CrewOnDask
    piece: int = field(default=_PIECE, kw_only=True)

    def spread(self, file: EdgeFile, *, misere: bool) -> State:
        """Read the arcs, and send each to the owner of its tail."""
        arcs, reading = 0, True
        while reading:
            answers, _ = self.crew.all("read", file, self.piece)
            reading = any(more for more, _ in answers)
            arcs += sum(count for _, count in answers)
            report("reading arcs", arcs, file.arcs)
        greatest, _ = self.crew.all("greatest")
        below = 1 + max(greatest)
        report("building rows", 0, 0)
        self.crew.all("build", below, file.name)
        self.crew.all("connect", misere)
        return State(below, arcs, left=below)

    def step(self, state: State) -> None:
        """Run one turn."""
        if state.quiet:
            self._next_level(state)
        elif state.level < 0:
            state.after(*self.crew.all("label", "peel", state.clock))
        else:
            state.after(*self.crew.all("label", "run_level", state.level, state.clock))
        report("turns", state.turn, 0)

    def _next_level(self, state: State) -> None:
        left, _ = self.crew.all("label", "close_level", state.level)
        state.left = sum(left)
        state.done = state.left == 0
        if not state.done:
            state.level += 1
            state.after(*self.crew.all("label", "open_level", state.level, state.clock))

    def write(self, folder: str | None, play: str, names: str | None = None) -> Counts:
        """Make every member write its labels to a file of the folder; return the counts."""
        report("writing labels", 0, 0)
        answers, _ = self.crew.all("write", folder, play, names)
        total: Counts = Counter()
        for counts in answers:
            total.update(counts)
        return total


# From the arcs, or from a checkpoint, to all labels.

_SHARE = 0.1  # of the time that checkpoints may take
_LOSSES = 10  # in a row, without a checkpoint between them
_ROWS = "rows-{:05d}.npz"

_BITS = 12
_BLOCKS = 64  # for each share, at least, where there are so many vertices


def owners_of(file: EdgeFile, shares: int) -> Owners:
    """Choose who owns which vertex: blocks that are small enough for shares of one size."""
    below = 1 << 31 if file.greatest is None else file.greatest + 1
    return Owners(shares, min(_BITS, (below // (_BLOCKS * shares)).bit_length()))


def label(
    leader: Leader,
    file: EdgeFile,
    *,
    misere: bool,
    folder: Folder | None = None,
    save_every: float = 60.0,
) -> State:
    """Label a file by a crew; on return its members know all labels."""
    losses = 0
    while True:
        before = None if folder is None else folder.state
        try:
            state = _start(leader, file, folder, misere=misere)
            keep = _keeper(leader.crew, folder, save_every)
            while not state.done:
                leader.step(state)
                keep(state)
            return state
        except WorkerLostError as error:
            gone_on = folder is not None and folder.state != before
            losses = 1 if gone_on else losses + 1
            if losses > _LOSSES:
                raise ClusterError(f"{losses} times in a row a worker was lost: {error}") from None
            leader.crew.renew(leader.crew.owners)


def _start(leader: Leader, file: EdgeFile, folder: Folder | None, *, misere: bool) -> State:
    """Go on from a checkpoint, or else from the arcs."""
    if folder is None or "turn" not in (folder.state or {}):
        state = leader.spread(file, misere=misere)
        if folder is not None:  # the rows count with the first checkpoint
            measures, _ = leader.crew.all("save_rows", str(folder.folder.resolve()), _ROWS)
            for number, found in enumerate(measures):
                folder.note(_ROWS.format(number), found)
        return state
    checkpoint = folder.state or {}
    owners = Owners(checkpoint["shares"], checkpoint["bits"])
    if leader.crew.owners != owners:
        leader.crew.renew(owners)
    leader.crew.all("load", str(folder.folder.resolve()), _ROWS, checkpoint["name"], misere)
    return State(**checkpoint["turn"])


def _keeper(crew: CrewOnDask, folder: Folder | None, save_every: float) -> Callable[[State], None]:
    """Make a function that saves a state when it is time."""
    last, cost = time.monotonic(), 0.0

    def keep(state: State) -> None:
        nonlocal last, cost
        started = time.monotonic()
        due = not save_every or started - last >= max(save_every, cost / _SHARE)
        if folder is None or not (due or state.done):
            return
        _save(crew, folder, state)
        last = time.monotonic()
        cost = last - started

    return keep


def _save(crew: CrewOnDask, folder: Folder, state: State) -> None:
    name = f"share-{{:05d}}-{state.turn:06d}{'-done' * state.done}.npz"
    measures, _ = crew.all("save", str(folder.folder.resolve()), name)
    numbers = range(len(measures))
    for number, measure in enumerate(measures):
        folder.note(name.format(number), measure)
    names = [form.format(number) for form in (_ROWS, name) for number in numbers]
    names += [piece for piece in (ARCS, NAMES) if piece in folder.pieces]
    checkpoint = {"turn": asdict(state), "name": name, "shares": crew.owners.shares}
    folder.commit(checkpoint | {"bits": crew.owners.bits}, tuple(names))
