"""A crew labels a file of arcs, with checkpoints, and begins again where a member is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict

from grundy.errors import ClusterError, WorkerLostError
from grundy.large.edge_file import EdgeFile, Folder
from grundy.large.on_disk.names import ARCS, NAMES
from grundy.large.shares.on_dask import Leader, State, WorkerGroup
from grundy.large.shares.rows import Owners

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
        if folder is not None:
            _save_rows(leader.crew, folder)
        return state
    kept = folder.state or {}
    owners = Owners(kept["shares"], kept["bits"])
    if leader.crew.owners != owners:
        leader.crew.renew(owners)
    leader.crew.all("load", str(folder.folder.resolve()), _ROWS, kept["name"], misere)
    return State(**kept["turn"])


def _save_rows(crew: WorkerGroup, folder: Folder) -> None:
    """Write the rows; they count with the first checkpoint."""
    measures, _ = crew.all("save_rows", str(folder.folder.resolve()), _ROWS)
    for number, found in enumerate(measures):
        folder.note(_ROWS.format(number), found)


def _keeper(crew: WorkerGroup, folder: Folder | None, save_every: float) -> Callable[[State], None]:
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


def _save(crew: WorkerGroup, folder: Folder, state: State) -> None:
    name = f"share-{{:05d}}-{state.turn:06d}{'-done' * state.done}.npz"
    measures, _ = crew.all("save", str(folder.folder.resolve()), name)
    numbers = range(len(measures))
    for number, found in enumerate(measures):
        folder.note(name.format(number), found)
    names = [form.format(number) for form in (_ROWS, name) for number in numbers]
    names += [piece for piece in (ARCS, NAMES) if piece in folder.pieces]
    kept = {"turn": asdict(state), "name": name, "shares": crew.owners.shares}
    folder.commit(kept | {"bits": crew.owners.bits}, tuple(names))
