"""Quotient: what every misère quotient says of itself, whatever its sums are made of."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from grundy.misere.presentation import Presentation, presentation
from grundy.misere.solve import Solution
from grundy.values import Outcome


class Quotient:
    """The misère quotient of some sums, which are elements of a finite monoid.

    Two sums are one element when no third sum beside them makes one a win and the other a loss.
    Elements are numbers; 0 is the identity, that of the empty sum.

    Attributes:
        solution: The quotient and what proves it, in arrays.
    """

    solution: Solution

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return self.solution.monoid.order

    @property
    def p_count(self) -> int:
        """How many of them are P-positions."""
        return self.solution.monoid.p_count

    @property
    def table(self) -> npt.NDArray[np.int32]:
        """int32[order, order], the products of the elements."""
        return self.solution.monoid.table

    @property
    def p_portion(self) -> frozenset[int]:
        """The elements of P-positions."""
        return frozenset(np.flatnonzero(self.solution.monoid.p_portion).tolist())

    def outcome_of(self, element: int) -> Outcome:
        """Say who wins the sums that are this element."""
        return Outcome.P if self.solution.monoid.p_portion[element] else Outcome.N

    @cached_property
    def _presentation(self) -> Presentation:
        return presentation(self.solution.monoid, self.solution.phi.tolist())

    def presentation(self) -> Presentation:
        """Return the quotient by generators and relations.

        >>> from grundy import TakeAndBreak
        >>> print(TakeAndBreak("0.75").misere_quotient().presentation())
        ⟨a, b, c | a² = 1, bc = ab, c² = b², b³ = b⟩
        """
        return self._presentation
