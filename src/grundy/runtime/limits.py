"""How far a search may go, and how a long computation says how far it is."""

from __future__ import annotations

import contextlib
import functools
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import AbstractContextManager
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, TypeVar, cast

from grundy.errors import LimitError
from grundy.printable import counted
from grundy.runtime.files import free_memory, keeping_free

# How a long computation says how far it is: a context, as threads are; public functions have the
# keyword `progress`. Without NumPy, for small questions ask for it too.

Progress = Callable[[str, int, int], None]
"""progress(stage, done, total); called from time to time, in the caller's thread."""

Function = TypeVar("Function", bound=Callable[..., Any])

_listener: ContextVar[Progress | None] = ContextVar("listener", default=None)
_within: ContextVar[Limits | None] = ContextVar("within", default=None)


def listener() -> Progress | None:
    """Return what is called with how far a computation is; None where nobody listens."""
    return _listener.get()


def report(stage: str, done: int, total: int) -> None:
    """Describe how far a computation is."""
    progress = _listener.get()
    if progress is not None:
        progress(stage, done, total)


@contextlib.contextmanager
def reporting(progress: Progress | None, limits: Limits | None = None) -> Iterator[None]:
    """Report what runs inside to *progress*, and compile for it within *limits*; None keeps."""
    token = _listener.set(progress or _listener.get())
    within = _within.set(_within.get() if limits is None else limits.for_one_question())
    try:
        yield
    finally:
        _listener.reset(token)
        _within.reset(within)


def seconds_left() -> float | None:
    """Return how long what runs now may take; None where there is no such limit."""
    within = _within.get()
    if within is None or within.seconds is None or within._spent is None:
        return None
    return within.seconds - within._spent.seconds


def quiet_context() -> Context:
    """Return this context for another thread, where nobody listens: reports come from here."""
    context = copy_context()
    context.run(_listener.set, None)
    context.run(_question.set, None)  # whose time is that of a thread
    return context


def reports(function: Function) -> Function:
    """Decorate a function: what it calls reports to its keyword `progress`, within its `limits`."""

    @functools.wraps(function)
    def with_progress(*arguments: Any, **options: Any) -> Any:
        progress, limits = options.get("progress"), options.get("limits")
        if progress is None and limits is None:
            return function(*arguments, **options)
        if limits is not None:
            options["limits"] = limits = limits.for_one_question()
        with reporting(progress, limits):
            return function(*arguments, **options)

    return cast("Function", with_progress)


# WebAssembly has no clock for a thread.
thread_time = getattr(time, "thread_time", time.process_time)

# How far a search may go: positions, seconds, memory.

Looked = TypeVar("Looked")

_FREE_RESERVE = 512_000_000  # bytes that a search leaves to the rest of the machine
_SECONDS_BETWEEN = 0.1
_SOON, _MOST_BETWEEN = 0.005, 63  # seconds from a look to the next, and positions, less one
_LOOK = 1_023  # options between two looks at the limits, less one

PLAIN_POSITIONS = 10_000_000
"""The most positions by rules in Python, where no limit is given."""

MOST_OPTIONS = 1_000_000
"""Options of one state that are looked at one by one, where no limit is given."""

MOST_KEPT = 1_000_000
"""Proofs of who wins that a game keeps from one question to the next, about 200 MB."""

PLAIN_SECONDS = 20.0
"""The longest that rules in Python are computed with, where no limit is given."""


