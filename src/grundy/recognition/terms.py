"""Terms of a sequence, as people and programs write them.

```text
0 1 2 3 1 4          0, 1, 2, ?, 1          [0, 1, 2, 3]

0 0                  heap,value
1 1                  0,0
2 2                  1,1
```

Lines of two numbers, the first of which goes up by one from line to line, are heaps with values,
as in a b-file; the heaps may have another offset than the game's, so they only say what gaps
there are. What stands after # is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from grundy.errors import CodeError
from grundy.games.state_text import shown
from grundy.heaps.closed_forms import Form, Values, measured
from grundy.heaps.conjectures import repetition, search, search_zeros
from grundy.heaps.periods.period import Period
from grundy.values import as_int_or_none

GAPS = ("?", "_")  # some shells take ? for a pattern of file names
MOST_VALUES = 100_000
LARGEST = 10**9
_SHARE = 4  # of the heaps of a row, values on so many are looked for before the others
_FEWEST = 16  # values that are looked for first


@dataclass(frozen=True)
class Terms:
    """Values of consecutive heaps; which heaps is not known."""

    values: tuple[int | None, ...]

    @cached_property
    def places(self) -> npt.NDArray[np.int64]:
        """The places of values that are no gaps, rising."""
        return np.array([i for i, value in enumerate(self.values) if value is not None], np.int64)

    @property
    def first(self) -> int:
        """The place of the first value that is no gap."""
        return int(self.places[0])

    @cached_property
    def offsets(self) -> npt.NDArray[np.int64]:
        """The places of the values, counted from the first of them."""
        return self.places - self.first

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The values at these places."""
        return np.array([value for value in self.values if value is not None], np.int64)

    @cached_property
    def longest_run(self) -> tuple[int, int]:
        """The first place, and the one after the last, of the longest run without a gap."""
        longest = max(np.split(self.places, np.flatnonzero(np.diff(self.places) > 1) + 1), key=len)
        return int(longest[0]), int(longest[-1]) + 1

    def within(self, heaps: int) -> Terms:
        """Return the values that are looked for in rows of so many heaps.

        The first of them, where there are so many that they may go beyond a row.
        """
        count = len(self.offsets)
        if int(self.offsets[-1]) >= heaps // _SHARE:
            count = max(_FEWEST, int(np.searchsorted(self.offsets, heaps // _SHARE)))
        return self.beginning(int(self.places[:count][-1]) + 1)

    def beginning(self, count: int) -> Terms:
        """Return the first so many values, gaps counted."""
        return Terms(self.values[:count])


def as_terms(values: Iterable[object]) -> Terms:
    """Convert values to terms; None, ? and _ are gaps."""
    if not isinstance(values, Iterable):
        raise CodeError(f"The values are a list of numbers or a text, found {shown(values)}.")
    entries = [_one(value, place) for place, value in enumerate(values, 1)]
    if len(entries) > MOST_VALUES:
        raise CodeError(f"At most {MOST_VALUES:,} values are looked at, found {len(entries):,}.")
    if all(value is None for value in entries):
        raise CodeError("The values are missing; give some, such as 0 1 2 3 1 4, with ? for a gap.")
    return Terms(tuple(entries))


def _one(value: object, place: int) -> int | None:
    if value is None or (isinstance(value, str) and value.strip() in GAPS):
        return None
    number = as_int_or_none(value)
    if number is None or not 0 <= number <= LARGEST:
        raise _no_value(str(value), f"Value {place}", place)
    return number


def _no_value(word: str, place: str, column: int) -> CodeError:
    what = f'{place}: "{shown(word, 40)}" is no natural number up to 10^9'
    such = "write such as 0 1 2 3 1 4, with ? for a gap"
    return CodeError(f"{what}; {such}.", text=word[:40], column=column)


_SEPARATORS = re.compile(r"[\s,;\[\](){}]+")
_NUMBER = re.compile(r"[0-9]{1,18}")
_HEADER = re.compile(r"[A-Za-z][A-Za-z_]*[,;\t ]+[A-Za-z][A-Za-z_]*")
_FEWEST_LINES = 3  # before two numbers a line are taken for heap and value


def read_values(text: str, source: str = "") -> Terms:
    r"""Read values from text."""
    lines = [(number, words) for number, words in enumerate(_lines(text), 1) if words]
    if len(lines) > 1 and _HEADER.fullmatch(" ".join(lines[0][1])):
        lines = lines[1:]
    rows: list[list[int | None]] = []
    for number, words in lines:
        for column, word in enumerate(words, 1):
            if word not in GAPS and not _NUMBER.fullmatch(word):
                where = f"line {number}" if len(lines) > 1 else f"value {column}"
                where = f"{source}, {where}" if source else where.capitalize()
                raise _no_value(word, where, column)
        rows.append([None if word in GAPS else int(word) for word in words])
    return as_terms(_by_heap(rows) or [value for row in rows for value in row])


def _lines(text: str) -> list[list[str]]:
    lines = (line.partition("#")[0] for line in text.removeprefix("\ufeff").splitlines())
    return [[word for word in _SEPARATORS.split(line) if word] for line in lines]


def _by_heap(rows: list[list[int | None]]) -> list[int | None] | None:
    """Return the values of lines with a heap and a value; None where the lines are no such."""
    if len(rows) < _FEWEST_LINES or any(len(row) != 2 or row[0] is None for row in rows):
        return None
    heaps = [row[0] or 0 for row in rows]
    steps = [after - before for before, after in pairwise(heaps)]
    if min(steps) < 1 or heaps[-1] - heaps[0] >= MOST_VALUES or steps.count(1) * 2 < len(steps):
        return None
    values: list[int | None] = [None] * (heaps[-1] - heaps[0] + 1)
    for heap, row in zip(heaps, rows, strict=True):
        values[heap - heaps[0]] = row[1]
    return values


FEWEST = 8
"""Values without a gap below which any formula would fit."""

_SHIFTS = range(5)
_MOST_PASSES = 64  # over gaps that are filled from what fills other gaps
_WORTH = 3.0  # bits of a form of the lost heaps, of which there are many
_MOST_WITH_GAPS = 600  # values with gaps among which a period is looked for


@dataclass(frozen=True)
class FittingForm:
    """A form that all given values have."""

    form: Form
    shift: int
    next_values: tuple[int, ...]
    tested: int

    @property
    def text(self) -> str:
        """The form in words, with the heaps that it speaks about."""
        since = f" for n ≥ {self.form.start:,}" if self.form.start > self.shift else ""
        return self.form.text + since


def fitting_forms(terms: Terms, ahead: int) -> Iterator[FittingForm]:
    """Yield forms of the values: one that says which heap is which, and one that does not."""
    begin, end = terms.longest_run
    if end - begin >= FEWEST:
        for shift in _SHIFTS:
            run = np.zeros(shift + end, np.int64)
            run[shift + begin :] = [value or 0 for value in terms.values[begin:end]]
            form = search(run, first=shift + begin, fewest=FEWEST).holding
            fitting = None if form is None else _fitting(form, terms, shift, ahead)
            if fitting is not None:
                yield fitting
                if not fitting.form.text.startswith("G(n −"):  # a repetition
                    return
    has_gaps = len(terms.places) < len(terms.values)
    if has_gaps and (period := _period_with_gaps(terms)) is not None:
        fitting = _fitting(repetition(period), _filled(terms, period), 0, ahead)
        if fitting is not None:
            yield fitting


def fitting_set(terms: Terms) -> FittingForm | None:
    """Return a form of the heaps with value 0 where chance does it once in eight at most.

    The first value is taken for that of heap 0, which a play ends in, or else for that of heap 1.
    """
    if len(terms.places) < len(terms.values):
        return None
    for shift in range(int(terms.values[0] != 0), 2):
        form = search_zeros(np.concatenate((np.zeros(shift, np.int64), terms.numbers))).holding
        if form is not None and form.bits >= _WORTH:
            return FittingForm(form, shift, (), len(terms.values))
    return None


def _is_closed(form: Form, values: Values) -> bool:
    return np.array_equal(form.predict(values), form.predict(values + 1))


def _fitting(form: Form, terms: Terms, shift: int, ahead: int) -> FittingForm | None:
    """Test a form on all values; those of the gaps, and the next ones, are what it says."""
    heaps = shift + terms.places
    values = np.zeros(shift + len(terms.values) + ahead, np.int64)
    values[heaps] = terms.numbers
    open_ = np.ones(len(values), np.bool_)
    open_[heaps] = open_[:shift] = False
    if open_[: form.start].any() and not _is_closed(form, values):
        return None  # it rests on values that nobody knows
    for _ in range(_MOST_PASSES + ahead):
        prediction = form.predict(values)
        if np.array_equal(prediction[open_], values[open_]):
            break
        values[open_] = prediction[open_]
    else:
        return None
    wrong = heaps[prediction[heaps] != terms.numbers]
    if (wrong >= form.start).any() or values.min() < 0:
        return None
    if form.period is not None and not len(wrong) and _is_closed(form, values):
        form = replace(form, start=shift)  # it was read off a later part
    explained = terms.numbers[heaps >= form.start]
    next_values = tuple(values[shift + len(terms.values) :].tolist())
    return FittingForm(measured(form, explained), shift, next_values, len(explained))


def _period_with_gaps(terms: Terms) -> Period | None:
    """Find the least period that is seen three times, and leaves no value open."""
    before = max(0, len(terms.values) - _MOST_WITH_GAPS)
    late = terms.places >= before
    places, numbers, size = terms.places[late] - before, terms.numbers[late], len(terms.values)
    for period in range(1, (size - before) // 3 + 1):
        order = np.lexsort((places, places % period))
        apart, rises = np.diff(places[order]), np.diff(numbers[order])
        pairs = np.flatnonzero(apart % period == 0)  # each with the next of its kind
        earlier, turns = places[order][pairs], apart[pairs] // period
        last = pairs[np.argmax(earlier)] if len(pairs) else 0
        saltus = int(rises[last] // (apart[last] // period)) if len(pairs) else -1
        wrong = earlier[rises[pairs] != saltus * turns]
        preperiod = int(wrong.max(initial=-1)) + 1
        seen, kinds = earlier >= preperiod, np.unique(places[places >= preperiod] % period)
        enough = 2 * (size - before) >= 3 * preperiod + 6 * period
        if enough and saltus >= 0 and len(kinds) == period and seen.sum() >= 2 * period:
            return Period(before + preperiod, period, saltus, proved=False)
    return None


def _filled(terms: Terms, period: Period) -> Terms:
    values = list(terms.values)
    last = {place % period.period: (place, int(values[place] or 0)) for place in terms.places}
    for place in range(period.preperiod, len(values)):
        if values[place] is None:
            anchor, value = last[place % period.period]
            values[place] = value - (anchor - place) // period.period * period.saltus
    return Terms(tuple(values))
