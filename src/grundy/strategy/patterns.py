"""What is seen in a table of two numbers: xor of parts, diagonals, Beatty pairs, periods.

What fits all cells of a table is a conjecture and no more; it says on which cells it was tested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

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
Seen = tuple[str, float]
"""What is seen, and of how many rows or columns it is read off."""
_OF_A_LIST = 2.0  # rows that show that there is a function of parts, whose values are listed


@dataclass(frozen=True, slots=True)
class Pattern:
    """One sentence about the cells of a table, tested on all of them and not proved.

    Chance fits these cells at most once in 2 to the *bits*.
    """

    about: str
    text: str
    tested: str
    bits: float

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
        for text, reads in [guess for look in looks if (guess := look(cells)) is not None][:1]:
            explained, times = share * information(cells.ravel()), min(cells.shape) / reads
            yield Pattern(about, text, everything, evidence(explained, length(text), times))

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
    return (str(values[0, 0]), 1) if (values == values[0, 0]).all() else None


def _xor_of_parts(values: Cells) -> Seen | None:
    of_a, of_b = values[:, 0] ^ values[0, 0], values[0]
    if not (values == of_a[:, None] ^ of_b).all():
        return None
    if (of_a == 0).all():
        return _function(of_b, "b")
    if (of_b == 0).all():
        return _function(of_a, "a")
    return _joined(of_a, of_b, "xor")


def _product_of_parts(values: Cells) -> Seen | None:
    """Propose a nim-product, as the tartan theorem has it: a cell of 1 shows both factors."""
    ones = np.argwhere(values == 1)
    if not len(ones) or values.min() < 0:
        return None
    of_a, of_b = values[:, ones[0][1]], values[ones[0][0]]
    if not (values == nim_product(of_a[:, None], of_b)).all():
        return None
    text, reads = _joined(of_a, of_b, "⊗")
    return f"{text} (nim-product)", reads


def _joined(of_a: Cells, of_b: Cells, sign: str) -> Seen:
    (a, reads_a), (b, reads_b) = _function(of_a, "a"), _function(of_b, "b")
    both = min(len(of_a), len(of_b))
    text = f"{_inside(a)} {sign} {_inside(b)}"
    if _ALONE in a and _ALONE in b and (of_a[:both] == of_b[:both]).all():
        text = f"f(a) {sign} f(b) with f = {_first(of_a)}"
    return text, max(reads_a, reads_b)


def _inside(text: str) -> str:
    return f"({text})" if " " in text else text


def _function(terms: Cells, name: str) -> Seen:
    """Write a function of one number by its closed form, or by its first values."""
    if (terms == np.arange(len(terms))).all():
        return name, 1
    form = search(terms).holding
    if form is not None and form.start == 0 and form.period is not None:
        if name in ("a", "b"):
            return re.sub(r"\bn\b", name, form.text), form.read_off
        return f"{form.text} with n = {name}", form.read_off
    return f"a function of {name}{_ALONE}{_first(terms)}", _OF_A_LIST


def _first(terms: Cells) -> str:
    return ", ".join(map(str, terms[:12].tolist())) + ", …"


def _of_difference(values: Cells) -> Seen | None:
    guess = _of(lambda a, b: np.abs(np.subtract.outer(a, b)), "|a − b|", values)
    if guess is not None or not (values[1:, 1:] == values[:-1, :-1]).all():
        return guess
    return "a function of a − b alone: it is the same along each diagonal", _OF_A_LIST


def _of(key: Callable[[Cells, Cells], Cells], name: str, values: Cells) -> Seen | None:
    a, b = (np.arange(length) for length in values.shape)
    keys = key(a, b)
    terms = np.zeros(int(keys.max()) + 1, np.int64)
    terms[keys.ravel()] = values.ravel()
    return _function(terms, name) if (terms[keys] == values).all() else None


def _remainders(values: Cells) -> Seen | None:
    p, q = _period(values, 2), _period(values.T, 2)
    if p is None or q is None:
        return None
    return f"a function of a mod {p} and b mod {q} alone: {_turn(values[:p, :q])}", max(p, q)


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
    pairs = [f"({a}, {b})" for a, b in np.argwhere(zeros[:p, :q]).tolist()]
    if len(pairs) > _LONGEST:
        return None
    return f"(a, b) with (a mod {p}, b mod {q}) in {{{', '.join(pairs)}}}", max(p, q)


def _zeros_on_diagonal(zeros: Cells, least: int = 0) -> Seen | None:
    """Propose a few values of a − b or a + b, for cells of which a or b is *least* or more."""
    rows_and_columns = [np.arange(length) for length in zeros.shape]
    far = np.maximum.outer(*rows_and_columns) >= least
    for key, text in (
        (np.subtract.outer, "(a, b) with a − b in {{{}}}"),
        (np.add.outer, "(a, b) with a + b in {{{}}}"),
    ):
        keys = key(*rows_and_columns)
        diagonals = np.unique(keys[far & (zeros == 1)])
        few = 0 < len(diagonals) <= _MOST_ROWS and _EARLY * np.abs(diagonals).max() < keys.max()
        if few and (np.isin(keys, diagonals) == zeros)[far].all():
            reads = 1 + max(least, int(np.abs(diagonals).max()))
            return text.format(", ".join(map(str, diagonals.tolist()))), reads
    return None


def _zeros_but_near_the_end(zeros: Cells) -> Seen | None:
    """Propose the same but for the four least cells, where misère play may differ."""
    guess = _zeros_on_diagonal(zeros, 2)
    few = ", ".join(f"({a}, {b})" for a, b in np.argwhere(zeros[:2, :2]).tolist())
    return guess and (f"{guess[0]} where a or b is above 1, and {few or 'no others'}", guess[1])


def _zeros_by_either(zeros: Cells) -> Seen | None:
    """Propose that a is in one set or b in another."""
    rows, columns = zeros.min(axis=1), zeros.min(axis=0)
    if not (rows.any() and columns.any()) or not (zeros == rows[:, None] | columns).all():
        return None
    a, b = _of_members(rows, "a"), _of_members(columns, "b")
    return (f"(a, b) with {a[0]} or {b[0]}", max(a[1], b[1])) if a and b else None


def _of_members(members: Cells, name: str) -> Seen | None:
    indices = np.flatnonzero(members)
    p = _period(members)
    if p is None and _EARLY * indices[-1] >= len(members):
        return None
    if p is None:
        return f"{name} in {{{', '.join(map(str, indices.tolist()))}}}", 1 + float(indices[-1])
    return f"{name} mod {p} in {{{', '.join(map(str, indices[indices < p].tolist()))}}}", p


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
                return text, (read_off(alpha) * read_off(beta)) ** 0.5  # each tells the other
    return None


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
_OF_VALUES: tuple[Look, ...] = (
    _one_value, _xor_of_parts, partial(_of, np.add.outer, "a + b"), _of_difference,
    partial(_of, np.minimum.outer, "min(a, b)"), partial(_of, np.maximum.outer, "max(a, b)"),
    partial(_of, np.bitwise_or.outer, "a | b (bitwise or)"), _remainders, _product_of_parts,
)  # fmt: skip
_OF_ZEROS: tuple[Look, ...] = (
    _zeros_on_diagonal, _zeros_by_remainders, _zeros_by_either, _beatty_pairs,
    _zeros_but_near_the_end,
)  # fmt: skip
