"""Compiled code that is kept: damaged, unreadable, on a full disk or where nobody may write."""

import errno
import os
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("numba", reason="only numba makes machine code")

_KERNEL = """
import sys
import numpy as np
from grundy import display
from grundy.runtime.kernels import Callback, compiled, running
sys.path.insert(0, {folder!r})
display.on_cache_fault = lambda message: print("fault:", message)
display.on_compiling = lambda kept: print("compiled")
import kernel_of_test
kernel = compiled(kernel_of_test.add_one)
numbers = np.arange(3)
with running(plain=False):
    kernel(numbers)
made = Callback(kernel_of_test.double, "int64(int64)", cached=True).machine
print(numbers.tolist(), made.ctypes(21), kernel.machine.stats.cache_hits.total())
"""
_FUNCTIONS = """
def add_one(numbers):
    for place in range(len(numbers)):
        numbers[place] += 1


def double(number):
    return 2 * number
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernels")
    (folder / "kernel_of_test.py").write_text(_FUNCTIONS)
    assert _say(folder, folder / "kept") == ["[1, 2, 3] 42 0"]
    return folder


@pytest.fixture
def run(tmp_path, folder):
    shutil.copytree(folder / "kept", tmp_path / "cache")
    return lambda: _say(folder, tmp_path / "cache")


def _say(folder, cache, before=""):
    done = subprocess.run(
        [sys.executable, "-c", before + _KERNEL.format(folder=str(folder))],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return (done.stdout + done.stderr).splitlines()


def _kept(tmp_path, ending):
    return sorted((tmp_path / "cache").rglob(f"*.{ending}"))


def _flipped(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 16]) + data[middle + 1 :]


@pytest.mark.parametrize("damaged", [
    _flipped, *(pytest.param(how, marks=pytest.mark.long)
                for how in (lambda data: data[:-7], b"", b"something else " * 99)),
], ids=["flipped", "cut", "empty", "another"])  # fmt: skip
def test_damaged_code_is_made_anew(tmp_path, run, damaged):
    assert len(_kept(tmp_path, "nbi")) == len(_kept(tmp_path, "nbc")) == 2
    for path in _kept(tmp_path, "nbc"):
        path.write_bytes(damaged if isinstance(damaged, bytes) else damaged(path.read_bytes()))
    fault, answer = run()
    assert str(tmp_path / "cache") in fault
    assert fault.endswith("is damaged, and is made anew")
    assert answer == "[1, 2, 3] 42 0"
    assert run() == ["[1, 2, 3] 42 1"]


def test_code_that_cannot_be_read_is_left_alone(tmp_path, run):
    for path in _kept(tmp_path, "nbc"):
        path.unlink()
        path.mkdir()
    fault, answer = run()
    assert str(tmp_path / "cache") in fault
    assert answer == "[1, 2, 3] 42 0"


_FULL = f"""
import numba.core.caching as caching, builtins
real = open
def full(file, mode="r", *rest, **named):
    if ".tmp." in str(file) and "w" in mode:
        raise OSError({errno.ENOSPC}, "No space left on device", file)
    return real(file, mode, *rest, **named)
builtins.open = full
"""


def test_a_full_disk_keeps_nothing(tmp_path, folder):
    fault, answer = _say(folder, tmp_path / "cache", _FULL)
    assert fault.endswith("No space left on device")
    assert str(tmp_path / "cache") in fault
    assert answer == "[1, 2, 3] 42 0"


def test_code_of_another_signature_is_not_run(tmp_path, run):
    add_one, double = _kept(tmp_path, "nbc")
    double.write_bytes(add_one.read_bytes())
    assert run() == ["[1, 2, 3] 42 1"]


_INTERRUPTED = """
import os, signal, sys
from numba.core import event
from grundy.runtime import kernels
class Press(event.Listener):
    def on_start(self, event):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass
        print("compiles on")
    def on_end(self, event):
        pass
event.register("numba:compile", Press())
def add_one(number):
    return number + 1
try:
    with kernels.running(plain=False):
        kernels.compiled(add_one)(1)
except KeyboardInterrupt:
    print("Interrupted.", signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""


def test_an_interrupt_waits_until_a_kernel_is_compiled(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["compiles on", "Interrupted. True"]
