"""Tame games: fickle and firm heaps, their quotient and its period, at the speed of normal play."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import TakeAndBreak
from grundy.errors import LimitError, VerificationError
from grundy.heaps.codes import Code
from grundy.heaps.quotients.tame import reach_of, rows_of, tame_heaps, tame_solution
from grundy.heaps.quotients.verify import check_tame, verify_quotient
from grundy.heaps.ruleset import HeapRuleset
from grundy.misere.certificate import HEAPS_ONLY
from grundy.misere.checker import check
from grundy.misere.forms import classify, nim_quotient, tame_sum
from grundy.misere.growth import solve
from grundy.running.limits import Limits


@st.composite
def octal_codes(draw: st.DrawFn) -> Code:
    """Draw a code of octal digits, with d0 = 4 too."""
    first = draw(st.sampled_from([0, 0, 0, 4]))
    return Code((first, *draw(st.lists(st.integers(0, 7), min_size=1, max_size=4))))


def tame_by_definition(ruleset: HeapRuleset, stop: int) -> list[tuple[int, bool]]:
    """Classify one heap after another by all its options, up to the first wild one."""
    known: list[tuple[int, bool]] = []
    found = []
    for heap in range(stop):
        options = {tame_sum(found[part] for part in option) for option in ruleset.options(heap)}
        one = classify(options)
        if one is None:
            break
        found.append(one)
        known.append((one.value, one.is_firm))
    return known


@given(octal_codes())
def test_heaps_are_tame_as_the_definition_says(code):
    """The values of normal play and one bit more are what the four cases give."""
    ruleset = TakeAndBreak(str(code))
    found, expected = tame_heaps(ruleset, 90), tame_by_definition(ruleset, 90)

    assert [(one.value, one.is_firm) for one in map(found.__getitem__, range(len(found)))] == (
        expected
    )
    assert found.ended == (len(expected) < 90)


@pytest.mark.parametrize("code", ["0.0", "0.1", "0.3", "0.33", "0.147", "0.373", "0.532", "0.772"])
def test_the_quotient_that_is_written_down_is_the_one_that_is_found(code):
    """Growing models heap after heap finds the same quotient, growth and period."""
    ruleset = TakeAndBreak(code)
    written = tame_solution(ruleset, 200)
    found = solve(rows_of(ruleset), 200, code, reach_of(ruleset))

    assert written.repetition == found.repetition
    assert written.growth == found.growth
    assert len(written.phi) == len(found.phi)
    names = dict(zip(written.phi.tolist(), found.phi.tolist(), strict=True))
    assert [names[element] for element in written.phi.tolist()] == found.phi.tolist()
    assert len(set(names.values())) == len(names)
    check(written.claim(), rows_of(ruleset), reach_of(ruleset))


@pytest.mark.parametrize(("code", "heaps", "order", "period"), [
    ("0.156", 10_000, 34, (3_479, 349)),
    pytest.param("0.56", 700_000, 130, (326_640, 144), marks=pytest.mark.long),
])  # fmt: skip
def test_long_periods_are_proved(code, heaps, order, period):
    """These are tame for ever, with the periods of normal play (Winning Ways, ch. 4)."""
    quotient = TakeAndBreak(code).misere_quotient(heaps)

    assert (quotient.order, quotient.p_count, quotient.first_wild) == (order, 2, None)
    assert (quotient.period.preperiod, quotient.period.period) == period


def test_a_tame_heap_of_any_size_is_answered():
    """A period that is longer than the heaps tried first is found all the same."""
    position = TakeAndBreak("0.156").sum([10**200, 17])
    best = position.best_move("misere")

    assert str(best.option.outcome("misere")) == "P"


def test_a_limit_leaves_the_heaps_that_are_done():
    """Out of time, the quotient of fewer heaps is there."""
    with pytest.raises(LimitError) as stopped:
        TakeAndBreak("0.56").misere_quotient(10**7, limits=Limits(seconds=0))

    assert stopped.value.partial.order >= 1


def test_tables_of_nim():
    """The quotient of Nim with heaps up to 3: P are fickle 1 and firm 0."""
    nim = nim_quotient(5)

    assert nim.order == 6
    assert np.flatnonzero(nim.p_portion).tolist() == [1, 2]
    assert nim.product([1, 1]) == 0
    assert nim.product([4, 4]) == 2
    assert nim.product([4, 1]) == 5


def test_forged_claims_on_tame_games_are_refused():
    """A changed element, product, P-position, period or code is found by the quick checker."""
    ruleset = TakeAndBreak("0.147")
    assert ruleset.code is not None
    solution = tame_solution(ruleset, 200)
    claim = solution.claim()
    check_tame(claim, ruleset.code)

    def refused(code=None, **changed):
        with pytest.raises(VerificationError):
            check_tame(replace(claim, **changed), code or ruleset.code)

    for heap in range(len(claim.phi)):
        for element in range(claim.order):
            if element != claim.phi[heap]:
                phi = claim.phi.copy()
                phi[heap] = element
                refused(phi=phi)
                refused(phi=phi, period=None)
    for place in np.ndindex(claim.action.shape):
        action = claim.action.copy()
        action[place] = (action[place] + 1) % claim.order
        refused(action=action)
    refused(p_portion=claim.p_portion[:1])
    refused(p_portion=np.append(claim.p_portion, 0))
    refused(phi=claim.phi[:-1])
    refused(generators=claim.generators[:-1], action=claim.action[:, :-1])
    refused(period=(9, 8))
    refused(period=(10, 16))
    refused(period=(10, 4))
    refused(code=TakeAndBreak("0.157").code)


@pytest.mark.long
def test_a_certificate_of_a_long_period_is_checked_by_normal_play():
    """Half a million heaps have too many options to look at; one wrong element is found."""
    certificate = TakeAndBreak("0.56").misere_quotient(700_000).certificate()
    phi = list(certificate.phi)
    phi[200_000] ^= 1

    verify_quotient(certificate)
    with pytest.raises(VerificationError):
        verify_quotient(replace(certificate, phi=tuple(phi)))


def test_a_generator_of_a_long_tame_quotient_is_a_heap_s_element():
    """One generator more, with its products, that no heap has: 0.56 has no firm 0."""
    ruleset = TakeAndBreak("0.56")
    certificate = ruleset.misere_quotient(10_100).certificate()
    nim = nim_quotient(certificate.order - 1)
    made_up = min(set(range(certificate.order)) - set(certificate.phi))
    changed = replace(
        certificate,
        generators=(*certificate.generators, made_up),
        action=tuple(
            (*row, int(nim.table[x, made_up])) for x, row in enumerate(certificate.action)
        ),
    )

    verify_quotient(certificate)
    with pytest.raises(VerificationError, match="no heap's element"):
        verify_quotient(changed)


@pytest.mark.parametrize("order", [4_098, 5_000, 17_000])
def test_a_quotient_of_empty_rows_is_refused_before_any_table(order, monkeypatch):
    """No generator reaches only one element, whatever memory a table would take."""
    certificate = replace(
        TakeAndBreak("0.33").misere_quotient(3).certificate(),
        action=((),) * order, generators=(), phi=(0,) * 20_000, invariant=((),) * order,
        period=None, preperiod=None, theorem=HEAPS_ONLY,
    )  # fmt: skip
    tracemalloc.start()
    with pytest.raises(VerificationError, match=r"do not (reach every|make all) element"):
        verify_quotient(certificate)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 50_000_000
