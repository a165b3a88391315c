"""Kernels: one Python text each, which runs as it stands or compiled; here it is decided which.

A kernel takes arrays, numbers and callbacks, allocates nothing, and knows of NumPy only the names
of integers. Run plain, it has the arrays as memoryviews, whose entries are Python's integers:
those have no 64 bits, so the text cuts off what would go beyond, as in `np.uint64(a * b)`. A row
of an array of two dimensions is `bits.row(array, place)` to both. A kernel that writes
`array[i][j]` and takes no slices may have lists, which are faster, and are copied.

numba takes two thirds of a second to load, and a kernel up to some seconds to compile, so kernels
run plain until that would have paid. Where numba is missing all run plain.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import cached_property, partial, update_wrapper
from threading import RLock
from types import SimpleNamespace
from typing import Any

import numpy as np

from grundy import display
from grundy.runtime.bits import Function, with_names
from grundy.runtime.files import index_of
from grundy.runtime.limits import seconds_left, thread_time
from grundy.runtime.threads import has_numba, in_time

_STEP = 1.5e-7  # seconds that a step takes in plain Python
_LOADING = 0.7  # seconds until numba is there and has run one,
_READING = 0.02  # until a kernel is that was compiled before,
_COMPILING = 0.8  # and until one is compiled
_LONG = 20.0  # seconds in plain Python that are worth a sentence where numba is missing

_one_at_a_time = RLock()


class Callback:
    """A function that kernels take as an argument, plain or compiled."""

    def __init__(self, function: Function, signature: str, *, cached: bool) -> None:
        self.py_func = function
        self.signature = signature
        self.cached = cached

    @cached_property
    def plain(self) -> Function:
        """The function with Python's integers, and plain kernels where it calls some."""
        return with_names(self.py_func, _plain_name)

    @cached_property
    def machine(self) -> Any:
        """What numba makes of it."""
        from grundy.runtime import machine_code

        return machine_code.callback(self.py_func, self.signature, cached=self.cached)


class Kernel:
    """A function that runs plain or compiled, whichever answers first."""

    def __init__(self, function: Function, *, steps: Function, lists: bool, inline: bool) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.inline = inline
        self.spent = 0.0
        self._lists = lists
        self._steps = steps
        self._machine: Any = None
        self._loaded = set[tuple[Any, ...]]()  # for which kinds of arguments

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel on arrays, in place."""
        if _choice.plain(self, arguments):
            before = thread_time()
            answer = (self._with_lists if self._lists else self._with_views)(arguments)
            _choice.spend(self, thread_time() - before)
            return answer
        if seconds_left() is not None:
            kinds = tuple([getattr(each, "dtype", type(each)) for each in arguments])
            if kinds not in self._loaded:
                in_time(partial(self._load, arguments))
                self._loaded.add(kinds)
        return (self._machine or self.machine)(*_for_machine(arguments))

    def _load(self, arguments: tuple[Any, ...]) -> None:
        """Load or compile what runs on such arguments."""
        machine = self.machine
        machine.compile(tuple(map(machine.typeof_pyval, _for_machine(arguments))))

    def runs_plain(self, *arguments: Any) -> bool:
        """Return whether calls like this run plain; where not, none does from now on.

        What several threads run on the same arrays has to run compiled in all of them: plain
        kernels have no locks.
        """
        return _choice.plain(self, arguments) or self.machine is None

    def _with_views(self, arguments: tuple[Any, ...]) -> Any:
        return self.plain(*map(_plain_argument, arguments))

    def _with_lists(self, arguments: tuple[Any, ...]) -> Any:
        plain = [each.tolist() if hasattr(each, "tolist") else each for each in arguments]
        answer = self.plain(*plain)
        for array, entries in zip(arguments, plain, strict=True):
            if isinstance(array, np.ndarray) and array.flags.writeable and array.size:
                array[...] = entries
        return answer

    @cached_property
    def plain(self) -> Function:
        """The function with Python's integers and plain kernels."""
        return with_names(self.py_func, _plain_name)

    @property
    def machine(self) -> Any:
        """What numba makes of it."""
        with _one_at_a_time:  # two threads would compile it twice
            if self._machine is None:
                from grundy.runtime import machine_code

                self._machine = machine_code.dispatcher(self.py_func, inline=self.inline)
        return self._machine

    @property
    def is_loaded(self) -> bool:
        """Whether its machine code was asked for."""
        return self._machine is not None

    @cached_property
    def is_cached(self) -> bool:
        """Whether an earlier run has compiled it."""
        index = index_of(self.py_func)
        return index is not None and index.exists()

    def expected(self, arguments: tuple[Any, ...]) -> float:
        """Return about how many seconds plain Python takes."""
        names = self.py_func.__code__.co_varnames
        return _STEP * float(
            self._steps(SimpleNamespace(**dict(zip(names, arguments, strict=False))))
        )


