"""Blocks of heaps: their values, and the steps of two cores."""

from functools import cache

import numpy as np
import pytest

from grundy.heaps.engines import blocks, octal
from grundy.heaps.engines.blocks import BlockGame
from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.kernels import blocks as steps
from grundy.heaps.kernels.windows import BLOCK, CHUNK, FAR

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
        assert np.array_equal(run.tail, values[stop - run._tail_length : stop])
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
