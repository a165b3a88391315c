"""The pipeline of block steps: what may be taken when, and that nothing is lost or left waiting."""

from __future__ import annotations

import threading
from random import Random

import numba
import numpy as np
import pytest

from grundy.compiled.intrinsics import lock, unlock
from grundy.heaps.kernels import blocks as pipeline_kernels
from grundy.heaps.kernels.blocks import (
    DOUBTED,
    END,
    FAILED,
    FAR_MARKS,
    FIND,
    HALVES,
    MIDDLE_MARKS,
    SETTLE,
    SETTLED,
    SLOTS,
    STATE,
    WAIT,
)

choose, finish = pipeline_kernels.choose.py_func, pipeline_kernels.finish.py_func
Step = tuple[int, int]


class Play:
    """Workers that take steps in a random interleaving; nothing is computed."""

    def __init__(
        self, seed: int, chunks: int, *, bad: frozenset[Step] = frozenset(), stop: int = 10**9
    ) -> None:
        self._random, self._bad, self._stop = Random(seed), bad, stop
        self.chunks = chunks
        self.state = np.zeros(STATE, np.int64)
        self.state[DOUBTED] = -1
        self.ended: list[Step] = []

    def run(self, workers: int) -> None:
        """Let all workers run until nothing is left for them."""
        at_work: dict[int, Step] = {}
        idle = set(range(workers))
        while at_work or idle:
            worker = self._random.choice([*at_work, *idle])
            if worker in at_work:
                step, place = at_work.pop(worker)
                finish(self.state, step, place, (step, place) not in self._bad)
                self.ended.append((step, place))
                idle.add(worker)
                continue
            step, place = choose(self.state, self.chunks, len(self.ended) >= self._stop)
            if step == END:
                idle.discard(worker)
            elif step == WAIT:
                assert at_work, "everybody waits"
            else:
                self._check(step, place, list(at_work.values()))
                idle.discard(worker)
                at_work[worker] = step, place

    def _check(self, step: int, place: int, at_work: list[Step]) -> None:
        assert step == SETTLE or step not in [other for other, _ in at_work]
        needs = {
            FIND: [(FIND, place - 1), (MIDDLE_MARKS, place), (FAR_MARKS, place // HALVES)],
            MIDDLE_MARKS: [(FIND, place - 2)],
            FAR_MARKS: [(FIND, HALVES * (place - 1) - 1), (SETTLE, place - SLOTS)],
            SETTLE: [(FIND, HALVES * place + HALVES - 1)],
        }[step]
        assert all(need in self.ended for need in needs if need[1] >= 0), (step, place)

    def done(self, step: int) -> list[int]:
        """Return the places of all steps of a kind, in the order in which they ended."""
        return [place for kind, place in self.ended if kind == step]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_every_chunk_goes_through_all_steps_in_a_right_order(workers: int) -> None:
    """All are found in order and settled once, and no step begins before what it needs."""
    for seed in range(40):
        play = Play(seed, 12)
        play.run(workers)

        assert play.done(FIND) == list(range(12 * HALVES))
        assert sorted(play.done(SETTLE)) == list(range(12))
        assert play.state[[SETTLED, FAILED, DOUBTED]].tolist() == [12, 0, -1]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("block", [0, 1, 6, 7])
def test_what_was_found_before_a_failure_is_settled(block: int, workers: int) -> None:
    """A block without candidates ends the run; whole chunks before it are settled."""
    for seed in range(10):
        play = Play(seed, 9, bad=frozenset({(FIND, block)}))
        play.run(workers)
        assert play.state[[SETTLED, FAILED, DOUBTED]].tolist() == [block // HALVES, 1, -1]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_of_several_doubts_is_told(workers: int) -> None:
    """Chunks are settled in any order; what counts is those before the first in doubt."""
    for seed in range(20):
        play = Play(seed, 9, bad=frozenset({(SETTLE, 3), (SETTLE, 4)}))
        play.run(workers)
        assert play.state[[SETTLED, DOUBTED]].tolist() == [3, 3]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_settles_what_was_found(workers: int) -> None:
    """After a stop no block is begun, and no whole chunk that was found is thrown away."""
    for seed in range(20):
        play = Play(seed, 50, stop=40 + seed)
        play.run(workers)
        assert 0 < play.state[SETTLED] == len(play.done(FIND)) // HALVES < 50


def test_a_lock_keeps_others_out() -> None:
    """Two cores that count side by side under the lock lose nothing."""

    @numba.njit(nogil=True)
    def count(shared, times):  # type: ignore[no-untyped-def]
        for _ in range(times):
            lock(shared, 0)
            shared[1] += 1
            unlock(shared, 0)

    shared = np.zeros(2, np.int64)
    count(shared, 0)
    threads = [threading.Thread(target=count, args=(shared, 2_000_000)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.tolist() == [0, 4_000_000]
