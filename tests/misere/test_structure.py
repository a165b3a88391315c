"""Presentations, kernels and repetitions of quotients."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from grundy import TakeAndBreak
from grundy.misere.quotient import Presentation, Word
from grundy.misere.records import Repetition
from quotients import plain_codes, within_limits


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
    """The relations hold, and they are enough."""
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
    """Generators are letters, and relations make words shorter."""
    shown = TakeAndBreak(code).misere_quotient().presentation()

    assert str(shown) == text
    if latex is not None:
        assert shown.latex() == latex
    assert shown.element(0) == "1"


@settings(max_examples=40)
@given(plain_codes())
def test_the_kernel_is_the_least_ideal(ruleset):
    """It is a group with its identity, closed under all products, and inside every ideal."""
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


@pytest.mark.parametrize("code", ["0.77", "0.312", "0.123", "0.75", "0.33"])
def test_in_a_normal_kernel_misere_play_is_normal_play(code):
    """A sum in the kernel is lost under misère play just if its nim-sum is 0."""
    ruleset = TakeAndBreak(code)
    quotient = ruleset.misere_quotient()
    kernel = quotient.kernel
    assert kernel.is_normal
    met = 0
    for heaps in product(range(1, 13), repeat=3):
        element = quotient.element(heaps)
        if element in kernel.elements:
            met += 1
            assert (element in quotient.p_portion) == (ruleset.sum(heaps).value() == 0)
    assert met


def test_the_kernel_of_ones_is_not_normal():
    """Rows of one pin: who has an odd number of them loses, and the other way round in Nim."""
    assert not TakeAndBreak("0.3").misere_quotient().kernel.is_normal


def test_a_quotient_that_grows_begins_anew():
    """After a new numbering of elements those before are forgotten."""
    watch = Repetition(last=1, most=1)
    watch.extended(np.array([0, 1, 2, 0, 2, 1]))
    watch.restart()

    assert watch.extended(np.array([0, 1, 0, 1, 0, 1])) == (0, 2)
