"""The workers of a Dask scheduler, one actor each, and the leader that says which step is next.

A turn ends when every member is quiet. When no share has sent anything, the peeling or the
level is at its end.

Source: docs/theory.md 2.5 and 6; for the levels C. A. B. Smith 1966, A. S. Fraenkel.

What members tell each other goes from worker to worker, never through the scheduler: the puts of
a turn are for the next one, and a turn is over when all of them have arrived.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from grundy.errors import ClusterError, GrundyError, LimitError, WorkerLostError
from grundy.large.edge_file import EdgeFile
from grundy.large.shares.member import Member
from grundy.large.shares.rows import Inbox, Owners, byte_count
from grundy.large.text_rows import Counts
from grundy.running.limits import Progress
from grundy.running.runner import dask_client
from grundy.running.threads import limited

# A crew: the members that label a graph together, and who brings what they tell each other.


class WorkerGroup(Protocol):
    """What the leader needs of a crew, wherever its members are."""

    @property
    def owners(self) -> Owners:
        """Who owns which vertex."""

    @property
    def exchanged(self) -> int:
        """How many bytes the members have sent each other."""

    def renew(self, owners: Owners) -> None:
        """Have new members, who know nothing."""

    def all(self, step: str, *arguments: Any) -> tuple[list[Any], bool]:
        """Let every member do a step; bring what they tell each other."""


class CrewHere:
    """A crew in this process, one member after the other."""

    def __init__(self, owners: Owners) -> None:
        self.exchanged = 0
        self.renew(owners)

    def renew(self, owners: Owners) -> None:
        """Have new members, who know nothing."""
        self.owners = owners
        self._members = [Member(number, owners) for number in range(owners.shares)]
        self._boxes: list[Inbox] = [[] for _ in self._members]

    def all(self, step: str, *arguments: Any) -> tuple[list[Any], bool]:
        """Let every member do a step; bring what they tell each other."""
        boxes, self._boxes = self._boxes, [[] for _ in self._members]
        results = []
        for member, inbox in zip(self._members, boxes, strict=True):
            result, outbox = getattr(member, step)(inbox, *arguments)
            results.append(result)
            self.exchanged += byte_count(outbox)
            for owner, message in outbox.items():
                self._boxes[owner].append((member.number, message))
        return results, any(self._boxes)


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
    natural: bool = False
    done: bool = False

    def after(self, labelled: list[int], has_news: bool) -> None:
        """Take note of a turn."""
        self.turn += 1
        self.clock += max(labelled)
        self.quiet = not has_news
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
        """Take note of where the others sit."""
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
    """Wait a second for an answer; say whether it came. An error of the other side is raised."""
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
        self._kept: list[Any] = []
        self._seats: list[Any] = []
        self._turn = 0
        self.exchanged = 0
        self.renew(owners)

    def renew(self, owners: Owners) -> None:
        """Have new members, who know nothing; wait for workers, if some are lost."""
        for _ in range(_TRIES):
            try:
                self._place_members(owners)
            except WorkerLostError as error:
                lost = error
            else:
                return
        raise ClusterError(f"{_TRIES} times in a row a worker was lost: {lost}")

    def _place_members(self, owners: Owners) -> None:
        self.owners = owners
        self._kept, self._seats = [], []
        workers = _wait_for_workers(self._client, owners.shares)
        self._places = [workers[number % len(workers)] for number in range(owners.shares)]
        try:
            self._kept = [
                self._client.submit(
                    WorkerActor, number, owners, _threads(self._client, place),
                    actor=True, workers=[place], allow_other_workers=False, pure=False,
                )
                for number, place in enumerate(self._places)
            ]  # fmt: skip
            self._seats = [kept.result(timeout=_PATIENCE) for kept in self._kept]
            for seat in self._seats:
                self._answer_of(seat.meet(self._seats))
        except Exception as error:
            raise self._lost(error) from None

    def all(self, step: str, *arguments: Any) -> tuple[list[Any], bool]:
        """Let every member do a step; they bring themselves what they tell each other."""
        self._turn += 1
        try:
            asked = [seat.do(self._turn, step, arguments) for seat in self._seats]
            found = [self._answer_of(answer) for answer in asked]
        except Exception as error:
            raise self._lost(error) from None
        self.exchanged += sum(sent for _, _, sent in found)
        return [result for result, _, _ in found], any(has_news for _, has_news, _ in found)

    def _answer_of(self, answer: Any) -> Any:
        """Wait for the answer of a seat, as long as all workers are there."""
        while not _has_answered(answer):
            if not self._all_there():
                raise WorkerLostError("a worker is gone")
        return answer.result()

    def _all_there(self) -> bool:
        return set(self._places) <= set(_workers(self._client))

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
        workers = _workers(self._client)
        for seat, place in zip(self._seats, self._places, strict=False):
            if place in workers:
                with contextlib.suppress(Exception):
                    seat.abandon().result(timeout=_LOOK)


def _workers(client: Any) -> list[str]:
    return sorted(client.scheduler_info(n_workers=-1).get("workers", ()))


def _threads(client: Any, worker: str) -> int:
    found = client.scheduler_info(n_workers=-1)["workers"].get(worker)
    if found is None:
        raise WorkerLostError(f"{worker} is gone")
    return int(found["nthreads"])


def _wait_for_workers(client: Any, wanted: int) -> list[str]:
    """Return the workers that are there: all that are wanted, or those that came in time."""
    end = time.monotonic() + _PATIENCE
    while len(found := _workers(client)) < wanted and time.monotonic() < end:
        time.sleep(_PAUSE)
    if not found:
        raise ClusterError("The cluster has no workers; start some.")
    return found[:wanted]


@contextlib.contextmanager
def client_of(scheduler: str) -> Iterator[Any]:
    """Yield a client of a scheduler that has a worker at least."""
    with dask_client(scheduler) as client, client.as_current():  # which actors ask for
        if not _workers(client):
            raise ClusterError(f"{scheduler}: this scheduler has no workers; start some.")
        yield client


def worker_count(client: Any) -> int:
    """Return how many workers there are."""
    return len(_workers(client))


def memory_limit(client: Any) -> int | None:
    """Return the memory that the worker with least of it may take, None where none has a limit."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return min(
        (worker["memory_limit"] for worker in workers if worker["memory_limit"]), default=None
    )
