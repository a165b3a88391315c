"""The two checkers of a claim: both accept what is true, refuse what is not, and agree."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forgeries import broken
from grundy import TakeAndBreak
from grundy.heaps.misere_elements import reach_of, rows_of
from grundy.misere.certificate import Claim, check
from grundy.misere.growth import solve
from often import often
from quotient_conditions import check_plainly
from quotients import plain_codes, within_limits

GAMES = ["0.33", "0.75", "0.312", "0.123", "0.77"]


@cache
def claim_of(code: str) -> Claim:
    ruleset = TakeAndBreak(code)
    return solve(rows_of(ruleset), 200, code, reach_of(ruleset)).claim()


def verdicts(claim, ruleset):
    """Return the condition that each checker finds broken, "" for none."""
    reach, pairs = reach_of(ruleset), ((check_plainly, ruleset.options), (check, rows_of(ruleset)))
    return [broken(claim, lambda it, each=each, rows=rows: each(it, rows, reach))
            for each, rows in pairs]  # fmt: skip


@settings(max_examples=30)
@given(plain_codes())
def test_claims_of_random_codes_are_accepted(ruleset):
    claim = within_limits(ruleset, 12).solution.claim()
    assert verdicts(claim, ruleset) == ["", ""]


def changed(numbers: np.ndarray, place: tuple[int, ...] | int, value: int) -> np.ndarray:
    copy = numbers.copy()
    copy[place] = value
    return copy


@st.composite
def false_claims(draw):
    code = draw(st.sampled_from(GAMES))
    claim = claim_of(code)
    order, (start, period) = claim.order, claim.period

    def number(stop, but=-1):
        return draw(st.integers(0, stop - 1).filter(lambda n: n != but))

    element, row, bit = number(order), number(order), 1 << number(order)
    heap, column = number(len(claim.phi)), number(len(claim.generators))
    left = tuple(entry for entry in claim.invariant if entry[0] != element)
    more = tuple(
        (x, tuple(bits | bit for bits in sets) if x == element else sets)
        for x, sets in claim.invariant
    )
    field, wrong = draw(st.sampled_from([
        ("p_portion", np.array(sorted({*claim.p_portion.tolist()} ^ {element}), np.int64)),
        ("phi", changed(claim.phi, heap, number(order, claim.phi[heap]))),
        ("phi", claim.phi[:heap]),
        ("action", changed(claim.action, (row, column), number(order, claim.action[row, column]))),
        ("generators", changed(claim.generators, column, number(order, claim.generators[column]))),
        ("period", (start, number(period + 4, period))),
        ("period", (number(start + 8, start + 2) - 2, period)),
        ("invariant", left),  # the element is left out altogether, and sums of it are met
        ("invariant", more),
    ]))  # fmt: skip
    return code, replace(claim, **{field: wrong})


@often(30)
@given(false_claims())
def test_one_wrong_thing_is_refused_by_both(drawn):
    """Whatever is changed, both checkers refuse it.

    Only a set to which a bit is added may still be kept by every heap; then both accept it.
    """
    code, claim = drawn
    right = claim_of(code)
    plain, arrays = verdicts(claim, TakeAndBreak(code))
    assert bool(plain) == bool(arrays)
    same_sets = claim.invariant == right.invariant
    only_bits = claim.phi is right.phi and not same_sets and (
        [element for element, _ in claim.invariant] == [element for element, _ in right.invariant]
    )  # fmt: skip
    names = ("generators", "action", "p_portion", "phi", "period")
    same = all(np.array_equal(getattr(claim, name), getattr(right, name)) for name in names)
    assert plain or only_bits or (same_sets and same)


@pytest.mark.parametrize(("change", "condition"), [
    ({"p_portion": np.insert(claim_of("0.312").p_portion, 0, 0)}, "outcomes"),
    ({"p_portion": np.array([99])}, "outcomes"), ({"generators": np.array([-1])}, "table"),
    ({"generators": np.array([1, 40])}, "table"),
    ({"action": np.zeros((0, 2), np.int64)}, "table"), ({"phi": np.array([], np.int64)}, "heaps"),
    ({"phi": np.array([0, 12])}, "phi"), ({"invariant": ()}, "invariant"),
    ({"invariant": ((0, (0,)), (0, (0,)))}, "invariant"),
    ({"invariant": ((12, (0,)),)}, "invariant"), ({"invariant": ((0, (-1,)),)}, "invariant"),
    ({"invariant": ((0, (1 << 12,)),)}, "invariant"), ({"period": (0, 0)}, "period"),
    ({"period": (-1, 2)}, "period"), ({"period": (5, 1)}, "period"),
    ({"period": (4, 2)}, "period"), ({"period": (1, 2)}, "period"), ({"period": (5, 4)}, "heaps"),
    ({"period": (6, 2)}, "heaps"), ({"period": (5, 200)}, "heaps"),
])  # fmt: skip
def test_each_condition_is_named(change, condition):
    claim = replace(claim_of("0.312"), **change)
    assert verdicts(claim, TakeAndBreak("0.312")) == [condition] * 2


def pins(phi, action, p_portion, *sets):
    """Claim something of heaps of which one token may be taken; each element has one set."""
    return Claim(
        generators=np.ones(len(action[0]), np.int64), action=np.array(action, np.int64),
        p_portion=np.array(p_portion, np.int64), phi=np.array(phi, np.int64),
        invariant=tuple((element, (bits,)) for element, bits in enumerate(sets)),
    )  # fmt: skip


@pytest.mark.parametrize(("claim", "condition"), [
    # 1, a, a², with a³ = a: a² and 1 are not told apart
    (pins([0, 1], [[1], [2], [1]], [1], 0, 2, 5), "reduced"),
    (pins([0, 1], [[1], [0]], [1], 0, 2), ""),
    (pins([0, 1], [[1], [0]], [1], 1, 2), "invariant"),  # of one row, two, three, but not of none
    (pins([0], [[]], [], 0), ""),  # nothing but the empty sum
    (pins([0, 0], [[]], [], 0), "outcomes"),  # who moves always wins; a single pin is lost
    (pins([0], [[]], [0], 0), "outcomes"),  # the empty sum is lost, as under normal play
])  # fmt: skip
def test_claims_of_heaps_of_one_pin(claim, condition):
    assert verdicts(claim, TakeAndBreak("0.3")) == [condition] * 2


def test_a_heap_without_a_move_is_nothing():
    ruleset = TakeAndBreak("0.07")
    claim = solve(rows_of(ruleset), 3, "0.07").claim()
    wrong = replace(claim, phi=np.array([0, claim.phi[2], claim.phi[2]]))
    assert verdicts(claim, ruleset) == ["", ""]
    assert verdicts(wrong, ruleset) == ["phi"] * 2


def test_a_preperiod_is_the_least():
    """With heaps enough to prove a later one as well, only the first is right."""
    claim = claim_of("0.312")
    longer = replace(claim, phi=np.append(claim.phi, claim.phi[-2:]))
    assert verdicts(longer, TakeAndBreak("0.312")) == ["", ""]
    assert verdicts(replace(longer, period=(6, 2)), TakeAndBreak("0.312")) == ["period"] * 2


@pytest.mark.parametrize("code", ["0.75", "0.312", "0.123", "0.77", "0.15"])
def test_a_period_needs_as_many_heaps_as_the_theorem_says(code):
    ruleset = TakeAndBreak(code)
    claim = claim_of(code)
    fewer = replace(claim, phi=claim.phi[:-1])
    assert verdicts(fewer, ruleset) == ["heaps"] * 2
    assert verdicts(replace(fewer, period=None), ruleset) == ["", ""]
