"""What a search for a quotient goes by: bounds, heaps in a monoid, lines of heaps, a judge."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from grundy.errors import BoundError
from grundy.misere.forms import Bits, Elements, Marks, Monoid, packed
from grundy.printable import counted
from grundy.runtime.files import free_memory
from grundy.runtime.limits import Limits, report
from grundy.runtime.threads import Control, watched

# How far a quotient is sought: elements, seconds and memory.


Result = TypeVar("Result")

MOST_ELEMENTS = 20_000
"""The elements of a candidate where no limit is given: a table of them has 1.6 GB."""

MOST_HEAPS = 5_000
"""The heaps of a game in which a period is looked for where nobody says how many."""

UNASKED = Limits(positions=5_000, seconds=5, _clock=time.process_time)
"""How far a quotient is sought where an answer can be had by a search of positions as well.

What two searches have not found is not sought again, so a busy machine must not decide that.
"""


def share(limits: Limits | None) -> Limits | None:
    """Return the same limits with a third of the seconds: a search of positions has the others."""
    if limits is None or limits.seconds is None:
        return limits
    return replace(limits, seconds=limits.seconds / 3)


class Bounds:
    """Looks at the limits while quotients are sought, and reports how far that is."""

    def __init__(self, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        most = limits.positions
        self._most = MOST_ELEMENTS if most is None else most
        self._kept_free = limits.free_memory
        self._seconds = math.inf if limits.seconds is None else limits.seconds
        self._spent = limits.for_one_question()._spent

    def watched(
        self, run: Callable[[Control], Result], *, small: bool, by_function: bool = False
    ) -> Result:
        """Run a kernel; one that takes some time in a thread, so that the limits are looked at."""
        if small and self._seconds == math.inf:
            return run(np.zeros(2, np.int64))
        return watched(run, "sums", 0, self.look, by_function=by_function)

    def look(self, stage: str = "", done: int = 0, total: int = 0) -> None:
        """Stop if time or memory is over, and report."""
        self.require(0, 0)
        if stage:
            report(stage, done, total)

    def require(self, elements: int, bytes_needed: int) -> None:
        """Stop if time is over, or a candidate is too large or needs more memory than is free."""
        if self._spent is not None and self._spent.seconds > self._seconds:
            raise BoundError(f"{self._seconds:g} second{'s' if self._seconds != 1 else ''}")
        if elements > self._most:
            raise BoundError(f"candidates of {counted(self._most, 'element')}")
        free = free_memory()
        if free is not None and bytes_needed + self._kept_free > free:
            raise BoundError("what memory is free")


# What each heap is in a monoid: its element and those of its options; alike heaps are one.

Rows = npt.NDArray[np.int64]
"""int64[k, w]: the options of a heap, each as the heaps that it leaves; 0 fills up a row."""


def padded(options: Iterable[tuple[int, ...]]) -> Rows:
    """Return options as rows."""
    tuples = list(options)
    width = max(map(len, tuples), default=1) or 1
    filled = [option + (0,) * (width - len(option)) for option in tuples]
    return np.array(filled, np.int64).reshape(len(tuples), width)


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A kind of heap: all that decides what it does in a sum."""

    heap: int
    element: int
    options: npt.NDArray[np.intp]
    wins: Marks

    @property
    def key(self) -> tuple[int, bytes]:
        """The same for heaps that are alike."""
        return self.element, self.options.tobytes()


def option_elements(monoid: Monoid, phi: Elements, rows: Rows) -> npt.NDArray[np.intp]:
    """Return the elements of a heap's options, each once, in order."""
    products = phi[rows[:, 0]]
    for column in range(1, rows.shape[1]):
        products = monoid.table[products, phi[rows[:, column]]]
    present = np.zeros(monoid.order, bool)
    present[products] = True
    return np.flatnonzero(present)


def records(monoid: Monoid, phi: Elements, options: Mapping[int, Rows]) -> list[Record]:
    """Return the kinds among some heaps with moves, the smallest heap of each, in order."""
    kinds: dict[tuple[int, bytes], Record] = {}
    for heap, rows in options.items():
        elements = option_elements(monoid, phi, rows)
        key = int(phi[heap]), elements.tobytes()
        if key not in kinds:
            kinds[key] = Record(heap, key[0], elements, monoid.wins(elements))
    return list(kinds.values())


def has_move_to_p(
    monoid: Monoid, phi: Elements, options: Mapping[int, Rows], heaps: Iterable[int]
) -> bool:
    """Return whether a sum has an option whose element is in the P-portion."""
    sum_ = list(heaps)
    for heap in set(sum_):
        rest = list(sum_)
        rest.remove(heap)
        left = monoid.product(int(phi[other]) for other in rest)
        elements = option_elements(monoid, phi, options[heap])
        if monoid.p_portion[monoid.table[left, elements]].any():
            return True
    return False


