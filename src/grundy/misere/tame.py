"""Tame games: heaps that are fickle or firm, whose sums are lost as simply as those of Nim.

Under misère play a sum of tame heaps is lost when it is firm and its nim-sum is 0, or fickle and
its nim-sum is 1; it is firm if any heap is. The value of a tame heap is that of normal play:
docs/theory.md 7.6.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from grundy.misere.monoid import Monoid
from grundy.nimbers import mex


class Tame(NamedTuple):
    """What a tame heap is."""

    value: int
    is_firm: bool

    def __add__(self, other: tuple[object, ...]) -> Tame:
        """Return what the sum of two is."""
        assert isinstance(other, Tame)  # noqa: S101 - of one kind only
        return Tame(self.value ^ other.value, self.is_firm or other.is_firm)

    def __str__(self) -> str:
        return f"{'firm' if self.is_firm else 'fickle'} {self.value}"


NOTHING = Tame(0, False)


def tame_sum(parts: Iterable[Tame]) -> Tame:
    """Return what a sum is."""
    return reduce(Tame.__add__, parts, NOTHING)


def classify(options: Iterable[Tame]) -> Tame | None:
    """Return what a heap with these options is; None where it is wild.

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    """
    met = set(options)
    firm = {value for value, is_firm in met if is_firm}
    fickle = {value for value, is_firm in met if not is_firm}
    if not met:
        return NOTHING
    if not firm & {0, 1} and len(fickle) == 1:
        return Tame(1 - min(fickle), False)
    if not fickle:
        return Tame(mex(firm), True)
    both = firm | fickle
    if {0, 1} <= both and (0 in firm or 1 in fickle) and (0 in fickle or 1 in firm):
        return Tame(mex(firm | {0, 1}), True)
    return None


def nim_quotient(greatest: int) -> Monoid:
    """Return the quotient of tame heaps, of which this is the greatest element."""
    order = nim_order(greatest)
    return Monoid(*nim_products(order, np.arange(order)))


def nim_order(greatest: int) -> int:
    """Return how many elements the quotient has whose greatest heap has this element."""
    return greatest + 1 if greatest < 2 else 2 + (1 << (greatest - 2).bit_length())


def nim_products(
    order: int, elements: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """Return the products of all with n elements, int32[order, n], and the P-portion."""
    every = np.arange(order)
    fickle = min(order, 2)
    values, is_firm = np.where(every < fickle, every, every - fickle), every >= fickle
    both = is_firm[:, None] | is_firm[elements]
    table = (values[:, None] ^ values[elements]) + np.where(both, fickle, 0)
    return table.astype(np.int32), values == np.where(is_firm, 0, 1)
