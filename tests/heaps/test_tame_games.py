"""Tame games: fickle and firm heaps, their quotient and its period, at the speed of normal play."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import Limits, TakeAndBreak
from grundy.errors import LimitError, VerificationError
from grundy.heaps.certificates import check_tame, verify_quotient
from grundy.heaps.codes import Code
from grundy.heaps.misere_elements import reach_of, rows_of, tame_heaps, tame_solution
from grundy.misere.certificate import HEAPS_ONLY, check
from grundy.misere.forms import nim_quotient
from grundy.misere.growth import solve
from often import often
from quotients import tame_by_definition

octal_codes = st.builds(
    lambda first, digits: Code((first, *digits)),
    st.sampled_from([0, 0, 0, 4]),
    st.lists(st.integers(0, 7), min_size=1, max_size=4),
)


@often(25)
@given(octal_codes)
def test_heaps_are_tame_as_the_definition_says(code):
    """The values of normal play and one bit more are what the four cases give."""
    ruleset = TakeAndBreak(str(code))
    found, expected = tame_heaps(ruleset, 90), tame_by_definition(ruleset, 90)
    assert [found[heap] for heap in range(len(found))] == expected
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


def test_a_tame_heap_of_any_size_is_answered():
    best = TakeAndBreak("0.156").sum([10**200, 17]).best_move("misere")
    assert str(best.option.outcome("misere")) == "P"


def test_a_limit_leaves_the_heaps_that_are_done():
    with pytest.raises(LimitError, match=r"tame\..* within what memory is free\.$") as stopped:
        TakeAndBreak("0.56").misere_quotient(10**7, limits=Limits(free_memory=2**60))
    assert stopped.value.partial.order >= 1


def test_tables_of_nim():
    """The quotient of Nim with heaps up to 3: P are fickle 1 and firm 0."""
    nim = nim_quotient(5)
    assert nim.order == 6
    assert np.flatnonzero(nim.p_portion).tolist() == [1, 2]
    assert [nim.product(pair) for pair in ([1, 1], [4, 4], [4, 1])] == [0, 2, 5]


def test_forged_claims_on_tame_games_are_refused():
    """A changed element, product, P-position, period or code is found by the quick checker."""
    code = TakeAndBreak("0.147").code
    claim = tame_solution(TakeAndBreak("0.147"), 200).claim()
    check_tame(claim, code)

    def refused(code=code, **changed):
        with pytest.raises(VerificationError):
            check_tame(replace(claim, **changed), code)

    def with_one(array, place, value):
        changed = array.copy()
        changed[place] = value
        return changed

    for heap, element in enumerate(claim.phi):
        others = {0, element ^ 2, (element + 1) % claim.order}  # ^ 2 is fickle for firm
        for other in others - {element, *range(claim.order, claim.order + 3)}:
            refused(phi=with_one(claim.phi, heap, other))
            refused(phi=with_one(claim.phi, heap, other), period=None)
    for place in np.ndindex(claim.action.shape):
        refused(action=with_one(claim.action, place, (claim.action[place] + 1) % claim.order))
    refused(p_portion=claim.p_portion[:1])
    refused(p_portion=np.append(claim.p_portion, 0))
    refused(phi=claim.phi[:-1])
    refused(generators=claim.generators[:-1], action=claim.action[:, :-1])
    for period in ((9, 8), (10, 16), (10, 4)):
        refused(period=period)
    refused(code=TakeAndBreak("0.157").code)


def test_a_generator_of_a_long_tame_quotient_is_a_heap_s_element():
    certificate = TakeAndBreak("0.56").misere_quotient(10_100).certificate()
    products = nim_quotient(certificate.order - 1).table
    made_up = min(set(range(certificate.order)) - set(certificate.phi))
    generators = (*certificate.generators, made_up)
    action = tuple((*row, int(products[x, made_up])) for x, row in enumerate(certificate.action))
    changed = replace(certificate, generators=generators, action=action)
    verify_quotient(certificate)
    with pytest.raises(VerificationError, match="no heap's element"):
        verify_quotient(changed)


@pytest.mark.parametrize("order", [4_098, 5_000])
def test_a_quotient_of_empty_rows_is_refused_before_any_table(order, monkeypatch):
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