def _entries(arguments: SimpleNamespace) -> int:
    """Count the entries of all arrays."""
    return sum(each.size for each in vars(arguments).values() if isinstance(each, np.ndarray))


def compiled(
    function: Function | None = None,
    *,
    steps: Function = _entries,
    lists: bool = False,
    inline: bool = False,
) -> Function:
    """Make a kernel of a function.

    Args:
        function: The function; without it, a decorator comes back.
        steps: Counts about what a call does, from the arguments by their names.
        lists: Whether it has arrays as lists where it runs plain.
        inline: Whether its text goes into the kernels that call it.
    """
    options: dict[str, Any] = {"steps": steps, "lists": lists, "inline": inline}
    return partial(compiled, **options) if function is None else Kernel(function, **options)


class _Choice:
    """Plain or compiled, by what this process has spent on plain kernels."""

    def __init__(self) -> None:
        self.forced: bool | None = None  # plain, for all kernels
        self._spent = 0.0
        self._has_warned = False

    def plain(self, kernel: Kernel, arguments: tuple[Any, ...]) -> bool:
        """Return whether a call runs plain."""
        if self.forced is not None:
            return self.forced
        if kernel.is_loaded:
            return False
        seconds = kernel.expected(arguments)
        if not has_numba():
            self._say(seconds)
            return True
        price, spent = _READING if kernel.is_cached else _COMPILING, kernel.spent
        if "numba" not in sys.modules:
            price, spent = price + _LOADING, self._spent
        left = seconds_left()
        if left is not None and 2 * seconds < left < price:  # expected, so with some room
            return True
        return spent + seconds <= price

    def spend(self, kernel: Kernel, seconds: float) -> None:
        """Add the time of a call that ran plain."""
        kernel.spent += seconds
        self._spent += seconds

    def _say(self, seconds: float) -> None:
        if seconds > _LONG and not self._has_warned and display.on_need is not None:
            self._has_warned = True
            display.on_need(
                f"Without numba this takes about {math.ceil(seconds / 60):,} minutes; "
                "with it, a hundredth of that: pip install 'grundy[fast]'"
            )


_choice = _Choice()


class running:  # noqa: N801 - reads as a block: with running(plain=True)
    """All kernels run plain within the block, or all compiled."""

    def __init__(self, *, plain: bool) -> None:
        self._plain = plain
        self._before: bool | None = None

    def __enter__(self) -> None:
        self._before, _choice.forced = _choice.forced, self._plain

    def __exit__(self, *_: object) -> None:
        _choice.forced = self._before


def _for_machine(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    if arguments and isinstance(arguments[0], Callback):  # callbacks come first
        return tuple(each.machine if isinstance(each, Callback) else each for each in arguments)
    return arguments


# ---- what a kernel gets, and what its names mean, in plain Python ----------------------------


def _plain_argument(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return argument.data
    if isinstance(argument, np.generic):
        return argument.item()
    if isinstance(argument, tuple):
        return tuple(map(_plain_argument, argument))
    return argument.plain if isinstance(argument, Callback) else argument


def _unsigned(size: int) -> Callable[[int], int]:
    ones = (1 << size) - 1
    return lambda number: number & ones


def _signed(size: int) -> Callable[[int], int]:
    half, ones = 1 << size - 1, (1 << size) - 1
    return lambda number: (number + half & ones) - half


_INTEGERS = SimpleNamespace(
    **{f"uint{size}": _unsigned(size) for size in (8, 16, 32, 64)},
    **{f"int{size}": _signed(size) for size in (8, 16, 32, 64)},
)


def _plain_name(value: Any) -> Any:
    if value is np:
        return _INTEGERS
    if isinstance(value, np.generic):
        return value.item()
    return value.plain if isinstance(value, Kernel) else value
