"""Random take-and-break codes for the tests of heap games."""

from __future__ import annotations

from hypothesis import strategies as st

from grundy.heaps.rules.codes import Code, Constraint

SIGNS = [Constraint.ANY, Constraint.UNEQUAL, Constraint.NOT_ALL_EQUAL, Constraint.ALL_EQUAL]


@st.composite
def codes(
    draw: st.DrawFn, greatest: int = 31, longest: int = 6, *, tails: bool = True, signs: bool = True
) -> Code:
    """Draw a code with digits up to *greatest*."""
    splits = [digit for digit in range(greatest + 1) if not digit & 3]
    first = draw(st.sampled_from(splits))
    digits = st.lists(st.integers(0, greatest), max_size=longest)
    head, tail = draw(digits), draw(digits) if tails else []
    constraints = st.sampled_from(SIGNS if signs else SIGNS[:1])
    size = 1 + len(head) + len(tail)
    drawn = draw(st.lists(constraints, min_size=size, max_size=size))
    return Code((first, *head), tuple(tail), tuple(drawn))
