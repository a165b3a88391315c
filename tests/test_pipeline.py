"""The pipeline of block steps: what may be taken when, and that nothing is lost or left waiting."""

from __future__ import annotations

import threading
import time
from random import Random

import pytest

from grundy.heaps.pipeline import HALVES, SLOTS, Pipeline


class Recorder:
    """Steps that take some time and write down when they began and ended."""

    def __init__(
        self, seed: int, *, fail_at: int = -1, doubts: tuple[int, ...] = (), stop_at: int = 10**9
    ) -> None:
        self._random, self._lock = Random(seed), threading.Lock()
        self._fail_at, self._doubts, self._stop_at = fail_at, doubts, stop_at
        self.events: list[tuple[str, str, int]] = []
        self.asides = 0

    def _step(self, name: str, place: int) -> None:
        with self._lock:
            self.events.append(("begin", name, place))
            pause = self._random.choice((0, 0, 1e-4, 4e-4))
        time.sleep(pause)
        with self._lock:
            self.events.append(("end", name, place))

    def far(self, chunk: int) -> None:
        """Mark a chunk."""
        self._step("far", chunk)

    def middle(self, block: int) -> None:
        """Mark a block."""
        self._step("middle", block)

    def find(self, block: int) -> bool:
        """Find a block, or fail."""
        self._step("find", block)
        return block != self._fail_at

    def settle(self, chunk: int) -> bool:
        """Settle a chunk, or doubt it."""
        self._step("settle", chunk)
        return chunk not in self._doubts

    def aside(self) -> None:
        """Count the calls."""
        self.asides += 1

    def stopped(self) -> bool:
        """Stop when so much has happened."""
        return len(self.events) >= self._stop_at

    def ended(self, name: str, place: int, before: int) -> bool:
        """Say whether a step had ended before an event; those of negative places always have."""
        return place < 0 or ("end", name, place) in self.events[:before]

    def check(self) -> None:
        """Assert that every step began when it might."""
        open_: set[str] = set()
        for at, (what, name, k) in enumerate(self.events):
            if what == "end":
                open_.discard(name)
                continue
            if name != "settle":
                assert name not in open_
                open_.add(name)
            needs = {
                "find": [("find", k - 1), ("middle", k), ("far", k // HALVES)],
                "middle": [("find", k - 2)],
                "far": [("find", HALVES * (k - 1) - 1), ("settle", k - SLOTS)],
                "settle": [("find", HALVES * k + HALVES - 1)],
            }[name]
            for need, place in needs:
                assert self.ended(need, place, at), (name, k, need, place)

    def done(self, name: str) -> list[int]:
        """Give the places of all steps of a name, in order of ending."""
        return [place for what, step, place in self.events if what == "end" and step == name]


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_every_chunk_goes_through_all_steps_in_a_right_order(seed: int, cores: int) -> None:
    """All are found in order and settled once, and no step begins before what it needs."""
    work = Recorder(seed)
    pipeline = Pipeline(12, work)
    pipeline.run(cores)

    work.check()
    assert work.done("find") == list(range(12 * HALVES))
    assert sorted(work.done("settle")) == list(range(12))
    assert (pipeline.settled, pipeline.failed, pipeline.doubted) == (12, False, None)
    assert work.asides == 1


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("block", [0, 1, 6, 7])
def test_what_was_found_before_a_failure_is_settled(block: int, cores: int) -> None:
    """A block without candidates ends the run; whole chunks before it are settled."""
    work = Recorder(1, fail_at=block)
    pipeline = Pipeline(9, work)
    pipeline.run(cores)

    work.check()
    assert (pipeline.settled, pipeline.failed, pipeline.doubted) == (block // HALVES, True, None)


@pytest.mark.parametrize("cores", [1, 2])
def test_the_first_of_several_doubts_is_told(cores: int) -> None:
    """Chunks are settled in any order; what counts is those before the first in doubt."""
    for seed in range(5):
        pipeline = Pipeline(9, Recorder(seed, doubts=(3, 4)))
        pipeline.run(cores)
        assert (pipeline.settled, pipeline.doubted) == (3, 3)


@pytest.mark.parametrize("cores", [1, 2])
def test_a_stop_settles_what_was_found(cores: int) -> None:
    """After a stop no block is begun, and nothing found is thrown away."""
    work = Recorder(3, stop_at=40)
    pipeline = Pipeline(50, work)
    pipeline.run(cores)

    work.check()
    assert 0 < pipeline.settled < 50
    assert pipeline.settled == len(work.done("find")) // HALVES
    assert work.asides == 1


def test_an_error_in_a_step_ends_the_run() -> None:
    """The error is raised, and the other core does not wait for ever."""

    class Broken(Recorder):
        def middle(self, block: int) -> None:
            if block == 5:
                message = "broken"
                raise RuntimeError(message)
            super().middle(block)

    for cores in (1, 2):
        with pytest.raises(RuntimeError, match="broken"):
            Pipeline(9, Broken(2)).run(cores)
