"""Blocks of heaps: their values, and the steps of two cores."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random

import numpy as np
import pytest

from grundy.compiled.bits import lock, unlock
from grundy.compiled.kernels import compiled
from grundy.heaps.engines import blocks, octal
from grundy.heaps.engines.block_tables import Plan
from grundy.heaps.engines.blocks import BlockGame, BlockRun
from grundy.heaps.engines.octal import OctalEngine
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
)  # fmt: skip
from grundy.heaps.kernels.windows import BLOCK, CHUNK, FAR

pytestmark = pytest.mark.large
GRUNDY = (4,)
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
def slow_values(digits: tuple[int, ...], stop: int, *, unequal: bool = False) -> np.ndarray:
    """Return values one heap at a time."""
    engine = OctalEngine(digits, unequal=unequal)
    engine._blocks_pay = lambda stop: False
    engine.extend(stop, never())
    return engine.values[:stop]


def begun(digits: tuple[int, ...], *, unequal: bool = False, first: int = FIRST) -> OctalEngine:
    """Return an engine that knows the first values, from elsewhere."""
    engine = OctalEngine(digits, unequal=unequal)
    engine.start_from(slow_values(digits, STOP, unequal=unequal)[:first].astype(np.uint16))
    return engine


def run_of(engine: OctalEngine) -> BlockRun:
    """Return the run with which the engine would go on."""
    return engine._block_run()


def doubting(doubts):
    """Return the kernel `work`, which also doubts each of these heaps once."""
    true_work = pipeline_kernels.work

    def work(state, chunks, control, start, *tables):
        ended = bool(true_work(state, chunks, control, start, *tables))
        if ended and doubts and doubts[0] < start + CHUNK * int(state[SETTLED]):
            chunk = (doubts[0] - start) // CHUNK
            state[SETTLED] = state[DOUBTED] = chunk
            tables[3][3][chunk % SLOTS] = doubts.pop()
        return ended

    return work


def assert_right(engine, stop=None):
    """Compare the values of 0.06 with those that are found one heap at a time."""
    stop = stop or engine.filled
    assert np.array_equal(engine.values[:stop], slow_values((0, 6), STOP)[:stop])


@pytest.mark.parametrize("digits", [(0, 6), (0, 1, 6), (0, 1, 4, 1), (0, 5, 3, 1)])
def test_blocks_give_the_values_of_one_heap_at_a_time(digits):
    """Blocks agree with the sparse space, value by value, whatever the steps."""
    engine = begun(digits)
    for stop in (FIRST + 1, FIRST + 3 * CHUNK, FIRST + 3 * CHUNK + 77, STOP):
        engine.extend(stop, never())
        assert engine.name == "blocks"
        assert engine.filled == stop

    assert np.array_equal(slow_values(digits, STOP), engine.values[:STOP])


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
    slow, fast = OctalEngine(GRUNDY, unequal=True), OctalEngine(GRUNDY, unequal=True)
    slow._blocks_pay = lambda stop: False
    stop = 240_000 + 3 * CHUNK
    for part in (240_000, stop):
        fast.extend(part, never())
    slow.extend(stop, never())

    assert fast.name == "blocks"
    assert np.array_equal(slow.values[:stop], fast.values[:stop])


def test_one_run_serves_steps_and_stops():
    """A run that was told to stop, or stopped amid a chunk, goes on without a new beginning."""
    engine = begun((0, 6))
    engine.extend(FIRST + 5_000, never())
    run = engine._run
    engine.extend(STOP, never(control=1))
    assert engine.filled < STOP
    engine.extend(STOP, never())

    assert engine._run is run
    assert_right(engine, STOP)


def test_the_arrays_of_the_last_heaps_are_moved_along(soon):
    """A run goes on when the room after the last heaps is used up: nothing but these is kept."""
    soon.setattr(blocks, "_ROUNDS", 2)
    soon.setattr(blocks, "_ROOM", 6 * CHUNK)
    engine = begun((0, 6))
    run = run_of(engine)
    origin, values = run.origin, slow_values((0, 6), STOP)

    for stop in range(FIRST + 700, STOP, 700):
        engine.extend(stop, never())
        assert np.array_equal(run.tail, values[stop - run._kept : stop])
    engine.extend(STOP, never())

    assert engine._run is run
    assert run.origin > origin
    assert_right(engine, STOP)


@pytest.mark.parametrize("doubt", [0, 100, CHUNK - 1, 5 * CHUNK + 7])
def test_blocks_fall_back_when_a_value_is_in_doubt(doubt, soon):
    """A heap that cannot be settled is done the slow way, and nothing is lost."""
    engine = begun((0, 6))
    doubts = [FIRST + doubt]
    slowly: list[int] = []
    true_sparse = engine._extend_sparse

    def sparse(stop, control):
        slowly.append(engine.filled)
        true_sparse(stop, control)

    soon.setattr(blocks.pipeline_kernels, "work", doubting(doubts))
    soon.setattr(blocks, "thread_count", lambda: 1)
    soon.setattr(engine, "_extend_sparse", sparse)
    engine.extend(STOP, never())

    assert not doubts
    assert slowly == [FIRST + doubt]
    assert_right(engine, STOP)


def test_a_value_above_all_before_asks_for_more_rows(soon):
    """Rows that were left out are asked for once a heap needs them."""
    true_after = Plan.after
    bounds = set()

    def low(strip, least_bound):
        plan = true_after(strip, least_bound)
        bound = max(least_bound, 1)
        bounds.add(bound)
        return Plan(plan.dense, plan.is_sparse, bound)

    soon.setattr(blocks.Plan, "after", low)
    engine = begun((0, 6))
    engine.extend(FIRST + 9 * CHUNK, never())

    assert {1, 2, 3, 4} < bounds
    assert_right(engine)


def test_a_game_that_needs_more_rows_than_there_are_falls_back(soon):
    """Where no index is left the engine goes on one heap at a time."""

    def failing(state, *_):
        state[FAILED] = 1
        return True

    soon.setattr(blocks.pipeline_kernels, "work", failing)
    engine = begun((0, 6))

    engine.extend(FIRST + 3_000, never())

    assert engine.name == "sparse"
    assert_right(engine)


choose, finish = pipeline_kernels.choose.py_func, pipeline_kernels.finish.py_func
Step = tuple[int, int]


class Play:
    """Workers that take steps in a random interleaving; nothing is computed."""

    def __init__(self, seed, chunks, *, bad=frozenset(), stop=10**9):
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
def test_every_chunk_goes_through_all_steps_in_a_right_order(workers):
    """All are found in order and settled once, and no step begins before what it needs."""
    for seed in range(40):
        play = Play(seed, 12)
        play.run(workers)

        assert play.done(FIND) == list(range(12 * HALVES))
        assert sorted(play.done(SETTLE)) == list(range(12))
        assert play.state[[SETTLED, FAILED, DOUBTED]].tolist() == [12, 0, -1]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("bad", "ended"), [
    *(({(FIND, block)}, [block // HALVES, 1, -1]) for block in (0, 1, 6, 7)),
    ({(SETTLE, 3), (SETTLE, 4)}, [3, 0, 3]),
])  # fmt: skip
def test_what_comes_before_a_failure_is_settled(bad, ended, workers):
    """Whole chunks before a block without candidates, or before the first one in doubt, count."""
    for seed in range(20):
        play = Play(seed, 9, bad=frozenset(bad))
        play.run(workers)
        assert play.state[[SETTLED, FAILED, DOUBTED]].tolist() == ended


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_settles_what_was_found(workers):
    """After a stop no block is begun, and no whole chunk that was found is thrown away."""
    for seed in range(20):
        play = Play(seed, 50, stop=40 + seed)
        play.run(workers)
        assert 0 < play.state[SETTLED] == len(play.done(FIND)) // HALVES < 50


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
