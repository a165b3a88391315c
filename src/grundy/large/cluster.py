"""The workers of a Dask scheduler, one actor each, and who leads them from files to labels.

Messages between members go from worker to worker, never through the scheduler: the puts of a turn
are for the next one, and a turn is over when all of them have arrived. When no share has sent
anything, the peeling or the level is at its end. Where a member is lost the crew begins again.

Source: docs/theory.md 2.5 and 6; for the levels C. A. B. Smith 1966, A. S. Fraenkel.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import ClusterError, GrundyError, LimitError, WorkerLostError
from grundy.large.edge_file import EdgeFile, Folder
from grundy.large.member import Member
from grundy.large.output import ARCS, NAMES, Counts
from grundy.large.share import Inbox, Owners, byte_count
from grundy.runtime.limits import report
from grundy.runtime.runner import dask_client
from grundy.runtime.threads import limited

# A crew whose members sit on the workers of a Dask scheduler, one actor each.

_PATIENCE = 60.0  # seconds to wait for workers
_PAUSE = 0.1
_LOOK = 1.0  # seconds after which it is asked whether all workers are there still
_TRIES = 10  # to find places for all members
_NOTICE = 10.0  # seconds after which the scheduler has noticed that a worker is lost


class WorkerActor:
    """A member on a worker, and what has come for it."""

    def __init__(self, number: int, owners: Owners, threads: int) -> None:
        self._member = Member(number, owners)
        self._threads = threads
        self._boxes: dict[int, Inbox] = {}
        self._seats: list[Any] = []
        self._abandoned = False

    def meet(self, seats: list[Any]) -> None:
        """Store the addresses of the other members."""
        self._seats = seats

    async def put(self, turn: int, sender: int, *message: npt.NDArray[Any]) -> None:
        """Take what another member says in a turn; it is heard in the next one."""
        self._boxes.setdefault(turn, []).append((sender, message))

    async def abandon(self) -> None:
        """Wait no longer for those that are lost: this crew is given up."""
        self._abandoned = True

    def do(self, turn: int, step: str, arguments: tuple[Any, ...]) -> tuple[Any, bool, int]:
        """Do a step with what came in the turn before."""
        inbox = sorted(self._boxes.pop(turn - 1, []), key=lambda entry: entry[0])
        # What comes through the network may not be written to, or may lie askew.
        own = [
            (sender, tuple(np.require(a, requirements=["W", "A"]) for a in m))
            for sender, m in inbox
        ]
        with limited(self._threads):
            result, outbox = getattr(self._member, step)(own, *arguments)
        sent = [
            self._seats[owner].put(turn, self._member.number, *message)
            for owner, message in outbox.items()
        ]
        for answer in sent:
            self._wait_for(answer)
        return result, bool(outbox), byte_count(outbox)

    def _wait_for(self, answer: Any) -> None:
        """Wait until a message has arrived; on the same worker it is a coroutine of the loop."""
        if asyncio.iscoroutine(answer):
            from distributed import get_worker

            loop: Any = get_worker().loop
            asyncio.run_coroutine_threadsafe(answer, loop.asyncio_loop).result()
            return
        # Dask waits without end for an actor whose worker is lost.
        while not _has_answered(answer):
            if self._abandoned:
                raise WorkerLostError("another worker was lost")


def _has_answered(answer: Any) -> bool:
    """Wait a second for an answer; return whether it came. An error of the other side is raised."""
    try:
        answer.result(timeout=_LOOK)
    except TimeoutError:
        if not answer.done():
            return False
        answer.result()  # it came as the second ended, or the other side ran out of time
    return True


class CrewOnDask:
    """A crew on the workers of a Dask client."""

    def __init__(self, client: Any, owners: Owners) -> None:
        self._client = client
        self._futures: list[Any] = []
        self._seats: list[Any] = []
        self._turn = 0
        self.exchanged = 0
        self.renew(owners)

    def renew(self, owners: Owners) -> None:
        """Start new members, without any state; wait for workers if some are lost."""
        for _ in range(_TRIES):
            try:
                return self._place_members(owners)
            except WorkerLostError as error:
                lost = error
        raise ClusterError(f"{_TRIES} times in a row a worker was lost: {lost}")

    def _place_members(self, owners: Owners) -> None:
        self.owners = owners
        self._futures, self._seats = [], []
        workers = _wait_for_workers(self._client, owners.shares)
        self._places = [workers[number % len(workers)] for number in range(owners.shares)]
        try:
            self._futures = [
                self._client.submit(
                    WorkerActor, number, owners, _threads(self._client, place),
                    actor=True, workers=[place], allow_other_workers=False, pure=False,
                )
                for number, place in enumerate(self._places)
            ]  # fmt: skip
            self._seats = [future.result(timeout=_PATIENCE) for future in self._futures]
            for seat in self._seats:
                self._answer_of(seat.meet(self._seats))
        except Exception as error:
            raise self._lost(error) from None

    def all(self, step: str, *arguments: Any) -> tuple[list[Any], bool]:
        """Run a step on every member; they deliver their own messages."""
        self._turn += 1
        try:
            futures = [seat.do(self._turn, step, arguments) for seat in self._seats]
            answers = [self._answer_of(answer) for answer in futures]
        except Exception as error:
            raise self._lost(error) from None
        self.exchanged += sum(sent for _, _, sent in answers)
        return [result for result, _, _ in answers], any(has_news for _, has_news, _ in answers)

    def _answer_of(self, answer: Any) -> Any:
        """Wait for the answer of a seat, as long as all workers are there."""
        while not _has_answered(answer):
            if not self._all_there():
                raise WorkerLostError("a worker is gone")
        return answer.result()

    def _all_there(self) -> bool:
        return set(self._places) <= set(workers_of(self._client))

    def _lost(self, error: Exception) -> Exception:
        """Return what an error means: a lost worker, or what it says itself."""
        if isinstance(error, (GrundyError, MemoryError)):
            return error
        end = time.monotonic() + _NOTICE
        while (there := self._all_there()) and time.monotonic() < end:
            time.sleep(_PAUSE)
        if not self._is_connected():
            return ClusterError(
                "The scheduler has gone; start it again, and go on with --save and --resume."
            )
        if there:
            return error
        self._abandon()
        return WorkerLostError(f"{type(error).__name__}: {error}")

    def _is_connected(self) -> bool:
        """Whether the scheduler still answers; what the client knows of it may be old."""
        try:
            self._client.sync(self._client.scheduler.identity, callback_timeout=_NOTICE)
        except Exception:  # the library's own errors are of any kind
            return False
        return True

    def _abandon(self) -> None:
        """Tell the seats that are left to wait for nobody."""
        workers = workers_of(self._client)
        for seat, place in zip(self._seats, self._places, strict=False):
            if place in workers:
                with contextlib.suppress(Exception):
                    seat.abandon().result(timeout=_LOOK)


def workers_of(client: Any) -> list[str]:
    """Return the addresses of the workers."""
    return sorted(client.scheduler_info(n_workers=-1).get("workers", ()))


def _threads(client: Any, worker: str) -> int:
    info = client.scheduler_info(n_workers=-1)["workers"].get(worker)
    if info is None:
        raise WorkerLostError(f"{worker} is gone")
    return int(info["nthreads"])


def _wait_for_workers(client: Any, count: int) -> list[str]:
    """Return the workers that are there: all that are wanted, or those that came in time."""
    end = time.monotonic() + _PATIENCE
    while len(workers := workers_of(client)) < count and time.monotonic() < end:
        time.sleep(_PAUSE)
    if not workers:
        raise ClusterError("The cluster has no workers; start some.")
    return workers[:count]


@contextlib.contextmanager
def client_of(scheduler: str) -> Iterator[Any]:
    """Yield a client of a scheduler that has a worker at least."""
    with dask_client(scheduler) as client, client.as_current():  # which actors ask for
        if not workers_of(client):
            raise ClusterError(f"{scheduler}: this scheduler has no workers; start some.")
        yield client


def memory_limit(client: Any) -> int | None:
    """Return the memory that the worker with least of it may take, None where none has a limit."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return min(filter(None, (worker["memory_limit"] for worker in workers)), default=None)


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
        return sum(answers, Counter())


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