class _Spent:
    """What the searches for one question have used together."""

    def __init__(self, clock: Callable[[], float] | None) -> None:
        self._clock = clock or time.monotonic
        self._start = self._clock()
        self.positions = 0
        self.looked_at = time.monotonic()
        self.computing: float | None = None  # since when; to ask takes longer than small answers

    @property
    def seconds(self) -> float:
        return self._clock() - self._start


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go before it raises `LimitError`.

    Attributes:
        positions: The most positions that one call may look at. By default ten million by rules
            in Python, and by compiled rules as many as the memory holds; these look at the
            limits ten times a second, and may have passed the number by what that brings.
        seconds: The longest that one call may take. By default 20 seconds of the processor by
            rules in Python, if no number of positions is given either, and else as long as it
            takes; `math.inf` has no end. What is being compiled when they are over goes on by
            itself, and is there for the next call; one call of a rule is waited for.
        free_memory: The bytes that have to stay free on the machine: a search takes what else there
            is when it begins, within a fifth, temporaries and compiled code included.

    What is proved of who wins is kept in the game, for up to a million positions (some 200 MB), or
    for twice as many as one question needs; then it is forgotten, before the next new question.
    The compiled search of boards keeps all, some 25 bytes a component.

    >>> Limits(positions=1000).positions
    1000
    """

    positions: int | None = None
    seconds: float | None = None
    free_memory: int = _FREE_RESERVE
    _spent: _Spent | None = field(default=None, repr=False, compare=False)
    _clock: Callable[[], float] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("positions", "seconds", "free_memory"):
            if not isinstance(number := getattr(self, name), Real | None):
                raise TypeError(f"Limits have a number of {name}, found {number!r}.")

    def for_one_question(self) -> Limits:
        """Return the same limits for several searches that answer one question together."""
        return self if self._spent is not None else replace(self, _spent=_Spent(self._clock))

    def anew(self) -> Limits:
        """Return limits with as many positions once more, for what needs no search."""
        spent = 0 if self._spent is None else self._spent.positions
        return self if self.positions is None else replace(self, positions=self.positions + spent)

    def beside(self, given: Limits | None) -> Limits:
        """Return how far one goes on by these with a question that has *given* limits, if any."""
        spent = None if given is None else given._spent
        if given is None or spent is None:
            return self
        positions = spent.positions + (self.positions or 0)
        seconds = spent.seconds + (self.seconds or 0)
        return replace(
            given,
            positions=min(positions, given.positions or positions),
            seconds=min(seconds, seconds if given.seconds is None else given.seconds),
        )


_question: ContextVar[_Spent | None] = ContextVar("question", default=None)


@contextlib.contextmanager
def one_question() -> Iterator[None]:
    """Share the current limits among the searches inside that have none of their own."""
    token = _question.set(_question.get() or _Spent(None))
    try:
        yield
    finally:
        _question.reset(token)


class Watch:
    """Watches one search: stops it at a limit, and reports how far it is.

    Attributes:
        ends: Whether every game of this kind ends, as those of heaps do.
        between: Positions from one look to the next, less one, a power of two less one: many,
            where they take little time.
    """

    def __init__(
        self,
        limits: Limits | None,
        purpose: str | Callable[[], str],
        values: Mapping[Any, Any],
        *,
        ends: bool = False,
    ) -> None:
        self._limits = (limits or Limits(_spent=_question.get())).for_one_question()
        self._purpose = purpose
        self._values = values
        self._ends = ends
        self._counted = 0
        self._tables: tuple[Sized, ...] = ()
        self._looked_at = 0.0
        self.between = 0

    @property
    def positions_left(self) -> float:
        """How many positions may still be looked at by rules in Python."""
        most = self._limits.positions
        return (PLAIN_POSITIONS if most is None else most) - self._spent.positions

    @property
    def _spent(self) -> _Spent:
        assert self._limits._spent is not None  # noqa: S101 - a watch has begun
        return self._limits._spent

    def count(self, count: int) -> None:
        """Record *count* positions since this search began; nothing is stopped."""
        self._spent.positions += count - self._counted
        self._counted = count

    def look(self, count: int, *, plain: bool = True) -> None:
        """Count *count* positions as visited."""
        self.count(count)
        limits = self._limits
        most = limits.positions
        if most is None and plain:
            most = PLAIN_POSITIONS
        if most is not None and self._spent.positions > most:
            self._stop(counted(most, "position"),
                       "a higher limit goes further", count)  # fmt: skip
        if limits.seconds is not None and self._spent.seconds > limits.seconds:
            self._stop_by_time(limits.seconds, count)
        now = time.monotonic()
        is_soon = now - self._looked_at < _SOON
        self._looked_at, self.between = now, min(2 * self.between + 1, _MOST_BETWEEN) * is_soon
        if now - self._spent.looked_at > _SECONDS_BETWEEN:
            self._spent.looked_at = now
            self._check_resources(count, plain=plain)

    @property
    def is_hurried(self) -> bool:
        """Whether seconds are given, so that they bind in every step."""
        return self._limits.seconds is not None

    def again(self) -> None:
        """Look at the limits where no position has been counted since: options are listed."""
        self.look(self._counted)

    def listed(self, options: int) -> None:
        """Count further options of one state, each as a visited position."""
        if self._limits.positions is not None:  # by default only time says how many there may be
            self._spent.positions += options
        self.again()

    def check_resources(self, count: int) -> None:
        """Look at the clock and the memory only, where compiled code counts *count* by itself."""
        limits = self._limits
        if limits.seconds is not None and self._spent.seconds > limits.seconds:
            self._stop_by_time(limits.seconds, count)
        self.require_memory(0, count)

    def _check_resources(self, count: int, *, plain: bool) -> None:
        limits = self._limits
        unlimited = limits.seconds is None and limits.positions is None
        if plain and unlimited:
            now, spent = thread_time(), self._spent
            if now - (spent.computing or now) > PLAIN_SECONDS:
                self._stop_by_time(PLAIN_SECONDS, count)
            spent.computing = spent.computing or now
        self.require_memory(0, count)
        report("positions", count, 0)

    def _stop_by_time(self, seconds: float, count: int) -> None:
        self._stop(f"{seconds:g} second{'s' if seconds != 1 else ''}",
                   "a longer time goes further", count)  # fmt: skip

    def keep(self, *tables: Sized) -> None:
        """Watch dictionaries that a search fills: at once they take twice what they have."""
        self._tables = tables

    def keeping_free(self) -> AbstractContextManager[None]:
        """Make `grundy.runtime.files.require_memory` keep as much free as this search does."""
        return keeping_free(self._limits.free_memory)

    def require_memory(self, needed: int, count: int) -> None:
        """Raise `LimitError` unless *needed* more bytes are free, after *count* positions."""
        free = free_memory()
        needed += sum(map(_next_size, self._tables))
        if free is not None and needed + self._limits.free_memory > free:
            self._stop("what memory is free", "a smaller position needs less", count)

    def _stop(self, limit: str, advice: str, count: int) -> None:
        purpose = self._purpose if isinstance(self._purpose, str) else self._purpose()
        seen = self._spent.positions + count - self._counted
        rest = f" ({counted(seen, 'position')} seen); {advice}, if the game ends at all"
        raise LimitError(
            f"{purpose} is not done within {limit}{rest * (not self._ends)}.", partial=self._values
        )


def _next_size(table: Sized) -> int:
    """Return the bytes of the larger table to which a dictionary moves soon; else 0."""
    # CPython's have 2^k places; when two thirds of them are taken, the next has twice as many.
    filled = len(table) * 25 // 16  # that is 3/2, and what comes between two looks
    is_full_soon = filled.bit_length() > (len(table) * 3 // 2).bit_length()
    return 2 * sys.getsizeof(table) if is_full_soon else 0


def each_looked_at(
    moves: Iterable[Looked], purpose: str, limits: Limits | None, most: int = MOST_OPTIONS
) -> Iterator[tuple[Looked, Limits | None]]:
    """Pass on the moves of a state one by one, as far as the limits allow."""
    within = None if limits is None else limits.for_one_question()
    watch = Watch(within or Limits(positions=most), purpose, {})
    for count, move in enumerate(moves, 1):
        if within is not None or count > most or not count & _LOOK:
            watch.look(count)
        yield move, within
