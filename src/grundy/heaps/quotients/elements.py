"""The elements of heaps in a misère quotient, and what books call them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError
from grundy.games.joint_misere import IN_KERNEL, because, name
from grundy.games.protocols import Justification
from grundy.heaps.numbers import HeapRules, require_heap, short
from grundy.heaps.periods.period import Period, Proof
from grundy.heaps.quotients.tame import tame_heaps
from grundy.misere.forms import Kernel, Tame, kernel, tame_sum
from grundy.misere.growth import Solution
from grundy.misere.quotient import Quotient
from grundy.printable import counted

THEOREM = "the repetition of elements"


@dataclass(frozen=True, eq=False)
class ElementsOfHeaps(Quotient):
    """A misère quotient of a heap game, and the elements of its heaps."""

    ruleset: HeapRules
    solution: Solution

    @property
    def stop(self) -> int:
        """How many heaps the quotient was computed for: 0 .. stop - 1."""
        return len(self.solution.phi)

    @cached_property
    def period(self) -> Period | None:
        """The period of the elements of heaps, proved for all of them; None where none is."""
        repetition = self.solution.repetition
        if repetition is None:
            return None
        return Period(*repetition, saltus=0, proved=True, proof=Proof(THEOREM, self.stop))

    @cached_property
    def first_wild(self) -> int | None:
        """The first heap that is wild; None while all heaps computed are tame.

        The quotient of tame heaps is that of a game of Nim.
        """
        tame = tame_heaps(self.ruleset, self.stop)
        return len(tame) if tame.ended else None

    @cached_property
    def names(self) -> ElementNames:
        """What the elements are called, and the least sum of each."""
        return ElementNames(self)

    @cached_property
    def kernel(self) -> Kernel:
        """The least ideal, and whether misère play in it is normal play."""
        values = self.ruleset.values(self.stop).tolist()
        return kernel(self.solution.monoid, self.solution.phi.tolist(), values)

    def phi(self, heap: SupportsIndex) -> int:
        """Return the element of one heap; of any size where a period is proved.

        Raises:
            LimitError: If the heap is larger than those that the quotient is proved for.

        >>> from grundy import TakeAndBreak
        >>> TakeAndBreak("0.77").misere_quotient().phi(10**200)
        9
        """
        size = require_heap(heap)
        if self.period is not None:
            size = self.period.reduce(size)[0]
        elif size >= self.stop:
            raise LimitError(
                f"The misère quotient of {self.ruleset.text} is proved for heaps up to "
                f"{self.stop - 1:,} only, and says nothing of a heap of {short(size)}."
            )
        return int(self.solution.phi[size])

    def covers(self, heap: int) -> bool:
        """Return whether the quotient is proved for a heap."""
        return self.period is not None or heap < self.stop

    def elements(self, heaps: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Return the element of each of many heaps.

        Args:
            heaps: Natural numbers, int64[n], or object[n] for those of any size.

        Raises:
            LimitError: As `phi`.
        """
        if self.period is None and len(heaps):
            self.phi(heaps.max())
        return self.solution.phi[self._reduced(heaps).astype(np.int64)].astype(np.int64)

    def run(self, first: int, count: int) -> npt.NDArray[np.int32]:
        """Return the elements of the heaps first .. first + count - 1, of any size."""
        phi = self.solution.phi
        if first + count <= self.stop:
            return phi[first : first + count]
        if self.period is None:
            self.phi(first + count - 1)
        elif first >= self.period.preperiod:  # of any number of digits
            first = self.period.reduce(first)[0]
        elements: npt.NDArray[np.int32] = phi[self._reduced(np.arange(first, first + count))]
        return elements

    def _reduced(self, heaps: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if self.period is None:
            return heaps
        start, period = self.period.preperiod, self.period.period
        return np.where(heaps < start, heaps, start + (heaps - start) % period)

    def element(self, heaps: Iterable[SupportsIndex]) -> int:
        """Return the element of a sum of heaps.

        Raises:
            LimitError: As `phi`.
        """
        return self.solution.monoid.product(map(self.phi, heaps))


class ElementNames:
    """The names of the elements of one quotient."""

    def __init__(self, quotient: ElementsOfHeaps) -> None:
        self.quotient = quotient

    def of(self, element: int) -> str:
        """Return the name of an element: "firm 2" in a tame game, else a word such as "ab²"."""
        if self._tame is not None:
            return str(self._tame[element])
        return name(self.quotient, element)

    @cached_property
    def least_sums(self) -> dict[int, tuple[int, ...]]:
        """The least sum of each element: of the fewest heaps, and of these the smallest."""
        first: dict[int, int] = {}
        for heap, element in enumerate(self.quotient.solution.phi.tolist()):
            first.setdefault(element, heap)
        table = self.quotient.table
        sums: dict[int, tuple[int, ...]] = {0: ()}
        level = [0]
        while level:
            longer: dict[int, tuple[int, ...]] = {}
            for element in level:
                for other, heap in first.items():
                    product, heaps = int(table[element, other]), (*sums[element], heap)
                    if product not in sums:
                        longer.setdefault(product, tuple(sorted(heaps)))
            sums |= longer
            level = sorted(longer, key=longer.__getitem__)
        return sums

    def because(self, element: int, heaps: list[int]) -> Justification:
        """Explain why a sum is won or lost."""
        lost = element in self.quotient.p_portion
        pretends = self._pretends(element, heaps)
        if self._tame is None:
            more = *pretends, *self._normal(element)
            return because(self.quotient, element, self._proved, "heaps", *more)
        called, about = self.of(element), counted(self.quotient.order, "element")
        here = f"The sum is {called}, so the player to move {'loses' if lost else 'wins'}."
        return Justification(
            f"By the misère quotient of {about}, which is tame: the sum is {called}.",
            (self._proved, _TAME),
            (here, *pretends),
        )

    @property
    def _proved(self) -> str:
        quotient = self.quotient
        reach = "for heaps of any size"
        if quotient.period is None:
            reach = f"for heaps up to {quotient.stop - 1:,}"
        return (
            f"What decides is the misère quotient of {quotient.ruleset.text}, proved {reach}: "
            f"{counted(quotient.order, 'element')}, {quotient.p_count:,} of them P-positions."
        )

    def _pretends(self, element: int, heaps: list[int]) -> tuple[str, ...]:
        least = list(self.least_sums[element])
        if heaps == least:
            return ()
        shown = " + ".join(map(short, least)) or "nothing"
        return (f"It pretends to be {shown}: beside any other heaps the one does as the other.",)

    def _normal(self, element: int) -> tuple[str, ...]:
        kernel = self.quotient.kernel
        if not kernel.is_normal or element not in kernel.elements:
            return ()
        values = self.quotient.ruleset.values(self.quotient.stop)
        total = reduce(xor, values[list(self.least_sums[element])].tolist(), 0)
        return (f"{IN_KERNEL} The nim-sum is {total}.",)

    @cached_property
    def _tame(self) -> dict[int, Tame] | None:
        """What the sums of each element are; None where some heap is wild."""
        heaps = tame_heaps(self.quotient.ruleset, self.quotient.stop)
        if heaps.ended:
            return None
        sums = self.least_sums.items()
        return {element: tame_sum(heaps[part] for part in parts) for element, parts in sums}


_TAME = (
    "All its heaps are tame: each is fickle or firm and has its value of normal play, and a sum "
    "is firm if any of its heaps is. A firm sum is lost by the player to move where the nim-sum "
    "is 0, a fickle one where it is 1."
)
