"""The workers of a Dask scheduler, one actor each.

Messages between members go from worker to worker, never through the scheduler: the puts of
a turn are for the next one, and a turn is over when all of them have arrived.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy import display
from grundy.errors import ClusterError, GrundyError, LimitError, WorkerLostError
from grundy.large.edge_file import EdgeFile
from grundy.large.member import Member
from grundy.large.share import Inbox, Owners, byte_count
from grundy.runtime.files import byte_size
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
    return min(
        (worker["memory_limit"] for worker in workers if worker["memory_limit"]), default=None
    )


# How much memory a worker needs, from sizes alone; it is said before the work begins.

# Bytes, measured: the interpreter with its libraries and the arcs on their way; then an arc, a
# vertex of one's own, and a copy of one of another share.
_ALWAYS = 450_000_000
_ARC, _VERTEX, _COPY = 24, 60, 24


def say_need(file: EdgeFile, shares: int, limit: int | None) -> None:
    """Describe what each worker needs."""
    vertices = file.arcs if file.greatest is None else file.greatest + 1
    own, mine = -(-vertices // shares), -(-file.arcs // shares)
    copies = min(vertices - own, mine)
    needed = _ALWAYS + _ARC * mine + _VERTEX * own + _COPY * copies
    workers = f"{shares} worker{'s' * (shares != 1)}"
    if limit is not None and needed > limit:
        raise LimitError(
            f"Each of {workers} needs about {byte_size(needed)} of memory, and one may take "
            f"{byte_size(limit)}; use more workers, or larger ones."
        )
    if display.on_need is not None:
        display.on_need(f"{workers}, about {byte_size(needed)} of memory each")
