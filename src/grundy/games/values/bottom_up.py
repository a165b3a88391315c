"""States that are numbers, or pairs of them, solved from the smallest on.

A search that follows the moves down from a large number has a path as long as the game. Where
play seems to reach all numbers below (or each second one, and so on), their values are found
in their order instead, and nothing waits. What play reaches is seen on a sample, from the top; no
value rests on it, for each is the mex of the options' values. But a state may be looked at that
no play reaches: so what the rules raise there is left to the search to find, or not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from heapq import heappop, heappush
from itertools import filterfalse, islice, pairwise, repeat
from operator import getitem
from typing import Any

from grundy.games.parts import Parts
from grundy.games.state_text import pass_on
from grundy.runtime.limits import Watch
from grundy.values import LOONY, OVER, Value

# What a search of rules knows: values by state, those of pairs of numbers row by row.

Atom = Any
"""A component in canonical form: what values are kept for."""

Rows = dict[int, dict[int, Value]]
"""The values of pairs of numbers: by the first number, and then by the second."""


class Unknown(Exception):  # noqa: N818 - no error: the search goes deeper
    """A state whose value is needed first."""

    def __init__(self, atom: Atom) -> None:
        self.atom = self.option = atom


class KnownValues(dict[Atom, Value]):
    """The values found so far; a state that is missing says so by `Unknown`."""

    of_sum: Callable[[Parts[Any]], Value]

    def __init__(self) -> None:
        super().__init__()
        self.rows: Rows = {}

    def __missing__(self, atom: Atom) -> Value:
        if isinstance(atom, Parts):
            return self.of_sum(atom)
        value = self._in_rows(atom)
        if value is None:
            raise Unknown(atom)
        return value

    def __contains__(self, atom: Atom) -> bool:
        return super().__contains__(atom) or self._in_rows(atom) is not None

    def __bool__(self) -> bool:
        return len(self) > 0 or bool(self.rows)

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self.rows.clear()

    def gather_pairs(self) -> None:
        """Move the values of all pairs of numbers to the rows."""
        pairs = [atom for atom in self if is_pair(atom)]
        for pair in pairs:
            first, second = pair
            self.rows.setdefault(first, {})[second] = self.pop(pair)

    def everything(self) -> Mapping[Atom, Value]:
        """Return all values as one mapping, which follows what comes to be known."""
        return _Everything(self)

    def _in_rows(self, atom: Atom) -> Value | None:
        if not self.rows or not isinstance(atom, tuple) or len(atom) != 2:
            return None
        try:
            return self.rows[atom[0]].get(atom[1])
        except (KeyError, TypeError):  # no such row; or a coordinate that is not hashable
            return None


class _Everything(Mapping[Atom, Value]):
    """The values by state and those in rows, as one mapping."""

    def __init__(self, values: KnownValues) -> None:
        self._values = values

    def __getitem__(self, atom: Atom) -> Value:
        if atom not in self._values:
            raise KeyError(atom)
        return self._values[atom]

    def __iter__(self) -> Iterator[Atom]:
        yield from self._values
        for first, row in self._values.rows.items():
            for second in row:
                yield first, second

    def __len__(self) -> int:
        return len(self._values) + sum(map(len, self._values.rows.values()))


def is_pair(state: object) -> bool:
    """Return whether a state is a tuple of two integers; True and 1.0 are none."""
    return type(state) is tuple and len(state) == 2 and type(state[0]) is type(state[1]) is int


# The way up: states that are numbers, or pairs of them, from the smallest to one that is asked.

_RUN = 64  # equal gaps between numbers that are reached, before the same is expected below
_ROWS_ALIKE = 3  # the same for rows of pairs
# Numbers and rows that only a search from a larger one comes to: rules often end before 0, and
# may be no rules there.
_LEAST, _LEAST_ROW = 64, 4
_STEP = 16  # states between two looks at the limits
_AT_ONCE = 4_096  # options of one state between two looks: it may have any number
_MOST_MET = 1 << 18  # states below; where one has as many options, all below it take too long
_MISSES = 64  # states that the search may help with, besides one in eight
_TUPLE = frozenset({tuple})
_reduce: Any = reduce

Options = Callable[[Any], Iterable[Any]]


@dataclass(frozen=True)
class EvaluationOrder:
    """The states of a way up, in their order."""

    numbers: range
    rows: tuple[Row, Row] | None = None

    @property
    def count(self) -> int:
        """About how many states there are, at most."""
        count = _length(self.numbers)
        if self.rows is None or not count:
            return count
        ends = self.numbers.start, self.numbers.start + (count - 1) * self.numbers.step
        return count * max(_length(self.seconds_of(first)) for first in ends)

    def seconds_of(self, first: int) -> Sequence[int]:
        """Return the second numbers of the pairs with this first one, ascending."""
        if self.rows is None:
            return ()
        upper, lower = self.rows
        if upper.seconds == lower.seconds:
            return lower.seconds
        further = (lower.first - first) // (upper.first - lower.first)
        gap = lower.seconds[1] - lower.seconds[0]
        least = lower.seconds[0] + further * (lower.seconds[0] - upper.seconds[0])
        most = lower.seconds[-1] + further * (lower.seconds[-1] - upper.seconds[-1])
        return range(least if least >= 0 else least % gap, most + 1, gap)


def _length(numbers: Sequence[int]) -> int:
    """Return how many numbers there are; of a range it may be more than len() can say."""
    if isinstance(numbers, range):
        return max(0, -(-(numbers.stop - numbers.start) // numbers.step))
    return len(numbers)


@dataclass(frozen=True)
class Row:
    """All pairs with one first number that play reaches."""

    first: int
    seconds: tuple[int, ...]

    @property
    def gap(self) -> int | None:
        """The gap between neighbours, where all are alike."""
        gaps = {after - before for before, after in pairwise(self.seconds)}
        return gaps.pop() if len(gaps) == 1 else None


def course_to(
    options: Options, root: Any, most: int, look: Callable[[], None] = lambda: None
) -> EvaluationOrder | None:
    """Return an evaluation order ending at a state, or None."""
    if type(root) is int and root >= 0:
        return _course_of_numbers(_downwards(options, root, most, _is_number, look))
    if is_pair(root) and min(root) >= 0:
        return _course_of_pairs(_downwards(options, root, most, is_pair, look))
    return None


def _downwards(
    options: Options, root: Any, most: int, belongs: Callable[[Any], bool], look: Callable[[], None]
) -> Iterator[Any]:
    """Yield the first states that play reaches, in falling order, while moves only lead down."""
    waiting = [_mirrored(root)]
    seen = {root}
    for _ in range(most):
        if not waiting:
            return
        state = _mirrored(heappop(waiting))
        yield state
        below = iter(options(state))
        while some := list(islice(below, _AT_ONCE)):
            look()
            for option in some:
                if not (belongs(option) and option < state) or len(seen) > _MOST_MET:
                    return
                if option not in seen:
                    seen.add(option)
                    heappush(waiting, _mirrored(option))


def _mirrored(state: Any) -> Any:
    return -state if type(state) is int else (-state[0], -state[1])


def _is_number(state: object) -> bool:
    return type(state) is int


def _course_of_numbers(falling: Iterator[int]) -> EvaluationOrder | None:
    before, gap, run = -1, 0, 0
    for number in falling:
        run = run + 1 if before - number == gap else 1
        before, gap = number, before - number
        if run == _RUN:
            return EvaluationOrder(_rising(number, gap, _LEAST))
    return None


def _course_of_pairs(falling: Iterator[tuple[int, int]]) -> EvaluationOrder | None:
    rows: deque[Row] = deque(maxlen=_ROWS_ALIKE)
    first = -1
    seconds: list[int] = []
    for a, b in falling:
        if a != first and seconds:
            rows.append(Row(first, tuple(reversed(seconds))))
            if len(rows) == _ROWS_ALIKE and _are_alike(list(rows)):
                upper, lower = list(rows)[-2:]
                gap = upper.first - lower.first
                return EvaluationOrder(_rising(lower.first, gap, _LEAST_ROW), (upper, lower))
            seconds = []
        first = a
        seconds.append(b)
    return None


def _are_alike(rows: list[Row]) -> bool:
    """Return whether rows are the same, or begin and end as much earlier or later each time."""
    if len({upper.first - lower.first for upper, lower in pairwise(rows)}) > 1:
        return False
    if len({row.seconds for row in rows}) == 1:
        return True
    changes = {
        (upper.seconds[0] - lower.seconds[0], upper.seconds[-1] - lower.seconds[-1])
        for upper, lower in pairwise(rows)
    }
    gaps = {row.gap for row in rows}
    return len(changes) == 1 and len(gaps) == 1 and None not in gaps


def _rising(stop: int, gap: int, least: int) -> range:
    """Return the numbers below *stop* that are a multiple of *gap* away, from *least* on."""
    return range(stop - (stop - least) // gap * gap, stop, gap) if stop > least else range(0)


def mex(values: set[Value]) -> Value:
    """Return the value of a state by those of its options."""
    if OVER in values:
        return LOONY
    value = 0
    while value in values:
        value += 1
    return value


def climb_numbers(
    course: EvaluationOrder,
    options: Options,
    known: KnownValues,
    search: Callable[[Any], None],
    watch: Watch,
) -> None:
    """Find the values along a way up of numbers, as far as the rules bear it."""
    value_of = known.__getitem__
    helper = _Help(search)
    for seen in range(0, len(course.numbers), _STEP):
        some = course.numbers[seen : seen + _STEP]
        fresh = some if known.keys().isdisjoint(some) else [n for n in some if n not in known]
        for number in fresh:
            try:
                below = map(value_of, options(number))
                found = set(islice(below, _AT_ONCE))
                for _ in below:
                    raise _TooMany
            except Exception as error:  # also an option not known, and what the rules raise
                pass_on(error)
                if not helper.finds(number, seen):
                    return
                continue
            value = 0  # as `mex`, without a call for each state
            while value in found:
                value += 1
            known[number] = LOONY if OVER in found else value
        watch.look(seen + len(some))


def climb_pairs(
    course: EvaluationOrder,
    options: Options,
    known: KnownValues,
    search: Callable[[Any], None],
    watch: Watch,
) -> None:
    """Find the values along a way up of pairs, row after row, as far as the rules bear it."""
    known.gather_pairs()
    rows, helper = known.rows, _Help(search)
    seen = 0
    for first in course.numbers:
        row = rows.setdefault(first, {})
        there = set(row)
        looked_up: list[Any] = []
        try:
            for second in filterfalse(there.__contains__, course.seconds_of(first)):
                seen += 1
                if not seen % _STEP:
                    watch.look(seen)
                try:
                    some = list(islice(options((first, second)), _AT_ONCE))
                    if len(some) == _AT_ONCE:
                        raise _TooMany
                    # The same as rows[a][b] for each option (a, b), without a step in Python.
                    found = set(map(_reduce, repeat(getitem), some, repeat(rows)))
                except Exception as error:  # also an option not known, and what the rules raise
                    pass_on(error)
                    if not helper.finds((first, second), seen):
                        return
                    known.gather_pairs()
                    there.add(second)
                    continue
                looked_up += some
                value = 0
                while value in found:
                    value += 1
                row[second] = LOONY if OVER in found else value
        finally:
            # What is no tuple, such as a list [a, b], is no state: for the search to say so.
            tuples = _TUPLE.issuperset(map(type, looked_up))
            if not tuples:
                for second in set(row) - there:
                    del row[second]
        if not tuples:
            return


class _TooMany(Exception):  # noqa: N818 - no error: the search looks at the limits in between
    pass


class _Help:
    """The search, for single states of a way up, while they are few."""

    def __init__(self, search: Callable[[Any], None]) -> None:
        self._search = search
        self._calls = 0

    def finds(self, state: Any, seen: int) -> bool:
        """Search for a state's value; return False to give up."""
        self._calls += 1
        if self._calls > _MISSES + seen // 8:
            return False
        try:
            self._search(state)
        except Exception as error:  # if play reaches this state, the search above raises it again
            pass_on(error)
            return False
        return True
