"""Blocks of heaps: their values, and the steps of two cores."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random

import numpy as np
import pytest

from grundy.heaps.engines import blocks, octal
from grundy.heaps.engines.blocks import BlockGame
from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.kernels import blocks as steps
from grundy.heaps.kernels.windows import BLOCK, CHUNK, FAR
from grundy.runtime.bits import lock, unlock
from grundy.runtime.kernels import compiled

pytestmark = pytest.mark.large
FIRST = 131_072
STOP = FIRST + 70_001


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Let blocks begin for few rares and for short runs."""
    monkeypatch.setattr(blocks, "LEAST_RARES", 1)
    monkeypatch.setattr(octal, "_WORTH", 1)
    return monkeypatch


def never(control: int = 0) -> np.ndarray:
    """Return the control array of a run that nobody stops."""
    return np.array([0, control], np.int64)


@cache
def slow_values(digits):
    engine = OctalEngine(digits)
    engine._blocks_pay = lambda stop: False
    engine.extend(STOP, never())
    return engine.values[:STOP]


def begun(digits=(0, 6)):
    """Return an engine that knows the first values, from elsewhere."""
    engine = OctalEngine(digits)
    engine.start_from(slow_values(digits)[:FIRST].astype(np.uint16))
    return engine


def doubting(doubts):
    """Return the kernel `work`, which also doubts each of these heaps once."""
    true_work = steps.work

    def work(state, chunks, control, start, *tables):
        ended = bool(true_work(state, chunks, control, start, *tables))
        if ended and doubts and doubts[0] < start + CHUNK * int(state[steps.SETTLED]):
            chunk = (doubts[0] - start) // CHUNK
            state[steps.SETTLED] = state[steps.DOUBTED] = chunk
            tables[3][3][chunk % steps.SLOTS] = doubts.pop()
        return ended

    work.runs_plain = true_work.runs_plain
    return work


def assert_right(engine, digits=(0, 6)):
    """Compare all values with those that are found one heap at a time."""
    assert np.array_equal(engine.values[: engine.filled], slow_values(digits)[: engine.filled])


@pytest.mark.parametrize("digits", [
    (0, 6), *(pytest.param(other, marks=pytest.mark.long) for other in ((0, 1, 4, 1), (0, 5, 3, 1)))
])  # fmt: skip
def test_blocks_give_the_values_of_one_heap_at_a_time(digits):
    """Blocks agree with the sparse space, value by value, whatever the steps."""
    engine = begun(digits)
    for stop in (FIRST + 1, FIRST + 3 * CHUNK, FIRST + 3 * CHUNK + 77, STOP):
        engine.extend(stop, never())
        assert engine.name == "blocks"
        assert engine.filled == stop

    assert_right(engine, digits)


def test_plain_steps_are_taken_by_one_thread_alone(soon):
    """Plain kernels have no locks: two threads would take the same step, and give wrong values."""
    true_work, threads = steps.work, set()

    def work(*arguments):
        threads.add(threading.get_ident())
        return true_work(*arguments)

    work.runs_plain = lambda *arguments: True
    soon.setattr(steps, "work", work)
    engine = begun()
    engine.extend(FIRST + 2 * CHUNK, never())

    assert threads == {threading.get_ident()}
    assert_right(engine)


@pytest.mark.parametrize("digits", [(4,), (0, 6), (0, 0, 0, 4)])
@pytest.mark.parametrize("last", range(-4, 3))
def test_windows_reach_the_option_that_is_farthest_back(digits, last):
    """Where the last rare heap ends a block, the option beside it still lies in the span."""
    rare = (FAR + blocks._WITNESSES) // BLOCK * BLOCK + 2 * BLOCK + last
    game = BlockGame(np.array(digits, np.uint8), 1, np.array([1, rare], np.int64))

    assert game.span > rare + game.offset
    assert game.span % BLOCK == 0


def test_blocks_serve_grundys_game():
    """Unequal parts are no obstacle to blocks: large heaps never split at a rare half."""
    slow, fast = OctalEngine((4,), unequal=True), OctalEngine((4,), unequal=True)
    slow._blocks_pay = lambda stop: False
    stop = 240_000 + 3 * CHUNK
    for part in (240_000, stop):
        fast.extend(part, never())
    slow.extend(stop, never())

    assert fast.name == "blocks"
    assert np.array_equal(slow.values[:stop], fast.values[:stop])


