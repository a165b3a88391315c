"""Load, or compile, the kernels of octal games before a clock runs.

A kernel is compiled for each width of the values, and only when its engine is chosen, which may
be after minutes of another one; numba keeps the machine code for the next process.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from grundy.heaps.engines.octal import OctalEngine
from grundy.heaps.periods.period import prove
from grundy.heaps.rules import TakeAndBreak
from grundy.runtime.kernels import running

_PLAIN = 1_500  # heaps that plain Python does
_LONG = 60_000  # from here on splits are compared soon
_COMPARED = 65_536  # heaps after which recursion compares splits
_BLOCKS = 100_000  # fewer heaps are never done in blocks
_WIDTHS = (np.uint8, np.uint16)  # no value that anybody has seen needs more


@cache
def warm_up(stop: int) -> None:
    """Load all that the values of heaps 0 .. stop - 1 of an octal code, and a proof, may need."""
    if stop <= _PLAIN:
        return
    with running(plain=False):
        for width in _WIDTHS:
            _recursion_and_sparse(width)
            _proof(width)
            if stop >= _LONG:
                _comparisons(width)
        if stop >= _BLOCKS:
            _blocks()


def _recursion_and_sparse(width: type[np.unsignedinteger]) -> None:
    engine = OctalEngine((0, 1, 6))
    engine.values = np.zeros(1, width)
    engine.extend(5_000, np.zeros(2, np.int64))


def _comparisons(width: type[np.unsignedinteger]) -> None:
    from grundy.heaps.engines.octal import RecursionRun

    # Any values do: nobody looks at what comes out.
    values = np.zeros(_COMPARED + 1_000, width)
    code, breaking = np.array([0, 0, 0, 7], np.uint8), np.array([3])
    for _ in RecursionRun(code, breaking, False, values, _COMPARED, 256).blocks():
        pass


def _proof(width: type[np.unsignedinteger]) -> None:
    values = np.zeros(_LONG, width)
    values.flags.writeable = False  # as those of a game are
    theorem = TakeAndBreak("0.6").period_theorem
    assert theorem is not None  # noqa: S101 - a finite octal code has one
    prove(theorem, values)


def _blocks() -> None:
    engine = OctalEngine((0, 6))
    for stop in (112_000, 146_000):  # its rares stop at 20,627
        engine.extend(stop, np.zeros(2, np.int64))
