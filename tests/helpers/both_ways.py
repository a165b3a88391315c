"""Run each kernel plain and compiled, on the same input, and compare all that comes out."""

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from grundy.runtime.kernels import Kernel, running
from grundy.runtime.threads import limited

LONGEST = 0.3  # seconds that a call is expected to take in plain Python


@contextlib.contextmanager
def both_ways(longest: float = LONGEST) -> Iterator[set[str]]:
    """Run kernels both ways, but for calls too long for plain Python; fill in those compared."""
    compared: set[str] = set()
    alone = Kernel.__call__

    def call(kernel: Kernel, *arguments: Any) -> Any:
        if kernel.expected(arguments) > longest:
            with running(plain=False):
                return alone(kernel, *arguments)
        copies = _copy(arguments, {})
        with running(plain=True):
            plain = alone(kernel, *copies)
        with running(plain=False):
            answer = alone(kernel, *arguments)
        name = kernel.__qualname__
        assert _as_numbers(plain) == _as_numbers(answer), name
        for place, (one, other) in enumerate(zip(copies, arguments, strict=True)):
            assert _same(one, other), (name, place)
        compared.add(name)
        return answer

    Kernel.__call__ = call  # type: ignore[method-assign]
    try:
        with limited(1):  # others would write into the same arrays
            yield compared
    finally:
        Kernel.__call__ = alone  # type: ignore[method-assign]


def _copy(argument: Any, bases: dict[int, Any]) -> Any:
    if isinstance(argument, tuple):
        return tuple(_copy(each, bases) for each in argument)
    if not isinstance(argument, np.ndarray):
        return argument
    base = argument.base if isinstance(argument.base, np.ndarray) else argument
    if not base.flags.c_contiguous:
        return argument.copy()
    copied = bases.setdefault(id(base), base.copy())
    offset = argument.ctypes.data - base.ctypes.data
    return np.ndarray(
        argument.shape, argument.dtype, buffer=copied.data, offset=offset, strides=argument.strides
    )


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, tuple):
        return all(map(_same, one, other))
    return True


def _as_numbers(answer: Any) -> Any:
    return tuple(map(_as_numbers, answer)) if isinstance(answer, tuple) else answer