def test_the_arrays_of_the_last_heaps_are_moved_along(soon):
    """A run goes on when the room after the last heaps is used up: nothing but these is kept."""
    soon.setattr(blocks, "_ROUNDS", 2)
    soon.setattr(blocks, "_ROOM", 6 * CHUNK)
    engine = begun()
    run = engine._block_run()
    origin, values = run.origin, slow_values((0, 6))

    for stop in range(FIRST + 700, STOP, 700):
        engine.extend(stop, never())
        assert np.array_equal(run.tail, values[stop - run._kept : stop])
    engine.extend(STOP, never())

    assert engine._run is run
    assert run.origin > origin
    assert engine.filled == STOP
    assert_right(engine)


@pytest.mark.parametrize("doubt", [0, 100, CHUNK - 1, 5 * CHUNK + 7])
def test_blocks_fall_back_when_a_value_is_in_doubt(doubt, soon):
    """A heap that cannot be settled is done the slow way, and nothing is lost."""
    engine = begun()
    doubts = [FIRST + doubt]
    slowly: list[int] = []
    true_sparse = engine._extend_sparse

    def sparse(stop, control):
        slowly.append(engine.filled)
        true_sparse(stop, control)

    soon.setattr(steps, "work", doubting(doubts))
    soon.setattr(blocks, "thread_count", lambda: 1)
    soon.setattr(engine, "_extend_sparse", sparse)
    engine.extend(STOP, never())

    assert not doubts
    assert slowly == [FIRST + doubt]
    assert engine.filled == STOP
    assert_right(engine)


choose, finish = steps.choose.py_func, steps.finish.py_func


class Play:
    """Workers that take steps in a random interleaving; nothing is computed."""

    def __init__(self, seed, chunks, workers, *, bad=frozenset(), stop=10**9):
        self._random, self._bad, self._stop = Random(seed), bad, stop
        self.chunks = chunks
        self.state = np.zeros(steps.STATE, np.int64)
        self.state[steps.DOUBTED] = -1
        self.ended: list[tuple[int, int]] = []
        self._run(workers)
        self.end = self.state[[steps.SETTLED, steps.FAILED, steps.DOUBTED]].tolist()

    def _run(self, workers):
        at_work: dict[int, tuple[int, int]] = {}
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
            if step == steps.END:
                idle.discard(worker)
            elif step == steps.WAIT:
                assert at_work, "everybody waits"
            else:
                self._check(step, place, list(at_work.values()))
                idle.discard(worker)
                at_work[worker] = step, place

    def _check(self, step: int, place: int, at_work: list[tuple[int, int]]) -> None:
        find, middle, far, settle = steps.FIND, steps.MIDDLE_MARKS, steps.FAR_MARKS, steps.SETTLE
        half = steps.HALVES
        assert step == settle or step not in [other for other, _ in at_work]
        needs = {
            find: [(find, place - 1), (middle, place), (far, place // half)],
            middle: [(find, place - 2)],
            far: [(find, half * (place - 1) - 1), (settle, place - steps.SLOTS)],
            settle: [(find, half * place + half - 1)],
        }[step]
        assert all(need in self.ended for need in needs if need[1] >= 0), (step, place)

    def done(self, step: int) -> list[int]:
        """Return the places of all steps of a kind, in the order in which they ended."""
        return [place for kind, place in self.ended if kind == step]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_every_chunk_goes_through_all_steps_in_a_right_order(workers):
    """All are found in order and settled once, and no step begins before what it needs."""
    for seed in range(40):
        play = Play(seed, 12, workers)

        assert play.done(steps.FIND) == list(range(12 * steps.HALVES))
        assert sorted(play.done(steps.SETTLE)) == list(range(12))
        assert play.end == [12, 0, -1]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("bad", "ended"), [
    *(({(steps.FIND, block)}, [block // steps.HALVES, 1, -1]) for block in (0, 1, 6, 7)),
    ({(steps.SETTLE, 3), (steps.SETTLE, 4)}, [3, 0, 3]),
])  # fmt: skip
def test_what_comes_before_a_failure_is_settled(bad, ended, workers):
    """Whole chunks before a block without candidates, or before the first one in doubt, count."""
    for seed in range(20):
        assert Play(seed, 9, workers, bad=frozenset(bad)).end == ended


def test_a_lock_keeps_others_out():
    """Two cores that count side by side under the lock lose nothing."""

    @compiled
    def count(shared, times):
        for _ in range(times):
            lock(shared, 0)
            shared[1] += 1
            unlock(shared, 0)

    shared = np.zeros(2, np.int64)
    count.machine(shared, 0)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(2):
            pool.submit(count.machine, shared, 2_000_000)
    assert shared.tolist() == [0, 4_000_000]
