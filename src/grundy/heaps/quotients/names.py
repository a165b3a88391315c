"""What books call an element, and a misère quotient in sentences and in fields for machines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING

from grundy.games.joint_misere import IN_KERNEL, because, name
from grundy.games.protocols import Justification
from grundy.heaps.numbers import short
from grundy.heaps.quotients.tame import tame_heaps
from grundy.misere.forms import Tame, tame_sum
from grundy.printable import counted

if TYPE_CHECKING:
    from grundy.heaps.quotients.quotient import MisereQuotient


class ElementNames:
    """The names of the elements of one quotient."""

    def __init__(self, quotient: MisereQuotient) -> None:
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
        found: dict[int, tuple[int, ...]] = {0: ()}
        level = [0]
        while level:
            longer: dict[int, tuple[int, ...]] = {}
            for element in level:
                for other, heap in first.items():
                    product, heaps = int(table[element, other]), (*found[element], heap)
                    if product not in found:
                        longer.setdefault(product, tuple(sorted(heaps)))
            found |= longer
            level = sorted(longer, key=longer.__getitem__)
        return found

    def because(self, element: int, heaps: list[int]) -> Justification:
        """Say why a sum is won or lost."""
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


# What is said of a misère quotient: in sentences, and in fields for machines.


_STEPS_SHOWN, _WORDS_SHOWN = 24, 24


def size_of(found: MisereQuotient) -> str:
    """Say how large a quotient is, and for which heaps it is proved."""
    order, lost = counted(found.order, "element"), counted(found.p_count, "P-position")
    return f"misère quotient of {order}, {lost}; {_reach(found)}."


def facts_of(found: MisereQuotient) -> dict[str, str]:
    """Say where it grew, its period, whether it is tame, its kernel."""
    return {
        "grew at": _growth(found),
        "period": _period(found),
        "tame": _tame(found),
        "kernel": _kernel(found),
        "P-positions": lost_words(found),
    }


def lost_words(found: MisereQuotient) -> str:
    """Return the first elements of P-positions, as words."""
    return _listed(element_words(found, sorted(found.p_portion)), _WORDS_SHOWN)


def _reach(found: MisereQuotient) -> str:
    if found.period is not None:
        return "proved for heaps of every size"
    return f"partial: proved for heaps 0 to {found.stop - 1:,}"


def _growth(found: MisereQuotient) -> str:
    steps = [f"heap {heap:,} to {order:,} ({p_count:,} P)" for heap, order, p_count in found.growth]
    return _listed(steps, _STEPS_SHOWN) if steps else "no heap: no heap has a move"


def _period(found: MisereQuotient) -> str:
    period = found.period
    if period is None:
        return f"none found up to heap {found.stop - 1:,}"
    return (
        f"{period.period:,} from heap {period.preperiod:,} on, of the elements of heaps; proved by "
        f"heaps 0 to {found.stop - 1:,}"
    )


def _tame(found: MisereQuotient) -> str:
    if found.first_wild is not None:
        return f"no: heap {found.first_wild:,} is the first wild one"
    if found.period is not None:
        return "yes: every heap is fickle or firm"
    return f"as far as looked: no heap up to {found.stop - 1:,} is wild"


def _kernel(found: MisereQuotient) -> str:
    kernel = found.kernel
    elements = counted(len(kernel.elements), "element")
    if kernel.is_normal:
        seen = f"seen on heaps 0 to {found.stop - 1:,}"
        return f"{elements}; in the kernel misère play is normal play ({seen})"
    return f"{elements}; misère play in it is not normal play"


def element_words(found: MisereQuotient, elements: Iterable[int]) -> list[str]:
    """Return each element as a word in the generators."""
    presentation = found.presentation()
    return [presentation.element(element) for element in elements]


def _listed(parts: list[str], most: int) -> str:
    listed = ", ".join(parts[:most]) or "none"
    return listed if len(parts) <= most else f"{listed} and {len(parts) - most:,} more"