class Repetition:
    """Follows the elements of heaps 0, 1, …, until they are proved to be periodic."""

    def __init__(self, last: int, most: int) -> None:
        self._last, self._most = last, most
        self._count = 0
        self._starts = np.zeros(64, np.int64)  # for each period the first heap that it holds from

    def restart(self) -> None:
        """Forget the elements, where the quotient has grown and each may be another."""
        self._count = 0
        self._starts[:] = 0

    def extended(self, phi: Elements) -> tuple[int, int] | None:
        """Return (preperiod, period), the least period proved by these heaps, or None."""
        while len(self._starts) <= len(phi):
            self._starts = np.concatenate([self._starts, np.zeros_like(self._starts)])
        for heap in range(self._count, len(phi)):
            periods = np.flatnonzero(phi[:heap][::-1] != phi[heap]) + 1
            self._starts[periods] = heap - periods + 1
        self._count = len(phi)
        periods = np.arange(1, len(phi))
        starts = self._starts[1 : len(phi)]
        needed = self._most * (np.maximum(starts, 1) + periods) + self._last - self._most + 1
        proved = np.flatnonzero(needed <= len(phi))
        if not len(proved):
            return None
        return int(starts[proved[0]]), int(periods[proved[0]])


# The heaps of one game, or of several by turns, until they are enough or proved to repeat.

Reach = tuple[int, int]
"""Of a code: the last place with a digit, and the most heaps that a move leaves."""


@dataclass(frozen=True, slots=True)
class Line:
    """The heaps 0, 1, 2, … of one game."""

    options: Callable[[int], Rows]
    stop: int
    reach: Reach | None = None
    part: str = "heap"
    text: str = ""


class Lines:
    """The heaps of some games under one numbering: in the order in which they are taken in."""

    def __init__(self, lines: Sequence[Line], done: int = 1) -> None:
        self._lines = tuple(lines)
        self._rows = [np.zeros((0, 1), np.int64)]
        # for each game those of its heaps that are done
        self.numbers = [np.zeros(1, np.int64) for _ in lines]
        self._watches = [None if line.reach is None else Repetition(*line.reach) for line in lines]
        self.repetitions: list[tuple[int, int] | None] = [None for _ in lines]
        self._turn = 0
        for _ in range(1, done):
            self.options(len(self._rows))
            self.advance(grown=False)

    @property
    def by_functions(self) -> bool:
        """Whether the options of a game come from a function rather than from a finite code."""
        return any(line.reach is None for line in self._lines)

    @property
    def total(self) -> int:
        """How many heaps there are at most."""
        return 1 + sum(max(0, line.stop - 1) for line in self._lines)

    def options(self, number: int) -> Rows:
        """Return the options of a heap by its number, as numbers; of the next heap too."""
        if number == len(self._rows):
            numbers = self.numbers[self._turn]
            self._rows.append(numbers[self._lines[self._turn].options(len(numbers))])
        return self._rows[number]

    def has(self, number: int) -> bool:
        """Whether the options of a heap have been listed."""
        return number < len(self._rows)

    def goes_on(self, phi: Elements) -> bool:
        """Choose the game whose next heap is taken in; return whether there is one."""
        for place, watch in enumerate(self._watches):
            if watch is not None:
                self.repetitions[place] = watch.extended(phi[self.numbers[place]])
        left = [
            (len(numbers), place)
            for place, numbers in enumerate(self.numbers)
            if len(numbers) < self._lines[place].stop and self.repetitions[place] is None
        ]
        self._turn = min(left)[1] if left else self._turn
        return bool(left)

    def advance(self, *, grown: bool) -> None:
        """Mark the next heap as done."""
        number = len(self._rows) - 1
        self.numbers[self._turn] = np.append(self.numbers[self._turn], number)
        if grown:
            for watch in self._watches:
                if watch is not None:
                    watch.restart()

    @property
    def done(self) -> str:
        """Describe the progress of each game."""
        return " and ".join(
            f"{line.text} up to {line.part} {len(numbers) - 1:,}"
            if line.text else f"{line.part}s up to {len(numbers) - 1:,}"
            for line, numbers in zip(self._lines, self.numbers, strict=True)
        )  # fmt: skip

    @property
    def following(self) -> str:
        """Name the next heap."""
        line = self._lines[self._turn]
        heap = f"{line.part} {len(self.numbers[self._turn]):,}"
        return f"{heap} of {line.text}" if line.text else heap


Sum = tuple[int, ...]
"""Heaps in descending order."""

_FIRST_NODES = 32
_SMALL = 4_000  # elements times kinds of heaps: milliseconds


@dataclass(frozen=True, slots=True, eq=False)
class Invariant:
    """The minimal winning sets of all sums: what proves that none is judged wrongly."""

    elements: npt.NDArray[np.int32]
    wins: Bits

    @classmethod
    def of_nothing(cls) -> Invariant:
        """Return what proves the quotient of a game without a move."""
        return cls(np.zeros(1, np.int32), np.zeros((1, 1), np.uint64))

    def has_inside(self, element: int, wins: Marks) -> bool:
        """Return whether a sum with a move has this element and all its winning set in *wins*."""
        rows = self.wins[self.elements == element]
        beyond = (rows & ~packed(wins)).any(axis=1)
        return bool((~beyond & rows.any(axis=1)).any())


