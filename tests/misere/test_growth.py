"""How quotients grow: two ways to the same, what a bound leaves, and what each step proves."""

from itertools import count

import pytest
from hypothesis import example, given

from grundy import LimitError, Limits, TakeAndBreak
from grundy.errors import BoundError
from grundy.heaps.quotients.quotient import MisereQuotient
from grundy.heaps.quotients.tame import rows_of
from grundy.misere.growth import Growth
from grundy.misere.records import Bounds
from often import often
from quotients import grown_shape, plain_codes

BOUNDS = Limits(positions=400, seconds=5)


def grown(ruleset, stop, limits=BOUNDS, *, models=True):
    """Return the quotients of a game as far as the bounds allow."""
    growth = Growth(rows_of(ruleset), Bounds(limits), models=models)
    try:
        while growth.count < stop:
            growth.advance()
    except BoundError:
        pass
    return growth


@often(12)
@given(plain_codes())
@example(TakeAndBreak("0.77"))
@example(TakeAndBreak("0.15"))
@example(TakeAndBreak("4.7"))
def test_models_and_the_learner_agree(ruleset):
    """Both find the same quotient after each heap, though by different guesses."""
    by_models = grown(ruleset, 10)
    learnt = grown(ruleset, by_models.count, Limits(seconds=10), models=False)

    if learnt.count == by_models.count:
        assert grown_shape(learnt) == grown_shape(by_models)
        assert learnt.steps == by_models.steps


@pytest.mark.parametrize("most", [60, 200, 500])
def test_at_least_so_many_elements(most):
    """What a bound says that the next quotient has at least, it has."""
    whole = grown(TakeAndBreak("0.07"), 28, Limits())

    growth = grown(TakeAndBreak("0.07"), 28, Limits(positions=most))

    assert growth.count < 28
    true = next(step for step in whole.steps if step.heap == growth.count)
    assert growth.monoid.order <= growth.at_least <= true.order
    assert [*growth.steps, true] == whole.steps[: len(growth.steps) + 1]


def test_a_quotient_that_is_not_finite():
    """0.3122 stops at heap 7 (Weimerskirch 2015): what is done stays proved, and more is known."""
    with pytest.raises(LimitError) as caught:
        TakeAndBreak("0.3122").misere_quotient(20, limits=Limits(positions=3_000))

    partial = caught.value.partial
    assert isinstance(partial, MisereQuotient)
    assert (partial.stop, partial.order, partial.period) == (7, 52, None)
    assert "heaps up to 6 (52 elements)" in str(caught.value)
    assert "with heap 7 it has at least 116 elements" in str(caught.value)
    assert "candidates of 3,000 elements" in str(caught.value)


def test_seconds_are_a_bound():
    """A search without end stops when its seconds are over."""
    with pytest.raises(LimitError, match=r"not found within 0\.001 seconds"):
        TakeAndBreak("0.3122").misere_quotient(20, limits=Limits(seconds=0.001))


def test_memory_is_a_bound() -> None:
    """A search stops while more memory is to be kept free than there is."""
    with pytest.raises(LimitError, match="what memory is free"):
        TakeAndBreak("0.77").misere_quotient(20, limits=Limits(free_memory=2**60))


def test_a_search_that_was_too_slow_goes_on_when_it_is_asked_again() -> None:
    """Until no more is found in the same time: who has to wait for a processor finds it later."""
    ticks = count()
    limits = Limits(positions=5_000, seconds=40, _clock=lambda: next(ticks))
    kayles, stops = TakeAndBreak("0.77").known_quotient, []
    while kayles.covering(10**6, limits) is None and len(stops) < 100:
        stops.append(kayles.covering(5).stop)

    assert stops == sorted(set(stops))
    assert len(stops) > 1
    found = kayles.covering(10**6)
    assert found is not None
    assert found.certificate() == TakeAndBreak("0.77").misere_quotient().certificate()
