"""Tasks on processes, of which some are killed; calls side by side, and how many cores they use."""

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grundy.errors import LostWorkerError
from grundy.runtime import threads
from grundy.runtime.runner import Processes, process_pool, run
from waiting import is_running, wait_until


def _killed_once(task: tuple[Path, int]) -> int:
    folder, number = task
    (folder / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    if number == 3 and not (folder / "killed").exists():
        (folder / "pid").write_text(str(os.getpid()))
        (folder / "pid").rename(folder / "killed")
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_a_killed_worker_costs_only_its_task(tmp_path):
    tasks = [(tmp_path, number) for number in range(12)]
    with process_pool(2) as pool:
        found = sorted(result for _, result in run(_killed_once, tasks, pool))
    assert found == [number * number for number in range(12)]
    assert len(list(tmp_path.glob("*-*"))) == 12 + 1


_TELLS_ITS_WORKERS = """
import os, signal
from grundy.runtime.runner import process_pool, run
with process_pool(2) as pool:
    print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)
    signal.pause()
"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGKILL")
def test_no_process_is_left_when_the_run_itself_is_killed():
    with subprocess.Popen(
        [sys.executable, "-c", _TELLS_ITS_WORKERS], stdout=subprocess.PIPE, text=True
    ) as process:
        workers = [int(word) for word in process.stdout.readline().split()]
        process.kill()
    assert len(workers) == 2
    wait_until(lambda: not any(map(is_running, workers)))


def _divided(number: int) -> object:
    return 1 // number if number < 9 else lambda: number


def test_an_error_in_a_worker_or_on_the_way_reaches_the_caller():
    with Processes(2) as pool:
        with pytest.raises(ZeroDivisionError) as error:
            list(run(_divided, [1, 0, 1], pool))
        assert "in _divided" in "".join(error.value.__notes__)
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            list(run(_divided, [9], pool))
        assert pool.width == 4  # few tasks are handed out at a time
        assert sorted(run(abs, range(-20, 0), pool)) == [(n, -n) for n in range(-20, 0)]


def _always_killed(number: int) -> int:
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_task_that_always_kills_its_worker_is_named_and_the_others_are_done():
    """The culprit is found by being alone; nobody else is lost with it."""
    done = []
    with process_pool(2) as pool, pytest.raises(LostWorkerError, match="on 1 was") as error:  # noqa: PT012
        for task, _ in run(_always_killed, [0, 1, 2, 3, 4, 5], pool):
            done.append(task)
    assert error.value.task == 1
    assert sorted(done) == [0, 2, 3, 4, 5]


def test_cores_are_limited_inside_only():
    before = threads.thread_count()
    with threads.limited(1):
        assert threads.thread_count() == 1
    with threads.limited(10**6):
        assert threads.thread_count() == before
    assert threads.thread_count() == before


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_calls_in_parallel_are_all_made_and_given_in_order(cores, monkeypatch):
    monkeypatch.setattr(threads, "_cores", lambda: cores)
    for count in (0, 1, 2, 7):
        calls = [lambda k=k: k * k for k in range(count)]
        assert threads.in_parallel(calls) == [k * k for k in range(count)]
    with pytest.raises(IndexError):
        threads.in_parallel([lambda: [1][0], lambda: [1][1], lambda: [1][0]])


def test_calls_in_parallel_inherit_the_limit(monkeypatch):
    monkeypatch.setattr(threads, "_cores", lambda: 8)
    with threads.limited(2):
        assert set(threads.in_parallel([threads.thread_count] * 6)) == {2}
