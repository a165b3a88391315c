"""Where a kernel runs plain and where compiled: one place decides, and the answers are the same."""

import subprocess
import sys
import threading

import numpy as np
import pytest

from both_ways import both_ways
from grundy import LimitError, display
from grundy.runtime import kernels, limits
from grundy.runtime.bits import ctz, fill, like, popcount, row
from grundy.runtime.kernels import compiled
from grundy.runtime.threads import in_time

pytestmark = pytest.mark.large

FULL = np.uint64(2**64 - 1)


@compiled
def mixed(numbers, table, out):
    for place in range(len(numbers)):
        word = np.uint64(np.uint64(numbers[place]) * FULL)
        word = np.uint64(np.uint64(word << np.uint64(7)) - np.uint64(1))
        out[place] = like(out, word >> np.uint64(3))
        marks = row(table, place % 2)
        fill(marks, place & 127)
        marks[ctz(~word) & 3] = popcount(word)


def test_words_wrap_alike():
    numbers = np.array([0, 1, 2**63, 2**64 - 1, 12_345_678_901], np.uint64)
    with both_ways() as compared:
        mixed(numbers, np.zeros((2, 4), np.uint8), np.zeros(5, np.uint16))
    assert compared == {"mixed"}


@compiled(steps=lambda of: of.count)
def summed(count):
    total = 0
    for number in range(count):
        total += number
    return total


@pytest.mark.parametrize(("count", "plain"), [(10, True), (10**9, False)])
def test_small_work_runs_plain(count, plain):
    code = (
        "import sys; sys.path[:0] = ['tests', 'tests/helpers', 'tests/runtime']\n"
        f"from test_kernels import summed; print(summed({count}), 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(count * (count - 1) // 2), str(not plain)]


def test_time_spent_counts(monkeypatch):
    choice = kernels._Choice()
    monkeypatch.setattr(kernels, "_choice", choice)
    again = compiled(steps=lambda of: 1)(summed.py_func)
    assert choice.plain(again, (1,))
    choice.spend(again, 10.0)
    assert not choice.plain(again, (1,))


def test_without_numba_large_work_says_what_would_help(monkeypatch):
    said = []
    monkeypatch.setattr(kernels, "_choice", kernels._Choice())
    monkeypatch.setattr(kernels, "has_numba", lambda: False)
    monkeypatch.setattr(display, "on_need", said.append)
    again = compiled(steps=lambda of: 10**9)(summed.py_func)
    assert [again(4), again(5)] == [6, 10]
    assert said == [
        "Without numba this takes about 3 minutes; with it, a hundredth of that: "
        "pip install 'grundy[fast]'"
    ]


def test_what_is_compiled_is_waited_for_as_long_as_there_is_time():
    late = threading.Event()
    short = limits.reporting(None, limits.Limits(seconds=0.05))
    with short, pytest.raises(LimitError, match="within the seconds given"):
        in_time(late.wait)
    late.set()
    with limits.reporting(None, limits.Limits(seconds=100)):
        assert in_time(late.wait)
