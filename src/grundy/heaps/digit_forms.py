"""Forms by the digits of n in a base, and by runs whose starts grow by a factor.

The *kernel* of a sequence G in base k are the sequences n -> G(kⁱn + r). Where they are few, G is
automatic: the digits of n lead from one of them to another. Where all are sums of a few of them,
G is regular. Source: J.-P. Allouche and J. Shallit, Automatic Sequences, 2003.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from grundy.heaps.closed_forms import Family, Form, Values, information, plus, surprise
from grundy.heaps.recurrences import Digits

MOST_SEQUENCES = 24
_BASES = (2, 3, 4, 5, 6, 7, 8, 9, 10)
_MOST_SUMMANDS = 6  # sequences of which the others are sums, the constant 1 among them
_GUESSES = 6.0  # bits: there are some sixty bases, beginnings and lengths to look at
_SURE = 24.0  # bits: what fits by chance once in 2^24 is a find; it is tested on other values
_SURE_OF_RUNS = 12.0  # the same for runs, which are few
_SHORTEST = 8  # terms of two sequences that are compared
_LARGEST = 2**16  # factor of a summand
_MOST_BETWEEN = 4  # starts of runs of which each is a multiple of one before
_MOST_EARLY = 7  # runs that may begin as they like

Row = tuple[int, ...]
"""Of each sequence how often it is in a sum; then the constant."""


# The sequences n -> G(scale·n + r), each found as a sum of those before, or kept as a new one.


class _Kernel:
    """The different sequences of a kernel, and how the next digit leads from each to others."""

    def __init__(self, values: Values, each: float, base: int, least: int, most: int) -> None:
        self.base, self.least, self._most = base, least, most
        self.bound = base * max(least, 1)  # n below it have no digit to take off
        self._values, self._each = values, each
        self.places = [(1, 0)]  # scale and remainder of each sequence
        self.rows: list[list[Row]] = []  # of each sequence, for each digit
        self._dependent_terms: list[Values] = []  # the terms of those that are others
        self.bits = 0.0  # how little chance would do what was seen

    def is_whole(self, summed: Summed) -> bool:
        """Find what each sequence is after each digit; False where the values say too little."""
        while len(self.rows) < len(self.places):
            scale, r = self.places[len(self.rows)]
            row: list[Row] = []
            for digit in range(self.base):
                coefficients = self._after(scale * self.base, scale * digit + r, summed)
                if coefficients is None:
                    return False
                row.append(coefficients)
            self.rows.append(row)
        enough = self.bits >= _SURE + _GUESSES and len(self.places) > 1 - (summed is _as_sum)
        is_clear = _is_one if summed is _as_one else _is_one_sum
        return enough and all(is_clear(self, terms) for terms in self._dependent_terms)

    def _after(self, scale: int, r: int, summed: Summed) -> Row | None:
        terms = self._values[r::scale]
        coefficients = summed(self, terms)
        if coefficients is not None:
            free = math.log2(len(self.places)) if summed is _as_one else _length(coefficients)
            self.bits += (len(terms) - self.least) * self._each - free
            self._dependent_terms.append(terms)
            return coefficients
        is_short = len(terms) <= max(self.least + _SHORTEST, self.bound)
        if is_short or len(self.places) == self._most:
            return None
        self.places.append((scale, r))
        return (*[0] * (len(self.places) - 1), 1, 0)

    def compared(self, terms: Values) -> tuple[list[Values], Values] | None:
        """Return the sequences and some terms from `least` on, equally long; None for too few."""
        sequences = [*self.sequences()]
        length = min(len(terms), *map(len, sequences))
        if length < self.least + _SHORTEST:
            return None
        return [one[self.least : length] for one in sequences], terms[self.least : length]

    def sequences(self) -> Iterator[Values]:
        """Yield the terms of each sequence."""
        return (self._values[r::scale] for scale, r in self.places)

    def form(self) -> Form:
        """Return the form, which reads all values off the first few."""
        steps = tuple(map(self._step, range(self.base)))
        digits = Digits(self.base, self.bound, tuple(self.places), steps)
        says = information(self._values) - self.bits + _GUESSES
        reads = self.base * self.bound * max(scale for scale, _ in self.places)
        return Form(self._text(), digits.predict, says=says, reads=reads, recurrence=digits)

    def _step(self, digit: int) -> npt.NDArray[np.int64]:
        """Return how one digit leads from all sequences to all; the last place is that of 1."""
        size = len(self.places)
        step = np.zeros((size + 1, size + 1), np.int64)
        step[size, size] = 1
        for number, row in enumerate(self.rows):
            *factors, constant = row[digit]
            step[number, : len(factors)] = factors
            step[number, size] = constant
        return step

    def _text(self) -> str:
        rules = []
        for (scale, r), row in zip(self.places, self.rows, strict=True):
            for digit, factors in enumerate(row):
                left = _at(scale * self.base, scale * digit + r)
                right = self._sum(factors)
                if left != right:
                    rules.append(f"{left} = {right}")
        since = f" for n ≥ {self.least}" if self.least else ""
        return f"what the digits of n in base {self.base} say: {', '.join(rules)}{since}"

    def _sum(self, row: Row) -> str:
        *factors, constant = row
        terms = [
            f"{'+' if factor > 0 else '−'} {'' if abs(factor) == 1 else abs(factor)}{_at(*place)}"
            for factor, place in zip(factors, self.places, strict=False)
            if factor
        ]
        return " ".join(terms).removeprefix("+ ") + plus(constant) if terms else str(constant)


Summed = Callable[[_Kernel, Values], Row | None]
"""Finds terms among the sequences of a kernel, as one of them or as a sum of some."""


def _length(row: Row) -> float:
    """Return the bits that it takes to say a sum: of one sequence at most, or of any."""
    *factors, constant = row
    few = sum(map(abs, factors)) <= 1
    sizes = [constant] if few else row
    each = sum(2 * math.log2(1 + abs(size)) for size in sizes)
    return each + (math.log2(2 * len(factors) + 1) if few else len(row))


def _at(scale: int, r: int) -> str:
    return f"G({'' if scale == 1 else scale}n{plus(r)})"


def _as_one(kernel: _Kernel, terms: Values) -> Row | None:
    """Return the first sequence that these terms are."""
    compared = kernel.compared(terms)
    if compared is None:
        return None
    sequences, target = compared
    some = target[:_SHORTEST].tolist()
    for number, one in enumerate(sequences):
        if one[:_SHORTEST].tolist() == some and np.array_equal(one, target):
            return (*[0] * number, 1, *[0] * (len(sequences) - number))
    return None


def _is_one(kernel: _Kernel, terms: Values) -> bool:
    """Whether these terms tell the sequence that they are from all others."""
    rest = terms[kernel.least :]
    sequences = (one[kernel.least :] for one in kernel.sequences())
    return sum(np.array_equal(one[: len(rest)], rest[: len(one)]) for one in sequences) == 1


def _is_one_sum(kernel: _Kernel, terms: Values) -> bool:
    """Whether no other sum of the sequences has these terms."""
    compared = kernel.compared(terms)
    columns = np.stack([np.ones_like(compared[1]), *compared[0]]) if compared else np.zeros((1, 1))
    return int(np.linalg.matrix_rank(columns)) == len(kernel.places) + 1


def _as_sum(kernel: _Kernel, terms: Values) -> Row | None:
    """Return integers by which these terms are a sum, where more terms bear them out."""
    compared = kernel.compared(terms)
    if compared is None:
        return None
    sequences, target = compared
    steps = [(one[1:4] - one[:3]).tolist() for one in (*sequences, target)]
    for factor, number in itertools.product((0, 1, -1), range(len(sequences))):
        if [factor * step for step in steps[number]] != steps[-1]:
            continue
        rest = target - factor * sequences[number]
        if (rest == rest[0]).all():  # a constant, or one sequence and a constant
            return (*[0] * number, factor, *[0] * (len(sequences) - number - 1), int(rest[0]))
    if len(target) < len(sequences) + 1 + _SHORTEST:
        return None
    columns = np.stack([*sequences, np.ones_like(target)], axis=1)
    few = len(sequences) + 1 + _SHORTEST
    guess, *_ = np.linalg.lstsq(columns[:few].astype(float), target[:few].astype(float), rcond=None)
    whole = np.rint(np.clip(guess, -_LARGEST, _LARGEST)).astype(np.int64)
    return tuple(whole.tolist()) if np.array_equal(columns @ whole, target) else None


def automatic(
    values: Values, start: int, most: int = MOST_SEQUENCES, summed: Summed = _as_one
) -> Iterator[Form]:
    """Propose that few sequences n -> G(kⁱn + r) are different, for k = 2, 3, …."""
    each = surprise(values)
    for base in _BASES:
        for least in range(start, 3):
            kernel = _Kernel(values, each, base, least, most)
            if kernel.is_whole(summed):
                yield kernel.form()
                break


def regular(values: Values, start: int) -> Iterator[Form]:
    """Propose that the sequences n -> G(kⁱn + r) are sums of few of them, for k = 2, 3, …."""
    return automatic(values, start, _MOST_SUMMANDS, _as_sum)


@dataclass(frozen=True, slots=True)
class Runs:
    """Each start is *factor* times that of some runs before, and *more* in turn."""

    starts: list[int]
    values: list[int]
    factor: int
    more: tuple[int, ...]
    turn: int
    added: int

    def predict(self, values: Values) -> Values:
        """Return the values of all heaps, by the first runs."""
        starts, run_values = list(self.starts), list(self.values)
        for more in itertools.cycle(self.more):
            if starts[-1] >= len(values):
                break
            starts.append(self.factor * starts[-len(self.more)] + more)
            run_values.append(run_values[-self.turn] + self.added)
        at = np.searchsorted(starts, np.arange(len(values)), "right") - 1
        predictions: Values = np.array(run_values)[at]
        return predictions

    def text(self, shown: Values) -> str:
        """Return the first runs and the rule; *shown* are the values seen."""
        begins = np.flatnonzero(np.diff(shown, prepend=shown[:1] - 1))[: len(self.starts) + 2]
        runs = ", ".join(f"{shown[at]} from {at}" for at in begins.tolist())
        count = len(self.more)
        before = "the last one" if count == 1 else f"that of {count} runs before"
        start = f"each start is {self.factor} times {before}"
        if len(set(self.more)) == 1:
            start += plus(self.more[0])
        else:
            start += f" and {', '.join(map(str, self.more)).replace('-', '−')} more in turn"
        value = f"that of {self.turn} runs before" if self.turn > 1 else "the last one"
        return f"{runs}, …: {start}, and each value is {value}{plus(self.added)}"


def runs(values: Values, start: int) -> Iterator[Form]:
    """Propose that each run of one value starts at m times the start of an earlier one, plus c."""
    begins = np.flatnonzero(np.diff(values, prepend=values[:1] - 1))
    for first in range(start, start + _MOST_EARLY):
        run_values = values[begins[first:]]
        turn = next((q for q in range(1, len(run_values) // 2 + 1) if _turns(run_values, q)), 0)
        for between in range(1, _MOST_BETWEEN + 1) if turn else ():
            growth = _growth(begins[first:], between)
            if growth is not None:
                starts = begins[: first + max(between, turn)]
                m, more, bits = growth
                more = tuple(np.roll(more, first + between - len(starts)).tolist())
                added = int(run_values[turn] - run_values[0])
                runs = Runs(starts.tolist(), values[starts].tolist(), m, more, turn, added)
                says, reads = information(values) - bits, int(starts[-1])
                text = runs.text(values)
                yield Form(text, runs.predict, says=says, reads=reads, recurrence=runs)
                return


def _turns(run_values: Values, q: int) -> bool:
    steps = run_values[q:] - run_values[:-q]
    return bool((steps == steps[0]).all())


def _growth(starts: Values, between: int) -> tuple[int, tuple[int, ...], float] | None:
    """Return m and c with start = m·(the start so many before) + c in turn, and how sure it is."""
    earlier, later = starts[:-between], starts[between:]
    for turn in (1, between):  # one c for all, or one after the other
        if len(later) <= turn + 1:
            continue
        m, rest = divmod(int(later[turn] - later[0]), int(earlier[turn] - earlier[0]))
        more = later - m * earlier
        bits = float(np.log2(later[turn + 1 :]).sum()) - _GUESSES
        is_sure = not rest and m > 1 and bits >= _SURE_OF_RUNS
        if is_sure and np.array_equal(more[turn:], more[:-turn]):
            return m, tuple(np.resize(more[:turn], between).tolist()), bits
    return None


FAMILIES = (automatic, regular)


def of_set(family: Family) -> Family:
    """Return the family for a set that is given by 1 for its members and 0 for others."""

    def proposed(members: Values, start: int) -> Iterator[Form]:
        for form in family(members, start):
            text = form.text.replace("G(", "P(")
            yield replace(form, text=f"the heaps n with P(n) = 1, where P is {text}")

    return proposed
