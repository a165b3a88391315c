"""How quotients grow, and what they are: presentations and kernels."""

from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings

from grundy import LimitError, Limits, TakeAndBreak
from grundy.errors import BoundError
from grundy.heaps.misere_elements import rows_of
from grundy.misere.growth import Growth
from grundy.misere.quotient import Presentation, Word
from grundy.misere.records import Bounds, Repetition
from often import often
from quotients import grown_shape, plain_codes, within_limits


def rewritten(shown: Presentation, word: Word) -> Word:
    """Use the relations, each from left to right, until none can be used."""
    for left, right in shown.relations:
        if all(a <= b for a, b in zip(left, word, strict=True)):
            shorter = tuple(w - a + b for w, a, b in zip(word, left, right, strict=True))
            return rewritten(shown, shorter)
    return word


@settings(max_examples=25)
@given(plain_codes())
def test_relations_bring_every_word_to_that_of_its_element(ruleset):
    quotient = within_limits(ruleset, 8)
    shown, monoid = quotient.presentation(), quotient.solution.monoid
    count = len(shown.generators)
    assert len(set(shown.words)) == monoid.order
    for powers in product(range(4 if count < 5 else 2), repeat=count):
        word = tuple(powers)
        pairs = zip(shown.generators, word, strict=True)
        element = monoid.product(monoid.power(x, power) for x, power in pairs)
        assert rewritten(shown, word) == shown.words[element]


@pytest.mark.parametrize(("code", "text", "latex"), [
    ("0.3", "⟨a | a² = 1⟩", r"\langle a \mid a^{2} = 1 \rangle"),
    ("0.33", "⟨a, b | a² = 1, b³ = b⟩", r"\langle a, b \mid a^{2} = 1, b^{3} = b \rangle"),
    # Plambeck and Siegel 2008 write R_8 as ⟨a, b, c | a² = 1, b³ = b, bc = ab, c² = b²⟩
    ("0.75", "⟨a, b, c | a² = 1, bc = ab, c² = b², b³ = b⟩", None),
])  # fmt: skip
def test_quotients_as_books_print_them(code, text, latex):
    shown = TakeAndBreak(code).misere_quotient().presentation()
    assert str(shown) == text
    if latex is not None:
        assert shown.latex() == latex
    assert shown.element(0) == "1"


@settings(max_examples=40)
@given(plain_codes())
def test_the_kernel_is_the_least_ideal(ruleset):
    quotient = within_limits(ruleset, 8)
    table, found = quotient.table, quotient.kernel
    elements = list(found.elements)
    assert found.identity in elements
    assert [int(table[found.identity, x]) for x in elements] == elements
    for x in elements:
        assert sorted({int(table[x, y]) for y in elements}) == elements  # a group
    for x in range(quotient.order):
        assert {int(y) for y in table[x]} >= set(elements)  # each ideal holds it
        assert {int(table[x, y]) for y in elements} <= set(elements)


def test_the_kernel_of_ones_is_not_normal():
    """Rows of one pin: who has an odd number of them loses, and the other way round in Nim."""
    assert not TakeAndBreak("0.3").misere_quotient().kernel.is_normal


def test_a_quotient_that_grows_begins_anew():
    watch = Repetition(last=1, most=1)
    watch.extended(np.array([0, 1, 2, 0, 2, 1]))
    watch.restart()
    assert watch.extended(np.array([0, 1, 0, 1, 0, 1])) == (0, 2)


BOUNDS = Limits(positions=400, seconds=5)


def grown(ruleset, stop, limits=BOUNDS, *, models=True):
    """Return the quotients of a game as far as the bounds allow."""
    growth = Growth(rows_of(ruleset), Bounds(limits))
    if not models:
        growth._by_models = lambda *_: None
    try:
        while growth.count < stop:
            growth.advance()
    except BoundError:
        pass
    return growth


@often(6)
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
    assert (partial.stop, partial.order, partial.period) == (7, 52, None)
    assert "heaps up to 6 (52 elements)" in str(caught.value)
    assert "with heap 7 it has at least 116 elements" in str(caught.value)
    assert "candidates of 3,000 elements" in str(caught.value)


@pytest.mark.parametrize(("limits", "bound"), [
    (Limits(seconds=0.001), r"0\.001 seconds"), (Limits(free_memory=2**60), "what memory is free"),
])  # fmt: skip
def test_seconds_and_memory_are_bounds(limits, bound):
    with pytest.raises(LimitError, match=f"not found within {bound}"):
        TakeAndBreak("0.3122").misere_quotient(20, limits=limits)
