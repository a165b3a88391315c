"""Tame games: who wins by fickle and firm, and that the first wild heap is really wild."""

import pytest
from hypothesis import example, given

from grundy import TakeAndBreak
from grundy.errors import BoundError
from grundy.heaps.quotients.tame import rows_of
from grundy.misere.forms import Monoid, Tame, classify
from grundy.misere.growth import Growth
from grundy.misere.records import Bounds
from often import often
from quotients import LIMITS, plain_codes, tame_by_definition, within_limits

STOP = 10


def is_quotient_of_nim(monoid: Monoid) -> bool:
    """Return whether the quotient is T_k: 2^k + 2 elements (1, 2 for k < 2), two of them lost."""
    squares = [monoid.power(x, 2) for x in range(monoid.order)]
    alike = {int(monoid.table[x, square]) == x for x, square in enumerate(squares)}
    small = monoid.order <= 2
    counts = monoid.p_count == (monoid.order - 1 if small else 2)
    return counts and alike == {True} and len(set(squares)) == (1 if small else 2)


@often(20)
@given(plain_codes())
@example(TakeAndBreak("0.75"))
@example(TakeAndBreak("0.77"))
def test_the_first_wild_heap_makes_the_quotient_wild(ruleset):
    """By both ways: quotients are those of Nim up to the first wild heap, and no longer with it."""
    growth = Growth(rows_of(ruleset), Bounds(LIMITS))
    wild = len(tame_by_definition(ruleset, STOP))
    try:
        while growth.count < STOP:
            assert is_quotient_of_nim(growth.monoid) == (growth.count <= wild)
            growth.advance()
    except BoundError:
        pass
    quotient = within_limits(ruleset, growth.count)
    assert quotient.first_wild == (None if quotient.stop <= wild else wild)


@pytest.mark.parametrize(("options", "expected"), [
    ([], Tame(0, False)), ([Tame(0, False)], Tame(1, False)), ([Tame(1, False)], Tame(0, False)),
    ([Tame(1, False), Tame(2, True)], Tame(0, False)),
    ([Tame(0, False), Tame(3, True)], Tame(1, False)), ([Tame(2, True)], Tame(0, True)),
    ([Tame(0, False), Tame(1, False)], Tame(2, True)),
    ([Tame(0, True), Tame(0, False), Tame(1, True)], Tame(2, True)),
    ([Tame(0, False), Tame(0, True)], None), ([Tame(1, False), Tame(0, True)], None),
    ([Tame(1, False), Tame(1, True)], None), ([Tame(0, False), Tame(1, True)], None),
])  # fmt: skip
def test_each_case_of_fickle_and_firm(options, expected):
    """A heap is fickle, firm or wild by the options it has, as Conway says."""
    assert classify(options) == expected
