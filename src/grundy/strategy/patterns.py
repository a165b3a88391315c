"""What is seen in a table of two numbers: xor of parts, diagonals, Beatty pairs, periods.

What fits all cells of a table is a conjecture and no more; it says on which cells it was tested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from grundy.heaps.closed_forms import claim, evidence, information, length
from grundy.heaps.conjectures import search
from grundy.heaps.periods.period import observe
from grundy.heaps.set_forms import Quadratic, as_factor, fitting, read_off
from grundy.nimbers import nim_product

VALUES = "G(a, b)"
ZEROS = "the set of P-positions"

_FEWEST = 8  # rows and columns below which too much would fit
_FEWEST_OF_PERIODS = 10  # the same, for the periods of single rows
_FEWEST_PAIRS = 8
_MOST_ROWS = 6  # whose periods are listed one by one
_EARLY = 3  # of numbers of which so many times the last is seen it is said that they end there
_LONGEST = 16  # the longest period that is described by its remainders
_ALONE = " alone: "
_EXPLAINED = 3 / 4  # of the cells; at most one in four is read off: a row and a column, or a turn

Cells = npt.NDArray[np.int64]


class Seen(NamedTuple):
    """What is seen, of how many rows or columns it is read off, and an expression in Python."""

    text: str
    reads: float
    code: str = ""


_OF_A_LIST = 2.0  # rows that show that there is a function of parts, whose values are listed


@dataclass(frozen=True, slots=True)
class Pattern:
    """One sentence about the cells of a table, tested on all of them and not proved.

    Chance fits these cells at most once in 2 to the *bits*. The *code* is an expression of a and b
    for the value, or for whether a position is lost; "" where there is none.
    """

    about: str
    text: str
    tested: str
    bits: float
    code: str = ""

    @property
    def is_lost(self) -> bool:
        """Whether it says which positions are lost, and nothing of values."""
        return self.about == ZEROS

    def __str__(self) -> str:
        """Return the sentence."""
        return claim(self.about, self.text, f", for {self.tested}", self.bits)


def patterns(cells: Sequence[Sequence[Any]], *, outcomes: bool) -> tuple[Pattern, ...]:
    """Return what is seen in a table whose rows and columns are 0, 1, 2, …."""
    values: Cells = np.array(cells, np.int64)
    if values.ndim != 2 or min(values.shape) < _FEWEST:
        return ()
    columns = f"b ≤ {values.shape[1] - 1:,}"
    everything = f"a ≤ {values.shape[0] - 1:,} and {columns}"

    def first_of(
        about: str, cells: Cells, looks: Sequence[Look], share: float = 1
    ) -> Iterator[Pattern]:
        for seen in [guess for look in looks if (guess := look(cells)) is not None][:1]:
            explained, times = share * information(cells.ravel()), min(cells.shape) / seen.reads
            bits = evidence(explained, length(seen.text), times)
            yield Pattern(about, seen.text, everything, bits, seen.code)

    patterns: list[Pattern] = []
    if not outcomes:
        patterns += first_of(VALUES, values, _OF_VALUES, _EXPLAINED)
    if not patterns:
        patterns += first_of(ZEROS, (values == 0).astype(np.int64), _OF_ZEROS)
        if not outcomes and min(values.shape) >= _FEWEST_OF_PERIODS:
            patterns += [Pattern(row, text, columns, bits) for row, text, bits in _periods(values)]
    return tuple(patterns)


# ---- values ---------------------------------------------------------------------------------


def _one_value(values: Cells) -> Seen | None:
    text = str(values[0, 0])
    return Seen(text, 1, text) if (values == values[0, 0]).all() else None


def _xor_of_parts(values: Cells) -> Seen | None:
    of_a, of_b = values[:, 0] ^ values[0, 0], values[0]
    if not (values == of_a[:, None] ^ of_b).all():
        return None
    if (of_a == 0).all():
        return _function(of_b, "b")
    if (of_b == 0).all():
        return _function(of_a, "a")
    return _joined(of_a, of_b, "xor", "({}) ^ ({})")


def _product_of_parts(values: Cells) -> Seen | None:
    """Propose a nim-product, as the tartan theorem has it: a cell of 1 shows both factors."""
    ones = np.argwhere(values == 1)
    if not len(ones) or values.min() < 0:
        return None
    of_a, of_b = values[:, ones[0][1]], values[ones[0][0]]
    if not (values == nim_product(of_a[:, None], of_b)).all():
        return None
    seen = _joined(of_a, of_b, "⊗", "nim_times({}, {})")
    return seen._replace(text=f"{seen.text} (nim-product)")


def _joined(of_a: Cells, of_b: Cells, sign: str, code: str) -> Seen:
    a, b = _function(of_a, "a"), _function(of_b, "b")
    both = min(len(of_a), len(of_b))
    text = f"{_inside(a.text)} {sign} {_inside(b.text)}"
    if _ALONE in a.text and _ALONE in b.text and (of_a[:both] == of_b[:both]).all():
        text = f"f(a) {sign} f(b) with f = {_first(of_a)}"
    code = code.format(a.code, b.code) if a.code and b.code else ""
    return Seen(text, max(a.reads, b.reads), code)


def _inside(text: str) -> str:
    return f"({text})" if " " in text else text


def _function(terms: Cells, name: str, code: str = "") -> Seen:
    """Write a function of one number by its closed form, or by its first values."""
    code = code or name
    if (terms == np.arange(len(terms))).all():
        return Seen(name, 1, code)
    form = search(terms).holding
    if form is not None and form.start == 0 and form.period is not None:
        preperiod, p, saltus = form.period
        more = f" + {saltus} * ({code} // {p})" if saltus else ""
        code = "" if preperiod else f"pick({terms[:p].tolist()}, {code} % {p}){more}"
        alone = name in ("a", "b")
        text = re.sub(r"\bn\b", name, form.text) if alone else f"{form.text} with n = {name}"
        return Seen(text, form.read_off, code)
    return Seen(f"a function of {name}{_ALONE}{_first(terms)}", _OF_A_LIST)


def _first(terms: Cells) -> str:
    return ", ".join(map(str, terms[:12].tolist())) + ", …"


def _of_difference(values: Cells) -> Seen | None:
    guess = _of(lambda a, b: np.abs(np.subtract.outer(a, b)), "|a − b|", "abs(a - b)", values)
    if guess is not None or not (values[1:, 1:] == values[:-1, :-1]).all():
        return guess
    return Seen("a function of a − b alone: it is the same along each diagonal", _OF_A_LIST)


def _of(key: Callable[[Cells, Cells], Cells], name: str, code: str, values: Cells) -> Seen | None:
    a, b = (np.arange(length) for length in values.shape)
    keys = key(a, b)
    terms = np.zeros(int(keys.max()) + 1, np.int64)
    terms[keys.ravel()] = values.ravel()
    return _function(terms, name, code) if (terms[keys] == values).all() else None


def _remainders(values: Cells) -> Seen | None:
    p, q = _period(values, 2), _period(values.T, 2)
    if p is None or q is None:
        return None
    code = f"pick({values[:p, :q].ravel().tolist()}, a % {p} * {q} + b % {q})"
    text = f"a function of a mod {p} and b mod {q} alone: {_turn(values[:p, :q])}"
    return Seen(text, max(p, q), code)


def _turn(block: Cells) -> str:
    rows = [" ".join(map(str, row)) for row in block.tolist()]
    return f"rows {', '.join(rows)}" if block.size <= 2 * _LONGEST else "too large to show here"


def _period(values: Cells, seen: int = 3) -> int | None:
    """Return the least number of rows after which all rows come again, *seen* times at least.

    Both ways twice is enough: three of four cells bear it out.
    """
    for p in range(1, min(_LONGEST, len(values) // seen) + 1):
        if (values[p:] == values[:-p]).all():
            return p
    return None


# ---- P-positions ----------------------------------------------------------------------------


def _zeros_by_remainders(zeros: Cells) -> Seen | None:
    p, q = _period(zeros, 2), _period(zeros.T, 2)
    if p is None or q is None or not zeros.any():
        return None
    pairs = np.argwhere(zeros[:p, :q]).tolist()
    if len(pairs) > _LONGEST:
        return None
    text = f"(a, b) with (a mod {p}, b mod {q}) in {{{', '.join(f'({a}, {b})' for a, b in pairs)}}}"
    code = f"a % {p} * {q} + b % {q} in {[a * q + b for a, b in pairs]}"
    return Seen(text, max(p, q), code)


def _zeros_on_diagonal(zeros: Cells, least: int = 0) -> Seen | None:
    """Propose a few values of a − b or a + b, for cells of which a or b is *least* or more."""
    rows_and_columns = [np.arange(length) for length in zeros.shape]
    far = np.maximum.outer(*rows_and_columns) >= least
    for key, sign in ((np.subtract.outer, "−"), (np.add.outer, "+")):
        keys = key(*rows_and_columns)
        diagonals = np.unique(keys[far & (zeros == 1)])
        few = 0 < len(diagonals) <= _MOST_ROWS and _EARLY * np.abs(diagonals).max() < keys.max()
        if few and (np.isin(keys, diagonals) == zeros)[far].all():
            reads = 1 + max(least, int(np.abs(diagonals).max()))
            code = f"a {'-' if sign == '−' else '+'} b in {diagonals.tolist()}"
            numbers = ", ".join(map(str, diagonals.tolist()))
            return Seen(f"(a, b) with a {sign} b in {{{numbers}}}", reads, code)
    return None


def _zeros_but_near_the_end(zeros: Cells) -> Seen | None:
    """Propose the same but for the four least cells, where misère play may differ."""
    guess = _zeros_on_diagonal(zeros, 2)
    if guess is None:
        return None
    pairs = np.argwhere(zeros[:2, :2]).tolist()
    few = ", ".join(f"({a}, {b})" for a, b in pairs)
    text = f"{guess.text} where a or b is above 1, and {few or 'no others'}"
    early = f"2 * a + b in {[2 * a + b for a, b in pairs]}"
    return Seen(text, guess.reads, f"{guess.code} if max(a, b) > 1 else {early}")


def _zeros_by_either(zeros: Cells) -> Seen | None:
    """Propose that a is in one set or b in another."""
    rows, columns = zeros.min(axis=1), zeros.min(axis=0)
    if not (rows.any() and columns.any()) or not (zeros == rows[:, None] | columns).all():
        return None
    a, b = _of_members(rows, "a"), _of_members(columns, "b")
    if a is None or b is None:
        return None
    text = f"(a, b) with {a.text} or {b.text}"
    return Seen(text, max(a.reads, b.reads), f"{a.code} or {b.code}")


def _of_members(members: Cells, name: str) -> Seen | None:
    indices = np.flatnonzero(members)
    p = _period(members)
    if p is None and _EARLY * indices[-1] >= len(members):
        return None
    number = name if p is None else f"{name} mod {p}"
    numbers = (indices if p is None else indices[indices < p]).tolist()
    code = f"{number.replace('mod', '%')} in {numbers}"
    reads = p or 1 + float(indices[-1])
    return Seen(f"{number} in {{{', '.join(map(str, numbers))}}}", reads, code)


def _beatty_pairs(zeros: Cells) -> Seen | None:
    """Propose (⌊k·α⌋, ⌊k·β⌋), with its mirror images where the table is symmetric about them."""
    pairs = np.argwhere(zeros)
    lower = pairs[pairs[:, 0] <= pairs[:, 1]]
    mirrored = len(lower) < len(pairs)
    if len(lower) <= _FEWEST_PAIRS or lower[0].any():
        return None
    k = np.arange(1, len(lower))
    for alpha in fitting(k, lower[1:, 0]):
        for beta in fitting(k, lower[1:, 1]):
            if _are_pairs(zeros, alpha, beta, mirrored=mirrored):
                text = f"(⌊k·{as_factor(alpha)}⌋, ⌊k·{as_factor(beta)}⌋) for k = 0, 1, 2, …"
                text += " and these turned round" * mirrored
                reads = (read_off(alpha) * read_off(beta)) ** 0.5  # one shows the other
                ends = "min(a, b), max(a, b)" if mirrored else "a, b"
                return Seen(text, reads, f"is_pair({ends}, {_digits(alpha)}, {_digits(beta)})")
    return None


def _digits(factor: Quadratic) -> str:
    return f"{factor.a}, {factor.b}, {factor.d}, {factor.c}"


def _are_pairs(zeros: Cells, alpha: Quadratic, beta: Quadratic, *, mirrored: bool) -> bool:
    prediction = np.zeros_like(zeros)
    for k in range(max(zeros.shape) + 1):
        for a, b in ((alpha.floor(k), beta.floor(k)), (beta.floor(k), alpha.floor(k))):
            if a < zeros.shape[0] and b < zeros.shape[1] and (mirrored or a <= b):
                prediction[a, b] = 1
    return bool((prediction == zeros).all())


# ---- rows -----------------------------------------------------------------------------------


def _periods(values: Cells) -> Iterator[tuple[str, str, float]]:
    """Yield the periods that are seen in the first rows, until one has none."""
    for a, row in enumerate(values[:_MOST_ROWS]):
        period = observe(row)
        if period is None:
            return
        saltus = f" and saltus {period.saltus}" if period.saltus else ""
        text = f"one of period {period.period}{saltus} from b = {period.preperiod} on"
        reads = period.preperiod + period.period
        bits = evidence(information(row[reads:]), length(text), len(row) / reads)
        yield f"row a = {a}", text, bits


Look = Callable[[Cells], Seen | None]
_BOTH, _LEAST, _MOST, _EITHER = (
    partial(_of, np.add.outer, "a + b", "(a + b)"),
    partial(_of, np.minimum.outer, "min(a, b)", ""),
    partial(_of, np.maximum.outer, "max(a, b)", ""),
    partial(_of, np.bitwise_or.outer, "a | b (bitwise or)", "(a | b)"),
)
_OF_VALUES: tuple[Look, ...] = (
    _one_value, _xor_of_parts, _BOTH, _of_difference, _LEAST, _MOST, _EITHER, _remainders,
    _product_of_parts,
)  # fmt: skip
_OF_ZEROS: tuple[Look, ...] = (
    _zeros_on_diagonal, _zeros_by_remainders, _zeros_by_either, _beatty_pairs,
    _zeros_but_near_the_end,
)  # fmt: skip
