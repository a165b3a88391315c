"""Claim: what a certificate of a misère quotient says, in arrays, ready to be checked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A monoid, the element of each heap, and the sets that prove the outcomes.

    Attributes:
        generators: int64[g], elements that generate all others.
        action: int64[m, g], the products with each of them; row 0 is the identity's.
        p_portion: int64[...], the elements of P-positions.
        phi: int64[n], the element of each heap from 0 on.
        invariant: For each element the minimal winning sets of its sums, each as a number whose
            bit y says whether y is in the set.
        period: (preperiod, period) of phi, for ever; None where only heaps 0 .. n - 1 are meant.
    """

    generators: npt.NDArray[np.int64]
    action: npt.NDArray[np.int64]
    p_portion: npt.NDArray[np.int64]
    phi: npt.NDArray[np.int64]
    invariant: tuple[tuple[int, tuple[int, ...]], ...]
    period: tuple[int, int] | None = None

    @property
    def order(self) -> int:
        """How many elements the monoid has."""
        return len(self.action)
