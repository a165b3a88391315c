"""The kernels of the misère theory on quotients of several words; CI runs it with bounds checks."""

import pytest

from grundy import TakeAndBreak
from grundy.heaps.quotients.tame import reach_of, rows_of
from grundy.misere.checker import check
from grundy.misere.growth import solve
from quotient_conditions import check_plainly


@pytest.mark.parametrize(("code", "stop", "order"), [
    ("0.3", 10, 2),
    ("0.77", 200, 40),
    ("0.07", 26, 144),  # winning sets of three words
    ("0.07", 31, 360),
    ("hex:8.4", 6, None),
    ("4.76", 5, None),
    ("0.F", 5, None),
])  # fmt: skip
def test_kernels_stay_inside_their_arrays(code, stop, order):
    """Models, the search of sums and the checker write and read where they may, and agree."""
    ruleset = TakeAndBreak(code)
    solution = solve(rows_of(ruleset), stop, code, reach_of(ruleset))
    claim = solution.claim()

    assert order in (None, claim.order)
    check(claim, rows_of(ruleset), reach_of(ruleset))
    if claim.order < 100:
        check_plainly(claim, ruleset.options, reach_of(ruleset))