def judge(
    monoid: Monoid, kinds: Sequence[Record], bounds: Bounds, proved: Invariant | None = None
) -> Sum | Invariant:
    """Return the first sum of some kinds of heaps that is judged wrongly, or the proof without one.

    They are added to nothing, or to the sums whose minimal winning sets are *proved*: a set that
    holds another one has no wrong sum that the other has not.
    """
    search = _Search(monoid, kinds, bounds, proved or Invariant.of_nothing())
    wrong = search.run()
    wrong_sums = [wrong] if wrong is not None else []
    wrong_sums += search.moves_from_p_to_p(min(wrong_sums, default=None))
    return min(wrong_sums) if wrong_sums else search.invariant()


class _Search:
    """The arrays of the compiled search, made longer when they are full."""

    def __init__(
        self, monoid: Monoid, kinds: Sequence[Record], bounds: Bounds, proved: Invariant
    ) -> None:
        from grundy.misere.kernels import outcomes

        self._kernels = outcomes
        self._monoid, self._kinds, self._bounds = monoid, kinds, bounds
        self._item_elements = np.array([kind.element for kind in kinds], np.int32)
        self._item_wins = packed(np.array([kind.wins for kind in kinds]))
        count, words = proved.wins.shape
        size = 2 * max(count, _FIRST_NODES)
        self._wins = np.zeros((size, self._item_wins.shape[1]), np.uint64)
        self._elements, self._items, self._parents, self._links = (
            np.zeros(size, np.int32) for _ in range(4)
        )
        self._stack, self._cursors = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self._heads = np.full(monoid.order, -1, np.int32)
        self._state = np.zeros(outcomes.SLOTS, np.int64)
        self._wins[:count, :words], self._elements[:count] = proved.wins, proved.elements
        self._items[:count], self._parents[:count] = len(kinds) - 1, -1
        self._stack[:count] = range(count)
        for node, element in enumerate(proved.elements.tolist()):
            self._links[node], self._heads[element] = self._heads[element], node
        self._state[outcomes.COUNT], self._state[outcomes.DEPTH] = count, count - 1

    def run(self) -> Sum | None:
        """Return the first sum without a move to P that is not in P, or None."""
        small = self._monoid.order * len(self._kinds) < _SMALL
        ended = self._bounds.watched(self._follow, small=small)
        if ended != self._kernels.WRONG:
            return None
        node = int(self._stack[self._state[self._kernels.DEPTH]])
        return (*self._sum(node), self._kinds[self._state[self._kernels.ITEM]].heap)

    def _follow(self, control: Control) -> int:
        while True:
            ended = int(self._kernels.search(
                self._monoid.table, self._monoid.p_portion, self._item_elements, self._item_wins,
                self._elements, self._wins, self._items, self._parents, self._links, self._heads,
                self._stack, self._cursors, self._state, control,
            ))  # fmt: skip
            if ended != self._kernels.FULL:
                return ended
            self._lengthen()

    def _lengthen(self) -> None:
        self._bounds.require(0, 2 * (self._wins.nbytes + 6 * self._elements.nbytes))
        for name in ("_wins", "_elements", "_items", "_parents", "_links", "_stack", "_cursors"):
            array = getattr(self, name)
            setattr(self, name, np.concatenate([array, np.zeros_like(array)]))

    def moves_from_p_to_p(self, before: Sum | None) -> list[Sum]:
        """Return sums in P with a move to P, one for each element met and each kind of heap."""
        count = int(self._state[self._kernels.COUNT])
        elements, nodes = np.unique(self._elements[:count], return_index=True)
        after = self._monoid.table[np.ix_(elements, self._item_elements)]
        wins = np.array([kind.wins for kind in self._kinds])[:, elements].T
        wrong_sums: list[Sum] = []
        for row, item in np.argwhere(self._monoid.p_portion[after] & wins).tolist():
            start = self._sum(int(nodes[row]))
            heap = self._kinds[item].heap
            wrong = tuple(sorted((*start, heap), reverse=True))
            if before is None or wrong < before:
                before = wrong
                wrong_sums.append(wrong)
        return wrong_sums

    def invariant(self) -> Invariant:
        """Return the minimal sets."""
        nodes: list[int] = []
        for head in self._heads.tolist():
            node = head
            while node >= 0:
                nodes.append(node)
                node = int(self._links[node])
        return Invariant(self._elements[nodes], self._wins[nodes])

    def _sum(self, node: int) -> Sum:
        heaps: list[int] = []
        while self._parents[node] >= 0:
            heaps.append(self._kinds[self._items[node]].heap)
            node = int(self._parents[node])
        return tuple(reversed(heaps))
