"""The families that values are looked for among: positions of a game that one number tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from grundy.heaps.closed_forms import Form, Values, measured
from grundy.heaps.conjectures import repetition, search, search_zeros
from grundy.heaps.periods.period import Period
from grundy.recognition.terms import Terms


@dataclass(frozen=True, slots=True)
class Family:
    """Positions of one game, one for each number n."""

    game: str
    state: str
    name: str
    first: int
    stop: int
    like: str = ""

    @property
    def text(self) -> str:
        """What the command line takes, with n for the number."""
        return f"{self.game} {self.state}"


def position_text(text: str, number: int) -> str:
    """Put a number for the n of a family's text, which the command line then takes."""
    game, _, state = text.partition(" ")
    return f"{game} {state.replace('n', str(number))}"


# of each game the positions, from which number on, below which, and a game with the same values
_POSITIONS: tuple[tuple[str, str, tuple[tuple[str, int, int, str], ...]], ...] = (
    ("nim-with-a-pass", "Nim with a pass", (("n", 0, 64, ""),)),
    *((f"dudeney({k})", "Dudeney's game", (("n", 0, 64, ""),)) for k in range(2, 10)),
    ("fibonacci-nim", "Fibonacci Nim", (("n", 0, 64, ""),)),
    ("wythoff", "Wythoff's game", (("n,n", 0, 32, ""), ("1,n", 0, 64, ""), ("2,n", 0, 64, ""))),
    ("chocolate", "Chocolate", (("3,n", 1, 64, ""), ("4,n", 1, 64, ""), ("n,n", 1, 41, ""))),
    ("chomp", "Chomp", (("n,n", 1, 41, ""), ("n,n,n", 1, 25, ""), ("n,n,n,n", 1, 15, ""))),
    ("mock-turtles", "Mock Turtles", (("n", 0, 64, ""),)),
    ("ruler", "Ruler", (("n", 1, 64, ""),)),
    ("turning-corners", "Turning Corners", (("n,n", 0, 64, ""), ("2,n", 0, 64, ""))),
    ("cram", "Cram", (("2,n", 1, 19, "{1}"), ("3,n", 1, 12, ""), ("4,n", 1, 9, ""),
                      ("5,n", 1, 7, ""))),
    ("clobber", "Clobber", (("1xn", 1, 32, ""), ("2xn", 1, 14, ""), ("3xn", 1, 8, "{1}"))),
    ("cannibal-clobber", "Cannibal Clobber", (("2xn", 1, 9, "0.1"), ("3xn", 1, 8, "4.3"))),
    ("nogo", "NoGo", (("1xn", 1, 20, ""), ("2xn", 1, 8, ""), ("3xn", 1, 6, ""))),
    ("sprouts", "Sprouts", (("n", 0, 6, ""),)),
    ("brussels-sprouts", "Brussels Sprouts", (("n", 0, 64, "{1}"),)),
    ("grim", "Grim", (("cycle:n", 3, 29, ""), ("wheel:n", 3, 15, ""), ("star:n", 0, 28, "0.75"),
                      ("complete:n", 1, 25, "{1}"))),
    ("node-kayles", "Node Kayles", (
        ("cycle:n", 3, 28, ""), ("wheel:n", 3, 28, ""), ("star:n", 0, 28, ""),
        ("grid:2xn", 1, 17, "{1}"), ("grid:3xn", 1, 9, ""))),
    ("arc-kayles", "Arc Kayles", (("cycle:n", 3, 28, ""), ("wheel:n", 3, 17, ""),
                                  ("complete:n", 1, 17, "{2}"))),
)  # fmt: skip
FAMILIES = tuple(
    Family(game, state, name, first, stop, like)
    for game, name, positions in _POSITIONS  # all of them together take ten seconds of one core
    for state, first, stop, like in positions
)


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
    if len(terms.places) < len(terms.values):
        period = _period_with_gaps(terms)
        if period is not None:
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
