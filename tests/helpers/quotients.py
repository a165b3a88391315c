"""Misère quotients for the tests: two of them compared, and those of random games."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from grundy import LimitError, Limits, TakeAndBreak
from grundy.heaps.codes import Code
from grundy.heaps.misere_quotient import MisereQuotient
from grundy.heaps.ruleset import HeapRuleset
from grundy.misere.forms import Monoid, Tame, classify, tame_sum
from grundy.misere.growth import Growth

Shape = tuple[list[int], list[list[int]], list[bool]]
"""Elements of heaps, their products with every element, and the P-portion."""

LIMITS = Limits(positions=1_000, seconds=5)


def shape(monoid: Monoid, phi: Sequence[int]) -> Shape:
    """Return a quotient by the order in which heaps reach its elements: equal for equal ones."""
    reached = [0]
    for element in reached:
        for heap in phi:
            after = int(monoid.table[element, heap])
            if after not in reached:
                reached.append(after)
    place = {element: number for number, element in enumerate(reached)}
    products = [[place[int(monoid.table[x, heap])] for heap in phi] for x in reached]
    return [place[int(x)] for x in phi], products, monoid.p_portion[reached].tolist()


def shape_of(quotient: MisereQuotient, first: int = 0) -> Shape:
    return shape(quotient.solution.monoid, quotient.solution.phi[first:].tolist())


def grown_shape(growth: Growth) -> Shape:
    return shape(growth.monoid, growth.phi.tolist())


def within_limits(ruleset: HeapRuleset, stop: int, limits: Limits = LIMITS) -> MisereQuotient:
    try:
        return ruleset.misere_quotient(stop, limits=limits)
    except LimitError as error:
        if not isinstance(error.partial, MisereQuotient):
            raise
        return error.partial


def tame_by_definition(ruleset: HeapRuleset, stop: int) -> list[Tame]:
    found: list[Tame] = []
    for heap in range(stop):
        one = classify({tame_sum(found[part] for part in row) for row in ruleset.options(heap)})
        if one is None:
            break
        found.append(one)
    return found


def is_reduced(monoid: Monoid) -> bool:
    rows = monoid.p_portion[monoid.table]
    return len(np.unique(rows, axis=0)) == monoid.order


@st.composite
def plain_codes(draw: st.DrawFn, greatest: int = 15, longest: int = 3) -> TakeAndBreak:
    """Draw a finite code without constraints: octal, hexadecimal, three heaps, splits at once."""
    first = draw(st.sampled_from([0, 0, 0, 4]))
    digits = draw(st.lists(st.integers(0, greatest), min_size=1, max_size=longest))
    return TakeAndBreak(Code((first, *digits)))
